"""The derivative of the tanh form with 2 * 0.044715 beside the factored argument."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """1 + t and 1 - t * t cancel on the left."""
    root, square = m.sqrt("2/pi"), x * x
    factor = square * m.constant("0.044715") + 1
    t = m.tanh(root * x * factor)
    slope = square * m.constant("0.08943") + factor
    return (1 + t) / 2 + x * root * slope * (1 - t * t) / 2


WRITING = Writing(
    name="tanh-nnlib",
    form="tanh",
    function="gelu_grad",
    text="(1 + t) / 2 + x * sqrt(2/pi) * (x * x * 0.08943 + f) * (1 - t * t) / 2, t = "
    "tanh(sqrt(2/pi) * x * f), f = x * x * 0.044715 + 1",
    source="NNlib.jl, src/activations.jl, deriv_gelu_tanh",
    call=evaluate,
    contract=(
        Contract("float16", "native", 2860.024909924695, "-0x1.81p-1", "exhaustive"),
        Contract("bfloat16", "native", 254.41350659262753, "-0x1.58p+2", "exhaustive"),
        Contract("float32", "native", 22564349.64109115, "-0x1.8142ap-1", "search"),
        Contract("float64", "native", 9007199254740988.0, "-0x1.b17f80312ea96p+3", "search"),
        Contract("float8_e4m3fn", "native", 15.33812083654712, "-0x1.2p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 251.65109713884897, "-0x1.8p-1", "exhaustive"),
        Contract("float16", "upcast", 9.009259153603665, "-0x1.4a4p+2", "exhaustive"),
        Contract("bfloat16", "upcast", 254.41350659262753, "-0x1.58p+2", "exhaustive"),
        Contract("float32", "upcast", 16777214.935395824, "-0x1.dfe33ep+2", "search"),
        Contract("float8_e4m3fn", "upcast", 0.49939246528157527, "-0x1.ep-1", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.49842304347415123, "-0x1.4p-5", "exhaustive"),
    ),
)
