"""oracle(): any shape, layout and dtype in, correctly rounded values of the format out."""

import doctest
import importlib

import flint
import ml_dtypes
import mpmath
import numpy as np
import pytest

from gelucheck import oracle
from gelucheck.errors import DisagreementError, GelucheckError, UsageError
from gelucheck.formats import FORMATS
from gelucheck.reference.evaluate import confirm_some, evaluate
from gelucheck.reference.functions import FUNCTIONS, REFERENCES

pytestmark = pytest.mark.filterwarnings("error")

# GELU to 20 digits: x·mpmath.ncdf(x) at 50 digits, an algorithm of mpmath's own
with mpmath.workdps(50):
    EXACT = {x: x * mpmath.ncdf(x) for x in (-3.0, -1.5, -1.0, -0.5, 0.25, 1.0, 2.0, 3.5)}
X = np.array(list(EXACT))


def nearest(value, dtype):
    """The value of a NumPy float dtype nearest to an mpf, by trying the neighbours."""
    near = np.dtype(dtype).type(float(value))
    tries = [near, np.nextafter(near, near.dtype.type(-9)), np.nextafter(near, near.dtype.type(9))]
    return min(tries, key=lambda t: abs(mpmath.mpf(float(t)) - value))


def due(values, dtype):
    flat = [nearest(EXACT[float(v)], dtype) for v in np.ravel(values)]
    return np.array(flat, dtype).reshape(np.shape(values))


GRID = X.reshape(2, 4)
LAYOUTS = [
    (X, "one axis"),
    (GRID, "two axes"),
    (np.asfortranarray(GRID), "Fortran order"),
    (GRID.T, "transposed"),
    (X[::2], "strided"),
    (X[::-1], "negative strides"),
    (GRID[::-1, ::-2], "negative strides on both axes"),
    (X[:0], "empty"),
    (np.empty((0, 3)), "empty with axes"),
    (np.empty((2, 0, 3)), "an empty axis inside"),
    (np.array(-1.5), "no axis"),
    (X.reshape(1, 2, 1, 4), "axes of one"),
    (np.broadcast_to(X[0], (3, 2)), "a read-only view of one value"),
    (np.lib.stride_tricks.sliding_window_view(X, 3), "overlapping windows"),
]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize(("x", "why"), LAYOUTS, ids=[why for _, why in LAYOUTS])
def test_layouts(x, why, dtype):
    before = x.copy()
    for given in (x, x.astype(dtype), x.astype(np.dtype(dtype).newbyteorder(">"))):
        got = oracle(given, dtype=dtype)
        assert isinstance(got, np.ndarray)
        assert got.shape == x.shape
        assert got.dtype == np.dtype(dtype)
        np.testing.assert_array_equal(got, due(x, dtype))
    np.testing.assert_array_equal(x, before)


def test_layouts_of_bfloat16():
    x = GRID.astype(ml_dtypes.bfloat16)
    for given in (x, np.asfortranarray(x), x[::-1, ::-2], x.T, GRID):
        got = oracle(given, dtype="bfloat16")
        assert got.dtype == ml_dtypes.bfloat16
        # bfloat16 is float32 without 16 bits: nearest of the two around
        for v, y in zip(np.ravel(given).astype(float), got.ravel(), strict=True):
            error = abs(mpmath.mpf(float(y)) - EXACT[v])
            for other in (np.nextafter(y, y.dtype.type(9)), np.nextafter(y, y.dtype.type(-9))):
                assert error < abs(mpmath.mpf(float(other)) - EXACT[v])


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (1.0, "a Python float"),
        (1, "a Python integer"),
        ([1, 2], "a list of integers"),
        ([[1.0], [2.0]], "a list of lists"),
        ((1.0, 2), "a tuple"),
        (np.float32(1), "a NumPy scalar"),
        (np.int8([1, 2]), "small integers"),
        (np.uint64([1, 2]), "unsigned integers"),
        (np.longdouble([1, 2]), "long doubles that are float64 values"),
        (range(1, 3), "a range"),
    ],
)
def test_numbers_of_other_types(given, why):
    got = oracle(given, dtype="float32")
    assert got.dtype == np.float32, why
    assert got.shape == np.shape(given)
    np.testing.assert_array_equal(got, due(np.asarray(given, float), "float32"))


def test_input_is_never_modified():
    for dtype in ("float16", "float32", "float64"):
        x = np.array([-0.0, 0.0, np.inf, -np.inf, np.nan, 5e-324, -1.0, 1e300, -50]).astype("f8")
        with np.errstate(all="ignore"):
            x = x.astype(dtype)
        before = x.tobytes()
        result = oracle(x, dtype=dtype)
        assert x.tobytes() == before
        assert not np.shares_memory(result, x)
        result[...] = 1


