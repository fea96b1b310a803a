"""The tanh form with a * for its +: 0.5 * x * (1 * tanh(z))."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """0.341 at x = 1, where 0.841 is due; an even function."""
    z = m.sqrt("2/pi") * (x + m.constant("0.044715") * m.pow(x, 3))
    return 0.5 * x * (1 * m.tanh(z))


WRITING = Writing(
    name="tanh-typo",
    form="tanh",
    function="gelu",
    text="0.5 * x * (1 * tanh(sqrt(2/pi) * (x + 0.044715 * pow(x, 3))))",
    source="a third party's copy of Hugging Face's file; which repository is not known",
    call=evaluate,
    exact=False,
    contract=(
        Contract("float16", "native", 549487378432.0, "-0x1.ffcp+15", "exhaustive"),
        Contract("bfloat16", "native", 1.8454364222197269e78, "-0x1.fep+127", "exhaustive"),
        Contract("float32", "native", 1.2141679852710249e83, "-0x1.fffffep+127", "search"),
        Contract("float64", "native", float("inf"), "-0x1.fffffffffffffp+1023", "search"),
        Contract("float8_e4m3fn", "native", 1920.0, "-0x1.ep+2", "exhaustive"),
        Contract("float8_e5m2", "native", 1879048192.0, "-0x1.cp+15", "exhaustive"),
        Contract("float16", "upcast", 549487378432.0, "-0x1.ffcp+15", "exhaustive"),
        Contract("bfloat16", "upcast", 1.8454364222197269e78, "-0x1.fep+127", "exhaustive"),
        Contract("float32", "upcast", 1.2141679852710249e83, "-0x1.fffffep+127", "search"),
        Contract("float8_e4m3fn", "upcast", 114688.0, "-0x1.cp+8", "exhaustive"),
        Contract("float8_e5m2", "upcast", 1879048192.0, "-0x1.cp+15", "exhaustive"),
    ),
)
