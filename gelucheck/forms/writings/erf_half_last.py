"""The erf form, halved at the end: x * (1 + erf(x / sqrt(2))) / 2."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """2 * x is formed on the way: the top binade overflows on the right."""
    return x * (1 + m.erf(x / m.sqrt("2"))) / 2


WRITING = Writing(
    name="erf-half-last",
    form="erf",
    function="gelu",
    text="x * (1 + erf(x / sqrt(2))) / 2",
    source="MLX, nn/layers/activations.py; burn; Keras, NumPy backend",
    call=evaluate,
    contract=(),
)
