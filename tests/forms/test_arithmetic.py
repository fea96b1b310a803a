"""Every operation is correctly rounded, and every writing is its operations, one by one."""

import itertools
import operator
from fractions import Fraction

import numpy as np
import pytest

from gelucheck.formats import FORMATS, Format
from gelucheck.forms.arithmetic import ARITHMETICS, Rounded, compute
from gelucheck.forms.catalogue import GRADIENTS, WRITINGS

pytestmark = pytest.mark.filterwarnings("error")

BASIC = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0]


def specials(fmt):
    """Zeros, infinities, NaN, ones, and the edges of the subnormal and the normal range."""
    small, normal, large = fmt.smallest_subnormal, fmt.smallest_normal, fmt.largest
    edges = [small, 2 * small, 3 * small, normal - small, normal, normal + small, large]
    return np.array(SPECIAL + edges + [-edge for edge in edges])


def same(got, due, why):
    """Equal, the sign of a zero included; NaN is NaN."""
    got, due = np.asarray(got, np.float64), np.asarray(due, np.float64)
    bad = ~((got == due) & (np.signbit(got) == np.signbit(due)) | np.isnan(got) & np.isnan(due))
    assert not bad.any(), (why, np.flatnonzero(bad)[:5], got[bad][:5], due[bad][:5])


# ---- + - * / -------------------------------------------------------------------------------------


@pytest.mark.parametrize("symbol", list(BASIC))
@pytest.mark.parametrize("toy", [Format("toy", 6, 3), Format("toy", 7, 4), Format("toy", 7, 3)])
def test_rounding_twice_is_rounding_once(symbol, toy, slow):
    """Float64, then a format of precision p with 53 >= 2p + 2: all pairs of toy formats."""
    values = [toy.value(bits) for bits in range(1 << toy.bits)]
    a, b = np.array(list(itertools.product(values, repeat=2))).T
    with np.errstate(all="ignore"):
        got = toy.round_array(BASIC[symbol](a, b))
    exact = slow(toy)
    due = [exact.binary(symbol, x, y) for x, y in zip(a.tolist(), b.tolist(), strict=True)]
    same(got, due, symbol)


def pairs(fmt, symbol, count, seed):
    """Random pairs, half of them with a result next to the subnormals, a tie, or of few bits."""
    rng = np.random.default_rng(seed)
    bits = rng.integers(0, 1 << fmt.bits, (2, count), dtype=np.uint64)
    with np.errstate(all="ignore"):
        a, b = fmt.values_of_bits(bits).astype(np.float64)
    few = np.floor(rng.uniform(1, 1 << min(fmt.precision, 30), (2, count)))
    exponents = rng.integers(-6, 6, (2, count))
    n, m = few * 2.0**exponents
    # a·b and a/b around the smallest subnormal: the exponents are set against each other
    target = fmt.quantum + rng.integers(-3, fmt.precision, count)
    first = rng.integers(fmt.emin, 1, count)
    second = np.clip(target - first if symbol == "*" else first - target, fmt.emin, fmt.emax - 1)
    with np.errstate(all="ignore"):
        low_a, low_b = np.ldexp(np.frexp(few)[0], [first, second])
        a, b = np.concatenate([a, n, low_a]), np.concatenate([b, m, low_b])
        odd = specials(fmt)
        a = np.concatenate([a, np.repeat(odd, odd.size)])
        b = np.concatenate([b, np.tile(odd, odd.size)])
        return tuple(fmt.round_array(part).astype(np.float64) for part in (a, b))


@pytest.mark.parametrize("dtype", list(FORMATS))
@pytest.mark.parametrize("symbol", list(BASIC))
def test_basic_operations(dtype, symbol, slow):
    fmt = FORMATS[dtype]
    a, b = pairs(fmt, symbol, 1500, 5)
    engine, exact = Rounded(fmt), slow(fmt)
    with np.errstate(all="ignore"):
        left, right = engine.operand(a.astype(fmt.dtype)), engine.operand(b.astype(fmt.dtype))
    got = BASIC[symbol](left, right).value
    due = [exact.binary(symbol, x, y) for x, y in zip(a.tolist(), b.tolist(), strict=True)]
    same(got, due, symbol)
    if symbol in "*/":
        subnormal = (np.abs(due) < fmt.smallest_normal) & (np.array(due) != 0)
        assert subnormal.sum() > 50, "the subnormal range was tried"


