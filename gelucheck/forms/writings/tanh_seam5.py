"""The tanh form, but x itself above 5."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """A seam at 5, where the form is 2.3e-7 below x: float64 tells them apart."""
    z = m.constant("0.79788458347320556640625") * (x + m.constant("0.044715") * (x * x * x))
    return m.choose(x, ">", "5", x, 0.5 * x * (1 + m.tanh(z)))


WRITING = Writing(
    name="tanh-seam5",
    form="tanh",
    function="gelu",
    text="x if x > 5 else 0.5 * x * (1 + tanh(0.79788458347320556640625 * (x + 0.044715 * (x * "
    "x * x))))",
    source="candle, candle-metal-kernels, unary.metal (M_2_SQRTPI_F * M_SQRT1_2_F, in float32)",
    call=evaluate,
    exact=False,
    contract=(
        Contract("float16", "native", 2036.5389681728361, "-0x1.f1p+1", "exhaustive"),
        Contract("bfloat16", "native", 255.89084590664595, "-0x1.98p+1", "exhaustive"),
        Contract("float32", "native", 16777215.135142813, "-0x1.2ab582p+3", "search"),
        Contract("float64", "native", 9007199254740991.0, "-0x1.ea59048d72b12p+2", "search"),
        Contract("float8_e4m3fn", "native", 13.927080907411769, "-0x1.2p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 7.723144238079274, "-0x1.4p+1", "exhaustive"),
        Contract("float16", "upcast", 1.6957698312199658, "-0x1.4ap+2", "exhaustive"),
        Contract("bfloat16", "upcast", 255.69509821871765, "-0x1.8cp+2", "exhaustive"),
        Contract("float32", "upcast", 16777215.135142813, "-0x1.2ab582p+3", "search"),
        Contract("float8_e4m3fn", "upcast", 0.49922081635643456, "-0x1p-9", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.4999939126238955, "-0x1p-16", "exhaustive"),
    ),
)
