"""The tanh form, but x itself above 5."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """A seam at 5, where the form is 2.3e-7 below x: float64 tells them apart."""
    z = m.constant("0.79788458347320556640625") * (x + m.constant("0.044715") * (x * x * x))
    return m.choose(x, ">", "5", x, 0.5 * x * (1 + m.tanh(z)))


WRITING = Writing(
    name="tanh-seam5",
    form="tanh",
    function="gelu",
    text="x if x > 5 else 0.5 * x * (1 + tanh(0.79788458347320556640625 * (x + 0.044715 * (x * "
    "x * x))))",
    source="candle, candle-metal-kernels, unary.metal (M_2_SQRTPI_F * M_SQRT1_2_F, in float32)",
    call=evaluate,
    exact=False,
    contract=(),
)
