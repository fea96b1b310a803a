"""Golden vectors against mpmath, written down here once more, and against the definition."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS
from gelucheck.reference.functions import REFERENCES
from gelucheck.vectors.choose import choose
from gelucheck.vectors.make import bracket, make_set
from gelucheck.vectors.tags import TAGS


def own(name, x):
    """A reference in mpmath at 400 bits: the textbook's formulas."""
    mp = mpmath.mp
    x = mp.mpf(x)
    tanh_z = 2 * mp.sqrt(2 / mp.pi) * (x + mp.mpf("0.044715") * x**3)
    tanh_dz = 2 * mp.sqrt(2 / mp.pi) * (1 + 3 * mp.mpf("0.044715") * x**2)
    quick = mp.mpf("1.702")

    def logistic(z):
        return 1 / (1 + mp.exp(-z))

    def slope(z, dz):
        return logistic(z) + x * dz * logistic(z) * logistic(-z)

    return {
        "gelu": lambda: x * mp.erfc(-x / mp.sqrt(2)) / 2,
        "tanh": lambda: x * logistic(tanh_z),
        "sigmoid": lambda: x * logistic(quick * x),
        "gelu_grad": lambda: mp.erfc(-x / mp.sqrt(2)) / 2 + x * mp.npdf(x),
        "tanh_grad": lambda: slope(tanh_z, tanh_dz),
        "sigmoid_grad": lambda: slope(quick * x, quick),
    }[name]()


@pytest.mark.parametrize("function", REFERENCES)
@pytest.mark.parametrize("name", FORMATS)
def test_neighbours_and_the_nearer_one_are_those_of_mpmath(name, function):
    fmt = FORMATS[name]
    # of every magnitude at which the result is neither a limit nor an input beyond any precision
    x = [
        sign * value * 2.0**power
        for power in (-60, -12, -3, -1, 0, 1, 2, 3)
        for value in (1.0, 1.375, 1.875)
        for sign in (1, -1)
    ]
    x = np.unique(fmt.round_array(np.array(x)).astype(np.float64))
    x = x[x != 0]
    # the values of the format themselves, as exact numbers, are the definition of a neighbour
    rounded, below, above = (
        each.astype(np.float64) for each in bracket(fmt, REFERENCES[function], x.astype(fmt.dtype))
    )
    with mpmath.workprec(1000):
        for at, *three in zip(
            x.tolist(), rounded.tolist(), below.tolist(), above.tolist(), strict=True
        ):
            y = own(function, at)
            near, low, high = (mpmath.mpf(each) for each in three)
            assert low < y < high
            # nothing of the format is between them
            step = fmt.ordinal(fmt.bits_of(three[2])) - fmt.ordinal(fmt.bits_of(three[1]))
            assert step == 1
            nearer = low if y - low < high - y else high
            assert near == nearer


@pytest.mark.parametrize(
    ("name", "function", "x", "due", "why"),
    [
        ("float32", "gelu", 0.0, (0.0, 0.0, 0.0), "G(0) = 0"),
        ("float32", "gelu", -0.0, (-0.0, -0.0, -0.0), "with the sign of the input"),
        ("float32", "gelu", np.inf, (np.inf, np.inf, np.inf), "the limit"),
        ("float32", "gelu", -np.inf, (-0.0, -0.0, -0.0), "approached from below"),
        ("float32", "gelu_grad", np.inf, (1.0, 1.0, 1.0), "the limit"),
        ("float64", "tanh_grad", -np.inf, (-0.0, -0.0, -0.0), "approached from below"),
        ("float64", "sigmoid_grad", 0.0, (0.5, 0.5, 0.5), "Φ(0)"),
        ("float32", "gelu", -100.0, (-0.0, -(2.0**-149), -0.0), "above the smallest, below zero"),
        ("float32", "gelu", 100.0, (100.0, np.nextafter(np.float32(100), 0), 100.0), "below x"),
        ("float32", "gelu_grad", 100.0, (1.0, 1.0, 1 + 2.0**-23), "above 1"),
        ("float32", "sigmoid", 2.0**-149, (2.0**-149, 0.0, 2.0**-149), "a tie, and a bit above"),
        ("float32", "sigmoid", -(2.0**-149), (-0.0, -(2.0**-149), -0.0), "a tie, and a bit above"),
        ("float16", "gelu", 65504.0, (65504.0, 65472.0, 65504.0), "below x, which is largest"),
    ],
)
def test_limits_and_ends(name, function, x, due, why):
    fmt = FORMATS[name]
    found = bracket(fmt, REFERENCES[function], np.array([x]).astype(fmt.dtype))
    got = [fmt.bits_of_values(each)[0] for each in found]
    assert got == [fmt.bits_of(each) for each in map(float, due)], why


def test_every_value_of_a_16_bit_format_and_one_nan():
    found = make_set("float16", "sigmoid")
    # 2·31·1024 finite patterns, two infinities, one NaN
    assert (found.count, found.evidence) == (2 * 31 * 1024 + 2 + 1, "exhaustive")
    fmt = FORMATS["float16"]
    x = fmt.values_of_bits(found.inputs).astype(np.float64)
    assert np.isnan(x[-1]) and np.all(np.diff(x[1:-2]) >= 0) and x[0] == -np.inf
    assert len(set(found.inputs.tolist())) == found.count
    last = [int(getattr(found, column)[-1]) for column in ("inputs", "outputs", "below", "above")]
    assert last == [0x7E00] * 4
    assert np.all(found.tags & TAGS["exhaustive"])


def test_the_same_words_give_the_same_set_and_a_seed_another():
    first, second = (make_set("float32", "gelu", 50, 7) for _ in range(2))
    assert first.sha256 == second.sha256
    other, _, _ = choose(FORMATS["float32"], REFERENCES["gelu"], 50, 8)
    same, _, _ = choose(FORMATS["float32"], REFERENCES["gelu"], 50, 7)
    inputs = FORMATS["float32"].bits_of_values(FORMATS["float32"].values(same))
    assert np.array_equal(first.inputs[:-1], inputs) and not np.array_equal(same, other)


def test_subnormals_are_tagged():
    found = make_set("float32", "gelu", 0)
    for column, tag in (("inputs", "subnormal-input"), ("outputs", "subnormal-output")):
        magnitude = getattr(found, column) & np.uint32((1 << 31) - 1)
        due = (magnitude > 0) & (magnitude < np.uint32(1 << 23))
        assert due.any()
        assert np.array_equal(due, (found.tags & TAGS[tag]) > 0)


def test_progress_is_told():
    told = []
    make_set("float32", "gelu", 0, progress=lambda done, total: told.append((done, total)))
    assert told[0][0] == 0 and told[0][1] > 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("float31", "gelu"), "float31"),
        (("float32", "relu"), "relu"),
        (("float32", "gelu", -1), "--samples -1"),
        (("float32", "gelu", 1 << 30), "--samples"),
        (("float32", "gelu", 5, -1), "--seed -1"),
    ],
)
def test_what_means_nothing_is_refused(words, said):
    with pytest.raises(UsageError, match=said):
        make_set(*words)


def test_no_finite_input_overflows():
    # what records.VectorSet says: at the largest value of each format the result is finite
    for fmt in FORMATS.values():
        for function in REFERENCES.values():
            x = fmt.values_of_bits(np.array([fmt.bits_of(fmt.largest)], fmt.uint))
            assert all(np.isfinite(float(each[0])) for each in bracket(fmt, function, x))
            assert Fraction(float(bracket(fmt, function, x)[0][0])) <= Fraction(fmt.largest)
