"""The erf form with sqrt(2) to five decimals."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """1.41421 is short by 2.5e-6 of itself: GELU comes out wrong by up to 7.4e-7."""
    return x * 0.5 * (m.erf(x / m.constant("1.41421")) + 1)


WRITING = Writing(
    name="erf-megatron",
    form="erf",
    function="gelu",
    text="x * 0.5 * (erf(x / 1.41421) + 1)",
    source="Megatron-LM, megatron/core/transformer/utils.py",
    call=evaluate,
    exact=False,
    contract=(
        Contract("float16", "native", 2042.673379380232, "-0x1.ea8p+1", "exhaustive"),
        Contract("bfloat16", "native", 255.19530208624388, "-0x1.16p+2", "exhaustive"),
        Contract("float32", "native", 16777214.954323024, "-0x1.458decp+3", "search"),
        Contract("float64", "native", 9007199254740991.0, "-0x1.2ef6be417d24dp+3", "search"),
        Contract("float8_e4m3fn", "native", 14.082592498611499, "-0x1.2p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 10.175966221266123, "-0x1p+1", "exhaustive"),
        Contract("float16", "upcast", 1.6121284361147654, "-0x1.418p+2", "exhaustive"),
        Contract("bfloat16", "upcast", 254.9336089890891, "-0x1.14p+3", "exhaustive"),
        Contract("float32", "upcast", 16777214.954323024, "-0x1.458decp+3", "search"),
        Contract("float8_e4m3fn", "upcast", 0.4992208163539826, "-0x1p-9", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.4999939126238955, "-0x1p-16", "exhaustive"),
    ),
)
