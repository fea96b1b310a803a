"""The tanh form from a table of float16 answers over float16 inputs, within ±10."""

from gelucheck.forms.writing import Contract, Writing


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
    contract=(
        Contract("float16", "native", 2036.5389681728361, "-0x1.f1p+1", "exhaustive"),
        Contract("bfloat16", "native", 256.0, "-0x1p-54", "exhaustive"),
        Contract("float32", "native", 16777216.0, "-0x1p-54", "search"),
        Contract("float64", "native", 1.3510798775021234e16, "0x1.0000000000001p-25", "search"),
        Contract("float8_e4m3fn", "native", 13.927080907411769, "-0x1.2p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 7.723144238079274, "-0x1.4p+1", "exhaustive"),
        Contract("float16", "upcast", 1.6957698312199658, "-0x1.4ap+2", "exhaustive"),
        Contract("bfloat16", "upcast", 256.0, "-0x1p-54", "exhaustive"),
        Contract("float32", "upcast", 25165822.800528813, "0x1.000002p-25", "search"),
        Contract("float8_e4m3fn", "upcast", 0.5010701730049784, "-0x1.6p-3", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.5002982814285631, "-0x1.cp-14", "exhaustive"),
    ),
)
