"""The erf form with the float32 neighbour of sqrt(1/2), written out."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """In float64 the constant is off by 2^-26: 0.70710676908 for 0.70710678119."""
    return 0.5 * x * (1 + m.erf(x * m.constant("0.707106769084930419921875")))


WRITING = Writing(
    name="erf-onednn",
    form="erf",
    function="gelu",
    text="0.5 * x * (1 + erf(x * 0.707106769084930419921875))",
    source="oneDNN, src/common/math_utils.hpp",
    call=evaluate,
    exact=False,
    contract=(),
)
