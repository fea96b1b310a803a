"""The tanh form as a logistic function: x * sigmoid(2z)."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """The same function, and nothing cancels: (1 + tanh(z))/2 = sigmoid(2z)."""
    return x * m.sigmoid(m.sqrt("8/pi") * (x + m.constant("0.044715") * (x * x * x)))


WRITING = Writing(
    name="tanh-logistic",
    form="tanh",
    function="gelu",
    text="x * sigmoid(sqrt(8/pi) * (x + 0.044715 * (x * x * x)))",
    source="NNlib.jl, gelu_sigmoid; tt-metal (tenstorrent/tt-metal#56604), tritonbench (#595)",
    call=evaluate,
    contract=(
        Contract("float16", "native", 16.466961312717462, "-0x1.f3cp+1", "exhaustive"),
        Contract("bfloat16", "native", 142.64334275764682, "-0x1.0ap+3", "exhaustive"),
        Contract("float32", "native", 210.77130166561457, "-0x1.3028dcp+3", "search"),
        Contract("float64", "native", 1939.3094374831574, "-0x1.52b79b7b98399p+4", "search"),
        Contract("float8_e4m3fn", "native", 3.5922468770887765, "-0x1.ep+0", "exhaustive"),
        Contract("float8_e5m2", "native", 16.276855761920725, "-0x1.4p+1", "exhaustive"),
        Contract("float16", "upcast", 0.5001285873353727, "0x1.7c4p-4", "exhaustive"),
        Contract("bfloat16", "upcast", 0.5, "-0x1.fep-126", "exhaustive"),
        Contract("float32", "upcast", 0.5, "-0x1.fffffep-126", "search"),
        Contract("float8_e4m3fn", "upcast", 0.49922081635643456, "-0x1p-9", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.4999939126238955, "-0x1p-16", "exhaustive"),
    ),
)
