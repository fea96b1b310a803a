"""The derivative of the tanh form with 2 * 0.044715 beside the factored argument."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """1 + t and 1 - t * t cancel on the left."""
    root, square = m.sqrt("2/pi"), x * x
    factor = square * m.constant("0.044715") + 1
    t = m.tanh(root * x * factor)
    slope = square * m.constant("0.08943") + factor
    return (1 + t) / 2 + x * root * slope * (1 - t * t) / 2


WRITING = Writing(
    name="tanh-nnlib",
    form="tanh",
    function="gelu_grad",
    text="(1 + t) / 2 + x * sqrt(2/pi) * (x * x * 0.08943 + f) * (1 - t * t) / 2, t = "
    "tanh(sqrt(2/pi) * x * f), f = x * x * 0.044715 + 1",
    source="NNlib.jl, src/activations.jl, deriv_gelu_tanh",
    call=evaluate,
    contract=(),
)
