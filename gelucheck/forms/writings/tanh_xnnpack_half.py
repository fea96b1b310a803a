"""The tanh form with a rational function of degrees 5 and 4, x capped; made for float16."""

from gelucheck.forms.rational import with_rational
from gelucheck.forms.writing import Contract, Writing

NUMERATOR = ("4.3507730588e-03", "1.4811584353e-01", "7.9763704538e-01")
DENOMINATOR = ("4.0821321309e-02", "3.5130375624e-01")
CAP = "3.26953125"


def evaluate(x, m):
    """Past the cap the quotient is 1 in float16, and the left tail is 0."""
    return with_rational(x, m, NUMERATOR, DENOMINATOR, CAP)


WRITING = Writing(
    name="tanh-xnnpack-half",
    form="tanh",
    function="gelu",
    text="x * 0.5 * (c * p / q + 1), p = s * (s * 4.3507730588e-03 + 1.4811584353e-01) + "
    "7.9763704538e-01, q = s * (s * 4.0821321309e-02 + 3.5130375624e-01) + 1, s = c * c, "
    "c = clamp(x, -3.26953125, 3.26953125)",
    source="XNNPACK, src/f16-vapproxgelu/rational-6-4.c.in, without fused operations",
    call=evaluate,
    exact=False,
    contract=(
        Contract("float16", "native", 2568.2054309379905, "-0x1.a1p+1", "exhaustive"),
        Contract("bfloat16", "native", 1882.4006880781349, "-0x1.9ap+1", "exhaustive"),
        Contract("float32", "native", 1.2827590972343783e80, "-0x1.fffffep+127", "search"),
        Contract("float64", "native", float("inf"), "-0x1.fffffffffffffp+1023", "search"),
        Contract("float8_e4m3fn", "native", 13.927080907411769, "-0x1.2p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 234881024.0, "-0x1.cp+15", "exhaustive"),
        Contract("float16", "upcast", 580386816.0, "-0x1.ffcp+15", "exhaustive"),
        Contract("bfloat16", "upcast", 1.9505991595153363e75, "-0x1.fep+127", "exhaustive"),
        Contract("float32", "upcast", 1.2826399410683296e80, "-0x1.fffffep+127", "search"),
        Contract("float8_e4m3fn", "upcast", 120.0, "-0x1.cp+8", "exhaustive"),
        Contract("float8_e5m2", "upcast", 2097152.0, "-0x1.cp+15", "exhaustive"),
    ),
)
