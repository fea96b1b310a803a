"""The derivative of the tanh form as one product: 0.5 * (1 + t) * (1 + x * (1 - t) * z')."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """1 + t cancels on the left, where it is a factor of all."""
    root, cubic = m.constant("0.79788458347320556640625"), m.constant("0.044715")
    t = m.tanh(root * x * (1 + cubic * x * x))
    return 0.5 * (1 + t) * (1 + x * (1 - t) * (root * (1 + 3 * cubic * x * x)))


WRITING = Writing(
    name="tanh-onednn",
    form="tanh",
    function="gelu_grad",
    text="0.5 * (1 + t) * (1 + x * (1 - t) * (0.79788458347320556640625 * (1 + 3 * 0.044715 * "
    "x * x))), t = tanh(0.79788458347320556640625 * x * (1 + 0.044715 * x * x))",
    source="oneDNN, src/common/math_utils.hpp, gelu_tanh_bwd",
    call=evaluate,
    exact=False,
    contract=(
        Contract("float16", "native", 2041.8299455925774, "-0x1.df4p+1", "exhaustive"),
        Contract("bfloat16", "native", 254.41350659262753, "-0x1.58p+2", "exhaustive"),
        Contract("float32", "native", 49670789.64109115, "-0x1.8142ap-1", "search"),
        Contract("float64", "native", 2.663363135851151e24, "-0x1.81429f9e97e4dp-1", "search"),
        Contract("float8_e4m3fn", "native", 15.33812083654712, "-0x1.2p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 251.65109713884897, "-0x1.8p-1", "exhaustive"),
        Contract("float16", "upcast", 9.009259153603665, "-0x1.4a4p+2", "exhaustive"),
        Contract("bfloat16", "upcast", 254.41350659262753, "-0x1.58p+2", "exhaustive"),
        Contract("float32", "upcast", 18480793.64109115, "-0x1.8142ap-1", "search"),
        Contract("float8_e4m3fn", "upcast", 0.49939246528157527, "-0x1.ep-1", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.49842304347415123, "-0x1.4p-5", "exhaustive"),
    ),
)
