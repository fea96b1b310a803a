"""Single operations of the engine of error bounds, against what is known of rounding by hand."""

import itertools
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.forms.catalogue import find_writing
from gelucheck.proofs.rounding.boxes import Bounder
from gelucheck.proofs.rounding.enclosures import at_points, form_over, over, steepest
from gelucheck.proofs.rounding.engine import Running
from gelucheck.proofs.rounding.intervals import add, corners, divide, hull, multiply
from gelucheck.reference.enclosure import arb_precision
from gelucheck.reference.functions import REFERENCES
from gelucheck.reference.slopes import SLOPES

SINGLE, DOUBLE = FORMATS["float32"], FORMATS["float64"]
MP = mpmath.MPContext()
MP.prec = 400


def boxes(*pairs):
    return np.array(pairs, np.float64).T


def engine(fmt=SINGLE, count=1):
    return Running(fmt, fmt, np.ones(count))


# ---- intervals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1.0, 2.0**-520, 2.0**500])
@pytest.mark.parametrize(
    ("operation", "exactly"),
    [
        (add, lambda a, b: a + b),
        (multiply, lambda a, b: a * b),
        (divide, lambda a, b: a / b),
    ],
)
def test_ends_enclose_and_are_next_to_each_other(operation, exactly, scale):
    random = np.random.default_rng(1)
    a, b = random.standard_normal((2, 200)) * scale
    b[:5] = 2.0, -1.0, 0.5, 3.0, 1.0
    low, high = hull(*corners(operation, (a, a), (b, b)))
    for k in range(a.size):
        due = exactly(Fraction(a[k]), Fraction(b[k]))
        if abs(due) > Fraction(np.finfo(np.float64).max):
            assert high[k] == np.inf or low[k] == -np.inf
            continue
        assert Fraction(low[k]) <= due <= Fraction(high[k])
        # one step, or none where it is exact (where the error is told)
        assert high[k] <= np.nextafter(np.nextafter(low[k], np.inf), np.inf)
        if scale == 1 and Fraction(float(due)) == due:
            assert low[k] == high[k]


# ---- rounding ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("operate", "box", "error", "why"),
    [
        (lambda x, m: 0.5 * x, (1.1, 1.9), 0.0, "a power of two"),
        (lambda x, m: 0.5 * x, (2.0**-127, 2.0**-126.5), 2.0**-150, "half of the least subnormal"),
        (lambda x, m: 1 + x, (-0.99, -0.51), 0.0, "Sterbenz: the sum has at most 24 digits"),
        (lambda x, m: 1 + x, (-0.49, -0.26), 2.0**-25, "a sum in [1/2, 1): half of 2^-24"),
        (lambda x, m: 1 + x, (2.0**-40, 2.0**-39), 2.0**-39, "no further than 1 is"),
        (lambda x, m: x * x, (1.0, 1.4), 2.0**-24, "half of 2^-23"),
        (lambda x, m: x * x, (1.5, 1.9), 2.0**-23, "half of 2^-22"),
        (lambda x, m: x / 3, (3.0, 5.9), 2.0**-24, "half of 2^-23"),
        (lambda x, m: m.abs(-x), (1.0, 2.0), 0.0, "only the sign"),
        (lambda x, m: m.exp(x), (-1.0, -0.7), 2.0**-26, "a value in [1/4, 1/2)"),
        (lambda x, m: m.pow(x, 3), (1.1, 1.2), 2.0**-24, "one rounding, in [1, 2)"),
    ],
)
def test_what_a_rounding_costs(operate, box, error, why):
    low, high = (boxes(box)).astype(np.float32).astype(np.float64)
    m = engine()
    found = operate(m.operand(low, high), m).value
    assert error * (1 - 1e-6) <= found.error[0] <= error * (1 + 1e-6), why


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=lambda fmt: fmt.name)
@pytest.mark.parametrize("text", ["sqrt(1/2)", "2/pi", "0.044715", "1.702", "0.5"])
def test_constants_are_off_by_their_rounding(fmt, text):
    values = {"sqrt(1/2)": MP.sqrt(0.5), "2/pi": 2 / MP.pi}
    exact = values.get(text) or MP.mpf(Fraction(text).numerator) / Fraction(text).denominator
    found = engine(fmt).constant(text).value
    off = abs(MP.mpf(found.computed[0][0]) - exact)
    assert float(off) <= found.error[0] <= float(off) * (1 + 1e-12)
    assert found.exact[0][0] <= exact <= found.exact[1][0]


# ---- functions -----------------------------------------------------------------------------------

FUNCTIONS = {
    "erf": (MP.erf, lambda z: 2 / MP.sqrt(MP.pi) * MP.exp(-z * z)),
    "erfc": (MP.erfc, lambda z: 2 / MP.sqrt(MP.pi) * MP.exp(-z * z)),
    "tanh": (MP.tanh, lambda z: MP.sech(z) ** 2),
    "sigmoid": (lambda z: 1 / (1 + MP.exp(-z)), lambda z: 1 / (2 + MP.exp(z) + MP.exp(-z))),
    "exp": (MP.exp, MP.exp),
    # sinh < cosh
    "cosh": (MP.cosh, MP.cosh),
    "normcdf": (MP.ncdf, MP.npdf),
}


