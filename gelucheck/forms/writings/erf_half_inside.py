"""The erf form with the half inside: x * (0.5 + 0.5 * erf(x * sqrt(1/2)))."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """0.5 + 0.5 * erf cancels on the left as 1 + erf does."""
    return x * (0.5 + 0.5 * m.erf(x * m.sqrt("1/2")))


WRITING = Writing(
    name="erf-half-inside",
    form="erf",
    function="gelu",
    text="x * (0.5 + 0.5 * erf(x * sqrt(1/2)))",
    source="TVM, relax/transform/legalize_ops/nn.py (0.5**0.5); tt-metal",
    call=evaluate,
    contract=(
        Contract("float16", "native", 2042.673379380232, "-0x1.ea8p+1", "exhaustive"),
        Contract("bfloat16", "native", 255.19530208624388, "-0x1.16p+2", "exhaustive"),
        Contract("float32", "native", 16777214.954323024, "-0x1.458decp+3", "search"),
        Contract("float64", "native", 9007199254740991.0, "-0x1.2ef6be417d24dp+3", "search"),
        Contract("float8_e4m3fn", "native", 21.917407501388503, "-0x1.2p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 7.948371616993453, "-0x1.4p+1", "exhaustive"),
        Contract("float16", "upcast", 1.6888571250410966, "-0x1.33cp+2", "exhaustive"),
        Contract("bfloat16", "upcast", 254.9336089890891, "-0x1.14p+3", "exhaustive"),
        Contract("float32", "upcast", 16777214.954323024, "-0x1.458decp+3", "search"),
        Contract("float8_e4m3fn", "upcast", 0.4992208163539826, "-0x1p-9", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.4999939126238955, "-0x1p-16", "exhaustive"),
    ),
)
