"""The tanh form with a * for its +: 0.5 * x * (1 * tanh(z))."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """0.341 at x = 1, where 0.841 is due; an even function."""
    z = m.sqrt("2/pi") * (x + m.constant("0.044715") * m.pow(x, 3))
    return 0.5 * x * (1 * m.tanh(z))


WRITING = Writing(
    name="tanh-typo",
    form="tanh",
    function="gelu",
    text="0.5 * x * (1 * tanh(sqrt(2/pi) * (x + 0.044715 * pow(x, 3))))",
    source="a third party's copy of Hugging Face's file; which repository is not known",
    call=evaluate,
    exact=False,
    contract=(),
)
