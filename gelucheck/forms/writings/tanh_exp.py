"""The tanh form by one exponential: x * (1 - 1 / (exp(2z) + 1))."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """No infinity is divided by another; 1 - 1/(e + 1) cancels on the left."""
    z = m.constant("0.79788456080286535587989211986876") * x
    z = z * (1 + m.constant("0.044715") * x * x)
    return x * (1 - 1 / (m.exp(2 * z) + 1))


WRITING = Writing(
    name="tanh-exp",
    form="tanh",
    function="gelu",
    text="x * (1 - 1 / (exp(2 * z) + 1)), z = 0.79788456080286535587989211986876 * x * (1 + "
    "0.044715 * x * x)",
    source="ggml-et",
    call=evaluate,
    exact=False,
    contract=(),
)
