"""The derivative of the tanh form with four constants of six digits, the 0.5 last."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """The constants are off in the seventh digit."""
    cube = m.pow(x, 3)
    t = m.tanh(m.constant("0.0356774") * cube + m.constant("0.797885") * x)
    bump = m.constant("0.0535161") * cube + m.constant("0.398942") * x
    return 0.5 * t + bump * (1 - t * t) + 0.5


WRITING = Writing(
    name="tanh-candle",
    form="tanh",
    function="gelu_grad",
    text="0.5 * t + (0.0535161 * pow(x, 3) + 0.398942 * x) * (1 - t * t) + 0.5, t = "
    "tanh(0.0356774 * pow(x, 3) + 0.797885 * x)",
    source="candle, candle-core, backprop.rs",
    call=evaluate,
    exact=False,
    contract=(
        Contract("float16", "native", 2041.8299455925774, "-0x1.df4p+1", "exhaustive"),
        Contract("bfloat16", "native", 254.41350659262753, "-0x1.58p+2", "exhaustive"),
        Contract("float32", "native", 279425538.35890883, "-0x1.8142ap-1", "search"),
        Contract("float64", "native", 3.824749622714266e25, "-0x1.81429f9e97e4dp-1", "search"),
        Contract("float8_e4m3fn", "native", 19.485798687748183, "-0x1.ap-1", "exhaustive"),
        Contract("float8_e5m2", "native", 507.65109713884897, "-0x1.8p-1", "exhaustive"),
        Contract("float16", "upcast", 9.009259153603665, "-0x1.4a4p+2", "exhaustive"),
        Contract("bfloat16", "upcast", 254.41350659262753, "-0x1.58p+2", "exhaustive"),
        Contract("float32", "upcast", 265395330.35890886, "-0x1.8142ap-1", "search"),
        Contract("float8_e4m3fn", "upcast", 0.49939246528157527, "-0x1.ep-1", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.49842304347415123, "-0x1.4p-5", "exhaustive"),
    ),
)
