"""The erf form of I-BERT, with a parabola for erf."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """Made for integers; within 0.0182 of GELU."""
    z = x / m.constant("1.4142")
    b = m.clamp(m.abs(z), None, "1.769") - m.constant("1.769")
    return x * 0.5 * (1 + m.sign(z) * (m.constant("-0.2888") * (b * b) + 1))


WRITING = Writing(
    name="erf-ibert",
    form="erf",
    function="gelu",
    text="x * 0.5 * (1 + sign(z) * (-0.2888 * (b * b) + 1)), b = min(abs(z), 1.769) - 1.769, z "
    "= x / 1.4142",
    source="I-BERT, arXiv 2101.01321; fairseq, quantization/utils/quant_modules.py",
    call=evaluate,
    exact=False,
    contract=(
        Contract("float16", "native", 2047.4401145059028, "-0x1.d28p+1", "exhaustive"),
        Contract("bfloat16", "native", 255.19530208624388, "-0x1.16p+2", "exhaustive"),
        Contract("float32", "native", 16777214.954323024, "-0x1.458decp+3", "search"),
        Contract("float64", "native", 9007199254740992.0, "-0x1.818fc20b217fep+1", "search"),
        Contract("float8_e4m3fn", "native", 14.082592498611499, "-0x1.2p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 10.175966221266123, "-0x1p+1", "exhaustive"),
        Contract("float16", "upcast", 2047.4401145059028, "-0x1.d28p+1", "exhaustive"),
        Contract("bfloat16", "upcast", 255.19530208624388, "-0x1.16p+2", "exhaustive"),
        Contract("float32", "upcast", 16777214.954323024, "-0x1.458decp+3", "search"),
        Contract("float8_e4m3fn", "upcast", 9.082592498611499, "-0x1.2p+1", "exhaustive"),
        Contract("float8_e5m2", "upcast", 7.948371616993453, "-0x1.4p+1", "exhaustive"),
    ),
)
