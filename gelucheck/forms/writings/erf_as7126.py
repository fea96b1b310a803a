"""The erf form with erf by Abramowitz and Stegun 7.1.26, good to 1.5e-7 absolutely."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """Left of -5 what erf is off by is as much as 1 + erf; near 0 the sum hides it."""
    z = x * m.sqrt("1/2")
    a = m.abs(z)
    t = 1 / (1 + m.constant("0.3275911") * a)
    p = m.constant("1.061405429") * t - m.constant("1.453152027")
    p = p * t + m.constant("1.421413741")
    p = p * t - m.constant("0.284496736")
    p = p * t + m.constant("0.254829592")
    return 0.5 * x * (1 + m.sign(z) * (1 - p * t * m.exp(-a * a)))


WRITING = Writing(
    name="erf-as7126",
    form="erf",
    function="gelu",
    text="0.5 * x * (1 + sign(z) * (1 - p * t * exp(-a * a))), p = (((1.061405429 * t - "
    "1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592, t = 1 / (1 + "
    "0.3275911 * a), a = abs(z), z = x * sqrt(1/2)",
    source="ggml, Metal and Vulkan; candle, Metal; ExecuTorch, WebGPU; PyTorch, "
    "Vectorized<float>::erf (pytorch/pytorch#198183)",
    call=evaluate,
    exact=False,
    contract=(
        Contract("float16", "native", 2042.673379380232, "-0x1.ea8p+1", "exhaustive"),
        Contract("bfloat16", "native", 255.19530208624388, "-0x1.16p+2", "exhaustive"),
        Contract("float32", "native", 16777214.954323024, "-0x1.458decp+3", "search"),
        Contract("float64", "native", 9007199254740991.0, "-0x1.2ef6be417d24dp+3", "search"),
        Contract("float8_e4m3fn", "native", 14.082592498611499, "-0x1.2p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 7.948371616993453, "-0x1.4p+1", "exhaustive"),
        Contract("float16", "upcast", 2.043401683100173, "-0x1.05cp+2", "exhaustive"),
        Contract("bfloat16", "upcast", 254.9336089890891, "-0x1.14p+3", "exhaustive"),
        Contract("float32", "upcast", 16777214.954323024, "-0x1.458decp+3", "search"),
        Contract("float8_e4m3fn", "upcast", 0.4992208163539826, "-0x1p-9", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.4999939126238955, "-0x1p-16", "exhaustive"),
    ),
)
