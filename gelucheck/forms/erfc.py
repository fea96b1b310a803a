"""The erf form without cancellation: 0.5 * x * erfc(-x / sqrt(2))."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """erfc keeps the left tail; what is left is the rounding of its argument, times k."""
    return 0.5 * x * m.erfc(-x / m.sqrt(2))


WRITING = Writing(
    name="erfc",
    form="erf",
    function="gelu",
    text="0.5 * x * erfc(-x / sqrt(2))",
    source="JAX, jax/_src/nn/functions.py",
    call=evaluate,
)
