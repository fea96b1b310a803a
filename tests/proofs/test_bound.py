"""Branch and bound, on functions whose suprema are known in closed form; and its boxes."""

import math
from dataclasses import dataclass
from itertools import pairwise

import pytest
from flint import arb

from gelucheck.errors import UndecidedError
from gelucheck.proofs.bound import bound
from gelucheck.proofs.intervals import Work, working


@dataclass(frozen=True)
class Known:
    """A function for Arb balls, with its derivatives by hand."""

    value: object
    slope: object
    bend: object


BELL = Known(
    lambda x: x * (-x * x).exp(),
    lambda x: (1 - 2 * x * x) * (-x * x).exp(),
    lambda x: (4 * x**3 - 6 * x) * (-x * x).exp(),
)
SINE = Known(lambda x: x.sin(), lambda x: x.cos(), lambda x: -x.sin())
PARABOLA = Known(lambda x: x * x - 2, lambda x: 2 * x, lambda x: arb(2))
LINE = Known(lambda x: x, lambda x: arb(1), lambda x: arb(0))
FLAT = Known(lambda x: arb(1), lambda x: arb(0), lambda x: arb(0))
QUARTIC = Known(lambda x: 1 - x**4, lambda x: -4 * x**3, lambda x: -12 * x * x)
# its two peaks differ by 2e-12
NEARLY = Known(
    lambda x: x.sin() ** 2 + x * arb("1e-12"),
    lambda x: (2 * x).sin() + arb("1e-12"),
    lambda x: 2 * (2 * x).cos(),
)
HALF = math.pi / 2

# function, sign, interval, ends, the supremum, where
CASES = [
    (BELL, "plus", (0.0, 4.0), False, math.exp(-0.5) / math.sqrt(2), [math.sqrt(0.5)]),
    (BELL, "both", (-3.0, 1.0), False, math.exp(-0.5) / math.sqrt(2), [-(0.5**0.5), 0.5**0.5]),
    (BELL, "minus", (-3.0, 1.0), False, math.exp(-0.5) / math.sqrt(2), [-(0.5**0.5)]),
    (PARABOLA, "both", (-1.0, 1.5), True, 2.0, [0.0]),
    (PARABOLA, "plus", (-1.0, 3.0), True, 7.0, [3.0]),
    (PARABOLA, "plus", (-4.0, 3.0), True, 14.0, [-4.0]),
    (SINE, "both", (0.1, 6.0), True, 1.0, [HALF, 3 * HALF]),
    (SINE, "plus", (0.1, 6.0), True, 1.0, [HALF]),
    (SINE, "minus", (-0.3, 4.0), True, -math.sin(4.0), [4.0]),
    (LINE, "both", (-2.0, 2.0), True, 2.0, [-2.0, 2.0]),
    (LINE, "plus", (1.0, 1.0 + 2**-52), True, 1.0 + 2**-52, [1.0 + 2**-52]),
    (NEARLY, "plus", (0.5, 6.0), True, 1 + 3e-12 * HALF, [3 * HALF + 5e-13]),
]


@pytest.mark.parametrize("function, which, interval, ends, value, places", CASES)
def test_known_suprema(function, which, interval, ends, value, places):
    found = bound(function, which, interval, Work("it"), ends)
    # the expected value is itself rounded, by half an ulp or so
    assert found.lower * (1 - 2**-52) <= value <= found.upper * (1 + 2**-52)
    assert found.lower <= found.upper <= found.lower * (1 + 1e-15)
    assert len(found.at) == len(places)
    for (p, q), at in zip(found.at, places, strict=True):
        assert p - 2e-15 <= at <= q + 2e-15
        assert q <= math.nextafter(math.nextafter(p, math.inf), math.inf)


@pytest.mark.parametrize("function, which, interval, ends, value, places", CASES)
def test_boxes_cover_and_hold(function, which, interval, ends, value, places):
    found = bound(function, which, interval, Work("it"), ends)
    boxes = found.boxes
    assert (boxes[0][0], boxes[-1][1]) == interval
    assert all(one[1] == two[0] for one, two in pairwise(boxes))
    assert [rule for *_, rule in boxes if rule != "below"] == [
        "end" if p == q else "peak" for p, q in found.at
    ]
    places = iter(found.at)
    sides = {"plus": (1,), "minus": (-1,), "both": (1, -1)}[which]
    with working():
        for low, high, rule in boxes:
            assert low < high
            inside = [low + (high - low) * k / 8 for k in range(9)]
            most = [max(float(s * function.value(arb(x))) for s in sides) for x in inside]
            if rule == "below":
                assert max(most) <= found.lower
            else:
                p, q = next(places)
                assert low <= p <= q <= high
                assert max(most) <= found.upper


# function, sign, interval, ends, why there is no answer
OPEN = [
    (FLAT, "plus", (0.0, 1.0), True, "attained everywhere"),
    (QUARTIC, "plus", (-1.0, 1.5), True, "f'' is 0 at the peak"),
    (LINE, "plus", (0.0, 1.0), False, "the end is not to count"),
    (SINE, "minus", (0.5, 3.0), True, "-f is not positive anywhere"),
    (Known(SINE.value, SINE.slope, lambda x: arb("nan")), "plus", (0.5, 3.0), True, "no f''"),
]


@pytest.mark.parametrize("function, which, interval, ends, why", OPEN)
def test_where_no_boxes_prove_it_the_work_ends(function, which, interval, ends, why):
    with pytest.raises(UndecidedError):
        bound(function, which, interval, Work("it", 500), ends)
