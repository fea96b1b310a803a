"""The erf form with a product for the quotient: x * 0.5 * (1 + erf(x * sqrt(1/2)))."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """The product has one rounding as the quotient has; left of -1 the sum cancels all the same."""
    return x * 0.5 * (1 + m.erf(x * m.sqrt("1/2")))


WRITING = Writing(
    name="erf-mul",
    form="erf",
    function="gelu",
    text="x * 0.5 * (1 + erf(x * sqrt(1/2)))",
    source="PyTorch, Gelu.h and ActivationGeluKernel.cu (M_SQRT1_2); vLLM, gelu_kernel; "
    "ExecuTorch, op_gelu.cpp; ggml, CPU and CUDA (0.70710678118654752440084436210484, 0.5 "
    "* x first: the same bits)",
    call=evaluate,
    contract=(),
)
