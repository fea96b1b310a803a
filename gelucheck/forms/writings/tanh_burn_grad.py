"""The derivative of the tanh form with four constants of six digits, the 0.5 inside."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """The constants are off in the seventh digit; its forward function there is the erf form."""
    cube = m.pow(x, 3)
    t = m.tanh(cube * m.constant("0.0356774") + x * m.constant("0.797885"))
    bump = cube * m.constant("0.0535161") + x * m.constant("0.398942")
    return t * 0.5 + (bump * (-(t * t) + 1) + 0.5)


WRITING = Writing(
    name="tanh-burn",
    form="tanh",
    function="gelu_grad",
    text="t * 0.5 + ((pow(x, 3) * 0.0535161 + x * 0.398942) * (-(t * t) + 1) + 0.5), t = "
    "tanh(pow(x, 3) * 0.0356774 + x * 0.797885)",
    source="burn, tensor ops, gelu_backward",
    call=evaluate,
    exact=False,
    contract=(),
)
