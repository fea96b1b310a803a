"""The tanh form with x^2 where x^3 belongs."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """Not odd inside: wrong on the left above all."""
    square = m.constant("0.044715") * (x * x)
    return 0.5 * x * (1 + m.tanh(m.root(2 / m.constant("pi")) * (x + square)))


WRITING = Writing(
    name="tanh-square",
    form="tanh",
    function="gelu",
    text="0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * (x * x))))",
    source="tract, GeluApproximate with fast_impl (pow = 2)",
    call=evaluate,
    exact=False,
    contract=(),
)
