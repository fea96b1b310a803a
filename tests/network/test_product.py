"""The exact product against sums of fractions."""

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.network import product as module
from gelucheck.network.product import (
    BITS,
    ERROR,
    PIECE,
    SLICES,
    cut,
    product,
    rounded,
    sliced,
    sums,
)

NORMAL, WIDE = FORMATS["float32"], FORMATS["float64"]


def fractions(matrix):
    return [[Fraction(float(each)) for each in row] for row in matrix]


def exact(rows, columns, bias=None):
    """The sums of products, as fractions."""
    right = fractions(columns)
    offset = [Fraction(0)] * len(right) if bias is None else fractions([bias])[0]
    pairs = list(zip(right, offset, strict=True))
    return [
        [sum(map(Fraction.__mul__, row, other), start) for other, start in pairs]
        for row in fractions(rows)
    ]


def drawn(kind, shape, seed):
    """Matrices of many kinds, float64."""
    generator = np.random.default_rng(seed)
    values = generator.standard_normal(shape)
    match kind:
        case "float16" | "bfloat16" | "float32":
            return FORMATS[kind].round_array(values).astype(np.float64)
        case "spread":
            return values * 2.0 ** generator.integers(-300, 300, shape)
        case "rows":
            return values * 2.0 ** generator.integers(-350, 350, (shape[0], 1))
        case "cancelling":
            values[:, 1::2] = -values[:, ::2][:, : values.shape[1] // 2] * (1 + 2.0**-40)
            return values
    return values


KINDS = ("float16", "bfloat16", "float32", "float64", "spread", "rows", "cancelling")


@pytest.mark.parametrize("kind", KINDS)
def test_slices_are_small_integers_and_make_up_the_matrix(kind):
    matrix = drawn(kind, (5, 40), 1)
    found = sliced(matrix)
    assert len(found.slices) <= SLICES
    for each in found.slices:
        assert (each == np.rint(each)).all()
        assert np.abs(each).max() <= 2 ** (BITS - 1)
    for i, row in enumerate(fractions(matrix)):
        top = Fraction(2) ** int(found.exponents[i])
        assert top / 2 <= max(map(abs, row)) < top
        for k, number in enumerate(row):
            made = sum(
                int(each[i, k]) * top / 2 ** (s * BITS - 1)
                for s, each in enumerate(found.slices, 1)
            )
            assert abs(made - number) <= top / 2 ** (SLICES * BITS)


@pytest.mark.parametrize("right", KINDS)
@pytest.mark.parametrize("left", KINDS)
def test_the_pair_is_within_the_stated_bound(left, right):
    rows, columns = drawn(left, (3, 37), 2), drawn(right, (4, 37), 3)
    a, b = sliced(rows), sliced(columns)
    high, low = sums(a, b)
    assert (high + low == high).all()
    for i, line in enumerate(exact(rows, columns)):
        for j, want in enumerate(line):
            scale = Fraction(2) ** int(a.exponents[i] + b.exponents[j])
            got = (Fraction(high[i, j]) + Fraction(low[i, j])) * scale
            reach = Fraction(np.abs(rows[i]).max()) * Fraction(np.abs(columns[j]).max())
            assert abs(got - want) <= Fraction(ERROR) * 37 * reach


@pytest.mark.parametrize("kind", ["float16", "bfloat16", "float32"])
def test_of_narrow_numbers_nothing_is_left_out(kind):
    rows, columns = drawn(kind, (3, 64), 4), drawn(kind, (3, 64), 5)
    a, b = sliced(rows), sliced(columns)
    high, low = sums(a, b)
    for i, line in enumerate(exact(rows, columns)):
        for j, want in enumerate(line):
            scale = Fraction(2) ** int(a.exponents[i] + b.exponents[j])
            assert (Fraction(high[i, j]) + Fraction(low[i, j])) * scale == want


@pytest.mark.parametrize("kind", ["float16", "float32", "float64", "rows", "cancelling"])
@pytest.mark.parametrize("fmt", FORMATS.values(), ids=str)
def test_a_sum_is_rounded_once(fmt, kind):
    rows, columns = drawn(kind, (6, 30), 6), drawn(kind, (6, 30), 7)
    bias = drawn("float32", (6,), 8)
    found = product(rows, cut(columns), bias, fmt)
    assert found.dtype == fmt.dtype
    want = [[fmt.round(each) for each in line] for line in exact(rows, columns, bias)]
    assert fmt.bits_of_values(found).tolist() == want


TIES = (
    # format, row, column, bias, what is due, why
    ("float16", [2048, 1], [1, 1], 0, 2048, "a tie, to even"),
    ("float16", [2048, 3], [1, 1], 0, 2052, "a tie, to even, up"),
    ("float16", [2048, 1, 2.0**-24], [1, 1, 1], 0, 2050, "no tie: a little more"),
    ("float16", [2048, 1], [1, 1], -(2.0**-24), 2048, "a little less"),
    ("bfloat16", [256, 1], [1, 1], 2.0**-60, 258, "the bias breaks the tie"),
    ("float32", [2.0**24, 1, 2.0**-50], [1, 1, 1], 0, 2.0**24 + 2, "74 bits"),
    ("float64", [2.0**53, 1], [1, 1], 0, 2.0**53, "a tie"),
    ("float64", [2.0**53, 1, 2.0**-20], [1, 1, 1], 0, 2.0**53 + 2, "73 bits"),
    ("float64", [2.0**53, 1], [1, 1], 2.0**-900, 2.0**53 + 2, "the bias is not lost"),
    ("float64", [2.0**53, 1], [1, 1], -(2.0**-900), 2.0**53, "on the other side"),
    ("float32", [2.0**24, 1], [1, 1], 2.0**-900, 2.0**24 + 2, "nor in two roundings"),
    ("float64", [2.0**40, 1, -(2.0**40)], [1, 1, 1], 0, 1, "what cancels is gone"),
    ("float16", [65504, 15], [1, 1], 0, 65504, "below the half step to infinity"),
    ("float16", [65504, 16], [1, 1], 0, np.inf, "at it"),
    ("float16", [2.0**-24], [0.5], 0, 0, "a tie, to zero"),
    ("float16", [2.0**-24], [0.5], 2.0**-100, 2.0**-24, "above it"),
    ("float64", [2.0**-600], [2.0**-600], 0, 0, "far below the smallest"),
    ("float64", [2.0**-600, 2.0**-500], [2.0**-600, 2.0**-573], 0, 2.0**-1073, "subnormal"),
    ("float64", [2.0**-537, 2.0**-590], [2.0**-537, 2.0**-590], 0, 2.0**-1074, "the smallest"),
    ("float64", [2.0**-537], [2.0**-538], 0, 0, "half of it, a tie"),
    ("float64", [2.0**-537, 2.0**-550], [2.0**-538, 2.0**-550], 0, 2.0**-1074, "more than half"),
    ("float64", [2.0**600], [2.0**600], 0, np.inf, "too large"),
    ("float64", [2.0**600, 2.0**600], [2.0**600, -(2.0**600)], 3, 3, "only on the way"),
    ("float64", [2.0**1023], [1], -(2.0**1023), 0, "a bias as large"),
    ("float32", [2.0**-1074], [2.0**1000], 2.0**-74, 2.0**-73, "a subnormal"),
)


@pytest.mark.parametrize(("name", "row", "column", "bias", "due", "why"), TIES)
def test_ties_and_edges(name, row, column, bias, due, why):
    rows, columns = np.array([row], np.float64), np.array([column], np.float64)
    found = product(rows, cut(columns), np.array([float(bias)]), FORMATS[name])
    assert float(found[0, 0]) == due, why


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=str)
def test_where_results_are_subnormal(fmt):
    rows = drawn("float64", (8, 20), 9) * 2.0 ** (fmt.quantum // 2)
    columns = drawn("float64", (8, 20), 10) * 2.0 ** (fmt.quantum - fmt.quantum // 2 + 2)
    found = product(rows, cut(columns), np.zeros(8), fmt)
    want = [[fmt.round(each) for each in line] for line in exact(rows, columns)]
    assert fmt.bits_of_values(found).tolist() == want
    assert len({each for line in want for each in line}) > 20


SPECIAL = (
    # row, column, bias, due
    ([np.inf, 1], [1, 1], 0, np.inf),
    ([np.inf, 1], [-1, 1], 0, -np.inf),
    ([-np.inf, 1], [-2, 1], 0, np.inf),
    ([np.inf, 1], [0, 1], 0, np.nan),
    ([np.inf, 1], [-0.0, 1], 0, np.nan),
    ([0, 1], [-np.inf, 1], 0, np.nan),
    ([3, 1], [-np.inf, 1], 0, -np.inf),
    ([-3, 1], [-np.inf, 1], 0, np.inf),
    ([np.inf, np.inf], [1, -1], 0, np.nan),
    ([np.inf, -np.inf], [1, -1], 0, np.inf),
    ([np.inf, 1], [np.inf, 1], 0, np.inf),
    ([np.inf, 1], [-np.inf, 1], 0, -np.inf),
    ([np.nan, 1], [0, 1], 0, np.nan),
    ([1, 1], [np.nan, 1], 0, np.nan),
    ([1, 1], [1, 1], np.inf, np.inf),
    ([np.inf, 1], [1, 1], -np.inf, np.nan),
    ([np.inf, 1], [1, 1], -5, np.inf),
    ([1, 1], [1, 1], np.nan, np.nan),
    ([2, 1], [1, 1], 4, 7),
)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", FORMATS)
def test_infinities_and_nans(name):
    """All in one product too, so that one row's do not touch another's."""
    for row, column, bias, due in SPECIAL:
        found = product(
            np.array([row, [2, 1]]), cut(np.array([column, [1, 3]])), np.array([bias, 0]),
            FORMATS[name],
        )  # fmt: skip
        want = np.nan if np.isinf(due) and not FORMATS[name].infinities else due
        assert str(float(found[0, 0])) == str(float(want)), (row, column, bias)
        assert found[1, 1] == 5


@pytest.mark.filterwarnings("error")
def test_a_sum_of_nothing_but_zeros_is_plus_zero():
    for fmt in FORMATS.values():
        found = product(-np.zeros((2, 3)), cut(np.ones((2, 3))), -np.zeros(2), fmt)
        assert fmt.bits_of_values(found).tolist() == [[0, 0], [0, 0]]


def test_a_sum_that_is_too_small_keeps_its_sign():
    for name in ("float16", "bfloat16", "float32"):
        fmt = FORMATS[name]
        found = product(np.array([[-(2.0**-200)]]), cut(np.ones((1, 1))), np.zeros(1), fmt)
        assert fmt.bits_of_values(found).tolist() == [[fmt.sign_bit]]


def test_sums_longer_than_a_piece():
    count = PIECE + 3
    rows, columns = drawn("float32", (1, count), 11), drawn("float64", (1, count), 12)
    found = product(rows, cut(columns), np.zeros(1), WIDE)
    want = [[WIDE.round(each) for each in line] for line in exact(rows, columns)]
    assert WIDE.bits_of_values(found).tolist() == want


def test_the_largest_integers_there_are():
    # 1 - 2^-20 is cut into 2^19 and -2^19: the longest piece of the largest slices
    number = 1 - 2.0**-20
    found = sliced(np.full((1, PIECE), number))
    assert [each[0, 0] for each in found.slices] == [2.0**19, -(2.0**19)]
    high, low = sums(found, found)
    assert Fraction(high[0, 0]) + Fraction(low[0, 0]) == PIECE * Fraction(number) ** 2


def test_blocking_and_the_room_of_slices_change_no_bit(monkeypatch):
    rows, columns = drawn("float64", (40, 50), 13), drawn("float32", (30, 50), 14)
    bias = drawn("float64", (30,), 15)
    whole = product(rows, cut(columns), bias, WIDE)
    assert product(rows, (sliced(columns, np.float64),), bias, WIDE).tobytes() == whole.tobytes()
    one = [product(rows[i : i + 1], cut(columns), bias, WIDE) for i in range(40)]
    assert np.concatenate(one).tobytes() == whole.tobytes()
    monkeypatch.setattr(module, "_NUMBERS", 170)
    monkeypatch.setattr(module, "_COLUMNS", 7)
    assert product(rows, cut(columns), bias, WIDE).tobytes() == whole.tobytes()


def test_a_slice_of_zeros_changes_no_bit():
    rows, columns = drawn("float64", (3, 20), 16), drawn("float64", (3, 20), 17)
    few = sliced(np.rint(rows * 8))
    assert len(few.slices) == 1
    more = module.Sliced((*few.slices, *[np.zeros((3, 20))] * 3), few.exponents, few.matrix, True)
    other = sliced(columns)
    for each, padded in zip(sums(few, other), sums(more, other), strict=True):
        assert each.tobytes() == padded.tobytes()


@pytest.mark.parametrize("fmt", [NORMAL, FORMATS["float16"], FORMATS["bfloat16"]], ids=str)
def test_two_words_are_rounded_once(fmt):
    # halfway between two values of the format, and a low word on either side
    half = 1 + 2.0**-fmt.precision
    for number in (half, -half, 3 * half, 2.0**-3 * half):
        for low in (0.0, 2.0**-200, -(2.0**-200), 2.0**-54 * abs(number) / 4):
            found = rounded(np.array([number]), np.array([low]), fmt)
            want = fmt.round(Fraction(number) + Fraction(low))
            assert fmt.bits_of_values(found)[0] == want


THREADS = """
import sys
sys.path.insert(0, sys.argv[1])
from hashlib import sha256
import numpy as np
from gelucheck.formats import FORMATS
from gelucheck.network.product import cut, product
generator = np.random.default_rng(1)
rows, columns = generator.standard_normal((64, 700)), generator.standard_normal((600, 700))
found = product(rows, cut(columns), generator.standard_normal(600), FORMATS["float64"])
print(sha256(found.tobytes()).hexdigest())
"""


def test_threads_change_no_bit():
    root = str(Path(module.__file__).parents[2])
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    started = [
        subprocess.Popen(
            [sys.executable, "-c", THREADS, root],
            env=os.environ | dict.fromkeys(names, count),
            stdout=subprocess.PIPE,
        )
        for count in ("1", "2")
    ]
    one, two = (process.communicate(timeout=300)[0].strip() for process in started)
    assert len(one) == 64
    assert one == two
