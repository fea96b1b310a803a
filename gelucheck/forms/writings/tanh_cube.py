"""The tanh form with products for the cube: x + 0.044715 * (x * x * x)."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """x * x * x has two roundings where pow(x, 3) has one; in half it overflows beyond 40.3."""
    z = m.sqrt("2/pi") * (x + m.constant("0.044715") * (x * x * x))
    return 0.5 * x * (1 + m.tanh(z))


WRITING = Writing(
    name="tanh-cube",
    form="tanh",
    function="gelu",
    text="0.5 * x * (1 + tanh(sqrt(2/pi) * (x + 0.044715 * (x * x * x))))",
    source="PyTorch, Gelu.h and ActivationGeluKernel.cu (M_SQRT2 * M_2_SQRTPI * 0.5); vLLM, "
    "gelu_tanh_kernel; ExecuTorch",
    call=evaluate,
    contract=(),
)
