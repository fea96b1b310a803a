"""The erf form, x last: (erf(x * sqrt(1/2)) + 1) * 0.5 * x."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """Halving 1 + erf first is exact, so only subnormal results differ from ``erf-mul``."""
    return (m.erf(x * m.sqrt("1/2")) + 1) * 0.5 * x


WRITING = Writing(
    name="erf-candle",
    form="erf",
    function="gelu",
    text="(erf(x * sqrt(1/2)) + 1) * 0.5 * x",
    source="candle, gelu_erf on the CPU (FRAC_1_SQRT_2)",
    call=evaluate,
    contract=(),
)
