"""The tanh form with a root that is computed, and 0.044715 * x * x * x left to right."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """sqrt of the rounded 2/pi is one float32 step below the rounded sqrt(2/pi)."""
    cube = m.constant("0.044715") * x * x * x
    return 0.5 * x * (1 + m.tanh(m.root(m.constant("2/pi")) * (x + cube)))


WRITING = Writing(
    name="tanh-llmc",
    form="tanh",
    function="gelu",
    text="0.5 * x * (1 + tanh(sqrt(p) * (x + 0.044715 * x * x * x))), p = 2/pi",
    source="llm.c, train_gpt2.c (sqrtf(2 / M_PI))",
    call=evaluate,
    contract=(),
)
