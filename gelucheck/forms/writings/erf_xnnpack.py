"""The erf form with a rational function of degrees 11 and 10, x capped."""

from gelucheck.forms.rational import with_rational
from gelucheck.forms.writing import Contract, Writing

NUMERATOR = (
    "4.5835321316e-08",
    "1.2609783880e-05",
    "3.2973114867e-04",
    "9.3065137044e-03",
    "6.6972173750e-02",
    "7.9788452387e-01",
)
DENOMINATOR = (
    "1.1988805682e-06",
    "7.2267655923e-05",
    "1.8622842617e-03",
    "2.8431978077e-02",
    "2.5060352683e-01",
)
CAP = "5.1158981323"


def evaluate(x, m):
    """Past the cap the quotient is 1 in float32, and the left tail is 0."""
    return with_rational(x, m, NUMERATOR, DENOMINATOR, CAP)


WRITING = Writing(
    name="erf-xnnpack",
    form="erf",
    function="gelu",
    text="x * 0.5 * (c * p / q + 1), p = s * (s * (s * (s * (s * 4.5835321316e-08 + "
    "1.2609783880e-05) + 3.2973114867e-04) + 9.3065137044e-03) + 6.6972173750e-02) + "
    "7.9788452387e-01, q = s * (s * (s * (s * (s * 1.1988805682e-06 + 7.2267655923e-05) + "
    "1.8622842617e-03) + 2.8431978077e-02) + 2.5060352683e-01) + 1, s = c * c, c = "
    "clamp(x, -5.1158981323, 5.1158981323)",
    source="XNNPACK, src/f32-vgelu/rational-12-10.c.in, without fused operations",
    call=evaluate,
    exact=False,
    contract=(
        Contract("float16", "native", 4827643904.0, "-0x1.ffcp+15", "exhaustive"),
        Contract("bfloat16", "native", 1.4417472048591616e76, "-0x1.fep+127", "exhaustive"),
        Contract("float32", "native", 16777214.954323024, "-0x1.458decp+3", "search"),
        Contract("float64", "native", float("inf"), "-0x1.fffffffffffffp+1023", "search"),
        Contract("float8_e4m3fn", "native", 20480.0, "-0x1.cp+8", "exhaustive"),
        Contract("float8_e5m2", "native", 3590.6699409541066, "-0x1.cp+1", "exhaustive"),
        Contract("float16", "upcast", 13.312463035309673, "-0x1.478p+2", "exhaustive"),
        Contract("bfloat16", "upcast", 254.9336089890891, "-0x1.14p+3", "exhaustive"),
        Contract("float32", "upcast", 3.951832636016584e76, "-0x1.fffffep+127", "search"),
        Contract("float8_e4m3fn", "upcast", 0.4992208163539826, "-0x1p-9", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.4999939126238955, "-0x1p-16", "exhaustive"),
    ),
)
