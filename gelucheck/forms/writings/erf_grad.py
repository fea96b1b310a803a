"""The derivative of the erf form:
0.5 * (1 + erf(x / sqrt(2))) + x * exp(-0.5 * x * x) / sqrt(2*pi)."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """Left of -1 the sum 1 + erf cancels, as in the form itself."""
    return 0.5 * (1 + m.erf(x / m.sqrt("2"))) + x * m.exp(-0.5 * x * x) / m.sqrt("2*pi")


WRITING = Writing(
    name="erf",
    form="erf",
    function="gelu_grad",
    text="0.5 * (1 + erf(x / sqrt(2))) + x * exp(-0.5 * x * x) / sqrt(2*pi)",
    source="the product rule; PyTorch, ActivationGeluKernel.cu",
    call=evaluate,
    contract=(
        Contract("float16", "native", 878.3022081735046, "-0x1.81p-1", "exhaustive"),
        Contract("bfloat16", "native", 238.74886967755828, "-0x1.82p-1", "exhaustive"),
        Contract("float32", "native", 45325292.42315698, "-0x1.80ead2p-1", "sample"),
        Contract("float64", "native", 4.4406245726503944e16, "-0x1.80ead197f00b4p-1", "sample"),
        Contract("float8_e4m3fn", "native", 12.678028344116628, "-0x1.ap-1", "exhaustive"),
        Contract("float8_e5m2", "native", 505.65711248781395, "-0x1.8p-1", "exhaustive"),
        Contract("float16", "upcast", 0.7060324497128101, "-0x1.43p+2", "exhaustive"),
        Contract("bfloat16", "upcast", 7.519454524609853, "-0x1.64p+2", "exhaustive"),
        Contract("float32", "upcast", 238688.29190005592, "-0x1.0c556p+3", "search"),
        Contract("float8_e4m3fn", "upcast", 0.49861444577624175, "-0x1.4p-6", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.49842429689028567, "-0x1.4p-5", "exhaustive"),
    ),
)
