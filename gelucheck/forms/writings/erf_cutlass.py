"""The erf form with the argument of erf rounded to the narrow format first."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """In a 16-bit format what erf is given is off by an ulp of that format already."""
    z = m.narrow(x * m.narrow(m.sqrt("1/2")))
    return 0.5 * x * (1 + m.erf(z))


WRITING = Writing(
    name="erf-cutlass",
    form="erf",
    function="gelu",
    text="0.5 * x * (1 + erf(narrow(x * narrow(sqrt(1/2)))))",
    source="CUTLASS, include/cutlass/epilogue/thread/activation.h, whose other steps are native",
    call=evaluate,
    contract=(
        Contract("float16", "native", 2042.673379380232, "-0x1.ea8p+1", "exhaustive"),
        Contract("bfloat16", "native", 255.19530208624388, "-0x1.16p+2", "exhaustive"),
        Contract("float32", "native", 16777214.954323024, "-0x1.458decp+3", "search"),
        Contract("float64", "native", 9007199254740991.0, "-0x1.2ef6be417d24dp+3", "search"),
        Contract("float8_e4m3fn", "native", 21.917407501388503, "-0x1.2p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 7.948371616993453, "-0x1.4p+1", "exhaustive"),
        Contract("float16", "upcast", 15.215520853151496, "-0x1.018p+2", "exhaustive"),
        Contract("bfloat16", "upcast", 254.9336089890891, "-0x1.14p+3", "exhaustive"),
        Contract("float32", "upcast", 16777214.954323024, "-0x1.458decp+3", "search"),
        Contract("float8_e4m3fn", "upcast", 5.917407501388502, "-0x1.2p+1", "exhaustive"),
        Contract("float8_e5m2", "upcast", 4.948371616993453, "-0x1.4p+1", "exhaustive"),
    ),
)
