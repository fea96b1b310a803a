"""The sigmoid form: x * sigmoid(1.702 * x)."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """The rounding of 1.702·x, times k, is all there is to lose."""
    return x * m.sigmoid(m.constant("1.702") * x)


WRITING = Writing(
    name="sigmoid",
    form="sigmoid",
    function="gelu",
    text="x * sigmoid(1.702 * x)",
    source="Hendrycks and Gimpel 2016, section 2; CLIP's QuickGELU; Hugging Face, quick_gelu; MLX; "
    "coremltools; TransformerEngine",
    call=evaluate,
    contract=(
        Contract("float16", "native", 10.769605346998869, "-0x1.9cp+2", "exhaustive"),
        Contract("bfloat16", "native", 62.04337652507155, "-0x1.72p+5", "exhaustive"),
        Contract("float32", "native", 109.25094899951077, "-0x1.a9f29cp+5", "exhaustive"),
        Contract("float64", "native", 882.3842209567865, "-0x1.a35add52728a3p+8", "search"),
        Contract("float8_e4m3fn", "native", 4.938325867097127, "-0x1.6p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 3.0717835138041036, "-0x1.cp+2", "exhaustive"),
        Contract("float16", "upcast", 0.5001471979887289, "-0x1.8e8p+2", "exhaustive"),
        Contract("bfloat16", "upcast", 0.5002278171757598, "-0x1.76p+3", "exhaustive"),
        Contract("float32", "upcast", 0.5000000203299457, "-0x1.61a902p+4", "exhaustive"),
        Contract("float8_e4m3fn", "upcast", 0.49916894607779183, "-0x1p-9", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.4999935073852543, "-0x1p-16", "exhaustive"),
    ),
)
