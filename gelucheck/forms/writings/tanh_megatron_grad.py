"""The derivative of the tanh form with 0.1070322243 for 3 * 0.044715 * sqrt(2/pi)."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """1 - t * t and 1 + t cancel on the left."""
    root, square = m.constant("0.79788456"), m.constant("0.1070322243") * x * x
    t = m.tanh(root * x * (1 + m.constant("0.044715") * x * x))
    return 0.5 * x * ((1 - t * t) * (root + square)) + 0.5 * (1 + t)


WRITING = Writing(
    name="tanh-megatron",
    form="tanh",
    function="gelu_grad",
    text="0.5 * x * ((1 - t * t) * (0.79788456 + 0.1070322243 * x * x)) + 0.5 * (1 + t), t = "
    "tanh(0.79788456 * x * (1 + 0.044715 * x * x))",
    source="Megatron-LM, fused_bias_gelu.py; flash-attention; FlagGems; TransformerEngine; "
    "xformers",
    call=evaluate,
    exact=False,
    contract=(
        Contract("float16", "native", 2192.5351527953094, "-0x1.814p-1", "exhaustive"),
        Contract("bfloat16", "native", 254.41350659262753, "-0x1.58p+2", "exhaustive"),
        Contract("float32", "native", 22564349.64109115, "-0x1.8142ap-1", "search"),
        Contract("float64", "native", 1.8001647701343862e17, "-0x1.81429f9e5eb01p-1", "search"),
        Contract("float8_e4m3fn", "native", 15.33812083654712, "-0x1.2p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 251.65109713884897, "-0x1.8p-1", "exhaustive"),
        Contract("float16", "upcast", 9.009259153603665, "-0x1.4a4p+2", "exhaustive"),
        Contract("bfloat16", "upcast", 254.41350659262753, "-0x1.58p+2", "exhaustive"),
        Contract("float32", "upcast", 16777214.935395824, "-0x1.dfe33ep+2", "search"),
        Contract("float8_e4m3fn", "upcast", 0.49939246528157527, "-0x1.ep-1", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.49842304347415123, "-0x1.4p-5", "exhaustive"),
    ),
)