# ---- erf erfc tanh sigmoid exp -------------------------------------------------------------------


@pytest.mark.parametrize("dtype", list(FORMATS))
@pytest.mark.parametrize("name", ["erf", "erfc", "tanh", "sigmoid", "exp"])
def test_functions(dtype, name, slow, agree):
    fmt = FORMATS[dtype]
    x = np.concatenate([agree.draw(fmt, 400, 6), specials(fmt).astype(fmt.dtype)])
    if name == "exp":
        x = np.where(np.isnan(x), x, -np.abs(x))
    engine, exact = Rounded(fmt), slow(fmt)
    got = engine.unary(name, engine.operand(x)).value
    assert got.dtype == engine.dtype
    with np.errstate(all="ignore"):
        wide = x.astype(np.float64).tolist()
    same(got, [exact.unary(name, v) for v in wide], name)


def test_functions_keep_the_shape():
    engine = Rounded(FORMATS["float32"])
    for shape in ((), (0,), (3,), (2, 3)):
        for name in ("erf", "cube", "-"):
            got = engine.unary(name, engine.operand(np.full(shape, 0.5))).value
            assert np.shape(got) == shape


# ---- writings ------------------------------------------------------------------------------------


def erf(m, x):
    """0.5 * x * (1 + erf(x / sqrt(2)))"""
    half = m.binary("*", m.decimal("0.5"), x)
    inner = m.unary("erf", m.binary("/", x, m.root("2")))
    return m.binary("*", half, m.binary("+", 1.0, inner))


def erfc(m, x):
    """0.5 * x * erfc(-x / sqrt(2))"""
    inner = m.unary("erfc", m.binary("/", -x, m.root("2")))
    return m.binary("*", m.binary("*", 0.5, x), inner)


def tanh_inside(m, x):
    cubic = m.binary("*", m.decimal("0.044715"), m.cube(x))
    argument = m.binary("*", m.root("2/pi"), m.binary("+", x, cubic))
    return m.unary("tanh", argument)


def tanh(m, x):
    """0.5 * x * (1 + tanh(sqrt(2/pi) * (x + 0.044715 * pow(x, 3))))"""
    return m.binary("*", m.binary("*", 0.5, x), m.binary("+", 1.0, tanh_inside(m, x)))


def sigmoid(m, x):
    """x * sigmoid(1.702 * x)"""
    return m.binary("*", x, m.unary("sigmoid", m.binary("*", m.decimal("1.702"), x)))


def erf_grad(m, x):
    """0.5 * (1 + erf(x / sqrt(2))) + x * exp(-0.5 * x * x) / sqrt(2*pi)"""
    cdf = m.binary("*", 0.5, m.binary("+", 1.0, m.unary("erf", m.binary("/", x, m.root("2")))))
    bell = m.unary("exp", m.binary("*", m.binary("*", -0.5, x), x))
    return m.binary("+", cdf, m.binary("/", m.binary("*", x, bell), m.root("2*pi")))


def tanh_grad(m, x):
    """0.5*(1 + t) + 0.5*x*(1 - t*t)*(sqrt(2/pi)*(1 + 0.134145*x*x))"""
    t = tanh_inside(m, x)
    square = m.binary("*", m.binary("*", m.decimal("0.134145"), x), x)
    slope = m.binary("*", m.root("2/pi"), m.binary("+", 1.0, square))
    bump = m.binary("*", m.binary("*", 0.5, x), m.binary("-", 1.0, m.binary("*", t, t)))
    first = m.binary("*", 0.5, m.binary("+", 1.0, t))
    return m.binary("+", first, m.binary("*", bump, slope))


