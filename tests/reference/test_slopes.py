"""Second derivatives as closed forms, against differences by mpmath and series by Arb."""

import mpmath
import pytest
from flint import arb, arb_series

from gelucheck.reference.enclosure import arb_precision
from gelucheck.reference.functions import REFERENCES
from gelucheck.reference.oracle import GUARD
from gelucheck.reference.slopes import SLOPES

AT = [
    -300.0,
    -37.2,
    -13.0,
    -1.5,
    -1.4142135623730951,
    -0.75,
    -0.1,
    -1e-9,
    1e-9,
    0.3,
    1.2,
    6.0,
    30.0,
]


@pytest.mark.parametrize("x", AT)
@pytest.mark.parametrize("name", REFERENCES)
def test_by_differences(name, x):
    """F' within what is said of it, by mpmath's own differentiation of F."""
    mp = mpmath.MPContext()
    mp.prec = 200
    value, size = SLOPES[name].mp(mp, mp.mpf(x))
    mp.prec = 4000
    want = mp.diff(lambda at: REFERENCES[name].mp(mp, at)[0], mp.mpf(x), h=mp.mpf(2) ** -1500)
    assert abs(value - want) <= abs(size) * mp.mpf(2) ** (GUARD - 200)
    assert size >= abs(value)


@pytest.mark.parametrize("x", AT)
@pytest.mark.parametrize("name", REFERENCES)
def test_by_the_series_of_arb(name, x):
    with arb_precision(6000, 3):
        found = SLOPES[name].arb(arb(x))
        due = REFERENCES[name].arb(arb_series([arb(x), 1], prec=2))[1]
        assert found.overlaps(due) and found.rel_accuracy_bits() > 100
    mp = mpmath.MPContext()
    mp.prec = 300
    value, _ = SLOPES[name].mp(mp, mp.mpf(x))
    with arb_precision(6000):
        assert abs(arb(mpmath.nstr(value, 90)) / due - 1) < arb(2) ** -150
