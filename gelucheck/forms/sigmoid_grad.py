"""The derivative of the sigmoid form: s + 1.702 * x * s * (1 - s), s = sigmoid(1.702 * x)."""

from gelucheck.forms.writing import Writing


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
)
