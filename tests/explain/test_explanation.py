"""The whole: inputs as formats hold them, what is due, the three parts, the step that is marked."""

import math
from fractions import Fraction

import pytest
from mpmath import MPContext

from gelucheck.errors import GelucheckError
from gelucheck.explain.explanation import explain
from gelucheck.formats import FORMATS
from gelucheck.reference.functions import REFERENCES
from gelucheck.ulp import unit_exact


def context(digits=120):
    mp = MPContext()
    mp.dps = digits
    return mp


def forms(mp, x):
    """Both forms by formulas that the program does not use."""
    z = mp.sqrt(2 / mp.pi) * (x + mp.mpf("0.044715") * x**3)
    return {
        "erf": x * mp.ncdf(x),
        "tanh": x * mp.exp(z) / (2 * mp.cosh(z)),
        "sigmoid": x * mp.exp(mp.mpf("0.851") * x) / (2 * mp.cosh(mp.mpf("0.851") * x)),
    }


@pytest.mark.parametrize(
    ("text", "dtype", "value", "rounded", "why"),
    [
        ("-2.5", "bfloat16", -2.5, False, "exact"),
        ("-0x1.4p+1", "float16", -2.5, False, "the same in hexadecimal"),
        ("0.1", "float16", 0.0999755859375, True, "0x1.998p-4 is nearest"),
        ("0.1", "float64", 0.1, True, "even in float64, 0.1 is not one tenth"),
        ("65520", "float16", math.inf, True, "half an ulp beyond the largest"),
        ("65519", "float16", 65504.0, True, "less than that"),
        ("1e-400", "float64", 0.0, True, "below half the smallest subnormal"),
        ("-1e-400", "float64", -0.0, True, "a zero keeps the sign"),
        ("2049", "float16", 2048.0, True, "a tie goes to the even significand"),
        ("-0", "float32", -0.0, False, "a negative zero"),
        ("inf", "float32", math.inf, False, "infinity"),
    ],
)
def test_the_input_in_a_format(text, dtype, value, rounded, why):
    found = explain(text, dtypes=[dtype], forms=["sigmoid"]).inputs
    assert [(repr(each.held.value), each.rounded) for each in found] == [(repr(value), rounded)], (
        why
    )


def test_a_pattern_is_kept_bit_for_bit():
    for pattern, ordinal in (("0xc010", -0x4010 - 1), ("0x0001", 1), ("0x7fff", None)):
        found = explain(f"bits:{pattern}", dtypes=["bfloat16"])
        assert found.inputs[0].held.bits == pattern
        assert found.inputs[0].held.ordinal == ordinal
    assert explain("bits:0xc010", dtypes=["bfloat16"]).hex == "-0x1.2p+1"


@pytest.mark.parametrize("x", ["-2.5", "-5.5", "3", "-13.1", "0.1", "1e-5", "-0.7517915"])
def test_the_three_parts_are_right_and_add_up(x):
    mp = context()
    for each in explain(x).traces:
        at = mp.mpf(each.x)
        exact = forms(mp, at)
        y = mp.mpf(each.result.value)
        due = {
            "total": y - exact["erf"],
            "method": exact[each.form] - exact["erf"],
            "evaluation": y - exact[each.form],
        }
        parts = {name: mp.mpf(getattr(each, name)) for name in due}
        for name, part in parts.items():
            assert abs(part - due[name]) <= abs(due[name]) * mp.mpf(10) ** -16, (each, name)
        rest = abs(parts["total"] - parts["method"] - parts["evaluation"])
        assert rest <= mp.mpf(10) ** -16 * sum(abs(part) for part in parts.values())
        unit = unit_exact(FORMATS[each.dtype], exact["erf"])
        assert math.isclose(each.total_ulp, due["total"] / unit, rel_tol=1e-12)
        unit = unit_exact(FORMATS[each.dtype], exact[each.form])
        assert math.isclose(each.evaluation_ulp, due["evaluation"] / unit, rel_tol=1e-12)


@pytest.mark.parametrize("x", ["-2.5", "0.1", "-5.5", "-13.1", "4.9"])
def test_what_is_due_is_the_nearest_value(x):
    mp = context()
    for each, given in zip(explain(x).due, explain(x).inputs, strict=True):
        fmt = FORMATS[each.held.dtype]
        exact = forms(mp, mp.mpf(given.held.value))["erf"]
        assert int(each.held.bits, 16) == fmt.round(exact)
        assert abs(each.error_ulp) <= 0.5