@pytest.mark.parametrize("fmt", [SINGLE, DOUBLE], ids=["float32", "float64"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_over_intervals(name, fmt):
    function, slope = FUNCTIONS[name]
    ends = [(-30.0, -29.5), (-4.0, -3.0), (-0.25, 0.5), (1e-9, 2e-9), (2.0, 2.5), (8.0, 8.25)]
    low, high = boxes(*ends)
    found, steep = over(name, (low, high), fmt, np.ones(low.size)), steepest(name, (low, high), fmt)
    for k, (a, b) in enumerate(ends):
        for t in np.linspace(a, b, 5):
            value = function(MP.mpf(t))
            assert found.low[k] <= value <= found.high[k]
            assert found.rounded_low[k] <= fmt.value(fmt.round(value)) <= found.rounded_high[k]
            assert slope(MP.mpf(t)) <= steep[k]
        # no more than the widest slope, or the floor of the single tier
        assert steep[k] <= 1.0001 * max(map(slope, map(MP.mpf, (a, b, max(a, min(b, 0)))))) + 1e-40


def test_a_point_that_is_saturated_is_off_by_what_is_left():
    found = at_points("tanh", np.array([20.0]), DOUBLE, np.ones(1))
    left = float(1 - MP.tanh(20))
    assert found.rounded_low[0] == found.rounded_high[0] == 1.0
    assert left <= found.off[0] <= left * 1.01


# ---- the forms themselves ------------------------------------------------------------------------


@pytest.mark.parametrize("name", REFERENCES)
def test_forms_turn_only_where_it_is_said(name):
    """The slope has one sign left and right of the bends, and |f''| <= 1 on boxes that meet them.

    Left of -40 the slope keeps its sign: of x·s it is s·(1 + x·s'/s), and x·s'/s falls there; of
    the derivative it is the second one, likewise. On the right f'(x) = 1 - f'(-x) and f'' is even.
    """
    from flint import arb, arb_series

    slope = SLOPES[name].arb
    derivative = name.endswith("_grad")
    turns, binade = ((-1.625, -1.25), (-2, -1)) if derivative else ((-1, -0.5), (-1, -0.5))
    with arb_precision(200, 2):
        for a, b in itertools.pairwise(np.arange(-40 * 64, 1) / 64):
            box = arb(a).union(arb(b))
            found = slope(box)
            if binade[0] <= a and b <= binade[1]:
                assert slope(arb_series([box, 1]))[1].abs_upper() <= 1
            if b <= turns[0] or a >= turns[1]:
                assert not found.contains(0) or (derivative and b == 0)
            if not derivative:
                assert found < 1


@pytest.mark.parametrize("name", REFERENCES)
def test_forms_over_intervals(name):
    ends = [(-20.0, -19.9), (-0.78, -0.72), (-1.5, -1.4), (-1e-8, -1e-9), (1e-300, 2e-300)]
    ends += [(1.25, 1.5), (5.0, 6.0), (1e300, 2e300)]
    low, high = boxes(*ends)
    found = form_over(REFERENCES[name], (low, high), DOUBLE)
    for k, (a, b) in enumerate(ends):
        for t in np.linspace(a, b, 9):
            value, _ = REFERENCES[name].mp(MP, MP.mpf(t))
            assert found[0][k] <= value <= found[1][k]


# ---- a whole writing, by hand --------------------------------------------------------------------


def test_normcdf_by_hand():
    """x·Φ(x) in float32 on [0.75, 0.751].

    There 0.773 < Φ < 0.774, in [1/2, 1): its rounding is at most 2^-25. The product is between
    0.579 and 0.582, in [1/2, 1) too, and rounds with at most 2^-25 more: in ulp, 2^-24,
    (0.751·2^-25 + 2^-25)/2^-24 = 0.8755. With 0.75 for 0.751 it is 0.875.
    """
    ends = [SINGLE.ordinal(SINGLE.round(x)) for x in (0.75, 0.751)]
    [ulp] = Bounder(find_writing("normcdf"), SINGLE, "native").bound(*np.array(ends)[:, None]).ulp
    assert 0.875 <= ulp <= 0.8756


def test_erf_by_hand():
    """0.5·x·(1 + erf(x/√2)) in float64 on [-1.001, -1].

    Let c be RN(√2): |c - √2| = 9.67e-17. z = x/c: |z| is about 0.7075, of a rounding of 2^-54 at
    most, and 0.7078·9.67e-17/1.41421 = 4.84e-17 off for c. erf' = 2/√π·e^-0.5 = 0.68440 at most at
    -1: passes on 0.68440·(5.55112e-17 + 4.84e-17) = 7.111e-17. erf is about -0.683, in [1/2, 1):
    rounded by 5.551e-17 more, 1.2662e-16 in all; 1 + erf is exact (Sterbenz), and 0.5·x is: the
    product's error is 0.5005·1.2662e-16 = 6.337e-17 and its rounding: |y| = 0.1587 in [1/8, 1/4):
    1.388e-17. Together 7.725e-17, over u = 2^-55 = 2.7756e-17: 2.783.
    """
    ends = [DOUBLE.ordinal(DOUBLE.round(x)) for x in (-1.001, -1.0)]
    [ulp] = Bounder(find_writing("erf"), DOUBLE, "native").bound(*np.array(ends)[:, None]).ulp
    assert 2.775 <= ulp <= 2.79
