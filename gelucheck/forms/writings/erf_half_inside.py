"""The erf form with the half inside: x * (0.5 + 0.5 * erf(x * sqrt(1/2)))."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """0.5 + 0.5 * erf cancels on the left as 1 + erf does."""
    return x * (0.5 + 0.5 * m.erf(x * m.sqrt("1/2")))


WRITING = Writing(
    name="erf-half-inside",
    form="erf",
    function="gelu",
    text="x * (0.5 + 0.5 * erf(x * sqrt(1/2)))",
    source="TVM, relax/transform/legalize_ops/nn.py (0.5**0.5); tt-metal",
    call=evaluate,
    contract=(),
)
