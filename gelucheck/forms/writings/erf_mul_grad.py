"""The derivative of the erf form with products for the quotients."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """Left of -1 the sum 1 + erf cancels, as in the form itself."""
    cdf = 0.5 * (1 + m.erf(x * m.sqrt("1/2")))
    return cdf + x * (m.exp(-0.5 * x * x) * m.sqrt("1/(2*pi)"))


WRITING = Writing(
    name="erf-mul",
    form="erf",
    function="gelu_grad",
    text="0.5 * (1 + erf(x * sqrt(1/2))) + x * (exp(-0.5 * x * x) * sqrt(1/(2*pi)))",
    source="PyTorch, ActivationGeluKernel.cu and Activation.cpp (M_2_SQRTPI * M_SQRT1_2 * 0.5); "
    "flash-attention, Triton",
    call=evaluate,
    contract=(),
)
