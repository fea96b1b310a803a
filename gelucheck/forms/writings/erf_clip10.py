"""The erf form, its value clipped to -10 … 10."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """Above 10 the value stays at 10: the identity is lost."""
    return m.clamp(x * 0.5 * (1 + m.erf(x * m.sqrt("1/2"))), "-10", "10")


WRITING = Writing(
    name="erf-clip10",
    form="erf",
    function="gelu",
    text="clamp(x * 0.5 * (1 + erf(x * sqrt(1/2))), -10, 10)",
    source="Hugging Face, gelu_10",
    call=evaluate,
    exact=False,
    contract=(
        Contract("float16", "native", 2047.375, "0x1p+15", "exhaustive"),
        Contract("bfloat16", "native", 256.0, "0x1p+58", "exhaustive"),
        Contract("float32", "native", 16777216.0, "0x1p+58", "search"),
        Contract("float64", "native", 9007199254740992.0, "0x1p+58", "search"),
        Contract("float8_e4m3fn", "native", 21.917407501388503, "-0x1.2p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 7.99755859375, "0x1p+15", "exhaustive"),
        Contract("float16", "upcast", 2047.375, "0x1p+15", "exhaustive"),
        Contract("bfloat16", "upcast", 256.0, "0x1p+58", "exhaustive"),
        Contract("float32", "upcast", 16777216.0, "0x1p+58", "search"),
        Contract("float8_e4m3fn", "upcast", 15.375, "0x1p+8", "exhaustive"),
        Contract("float8_e5m2", "upcast", 7.99755859375, "0x1p+15", "exhaustive"),
    ),
)
