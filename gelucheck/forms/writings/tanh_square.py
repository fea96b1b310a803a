"""The tanh form with x^2 where x^3 belongs."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """Not odd inside: wrong on the left above all."""
    square = m.constant("0.044715") * (x * x)
    return 0.5 * x * (1 + m.tanh(m.root(2 / m.constant("pi")) * (x + square)))


WRITING = Writing(
    name="tanh-square",
    form="tanh",
    function="gelu",
    text="0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * (x * x))))",
    source="tract, GeluApproximate with fast_impl (pow = 2)",
    call=evaluate,
    exact=False,
    contract=(
        Contract("float16", "native", 1098974756864.0, "-0x1.ffcp+15", "exhaustive"),
        Contract("bfloat16", "native", 3.6908728444394537e78, "-0x1.fep+127", "exhaustive"),
        Contract("float32", "native", 2.4283359705420498e83, "-0x1.fffffep+127", "search"),
        Contract("float64", "native", float("inf"), "-0x1.fffffffffffffp+1023", "search"),
        Contract("float8_e4m3fn", "native", 46.13765525413221, "-0x1.8p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 3758096384.0, "-0x1.cp+15", "exhaustive"),
        Contract("float16", "upcast", 1098974756864.0, "-0x1.ffcp+15", "exhaustive"),
        Contract("bfloat16", "upcast", 3.6908728444394537e78, "-0x1.fep+127", "exhaustive"),
        Contract("float32", "upcast", 2.4283359705420498e83, "-0x1.fffffep+127", "search"),
        Contract("float8_e4m3fn", "upcast", 229376.0, "-0x1.cp+8", "exhaustive"),
        Contract("float8_e5m2", "upcast", 3758096384.0, "-0x1.cp+15", "exhaustive"),
    ),
)
