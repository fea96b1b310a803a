"""The sigmoid form from a table of float16 answers over float16 inputs, no clipping."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """Beyond 65504 the index is an infinity: -inf times 0 is NaN for finite x on the left."""
    h = m.half(x)
    return m.half(h * (1 / (1 + m.exp(m.constant("-1.702") * h))))


WRITING = Writing(
    name="quick-table",
    form="sigmoid",
    function="gelu",
    text="float16(h * (1 / (1 + exp(-1.702 * h)))), h = float16(x)",
    source="ggml, CPU, vec.h (GGML_GELU_QUICK_FP16)",
    call=evaluate,
    contract=(),
)
