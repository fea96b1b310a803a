"""The derivative of the tanh form with 1/cosh^2 for 1 - tanh^2."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """cosh does not cancel where 1 - t * t does, and overflows to a good 0; 1 + t cancels still."""
    root, cubic = m.root(m.constant("2/pi")), m.constant("0.044715")
    z = root * (x + cubic * x * x * x)
    c = m.cosh(z)
    bump = x * 0.5 * (1 / (c * c)) * root * (1 + 3 * cubic * x * x)
    return 0.5 * (1 + m.tanh(z)) + bump


WRITING = Writing(
    name="tanh-llmc",
    form="tanh",
    function="gelu_grad",
    text="0.5 * (1 + tanh(z)) + x * 0.5 * (1 / (c * c)) * r * (1 + 3 * 0.044715 * x * x), c = "
    "cosh(z), z = r * (x + 0.044715 * x * x * x), r = sqrt(p), p = 2/pi",
    source="llm.c, train_gpt2.c, gelu_backward",
    call=evaluate,
    contract=(
        Contract("float16", "native", 2192.5351527953094, "-0x1.814p-1", "exhaustive"),
        Contract("bfloat16", "native", 349.19676129166476, "-0x1.82p-1", "exhaustive"),
        Contract("float32", "native", 16777152.161278699, "-0x1.44b19ep+3", "search"),
        Contract("float64", "native", 9007199254738285.0, "-0x1.53206a54191f3p+4", "search"),
        Contract("float8_e4m3fn", "native", 19.485798687748183, "-0x1.ap-1", "exhaustive"),
        Contract("float8_e5m2", "native", 251.65109713884897, "-0x1.8p-1", "exhaustive"),
        Contract("float16", "upcast", 0.6997227043026717, "-0x1.404p+2", "exhaustive"),
        Contract("bfloat16", "upcast", 212.1507811957104, "-0x1.44p+3", "exhaustive"),
        Contract("float32", "upcast", 183621.17953032412, "-0x1.ce9776p+2", "search"),
        Contract("float8_e4m3fn", "upcast", 0.49939246528157527, "-0x1.ep-1", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.49842304347415123, "-0x1.4p-5", "exhaustive"),
    ),
)
