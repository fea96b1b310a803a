"""Taylor's formula on a box, where it is exact, and where it must bound."""

import pytest
from flint import arb

from gelucheck.proofs.intervals import working
from gelucheck.proofs.taylor import Local


class Cube:
    value = staticmethod(lambda x: x**3)
    slope = staticmethod(lambda x: 3 * x * x)
    bend = staticmethod(lambda x: 6 * x)


# box, spare: f' within, f'' within, the reach at least and at most
CASES = [
    ((0.0, 2.0), False, (-9.0, 15.0), (0.0, 12.0), 7.0, 15.1),
    # f'' on [-1, 3]: the slope is 3 and what 18 adds
    ((0.0, 2.0), True, (-15.0, 21.0), (-6.0, 18.0), 7.0, 21.1),
    ((-0.5, 0.5), False, (-1.5, 1.5), (-3.0, 3.0), 0.125, 0.751),
]


@pytest.mark.parametrize("box, spare, slope, bend, least, most", CASES)
def test_a_cube(box, spare, slope, bend, least, most):
    with working():
        local = Local(Cube, *box, spare)
        for ball, (low, high) in ((local.slope, slope), (local.bend, bend)):
            assert abs(float(ball.lower()) - low) < 1e-6 and abs(float(ball.upper()) - high) < 1e-6
        assert local.middle == (box[0] + box[1]) / 2
        assert least <= float(local.reach) <= most


def test_the_radius_is_the_longer_side():
    """Between two neighbouring float64 the middle is one of them."""
    low, high = 1.0, 1.0 + 2**-52
    with working():
        local = Local(Cube, low, high)
        assert all(abs(arb(x) ** 3 - local.value) <= local.reach for x in (low, high))
        assert float(local.reach) > 0
