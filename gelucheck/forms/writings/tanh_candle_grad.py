"""The derivative of the tanh form with four constants of six digits, the 0.5 last."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """The constants are off in the seventh digit."""
    cube = m.pow(x, 3)
    t = m.tanh(m.constant("0.0356774") * cube + m.constant("0.797885") * x)
    bump = m.constant("0.0535161") * cube + m.constant("0.398942") * x
    return 0.5 * t + bump * (1 - t * t) + 0.5


WRITING = Writing(
    name="tanh-candle",
    form="tanh",
    function="gelu_grad",
    text="0.5 * t + (0.0535161 * pow(x, 3) + 0.398942 * x) * (1 - t * t) + 0.5, t = "
    "tanh(0.0356774 * pow(x, 3) + 0.797885 * x)",
    source="candle, candle-core, backprop.rs",
    call=evaluate,
    exact=False,
    contract=(),
)
