"""The derivative of the tanh form, by the product rule, with t the tanh of the form:
0.5 * (1 + t) + 0.5 * x * (1 - t * t) * (sqrt(2/pi) * (1 + 0.134145 * x * x))."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """1 + t and 1 - t² cancel on the left; x² overflows a half beyond 256 and meets a zero."""
    cubic, root = m.constant("0.044715"), m.sqrt("2/pi")
    t = m.tanh(root * (x + cubic * m.pow(x, 3)))
    slope = root * (1 + m.constant("0.134145") * x * x)
    return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * slope


WRITING = Writing(
    name="tanh",
    form="tanh",
    function="gelu_grad",
    text="0.5 * (1 + t) + 0.5 * x * (1 - t * t) * (sqrt(2/pi) * (1 + 0.134145 * x * x)), "
    "t = tanh(sqrt(2/pi) * (x + 0.044715 * pow(x, 3)))",
    source="the product rule; 0.134145 = 3 * 0.044715; PyTorch, ActivationGeluKernel.cu",
    call=evaluate,
)
