"""The derivative of the erf form with products for the quotients."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """Left of -1 the sum 1 + erf cancels, as in the form itself."""
    cdf = 0.5 * (1 + m.erf(x * m.sqrt("1/2")))
    return cdf + x * (m.exp(-0.5 * x * x) * m.sqrt("1/(2*pi)"))


WRITING = Writing(
    name="erf-mul",
    form="erf",
    function="gelu_grad",
    text="0.5 * (1 + erf(x * sqrt(1/2))) + x * (exp(-0.5 * x * x) * sqrt(1/(2*pi)))",
    source="PyTorch, ActivationGeluKernel.cu and Activation.cpp (M_2_SQRTPI * M_SQRT1_2 * 0.5); "
    "flash-attention, Triton",
    call=evaluate,
    contract=(
        Contract("float16", "native", 878.3022081735046, "-0x1.81p-1", "exhaustive"),
        Contract("bfloat16", "native", 494.7488696775583, "-0x1.82p-1", "exhaustive"),
        Contract("float32", "native", 19924429.17862031, "-0x1.80eadp-1", "search"),
        Contract("float64", "native", 6.368014533038796e16, "-0x1.80ead197f00b4p-1", "search"),
        Contract("float8_e4m3fn", "native", 7.6035695304883735, "-0x1.8p-1", "exhaustive"),
        Contract("float8_e5m2", "native", 505.65711248781395, "-0x1.8p-1", "exhaustive"),
        Contract("float16", "upcast", 0.7060324497128101, "-0x1.43p+2", "exhaustive"),
        Contract("bfloat16", "upcast", 7.519454524609853, "-0x1.64p+2", "exhaustive"),
        Contract("float32", "upcast", 238688.29190005592, "-0x1.0c556p+3", "search"),
        Contract("float8_e4m3fn", "upcast", 0.49861444577624175, "-0x1.4p-6", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.49842429689028567, "-0x1.4p-5", "exhaustive"),
    ),
)