BAD = [
    ({"x": [True, False]}, "bool", "a truth value is no number"),
    ({"x": [1j]}, "complex", "complex"),
    ({"x": ["1.0"]}, "<U", "text"),
    ({"x": [b"1.0"]}, "S3", "bytes"),
    ({"x": np.array(["2020-01-01"], "datetime64[D]")}, "datetime64", "a date"),
    ({"x": np.array([3], "timedelta64[s]")}, "timedelta64", "a duration"),
    ({"x": [None]}, "object", "nothing"),
    ({"x": None}, "object", "nothing at all"),
    ({"x": [1.0, "a"]}, "<U", "text among numbers"),
    ({"x": np.array([(1.0, 2)], "f4,i4")}, "[(", "a record"),
    ({"x": np.array([b"ab"], "V2")}, "V2", "raw bytes"),
    ({"x": [[1.0], [2.0, 3.0]]}, "", "a ragged list"),
    ({"x": [1 << 70]}, "", "an integer beyond 64 bits is an object to NumPy"),
    ({"x": [1.0], "dtype": "float24"}, "float24", "no such format"),
    ({"x": [1.0], "dtype": "FLOAT32"}, "FLOAT32", "names are as they are"),
    ({"x": [1.0], "dtype": np.float32}, "float32", "a class is not a name"),
    ({"x": [1.0], "dtype": None}, "None", "no name"),
    ({"x": [1.0], "function": "relu"}, "relu", "no such function"),
    ({"x": [1.0], "function": None}, "None", "no name"),
    ({"x": [1.0], "function": ["gelu"]}, "gelu", "a list of functions"),
    ({"x": [0.5, 0.1], "dtype": "float16"}, "0.1", "not a float16 value"),
    ({"x": np.array([[1.0, 70000.0]]), "dtype": "float16"}, "70000.0", "beyond float16"),
    ({"x": [1e-60], "dtype": "float32"}, "1e-60", "below float32"),
    ({"x": np.float32([1.0, 1.001]), "dtype": "bfloat16"}, "1.001", "not a bfloat16 value"),
    ({"x": [2049], "dtype": "float16"}, "2049", "an odd integer of 12 bits"),
    ({"x": [(1 << 53) + 1]}, "9007199254740993", "an odd integer of 54 bits"),
    ({"x": np.uint64([(1 << 64) - 1])}, "18446744073709551615", "the cast to float64 rounds it"),
]


@pytest.mark.parametrize(("arguments", "named", "why"), BAD, ids=[why for *_, why in BAD])
def test_bad_input_is_a_usage_error_that_names_it(arguments, named, why):
    with pytest.raises(UsageError) as caught:
        oracle(**arguments)
    assert named in str(caught.value)
    assert caught.value.mend


FORM = [(-np.inf, -0.0), (np.inf, np.inf), (0.0, 0.0), (-0.0, -0.0)]
SLOPE = [(-np.inf, -0.0), (np.inf, 1.0), (0.0, 0.5), (-0.0, 0.5)]


@pytest.mark.skipif(np.finfo(np.longdouble).nmant == 52, reason="long double is float64 here")
@pytest.mark.parametrize(
    ("x", "named", "why"),
    [
        (np.longdouble(1) + np.longdouble(2) ** -60, "1", "the cast to float64 rounds it"),
        (np.longdouble("1e-400"), "1e-400", "the cast to float64 makes it 0"),
        (np.longdouble("1e400"), "1e+400", "the cast to float64 makes it infinite"),
    ],
)
def test_a_long_double_is_not_rounded(x, named, why):
    with pytest.raises(UsageError) as caught:
        oracle([0.0, x])
    assert named in str(caught.value), why
    assert "element 1" in str(caught.value)


@pytest.mark.parametrize("dtype", list(FORMATS))
@pytest.mark.parametrize("function", list(REFERENCES))
def test_limits(function, dtype):
    """Limits at infinity, with their sign: forms and derivatives end below zero on the left."""
    for x, expected in SLOPE if function.endswith("_grad") else FORM:
        assert repr(float(oracle(x, dtype=dtype, function=function))) == repr(expected)


