"""The erf form without cancellation, with sqrt(1/2) to eight decimals."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """The constant is off by 1.2e-9, which is nothing in float32."""
    return 0.5 * x * m.erfc(m.constant("-0.70710678") * x)


WRITING = Writing(
    name="erfc-ncnn",
    form="erf",
    function="gelu",
    text="0.5 * x * erfc(-0.70710678 * x)",
    source="ncnn, src/layer/gelu.cpp",
    call=evaluate,
    exact=False,
    contract=(
        Contract("float16", "native", 15.215520853151496, "-0x1.018p+2", "exhaustive"),
        Contract("bfloat16", "native", 147.92855189322236, "-0x1.9p+3", "exhaustive"),
        Contract("float32", "native", 198.81280274366895, "-0x1.a3047p+3", "search"),
        Contract("float64", "native", 21380289841.390633, "-0x1.2cc78cf0be4d1p+5", "search"),
        Contract("float8_e4m3fn", "native", 5.917407501388502, "-0x1.2p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 4.948371616993453, "-0x1.4p+1", "exhaustive"),
        Contract("float16", "upcast", 0.5000588012204432, "-0x1.5fp-10", "exhaustive"),
        Contract("bfloat16", "upcast", 0.5, "-0x1.fep-126", "exhaustive"),
        Contract("float32", "upcast", 5.3494572607347095, "-0x1.a2fd76p+3", "search"),
        Contract("float8_e4m3fn", "upcast", 0.4992208163539826, "-0x1p-9", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.4999939126238955, "-0x1p-16", "exhaustive"),
    ),
)
