"""The tanh form with a rational function of degrees 11 and 10, x capped."""

from gelucheck.forms.rational import with_rational
from gelucheck.forms.writing import Contract, Writing

NUMERATOR = (
    "4.9544411240e-08",
    "1.4302649106e-05",
    "2.6887017884e-04",
    "7.2898347862e-03",
    "6.0803253204e-02",
    "7.9788458347e-01",
)
DENOMINATOR = (
    "1.3433452750e-06",
    "7.6477612311e-05",
    "1.3060354395e-03",
    "2.4381054565e-02",
    "2.4369759858e-01",
)
CAP = "4.86115026"


def evaluate(x, m):
    """Past the cap the quotient is 1 in float32, and the left tail is 0."""
    return with_rational(x, m, NUMERATOR, DENOMINATOR, CAP)


WRITING = Writing(
    name="tanh-xnnpack",
    form="tanh",
    function="gelu",
    text="x * 0.5 * (c * p / q + 1), p = s * (s * (s * (s * (s * 4.9544411240e-08 + "
    "1.4302649106e-05) + 2.6887017884e-04) + 7.2898347862e-03) + 6.0803253204e-02) + "
    "7.9788458347e-01, q = s * (s * (s * (s * (s * 1.3433452750e-06 + 7.6477612311e-05) + "
    "1.3060354395e-03) + 2.4381054565e-02) + 2.4369759858e-01) + 1, s = c * c, c = "
    "clamp(x, -4.86115026, 4.86115026)",
    source="XNNPACK, src/f32-vapproxgelu/rational-12-10.c.in, without fused operations",
    call=evaluate,
    exact=False,
    contract=(
        Contract("float16", "native", 2146435072.0, "-0x1.ffcp+15", "exhaustive"),
        Contract("bfloat16", "native", 1.4417472048591616e76, "-0x1.fep+127", "exhaustive"),
        Contract("float32", "native", 16777215.135142813, "-0x1.2ab582p+3", "search"),
        Contract("float64", "native", float("inf"), "-0x1.fffffffffffffp+1023", "search"),
        Contract("float8_e4m3fn", "native", 28672.0, "-0x1.cp+8", "exhaustive"),
        Contract("float8_e5m2", "native", 469762048.0, "-0x1.cp+15", "exhaustive"),
        Contract("float16", "upcast", 10.278484362884207, "-0x1.204p+2", "exhaustive"),
        Contract("bfloat16", "upcast", 255.69509821871765, "-0x1.8cp+2", "exhaustive"),
        Contract("float32", "upcast", 3.032004462171976e76, "-0x1.fffffep+127", "search"),
        Contract("float8_e4m3fn", "upcast", 0.49922081635643456, "-0x1p-9", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.4999939126238955, "-0x1p-16", "exhaustive"),
    ),
)
