"""The erf form without cancellation: 0.5 * x * erfc(-x / sqrt(2))."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """erfc keeps the left tail; what is left is the rounding of its argument, times k."""
    return 0.5 * x * m.erfc(-x / m.sqrt(2))


WRITING = Writing(
    name="erfc",
    form="erf",
    function="gelu",
    text="0.5 * x * erfc(-x / sqrt(2))",
    source="1 + erf(z) = erfc(-z); JAX and TFLite have a product for the quotient: erfc-mul",
    call=evaluate,
    contract=(
        Contract("float16", "native", 14.52927435912093, "-0x1.00cp+2", "exhaustive"),
        Contract("bfloat16", "native", 147.92855189322236, "-0x1.9p+3", "exhaustive"),
        Contract("float32", "native", 199.7091073810628, "-0x1.a2fe94p+3", "exhaustive"),
        Contract("float64", "native", 1730.572569930585, "-0x1.2cc78f3483a2fp+5", "search"),
        Contract("float8_e4m3fn", "native", 2.948371616993453, "-0x1.4p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 23.848786990449305, "-0x1p+2", "exhaustive"),
        Contract("float16", "upcast", 0.5000588012204432, "-0x1.5fp-10", "exhaustive"),
        Contract("bfloat16", "upcast", 0.5, "-0x1.fep-126", "exhaustive"),
        Contract("float32", "upcast", 0.5000000236138559, "-0x1.aed30ap+2", "exhaustive"),
        Contract("float8_e4m3fn", "upcast", 0.4992208163539826, "-0x1p-9", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.4999939126238955, "-0x1p-16", "exhaustive"),
    ),
)