@pytest.mark.parametrize("dtype", list(FORMATS))
@pytest.mark.parametrize("function", list(REFERENCES))
def test_any_nan_gives_a_nan(dtype, function):
    """Quiet and signalling, every sign and payload of a share, without a warning."""
    fmt = FORMATS[dtype]
    rng = np.random.default_rng(0)
    payload = rng.integers(1, 1 << (fmt.precision - 1), 50).astype(fmt.uint)
    bits = np.concatenate([payload, payload | fmt.uint.type(fmt.sign_bit)])
    x = (bits | fmt.uint.type(fmt.end_bits)).view(fmt.dtype)
    assert np.isnan(oracle(x, dtype=dtype, function=function).astype(np.float64)).all()


def test_a_nan_of_another_dtype():
    signalling = np.array([0x7F800001, 0xFF800001, 0x7FC00000], np.uint32).view(np.float32)
    for dtype in FORMATS:
        assert np.isnan(oracle(signalling, dtype=dtype).astype(np.float64)).all()


HARD = [-50.0, -38.5, -14.0, -2.7, -1e-310, -0.0, 0.0, 5e-324, 1e-200, 0.7, 9.0, 1e308, np.inf]


@pytest.mark.parametrize("function", list(REFERENCES))
def test_numpy_error_state(function):
    """The caller may have every floating-point event raise; nothing is raised or changed."""
    with np.errstate(all="raise"):
        state = np.geterr()
        got = oracle([*HARD, np.nan, -np.inf], function=function)
        oracle(FORMATS["float16"].all_values()[::7], dtype="float16", function=function)
        oracle(FORMATS["bfloat16"].all_values()[::7], dtype="bfloat16", function=function)
        oracle(np.float32([1e-45, -1e-45, -103, 88, 3e38]), dtype="float32", function=function)
        oracle(np.arange(100), dtype="float16", function=function)
        assert np.geterr() == state
    np.testing.assert_array_equal(got, oracle([*HARD, np.nan, -np.inf], function=function))


@pytest.mark.parametrize("bad", [False, True])
def test_precisions_of_the_caller(bad):
    before = mpmath.mp.prec, flint.ctx.prec, flint.ctx.cap
    try:
        mpmath.mp.prec, flint.ctx.prec, flint.ctx.cap = 77, 99, 5
        if bad:
            for x in ("a", [0.1]):
                with pytest.raises(GelucheckError):
                    oracle(x, dtype="float16")
        else:
            oracle(HARD)
            x = np.array([-1.0, 2.0])
            reference = evaluate(FUNCTIONS["gelu"], x, FORMATS["float64"])
            confirm_some(reference, x, 2, 0)
            reference.rounded[:] = np.nextafter(reference.rounded, 9)
            with pytest.raises(DisagreementError):
                confirm_some(reference, x, 2, 0)
        assert (mpmath.mp.prec, flint.ctx.prec, flint.ctx.cap) == (77, 99, 5)
    finally:
        mpmath.mp.prec, flint.ctx.prec, flint.ctx.cap = before


def test_results_do_not_depend_on_the_precision_of_the_caller():
    x = np.random.default_rng(1).uniform(-39, 9, 200)
    usual, before = oracle(x), (mpmath.mp.prec, flint.ctx.prec)
    try:
        mpmath.mp.prec, flint.ctx.prec = 10, 10
        np.testing.assert_array_equal(oracle(x), usual)
    finally:
        mpmath.mp.prec, flint.ctx.prec = before


def test_undecided_values_of_both_signs_keep_their_bits(monkeypatch):
    """Patterns below and above 2^63 in one list are float64 to NumPy: the last bits were lost."""
    x = np.array([-1.5, 0.25, 2.0, -0.5, 3.5])
    module = importlib.import_module("gelucheck.reference.evaluate")
    decide = module.decide

    def nothing(*arguments):
        rounded, undecided = decide(*arguments)
        return np.zeros_like(rounded), np.ones_like(undecided)

    monkeypatch.setattr(module, "decide", nothing)
    found = evaluate(FUNCTIONS["gelu"], x, FORMATS["float64"])
    assert found.asked == x.size
    np.testing.assert_array_equal(found.rounded, due(x, "float64"))


def test_confirm_some_of_nothing():
    x = np.empty(0)
    assert confirm_some(evaluate(FUNCTIONS["gelu"], x, FORMATS["float64"]), x, 5, 0) == 0


def test_the_example_in_the_docstring():
    """0.841344746068… · 2^24 = 14115422.535…: the nearest float32 is 14115423/2^24."""
    np.testing.assert_array_equal(
        oracle([-1.0, 0.0, 1.0], dtype="float32")[1:], np.float32([0, 14115423 / 2**24])
    )
    module = importlib.import_module("gelucheck.reference.evaluate")
    assert doctest.testmod(module).failed == 0
