"""The tanh form by one exponential: 0.5 * x * (2 - 2 / (exp(2z) + 1))."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """No infinity is divided by another; 2 - 2/(e + 1) cancels on the left."""
    z = m.constant("0.79788456080286535587989211986876") * x
    z = z * (1 + m.constant("0.044715") * x * x)
    return 0.5 * x * (2 - 2 / (m.exp(2 * z) + 1))


WRITING = Writing(
    name="tanh-exp-half",
    form="tanh",
    function="gelu",
    text="0.5 * x * (2 - 2 / (exp(2 * z) + 1)), z = 0.79788456080286535587989211986876 * x * "
    "(1 + 0.044715 * x * x)",
    source="ggml, Vulkan, unary.comp",
    call=evaluate,
    exact=False,
    contract=(),
)
