"""The sigmoid form by an exponential: x * (1 / (1 + exp(-1.702 * x)))."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """exp overflows on the left: 1/inf is 0 from there on, where the form is still normal."""
    return x * (1 / (1 + m.exp(m.constant("-1.702") * x)))


WRITING = Writing(
    name="quick-exp",
    form="sigmoid",
    function="gelu",
    text="x * (1 / (1 + exp(-1.702 * x)))",
    source="ggml, ggml_gelu_quick_f32",
    call=evaluate,
    contract=(),
)
