"""Expected errors by hand, and how they are gathered."""

import math
from dataclasses import replace

import mpmath
import numpy as np
import pytest

from gelucheck.errors import ImplementationError
from gelucheck.expected import expected_errors
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.forms.catalogue import find_writing
from gelucheck.implementations.interface import Implementation
from gelucheck.implementations.writing import from_writing
from gelucheck.inputs.weights import Weighted, parse_weights, weighted_inputs
from gelucheck.record import Means
from gelucheck.sums import digits_in, to_digits

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()
MP = mpmath.MPContext()
MP.dps = 30


def made(call, form="erf"):
    return Implementation("made", "gelu", form, None, None, call, tuple(FORMATS))


def giving(*outputs):
    return made(lambda x, fmt: np.array(outputs, fmt.dtype))


def writing(form, function="gelu", arithmetic="native"):
    return from_writing(find_writing(form, function), arithmetic)


def weighted(fmt, values, weights, share=1.0):
    return Weighted("w", fmt, np.array(values, fmt.dtype), np.array(weights), "given", share)


def normal(fmt, sigma="1.0", **how):
    return weighted_inputs(parse_weights(f"normal:{sigma}"), fmt, **how)


def one(implementation, inputs, **how):
    (found,) = expected_errors([implementation], inputs, **how)
    return found


def gelu(x):
    return MP.mpf(x) * MP.ncdf(MP.mpf(x))


# ---- by hand -----------------------------------------------------------------------------------


def test_three_numbers_by_hand(tmp_path):
    """-3, 1, 1, 2 in float64, and 0, 1, 2 for them.

    |0 - G(-3)| = 0.0040497 in [2^-8, 2^-7): an ulp is 2^-60. |1 - G(1)| = 0.1586553, G(1) =
    0.8413447 in [1/2, 1): 2^-53. |2 - G(2)| = 0.0455003, G(2) = 1.9544997 in [1, 2): 2^-52.
    """
    path = tmp_path / "a.txt"
    path.write_text("1\n-3\n2\n1\n")
    inputs = weighted_inputs(parse_weights(str(path)), DOUBLE)
    found = one(giving(0.0, 1.0, 2.0), inputs)
    left, middle, right = -gelu(-3), 1 - gelu(1), 2 - gelu(2)
    mean = (left + 2 * middle + right) / 4
    assert float(mean) == pytest.approx((0.0040497 + 2 * 0.1586553 + 0.0455003) / 4, abs=1e-7)
    assert abs(found.total.abs - mean) <= mean * 1e-11
    ulps = (left * 2.0**60 + 2 * middle * 2.0**53 + right * 2.0**52) / 4
    assert abs(found.total.ulp - ulps) <= ulps * 1e-11
    assert (found.weights, found.evidence, found.inputs, found.share) == ("a.txt", "given", 3, 1)
    assert found.evaluation == found.total


def test_only_ratios_of_weights_mean_anything():
    outputs = giving(0.0, 1.0, 2.0)
    values = [-3.0, 1.0, 2.0]
    due = one(outputs, weighted(DOUBLE, values, [1.0, 2.0, 1.0]))
    for factor in (2.0**-40, 3.0, 2.0**20):
        weights = np.array([1.0, 2.0, 1.0]) * factor
        assert one(outputs, weighted(DOUBLE, values, weights)) == due


def test_what_has_no_error_is_left_out():
    """Weights 1, 2, 5: without the second there are 6 of 8, of three quarters of the whole."""
    inputs = weighted(DOUBLE, [-3.0, 1.0, 2.0], [1.0, 2.0, 5.0], 0.75)
    for bad in (math.nan, math.inf, -math.inf):
        found = one(giving(0.0, bad, 2.0), inputs)
        mean = (-gelu(-3) + 5 * (2 - gelu(2))) / 6
        assert abs(found.total.abs - mean) <= mean * 1e-11
        assert (found.share, found.inputs) == (0.75 * 0.75, 2)


def test_nothing_measured():
    found = one(giving(math.nan, math.inf), weighted(HALF, [1.0, 2.0], [1.0, 1.0]))
    assert (found.total, found.share, found.inputs) == (Means(None, None), 0.0, 0)
    assert found.evaluation == Means(None, None)