def sigmoid_grad(m, x):
    """s + z * s * (1 - s), s = sigmoid(z), z = 1.702 * x"""
    z = m.binary("*", m.decimal("1.702"), x)
    s = m.unary("sigmoid", z)
    return m.binary("+", s, m.binary("*", m.binary("*", z, s), m.binary("-", 1.0, s)))


STEPS = {("gelu", f.__name__): f for f in (erf, erfc, tanh, sigmoid)}
STEPS |= {("gelu_grad", f.__name__[:-5]): f for f in (erf_grad, tanh_grad, sigmoid_grad)}
ALL = {("gelu", name): w for name, w in WRITINGS.items()}
ALL |= {("gelu_grad", name): w for name, w in GRADIENTS.items()}
CASES = [
    (key, dtype, arithmetic)
    for key in STEPS
    for dtype, fmt in FORMATS.items()
    for arithmetic, wider in ARITHMETICS.items()
    if wider(fmt)
]


def test_every_writing_is_here():
    assert set(ALL) == set(STEPS)


@pytest.mark.parametrize(("key", "dtype", "arithmetic"), CASES)
def test_writing_step_by_step(key, dtype, arithmetic, slow, agree):
    """As DESIGN section 5 writes them, left to right; under upcast one rounding at the end."""
    fmt = FORMATS[dtype]
    wide = slow(ARITHMETICS[arithmetic](fmt))
    x = np.concatenate([agree.draw(fmt, 160, 7), specials(fmt).astype(fmt.dtype)])
    got = compute(ALL[key].call, x, fmt, arithmetic)
    assert got.dtype == fmt.dtype
    with np.errstate(all="ignore"):
        inputs, outputs = x.astype(np.float64).tolist(), got.astype(np.float64)
    due = []
    for v in inputs:
        y = STEPS[key](wide, v)
        due.append(slow(fmt).round(Fraction(y), y) if np.isfinite(y) else y)
    same(outputs, due, key)


# known at once from the formulas
KNOWN = [
    ("erf", "float16", "native", -np.inf, np.nan, "-inf times 0"),
    ("erfc", "float32", "native", -np.inf, np.nan, "-inf times 0"),
    ("tanh", "float16", "native", -np.inf, np.nan, "-inf times 0"),
    ("sigmoid", "bfloat16", "upcast", -np.inf, np.nan, "-inf times 0"),
    ("erf", "float16", "native", np.inf, np.inf, ""),
    ("tanh", "float16", "native", 60.0, 60.0, "60³ overflows a half; tanh of infinity is 1"),
    ("tanh", "float16", "native", -60.0, -0.0, "-30 times 1 - 1"),
    ("erf", "float16", "native", -0.0, -0.0, "0.5 times -0"),
    ("erf", "float32", "native", -10.0, -0.0, "erf(-7.07) rounds to -1: 1 - 1 is 0"),
    ("erfc", "float32", "native", -14.5, -0.0, "half of the least subnormal is more than is due"),
]


@pytest.mark.parametrize(("name", "dtype", "arithmetic", "x", "due", "why"), KNOWN)
def test_known_values(name, dtype, arithmetic, x, due, why):
    fmt = FORMATS[dtype]
    got = compute(WRITINGS[name].call, np.array([x], fmt.dtype), fmt, arithmetic)
    same(got, [due], why)


def test_input_is_not_modified_and_numpy_is_left_alone():
    for dtype, fmt in FORMATS.items():
        x = specials(fmt).astype(fmt.dtype)
        before = x.tobytes()
        with np.errstate(all="raise"):
            for writing in (*WRITINGS.values(), *GRADIENTS.values()):
                compute(writing.call, x, fmt, "native")
                if dtype != "float64":
                    compute(writing.call, x, fmt, "upcast")
        assert x.tobytes() == before


def test_pieces_make_no_difference():
    fmt = FORMATS["float32"]
    x = np.random.default_rng(1).uniform(-15, 8, 9001).astype(np.float32)
    whole = compute(WRITINGS["tanh"].call, x, fmt, "native")
    parts = [compute(WRITINGS["tanh"].call, p, fmt, "native") for p in np.split(x, [1, 5000])]
    np.testing.assert_array_equal(whole, np.concatenate(parts))
