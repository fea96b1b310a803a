"""The sigmoid form by an exponential, one quotient: x / (1 + exp(-1.702 * x))."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """exp overflows on the left: x/inf is 0 from there on, where the form is still normal."""
    return x / (1 + m.exp(m.constant("-1.702") * x))


WRITING = Writing(
    name="quick-exp-div",
    form="sigmoid",
    function="gelu",
    text="x / (1 + exp(-1.702 * x))",
    source="vLLM, csrc/activation_kernels.cu, gelu_quick_kernel",
    call=evaluate,
    contract=(
        Contract("float16", "native", 1669.244573024828, "-0x1.a1p+2", "exhaustive"),
        Contract("bfloat16", "native", 252.66710178127565, "-0x1.aap+5", "exhaustive"),
        Contract("float32", "native", 16777195.806662254, "-0x1.a6a4a8p+5", "search"),
        Contract("float64", "native", 9007199254740238.0, "-0x1.a35ad8c3cf392p+8", "search"),
        Contract("float8_e4m3fn", "native", 2.9383258670971273, "-0x1.6p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 3.0717835138041036, "-0x1.cp+2", "exhaustive"),
        Contract("float16", "upcast", 0.5001471979887289, "-0x1.8e8p+2", "exhaustive"),
        Contract("bfloat16", "upcast", 252.66710178127565, "-0x1.aap+5", "exhaustive"),
        Contract("float32", "upcast", 0.5000000203299457, "-0x1.61a902p+4", "search"),
        Contract("float8_e4m3fn", "upcast", 0.49916894607779183, "-0x1p-9", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.4999935073852543, "-0x1p-16", "exhaustive"),
    ),
)
