"""The maxima that may be the highest, before anything is proved of them."""

import math

import pytest

from gelucheck.proofs.intervals import Work, above, below, working
from gelucheck.proofs.tops import Question, find_tops


class Sine:
    value = staticmethod(lambda x: x.sin())
    slope = staticmethod(lambda x: x.cos())
    bend = staticmethod(lambda x: -x.sin())


# signs, interval, ends, (where, sign of f)
CASES = [
    ((1,), (0.5, 8.5), False, [(math.pi / 2, 1), (5 * math.pi / 2, 1)]),
    ((1, -1), (0.5, 6.0), False, [(math.pi / 2, 1), (3 * math.pi / 2, -1)]),
    ((-1,), (0.5, 6.0), False, [(3 * math.pi / 2, -1)]),
    ((1,), (-1.0, 1.0), True, [(1.0, 1)]),
    ((1, -1), (-1.0, 1.0), True, [(-1.0, -1), (1.0, 1)]),
    ((1,), (-1.0, 1.0), False, []),
]


@pytest.mark.parametrize("signs, interval, ends, places", CASES)
def test_known_maxima(signs, interval, ends, places):
    with working():
        tops = sorted(
            find_tops(Question(Sine, signs, *interval, ends, Work("it"))), key=lambda top: top.at
        )
        assert [top.sign for top in tops] == [side for _, side in places]
        for top, (place, side) in zip(tops, places, strict=True):
            assert top.at[0] - 1e-15 <= place <= top.at[1] + 1e-15
            assert top.rule == ("end" if abs(place) == 1.0 else "peak")
            value = math.sin(place)
            assert abs(float(top.attained) - abs(value)) < 1e-15 and side * value > 0
            assert above(top.ceiling) >= below(top.attained)
