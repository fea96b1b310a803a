"""The tanh form by one exponential: 0.5 * x * (2 - 2 / (exp(2z) + 1))."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """No infinity is divided by another; 2 - 2/(e + 1) cancels on the left."""
    z = m.constant("0.79788456080286535587989211986876") * x
    z = z * (1 + m.constant("0.044715") * x * x)
    return 0.5 * x * (2 - 2 / (m.exp(2 * z) + 1))


WRITING = Writing(
    name="tanh-exp-half",
    form="tanh",
    function="gelu",
    text="0.5 * x * (2 - 2 / (exp(2 * z) + 1)), z = 0.79788456080286535587989211986876 * x * "
    "(1 + 0.044715 * x * x)",
    source="ggml, Vulkan, unary.comp",
    call=evaluate,
    exact=False,
    contract=(
        Contract("float16", "native", 2047.1382065616424, "-0x1.c78p+1", "exhaustive"),
        Contract("bfloat16", "native", 255.89084590664595, "-0x1.98p+1", "exhaustive"),
        Contract("float32", "native", 16777215.135142813, "-0x1.2ab582p+3", "search"),
        Contract("float64", "native", 9007199254740991.0, "-0x1.ea59048d72b12p+2", "search"),
        Contract("float8_e4m3fn", "native", 14.592246877088776, "-0x1.ep+0", "exhaustive"),
        Contract("float8_e5m2", "native", 7.723144238079274, "-0x1.4p+1", "exhaustive"),
        Contract("float16", "upcast", 5.00377572667043, "-0x1.3d8p+2", "exhaustive"),
        Contract("bfloat16", "upcast", 255.69509821871765, "-0x1.8cp+2", "exhaustive"),
        Contract("float32", "upcast", 16777215.135142813, "-0x1.2ab582p+3", "search"),
        Contract("float8_e4m3fn", "upcast", 0.49922081635643456, "-0x1p-9", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.4999939126238955, "-0x1p-16", "exhaustive"),
    ),
)
