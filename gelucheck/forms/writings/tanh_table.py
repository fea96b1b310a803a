"""The tanh form from a table of float16 answers over float16 inputs, within ±10."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """Eleven bits of x and of the answer, whatever the format; 0 to the left, x to the right."""
    h = m.half(x)
    z = m.constant("0.79788456080286535587989211986876") * h
    answer = 0.5 * h * (1 + m.tanh(z * (1 + m.constant("0.044715") * h * h)))
    return m.choose(x, "<=", "-10", 0, m.choose(x, ">=", "10", x, m.half(answer)))


WRITING = Writing(
    name="tanh-table",
    form="tanh",
    function="gelu",
    text="0 if x <= -10 else x if x >= 10 else float16(0.5 * h * (1 + "
    "tanh(0.79788456080286535587989211986876 * h * (1 + 0.044715 * h * h)))), h = "
    "float16(x)",
    source="ggml, CPU, vec.h (GGML_GELU_FP16)",
    call=evaluate,
    exact=False,
    contract=(),
)
