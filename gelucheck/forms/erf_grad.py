"""The derivative of the erf form:
0.5 * (1 + erf(x / sqrt(2))) + x * exp(-0.5 * x * x) / sqrt(2*pi)."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """Left of -1 the sum 1 + erf cancels, as in the form itself."""
    return 0.5 * (1 + m.erf(x / m.sqrt("2"))) + x * m.exp(-0.5 * x * x) / m.sqrt("2*pi")


WRITING = Writing(
    name="erf",
    form="erf",
    function="gelu_grad",
    text="0.5 * (1 + erf(x / sqrt(2))) + x * exp(-0.5 * x * x) / sqrt(2*pi)",
    source="the product rule; PyTorch, ActivationGeluKernel.cu",
    call=evaluate,
)