@pytest.mark.parametrize(
    ("x", "form", "dtype", "arithmetic", "marked", "words"),
    [
        ("-5.5", "erf", "float32", "native", "1 + t3", "terms cancel"),
        ("-5.5", "erf", "bfloat16", "upcast", "1 + t3", "terms cancel"),
        ("-5.5", "erf", "float16", "native", "1 + t3", "nothing is left"),
        ("-5.5", "erf", "float32", "upcast", None, "no step loses digits"),
        ("-13.1", "erfc", "float32", "native", "erfc(t2)", "magnifies"),
        ("-4", "tanh", "float64", "native", "1 + t6", "terms cancel"),
        ("2", "erf", "float32", "native", None, "no step loses digits"),
        ("40.5", "tanh", "float16", "native", None, "pow(x, 3) overflows, to no harm"),
        ("-inf", "erf", "float16", "native", "t1 * t4", "infinity times 0"),
        ("-inf", "sigmoid", "float64", "native", "x * t2", "infinity times 0"),
        ("nan", "erf", "float32", "native", None, "NaN in"),
    ],
)
def test_the_step_that_loses_the_digits(x, form, dtype, arithmetic, marked, words):
    found = explain(x, dtypes=[dtype], forms=[form], arithmetics=[arithmetic]).traces
    assert len(found) == 1
    assert [step.short for step in found[0].steps if step.blamed] == ([marked] if marked else [])
    assert words in found[0].sentence


def test_published_figures():
    """The worst inputs of the table of float16 and bfloat16, computed independently of this."""
    found = explain("-3.8828125", dtypes=["float16"], forms=["tanh"], arithmetics=["native"])
    assert math.isclose(abs(found.traces[0].evaluation_ulp), 2036.5389681728361, rel_tol=1e-12)
    found = explain("2.765625", dtypes=["bfloat16"], forms=["erf"], arithmetics=["upcast"])
    assert math.isclose(abs(float(found.traces[0].total)), 0.007768713094328594, rel_tol=1e-12)


def test_distance_counts_values_between():
    found = explain("-5.5", dtypes=["float16"], forms=["erf"], arithmetics=["native"]).traces[0]
    # -0 came where -2^-23, the second subnormal, is due
    assert (found.result.value, found.due, found.distance) == (0.0, -(2.0**-23), 2)


def test_the_cases_asked_for():
    found = explain("1", dtypes=["float64", "float16", "float64"], forms=["erfc", "erf"])
    assert [(t.writing, t.dtype, t.arithmetic) for t in found.traces] == [
        (form, dtype, arithmetic)
        for form in ("erfc", "erf")
        for dtype, arithmetic in (
            ("float64", "native"),
            ("float16", "native"),
            ("float16", "upcast"),
        )
    ]
    assert len(explain("1").traces) == 3 * 7


def test_derivatives():
    found = explain("-1.5", function="gelu_grad", dtypes=["float64"])
    assert [each.function for each in found.exact] == ["gelu_grad", "tanh_grad", "sigmoid_grad"]
    assert all(abs(trace.evaluation_ulp) < 64 for trace in found.traces)
    fmt, x = FORMATS["float64"], Fraction(-3, 2)
    mp = context()
    due = mp.ncdf(mp.mpf(-1.5)) + mp.mpf(-1.5) * mp.npdf(mp.mpf(-1.5))
    assert int(found.due[0].held.bits, 16) == fmt.round(due)
    assert REFERENCES["gelu_grad"].name == found.function
    assert Fraction(found.inputs[0].held.value) == x


@pytest.mark.parametrize(
    ("text", "options", "part"),
    [
        ("abc", {}, "'abc'"),
        ("", {}, "''"),
        ("1e999999999", {}, "too large"),
        ("bits:0xc010", {}, "--dtype"),
        ("bits:0x1ffff", {"dtypes": ["float16"]}, "float16"),
        ("bits:0x1", {"dtypes": ["float16", "float32"]}, "one --dtype"),
        ("1", {"digits": 0}, "0 digits"),
        ("1", {"digits": -3}, "-3 digits"),
        ("1", {"digits": 10_001}, "10,000"),
        ("1", {"dtypes": ["float24"]}, "float24"),
        ("1", {"forms": ["relu"]}, "relu"),
        ("1", {"arithmetics": ["exact"]}, "exact"),
        ("1", {"function": "silu"}, "silu"),
        ("1", {"dtypes": ["float64"], "arithmetics": ["upcast"]}, "native"),
    ],
)
def test_what_cannot_be_explained(text, options, part):
    with pytest.raises(GelucheckError) as caught:
        explain(text, **options)
    assert part in str(caught.value)


@pytest.mark.parametrize("x", ["-1048575.999", "-65504", "-2000", "3000", "-1e300"])
def test_an_error_that_is_next_to_nothing_is_nothing_in_ulp(x):
    """GELU is within 10^-800000 of what is given there: less than float64 can say."""
    for each in explain(x, dtypes=["float64"], forms=["erf", "erfc", "tanh"]).traces:
        assert (each.total_ulp, each.evaluation_ulp, each.distance) == (0.0, 0.0, 0)
    assert explain(x, dtypes=["float64"]).due[0].error_ulp == 0.0


def test_a_small_error_in_ulp_is_told():
    # GELU(-40) = -40·Q(40) is about -1.46e-348: u is 2^-1074 there
    found = explain("-40", dtypes=["float64"], forms=["erf"]).traces[0]
    mp = context()
    due = 40 * mp.erfc(40 / mp.sqrt(2)) / 2 / mp.ldexp(1, -1074)
    assert math.isclose(found.total_ulp, due, rel_tol=1e-14)
