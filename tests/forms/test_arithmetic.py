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
    with np.errstate(invalid="ignore"):  # a signalling NaN
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
    a, b = pairs(fmt, symbol, 1500 if fmt.bits > 8 else 600, 5)
    engine, exact = Rounded(fmt), slow(fmt)
    with np.errstate(all="ignore"):
        left, right = engine.operand(a.astype(fmt.dtype)), engine.operand(b.astype(fmt.dtype))
    got = BASIC[symbol](left, right).value
    due = [exact.binary(symbol, x, y) for x, y in zip(a.tolist(), b.tolist(), strict=True)]
    same(got, due, symbol)
    if symbol in "*/":
        subnormal = (np.abs(due) < fmt.smallest_normal) & (np.array(due) != 0)
        assert subnormal.sum() > 50, "the subnormal range was tried"


# ---- erf erfc tanh sigmoid exp cosh normcdf ------------------------------------------------------


@pytest.mark.parametrize("dtype", list(FORMATS))
@pytest.mark.parametrize("name", ["erf", "erfc", "tanh", "sigmoid", "exp", "cosh", "normcdf"])
def test_functions(dtype, name, slow, agree):
    fmt = FORMATS[dtype]
    x = np.concatenate([agree.draw(fmt, 400, 6), specials(fmt).astype(fmt.dtype)])
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


# ---- abs sign root narrow half clamp choose ------------------------------------------------------


def drawn(agree, fmt, count, seed=8):
    """Random values of a format and its special ones, in its dtype."""
    with np.errstate(all="ignore"):
        return np.concatenate([agree.draw(fmt, count, seed), specials(fmt).astype(fmt.dtype)])


def floats(x):
    with np.errstate(all="ignore"):
        return x.astype(np.float64).tolist()


@pytest.mark.parametrize("dtype", list(FORMATS))
@pytest.mark.parametrize("row", ["float16", "bfloat16", "float32"])
def test_plain_operations(dtype, row, slow, agree):
    fmt, narrow = FORMATS[dtype], FORMATS[row]
    x = drawn(agree, fmt, min(1500, 1 << fmt.bits))
    engine, exact = Rounded(fmt, narrow), slow(fmt, narrow)
    for name, word in (("narrow",) * 2, ("half", "float16"), ("abs",) * 2, ("sign",) * 2):
        got = engine.unary(name, engine.operand(x)).value
        assert got.dtype == engine.dtype
        same(got, [exact.plain(word, v) for v in floats(x)], name)
    got = engine.root(engine.operand(np.abs(x))).value
    same(got, [exact.square_root(abs(v)) for v in floats(x)], "root")
    assert np.isnan(engine.root(engine.operand(np.array([-1.0], fmt.dtype))).value).all()


def test_root_of_a_toy_format(slow):
    """Float64's root, rounded to a format of precision p with 53 >= 2p + 2: all values."""
    for toy in (Format("toy", 6, 3), Format("toy", 7, 4)):
        x = np.array([toy.value(bits) for bits in range(1 << toy.bits)])
        with np.errstate(all="ignore"):
            got = toy.round_array(np.sqrt(np.abs(x)))
        same(got, [slow(toy).square_root(abs(v)) for v in x.tolist()], "root")


CLAMPS = [("-10", "10", "clamp"), (None, "1.769", "min"), ("-0.1", None, "max")]


@pytest.mark.parametrize("dtype", list(FORMATS))
def test_clamp_and_choose(dtype, slow, agree):
    """The decimals are rounded once; a NaN stays, and is on neither side."""
    fmt = FORMATS[dtype]
    x = drawn(agree, fmt, 300)
    at = [fmt.value(fmt.round(Fraction(t))) for t in ("10", "-10", "1.769", "-0.1")]
    x = np.concatenate([x, np.array(at).astype(fmt.dtype)])
    engine, exact = Rounded(fmt), slow(fmt)
    operand = engine.operand(x)
    for low, high, word in CLAMPS:
        bounds = [exact.decimal(text) for text in (low, high) if text]
        due = [exact.plain(word, v, *bounds) for v in floats(x)]
        same(engine.clamp(operand, low, high).value, due, word)
    for symbol, holds in (("<", "__lt__"), (">", "__gt__"), ("<=", "__le__"), (">=", "__ge__")):
        got = engine.choose(operand, symbol, "1.769", -operand, 2).value
        assert got.dtype == engine.dtype
        bound = exact.decimal("1.769")
        same(got, [-v if getattr(v, holds)(bound) else 2.0 for v in floats(x)], symbol)


# ---- writings ------------------------------------------------------------------------------------

SEEDS = ("erf", "erfc", "tanh", "sigmoid")
ALL = {("gelu", name): w for name, w in WRITINGS.items()}
ALL |= {("gelu_grad", name): w for name, w in GRADIENTS.items()}
CASES = [
    (key, dtype, arithmetic)
    for key in ALL
    for dtype, fmt in FORMATS.items()
    for arithmetic, wider in ARITHMETICS.items()
    # of 8 bits the contracts are over all values; here those known best
    if wider(fmt) and (fmt.bits > 8 or key[1] in SEEDS)
]


@pytest.mark.parametrize(
    ("key", "dtype", "arithmetic"), CASES, ids=["-".join((*k, d, a)) for k, d, a in CASES]
)
def test_writing_step_by_step(key, dtype, arithmetic, slow, agree):
    """What its text says, left to right; under upcast one rounding at the end."""
    fmt = FORMATS[dtype]
    wide = slow(ARITHMETICS[arithmetic](fmt), fmt)
    x = drawn(agree, fmt, 160 if key[1] in SEEDS else 12, 7)
    got = compute(ALL[key].call, x, fmt, arithmetic)
    assert got.dtype == fmt.dtype
    due = []
    for v in floats(x):
        y = wide.formula(ALL[key].text, v)
        if np.isfinite(y):
            y = slow(fmt).round(Fraction(y), y)
        due.append(y if fmt.infinities or not np.isinf(y) else np.nan)
    same(got.astype(np.float64), due, key)


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
    ("erf-clip10", "float64", "native", 1e9, 10.0, "clipped"),
    ("tanh-seam5", "float64", "native", 5.0 + 2.0**-50, 5.0 + 2.0**-50, "x itself above 5"),
    (
        "tanh-table",
        "float32",
        "native",
        8.1044921875,
        8.1015625,
        "11 bits: ggml-org/llama.cpp#29252",
    ),
    ("tanh-table", "float32", "native", -11.0, 0.0, "clipped"),
    ("quick-table", "float32", "native", -65520.0, np.nan, "the index is -inf: -inf times 0"),
    ("tanh-typo", "float64", "native", -1e9, 5e8, "even: 0.5 * x * -1"),
    ("erf-half-last", "float16", "native", 40000.0, np.inf, "twice x overflows"),
    ("tanh-exp", "float16", "native", 60.0, 60.0, "exp overflows: 1 - 1/inf is 1"),
    ("quick-exp-div", "float16", "native", -7.0, -0.0, "exp overflows: x/inf"),
    ("erf-xnnpack", "float32", "native", -6.0, -0.0, "past the cap"),
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
            for writing in ALL.values():
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
