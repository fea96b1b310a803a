"""Where a function passes a tolerance, on functions for which that is known."""

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from flint import arb

from gelucheck.errors import UndecidedError
from gelucheck.proofs.crossings import Crossings
from gelucheck.proofs.intervals import Work, working


class Sine:
    value = staticmethod(lambda x: x.sin())
    slope = staticmethod(lambda x: x.cos())
    bend = staticmethod(lambda x: -x.sin())


def crossed(tolerance: str, low: float, high: float) -> list[tuple[float, float, str]]:
    with working():
        return list(Crossings(Sine, Fraction(tolerance), Work("it", 2000)).over(low, high))


# tolerance, interval, where |sin x| passes it, as multiples of pi; and the words from the left
CASES = [
    ("0.5", (-3.0, 3.0), [-5 / 6, -1 / 6, 1 / 6, 5 / 6], "within beyond within beyond within"),
    ("0.5", (1.0, 2.0), [], "beyond"),
    ("0.5", (0.7, 3.0), [5 / 6], "beyond within"),
    ("1.5", (-3.0, 3.0), [], "within"),
    # +1/1000 to -1/1000 within a small part of the interval
    ("0.001", (3.0, 3.5), [1 - 0.001 / math.pi, 1 + 0.001 / math.pi], "beyond within beyond"),
]


@pytest.mark.parametrize("tolerance, interval, places, words", CASES)
def test_known_crossings(tolerance, interval, places, words):
    boxes = crossed(tolerance, *interval)
    assert (boxes[0][0], boxes[-1][1]) == interval
    assert all(one[1] == two[0] for one, two in pairwise(boxes))
    found = [box for box in boxes if box[2] == "cross"]
    assert len(found) == len(places)
    for (low, high, _), place in zip(found, places, strict=True):
        assert high == math.nextafter(low, math.inf)
        # sin^-1 0.001 is 0.001 + 0.001^3/6
        room = 2e-10 if tolerance == "0.001" else 1e-15
        assert low - room <= place * math.pi <= high + room
    told = [rule for *_, rule in boxes if rule != "cross"]
    assert [one for one, two in pairwise([*told, ""]) if one != two] == words.split()
    with working():
        for low, high, rule in boxes:
            for k in range(5):
                size = abs(arb(low + (high - low) * k / 4).sin())
                assert rule == "cross" or (size <= arb(tolerance)) == (rule == "within")


def test_outwards_to_the_first_crossing():
    with working():
        crossings = Crossings(Sine, Fraction(1, 2), Work("it"))
        left, right = crossings.until_cross(-1, None), crossings.until_cross(1, 10.0)
        short = crossings.until_cross(1, 0.25)
    assert [box[2] for box in left].count("cross") == 1
    assert left[0][1] == 0.0 and left[-1][2] == "cross"
    assert left[-1][0] <= -math.pi / 6 <= left[-1][1]
    assert right[0][0] == 0.0 and right[-1][0] <= math.pi / 6 <= right[-1][1]
    assert short[-1][1] == 0.25 and {box[2] for box in short} == {"within"}


def test_a_tolerance_that_is_only_touched_is_not_decided():
    with pytest.raises(UndecidedError):
        crossed("1", 1.0, 2.0)
