"""A file with two outputs for one input."""

from types import SimpleNamespace

import mpmath
import pytest

from gelucheck.conformance.conflicts import two_answers
from gelucheck.conformance.subject import Subject
from gelucheck.formats import FORMATS
from gelucheck.implementations.interface import Implementation

SINGLE = FORMATS["float32"]


@pytest.mark.parametrize("swapped", [False, True])
def test_the_witness_is_the_further_of_the_two_and_wants_what_is_due(swapped):
    # at 1.5: 1.4 is nearer to GELU(1.5) = 1.39978... than 1.25 is
    one, two = (SINGLE.round(value) for value in (1.4, 1.25))
    pair = (two, one) if swapped else (one, two)
    guest = SimpleNamespace(conflicts=lambda fmt: ((SINGLE.round(1.5), *pair),))
    item = Implementation("file", "gelu", "erf", None, None, None, ("float32",), guest=guest)
    (finding,) = two_answers(Subject(item, SINGLE))
    with mpmath.workdps(40):
        due = mpmath.mpf(1.5) * mpmath.erfc(-mpmath.mpf(1.5) / mpmath.sqrt(2)) / 2
        # u is 2^-23 between 1 and 2
        ulp = float(abs(mpmath.mpf(1.25) - due) * 2**23)
    assert (finding.witness.got, finding.witness.want) == (1.25, float(due))
    assert finding.witness.value == pytest.approx(ulp, rel=1e-6)
