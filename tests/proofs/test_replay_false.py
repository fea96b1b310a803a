"""Certificates that are well made but for one rule: each would pass if that rule were not held."""

from fractions import Fraction

import mpmath
import pytest

from gelucheck.proofs.agreement import agreement
from gelucheck.proofs.certificate import document
from gelucheck.proofs.replay import Rejected, replay
from gelucheck.proofs.suprema import relative_supremum


def refused(theorem: dict) -> Rejected:
    with pytest.raises(Rejected) as caught:
        replay(document([]) | {"theorems": [theorem]})
    return caught.value


def test_an_end_of_the_smaller_sign():
    """gelu' rises from -0.056 to 0.074: the left end is no supremum of its magnitude."""
    with mpmath.workdps(40):
        x = mpmath.mpf(-0.9)
        value = float(-(mpmath.ncdf(x) + x * mpmath.npdf(x)))
    low, high, lower = (-0.9).hex(), (-0.6).hex(), (value * (1 - 2.0**-52)).hex()
    made = relative_supremum("tanh", -1.25, -1.0).certificate | {
        "function": {"kind": "itself", "form": "erf", "constant": None, "of": "gelu_grad"},
        "domain": [low, high],
        "lower": lower,
        "upper": (float.fromhex(lower) * (1 + 2.0**-51)).hex(),
        "at": [[low, low]],
        "boxes": [[low, high, "end"]],
    }
    assert refused(made).reason == "has a large value of the other sign"


def test_an_interval_that_is_kept_silent():
    """Around -1.21 the sigmoid form agrees to 1e-3 again: that is not beyond the tolerance."""
    real = agreement("sigmoid", Fraction(1, 1000))[0].certificate
    first, inner, last = real["within"]
    start, end = (float.fromhex(spot[0]) for spot in inner)
    boxes = [
        [*box[:2], "beyond"] if start <= float.fromhex(box[0]) <= end else box
        for box in real["boxes"]
    ]
    assert refused(real | {"boxes": boxes, "within": [first, last]}).reason.endswith(
        "beyond the tolerance"
    )


def test_a_wide_crossing():
    """A crossing with the boxes on either side: it is in there, but not to 15 digits."""
    real = agreement("sigmoid", Fraction(1, 50))[0].certificate
    boxes = real["boxes"]
    k = next(k for k, box in enumerate(boxes) if box[2] == "cross")
    wide = [boxes[k - 1][0], boxes[k][1], "cross"]
    (start, _), after = real["within"]
    made = real | {
        "boxes": [*boxes[: k - 1], wide, *boxes[k + 1 :]],
        "within": [[start, wide[:2]], after],
    }
    fault = refused(made)
    assert fault.place == f"box {k - 1}" and "narrow" in fault.reason


@pytest.mark.parametrize("text", ["", "\x1b[2J", "two\nlines", "\ud800", "x" * 1001, None, 1])
@pytest.mark.parametrize("key", ["name", "sentence"])
def test_texts_are_one_printable_line(key, text):
    real = relative_supremum("tanh", -1.25, -1.0).certificate
    assert refused(real | {key: text})
