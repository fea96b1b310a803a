"""The derivative of the tanh form with 1/cosh^2 for 1 - tanh^2."""

from gelucheck.forms.writing import Writing


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
    contract=(),
)
