"""The tanh form with the half inside and two coefficients: 0.79788456 + 0.03567741 * x^2."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """0.5 + 0.5 * tanh cancels on the left as 1 + tanh does."""
    z = x * (m.constant("0.79788456") + m.constant("0.03567741") * x * x)
    return x * (0.5 + 0.5 * m.tanh(z))


WRITING = Writing(
    name="tanh-te",
    form="tanh",
    function="gelu",
    text="x * (0.5 + 0.5 * tanh(x * (0.79788456 + 0.03567741 * x * x)))",
    source="TransformerEngine, common/util/math.h",
    call=evaluate,
    exact=False,
    contract=(),
)
