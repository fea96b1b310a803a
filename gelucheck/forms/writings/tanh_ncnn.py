"""The tanh form with 0.79788452 for sqrt(2/pi), one float32 step low."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """The constant is off by 4e-8, and GELU by up to 1.3e-8 for it."""
    cube = m.constant("0.044715") * x * x * x
    return 0.5 * x * (1 + m.tanh(m.constant("0.79788452") * (x + cube)))


WRITING = Writing(
    name="tanh-ncnn",
    form="tanh",
    function="gelu",
    text="0.5 * x * (1 + tanh(0.79788452 * (x + 0.044715 * x * x * x)))",
    source="ncnn, src/layer/gelu.cpp, all CPU back ends and Vulkan",
    call=evaluate,
    exact=False,
    contract=(),
)
