"""The erf form without cancellation, with a product: 0.5 * x * erfc(-x * sqrt(1/2))."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """As ``erfc``, but for the one rounding of the argument."""
    return 0.5 * x * m.erfc(-x * m.sqrt("1/2"))


WRITING = Writing(
    name="erfc-mul",
    form="erf",
    function="gelu",
    text="0.5 * x * erfc(-x * sqrt(1/2))",
    source="JAX, jax/_src/nn/functions.py; TFLite, kernels/internal/reference/gelu.h",
    call=evaluate,
    contract=(),
)
