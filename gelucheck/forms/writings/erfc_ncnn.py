"""The erf form without cancellation, with sqrt(1/2) to eight decimals."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """The constant is off by 1.2e-9, which is nothing in float32."""
    return 0.5 * x * m.erfc(m.constant("-0.70710678") * x)


WRITING = Writing(
    name="erfc-ncnn",
    form="erf",
    function="gelu",
    text="0.5 * x * erfc(-0.70710678 * x)",
    source="ncnn, src/layer/gelu.cpp",
    call=evaluate,
    exact=False,
    contract=(),
)
