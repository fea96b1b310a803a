"""The derivative of the tanh form as the sum of a left and a right product."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """1 + t and 1 - t * t cancel on the left; x * x overflows a half beyond 256, times 0."""
    root, cubic = m.sqrt("2/pi"), m.constant("0.044715")
    square = x * x
    t = m.tanh(root * (x + cubic * (square * x)))
    slope = root * (1 + 3 * cubic * square)
    return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * slope


WRITING = Writing(
    name="tanh-cube",
    form="tanh",
    function="gelu_grad",
    text="0.5 * (1 + t) + 0.5 * x * (1 - t * t) * (sqrt(2/pi) * (1 + 3 * 0.044715 * (x * x))), "
    "t = tanh(sqrt(2/pi) * (x + 0.044715 * (x * x * x)))",
    source="PyTorch, ActivationGeluKernel.cu",
    call=evaluate,
    contract=(
        Contract("float16", "native", 2041.8299455925774, "-0x1.df4p+1", "exhaustive"),
        Contract("bfloat16", "native", 254.41350659262753, "-0x1.58p+2", "exhaustive"),
        Contract("float32", "native", 56118781.64109115, "-0x1.8142ap-1", "search"),
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
