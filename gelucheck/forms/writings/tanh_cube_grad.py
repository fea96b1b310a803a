"""The derivative of the tanh form as the sum of a left and a right product."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """1 + t and 1 - t * t cancel on the left; x * x overflows a half beyond 256, times 0."""
    root, cubic = m.sqrt("2/pi"), m.constant("0.044715")
    square = x * x
    t = m.tanh(root * (x + cubic * (square * x)))
    slope = root * (1 + 3 * cubic * square)
    return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * slope


WRITING = Writing(
    name="tanh-cube",
    form="tanh",
    function="gelu_grad",
    text="0.5 * (1 + t) + 0.5 * x * (1 - t * t) * (sqrt(2/pi) * (1 + 3 * 0.044715 * (x * x))), "
    "t = tanh(sqrt(2/pi) * (x + 0.044715 * (x * x * x)))",
    source="PyTorch, ActivationGeluKernel.cu",
    call=evaluate,
    contract=(),
)
