"""The erf form, its value clipped to -10 … 10."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """Above 10 the value stays at 10: the identity is lost."""
    return m.clamp(x * 0.5 * (1 + m.erf(x * m.sqrt("1/2"))), "-10", "10")


WRITING = Writing(
    name="erf-clip10",
    form="erf",
    function="gelu",
    text="clamp(x * 0.5 * (1 + erf(x * sqrt(1/2))), -10, 10)",
    source="Hugging Face, gelu_10",
    call=evaluate,
    exact=False,
    contract=(),
)
