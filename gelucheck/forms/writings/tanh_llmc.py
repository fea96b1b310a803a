"""The tanh form with a root that is computed, and 0.044715 * x * x * x left to right."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """sqrt of the rounded 2/pi is one float32 step below the rounded sqrt(2/pi)."""
    cube = m.constant("0.044715") * x * x * x
    return 0.5 * x * (1 + m.tanh(m.root(m.constant("2/pi")) * (x + cube)))


WRITING = Writing(
    name="tanh-llmc",
    form="tanh",
    function="gelu",
    text="0.5 * x * (1 + tanh(sqrt(p) * (x + 0.044715 * x * x * x))), p = 2/pi",
    source="llm.c, train_gpt2.c (sqrtf(2 / M_PI))",
    call=evaluate,
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
