"""The sigmoid form from a table of float16 answers over float16 inputs, no clipping."""

from gelucheck.forms.writing import Contract, Writing


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
    contract=(
        Contract("float16", "native", 1669.244573024828, "-0x1.a1p+2", "exhaustive"),
        Contract("bfloat16", "native", 256.9996526286758, "-0x1.74p+3", "exhaustive"),
        Contract("float32", "native", 25165822.78724995, "0x1.000002p-25", "search"),
        Contract("float64", "native", 1.35107987678922e16, "0x1.0000000000001p-25", "search"),
        Contract("float8_e4m3fn", "native", 2.747489429613585, "-0x1.8p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 3.0717835138041036, "-0x1.cp+2", "exhaustive"),
        Contract("float16", "upcast", 0.5001471979887289, "-0x1.8e8p+2", "exhaustive"),
        Contract("bfloat16", "upcast", 382.99999670277094, "0x1.02p-25", "exhaustive"),
        Contract("float32", "upcast", 25165822.78724995, "0x1.000002p-25", "search"),
        Contract("float8_e4m3fn", "upcast", 0.49916894607779183, "-0x1p-9", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.5003181381216825, "-0x1.cp-14", "exhaustive"),
    ),
)
