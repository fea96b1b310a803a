"""The erf form with sqrt(2) to five decimals."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """1.41421 is short by 2.5e-6 of itself: GELU comes out wrong by up to 7.4e-7."""
    return x * 0.5 * (m.erf(x / m.constant("1.41421")) + 1)


WRITING = Writing(
    name="erf-megatron",
    form="erf",
    function="gelu",
    text="x * 0.5 * (erf(x / 1.41421) + 1)",
    source="Megatron-LM, megatron/core/transformer/utils.py",
    call=evaluate,
    exact=False,
    contract=(),
)
