"""The tanh form, x factored out, sqrt(2/pi) in full."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """As ``tanh`` algebraically; the cube is never formed."""
    z = m.constant("0.79788456080286535587989211986876") * x
    return 0.5 * x * (1 + m.tanh(z * (1 + m.constant("0.044715") * x * x)))


WRITING = Writing(
    name="tanh-factored",
    form="tanh",
    function="gelu",
    text="0.5 * x * (1 + tanh(0.79788456080286535587989211986876 * x * (1 + 0.044715 * x * x)))",
    source="ggml, all back ends; CUTLASS, GELU_taylor (0.7978845608028654: the same bits)",
    call=evaluate,
    exact=False,
    contract=(),
)