def test_a_lost_value_is_seen_in_the_share():
    """Though its weight is below what float64 tells from 1."""
    found = one(giving(1.0, math.nan), weighted(HALF, [1.0, 2.0], [1.0, 1e-30]))
    assert found.share == 1 - 2.0**-53


def test_more_units_than_float64_counts():
    """u(G(-38.5)) is the smallest subnormal: 1e300 of it is 2e623."""
    inputs = weighted(DOUBLE, [-38.5, 1.0], [1.0, 3.0])
    found = one(giving(1e300, 1.0), inputs)
    assert found.total.ulp == math.inf
    assert found.total.abs == 2.5e299
    # where it has no weight it has no say
    found = one(giving(1e300, 1.0), replace(inputs, weights=np.array([0.0, 3.0])))
    assert found.total.ulp == pytest.approx(float((1 - gelu(1)) * 2**53), rel=1e-11)


def test_nothing_declared():
    item = made(lambda x, fmt: x, form=None)
    assert one(item, weighted(HALF, [1.0], [1.0])).evaluation is None


def test_no_error_is_none():
    found = one(giving(-0.0, 0.0), weighted(DOUBLE, [-0.0, 0.0], [1.0, 1.0]))
    assert found.total.abs == 0.0 and found.total.ulp == 0.0


# ---- how it is done ----------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", [HALF, SINGLE, DOUBLE], ids=lambda fmt: fmt.name)
def test_blocks_leave_no_trace(fmt):
    items = [writing("tanh"), writing("tanh", "gelu_grad")]
    inputs = normal(fmt, samples=4096)
    small = inputs.values.size // 3
    found = [expected_errors(items, inputs, size=size) for size in (1 << 16, small)]
    assert found[0] == found[1]
    assert found[0] == expected_errors(items, inputs)


def test_duplicates_are_weights(tmp_path):
    paths = [tmp_path / name for name in ("a.txt", "b.txt")]
    paths[0].write_text("1\n2\n" * 3 + "-1\n")
    paths[1].write_text("2\n2\n-1\n1\n2\n1\n1\n")
    first, second = (
        one(writing("tanh"), weighted_inputs(parse_weights(str(path)), HALF)) for path in paths
    )
    assert replace(first, weights="") == replace(second, weights="")
    assert one(writing("tanh"), weighted(HALF, [-1.0, 1.0, 2.0], [1.0, 3.0, 3.0])) == replace(
        first, weights="w"
    )


def test_code_that_fails_spoils_nothing_else():
    def fails(x, fmt):
        if (x == 2).any():
            raise ValueError("not today")
        return x

    inputs = weighted(HALF, [1.0, 1.5, 2.0, 3.0], [1.0] * 4)
    bad, good = expected_errors([made(fails), writing("tanh")], inputs, size=2)
    assert isinstance(bad, ImplementationError) and "not today" in bad.what
    assert good == one(writing("tanh"), inputs)


def test_progress_counts_every_value():
    told = []
    inputs = weighted(HALF, [1.0, 1.5, 2.0], [1.0] * 3)
    items = [writing("tanh"), writing("erf")]
    expected_errors(items, inputs, size=2, told=lambda more, label: told.append((more, label)))
    assert sum(more for more, _ in told) == 6
    assert told[0] == (2, "float16 tanh, w")


@pytest.mark.parametrize(
    ("number", "ratio", "most", "due"),
    [
        (1.23456789, 10**5, 17, 1.235),
        (1.23456789, 1, 17, 1.0),
        (1.23456789, 10**30, 4, 1.235),
        (9.99e300, 10**3, 12, 1e301),
    ],
)
def test_sure_digits(number, ratio, most, due):
    from fractions import Fraction

    assert to_digits(number, digits_in(Fraction(ratio)), most) == due


@pytest.mark.parametrize("fmt", [BRAIN, SINGLE], ids=str)
def test_a_figure_without_a_sure_digit_is_none(fmt):
    """Of 1e-20 GELU is x/2 and x²/√(2π), 4e-41, more, which double precision does not see beside
    it; nor is the error 0, which x/2 for GELU has in double precision."""
    x = float(fmt.round_array(np.array([1e-20]))[0])
    found = one(writing("erf"), weighted(fmt, [x], [1.0]))
    assert found.total.abs is None and found.share == 1


def test_an_error_of_zero_is_zero():
    assert one(giving(0.0), weighted(DOUBLE, [0.0], [1.0])).total.abs == 0
