"""The derivative of the sigmoid form: s + 1.702 * x * s * (1 - s), s = sigmoid(1.702 * x)."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """Next to its zero at -0.751 the two terms cancel; nowhere else is there much to lose."""
    z = m.constant("1.702") * x
    s = m.sigmoid(z)
    return s + z * s * (1 - s)


WRITING = Writing(
    name="sigmoid",
    form="sigmoid",
    function="gelu_grad",
    text="s + z * s * (1 - s), s = sigmoid(z), z = 1.702 * x",
    source="the product rule",
    call=evaluate,
    contract=(
        Contract("float16", "native", 1931.039618745524, "-0x1.80cp-1", "exhaustive"),
        Contract("bfloat16", "native", 224.63986172823306, "-0x1.8p-1", "exhaustive"),
        Contract("float32", "native", 43150373.65363037, "-0x1.80974ap-1", "search"),
        Contract("float64", "native", 3357141713434532.0, "-0x1.80974a62be3dfp-1", "search"),
        Contract("float8_e4m3fn", "native", 12.974443942265452, "-0x1.6p-1", "exhaustive"),
        Contract("float8_e5m2", "native", 504.9800043209927, "-0x1.8p-1", "exhaustive"),
        Contract("float16", "upcast", 0.5185395392377561, "-0x1.7ecp-1", "exhaustive"),
        Contract("bfloat16", "upcast", 0.4999204482282874, "-0x1.1cp-2", "exhaustive"),
        Contract("float32", "upcast", 0.499999992359966, "0x1.363928p-20", "search"),
        Contract("float8_e4m3fn", "upcast", 0.4896802619263652, "0x1.8p-3", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.4896802619263652, "-0x1.8p-3", "exhaustive"),
    ),
)
