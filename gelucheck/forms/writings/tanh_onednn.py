"""The tanh form, x factored out, with the float32 neighbour of sqrt(2/pi), written out."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """In float64 the constant is off by 2.3e-8."""
    z = m.constant("0.79788458347320556640625") * x
    return 0.5 * x * (1 + m.tanh(z * (1 + m.constant("0.044715") * x * x)))


WRITING = Writing(
    name="tanh-onednn",
    form="tanh",
    function="gelu",
    text="0.5 * x * (1 + tanh(0.79788458347320556640625 * x * (1 + 0.044715 * x * x)))",
    source="oneDNN, src/common/math_utils.hpp",
    call=evaluate,
    exact=False,
    contract=(),
)
