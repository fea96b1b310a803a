"""The sigmoid form by an exponential, one quotient: x / (1 + exp(-1.702 * x))."""

from gelucheck.forms.writing import Writing


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
    contract=(),
)
