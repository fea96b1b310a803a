"""The erf form of I-BERT, with a parabola for erf."""

from gelucheck.forms.writing import Writing


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
    contract=(),
)
