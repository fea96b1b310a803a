"""A study: its inputs, its limits, and how it finds where outputs change their ways."""

import numpy as np
import pytest

from gelucheck.conformance.sampling import edges, first_inputs
from gelucheck.conformance.stretches import runs, stretch
from gelucheck.conformance.study import study_of
from gelucheck.conformance.subject import Subject
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.implementations.interface import Implementation
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.functions import REFERENCES

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()


def study(fmt, change=lambda x, y: y, **options):
    """Of the erf form, correctly rounded, with some outputs changed."""

    def call(x, fmt):
        y = evaluate(REFERENCES["gelu"], x, fmt).rounded
        with np.errstate(all="ignore"):
            return change(x, y).astype(fmt.dtype)

    item = Implementation("made", "gelu", "erf", None, None, call, (fmt.name,))
    return study_of(Subject(item, fmt), None, **options)


def test_all_of_a_format_of_16_bits_is_tried():
    assert study(HALF).x.size == 2 * (HALF.end_bits + 1)
    assert 1 << 16 < first_inputs(SINGLE, None, 0).size < 1 << 18


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=FORMATS)
def test_what_is_right_is_not_bad(fmt):
    found = study(fmt)
    assert not found.bad.any() and not found.broken.any()
    assert np.all(np.diff(found.ordinals) > 0)


LIMITS = [
    # format, x, steps off, whether that is beyond the limit, why
    (HALF, 1.0, 1, False, "one step"),
    (HALF, 1.0, 2, True, "two steps"),
    (BRAIN, -3.0, 2, True, "flat, however large k is"),
    # k = 1.29 at 1 and 8.85 at -3: 5(1 + k) = 11.4 and 49.2 ulp
    (SINGLE, 1.0, 10, False, "within 5(1 + k)"),
    (SINGLE, 1.0, 13, True, "beyond 5(1 + k)"),
    (SINGLE, -3.0, 45, False, "k is large on the left"),
    (SINGLE, -3.0, 55, True, "and yet that is too much"),
    (DOUBLE, -3.0, 45, False, "the same in float64"),
    (DOUBLE, -3.0, 55, True, "the same in float64"),
]


@pytest.mark.parametrize("fmt, x, steps, beyond, why", LIMITS, ids=[f"{c[:3]}" for c in LIMITS])
def test_limits(fmt, x, steps, beyond, why):
    def change(at, y):
        moved = fmt.values(fmt.ordinals(y) + steps)
        return np.where(at.astype(np.float64) == x, moved, y)

    given = np.array([x], fmt.dtype)
    assert study(fmt, change, inputs=given).bad.tolist() == [beyond], why


@pytest.mark.parametrize("fmt", [SINGLE, DOUBLE], ids=["float32", "float64"])
def test_a_threshold_is_found_to_the_neighbour(fmt):
    place = fmt.value(fmt.round(-2.71828))
    found = study(fmt, lambda x, y: np.where(x.astype(np.float64) < place, 0 * y, y))
    last = np.flatnonzero(found.bad)[-1]
    assert found.wide[last + 1] == place
    assert found.ordinals[last] + 1 == found.ordinals[last + 1]


def test_flushing_is_accepted_on_request():
    def change(x, y):
        return np.where(np.abs(y) < 2.0**-126, y * 0, y)

    assert study(SINGLE, change).bad.any()
    assert not study(SINGLE, change, flush=True).bad.any()


def test_edges_are_where_a_mask_changes_for_good():
    mask = np.zeros(100, bool)
    mask[20] = mask[25] = True  # single ones are none
    mask[60:] = True
    assert edges(mask).tolist() == [59]
    assert edges(~mask).tolist() == [59]
    assert edges(np.zeros(1, bool)).size == 0


STRETCHES = [
    # mask, words
    ([1, 1, 0, 0, 0, 0], "from x = −2 down"),
    ([0, 0, 0, 0, 1, 1], "from x = 2 on"),
    ([1, 1, 0, 0, 1, 1], "from x = −2 down and from x = 2 on"),
    ([1, 1, 1, 0, 0, 0], "from x = −1 down"),
    ([0, 1, 0, 1, 1, 0], "at x = −2 and from x = 1 to 2"),
    ([1, 0, 1, 0, 1, 0], "at 3 of the 5 inputs tried between −3000 and 2"),
    ([0, 0, 1, 1, 0, 0], "from x = −1 to 1"),
    ([0, 0, 0, 1, 0, 0], "at x = 1"),
    ([0, 0, 0, 0, 0, 0], "nowhere"),
]


@pytest.mark.parametrize("mask, words", STRETCHES, ids=[case[1] for case in STRETCHES])
def test_stretches_in_words(mask, words):
    wide = np.array([-3000.0, -2.0, -1.0, 1.0, 2.0, 3000.0])
    assert stretch(wide, np.array(mask, bool)) == words


def test_a_range_is_named_where_nearly_all_of_it_is_meant():
    wide = np.linspace(1, 2, 401)
    mask = np.ones(401, bool)
    mask[[100, 300]] = False
    assert stretch(wide, mask) == "from x = 1 to 2"
    mask[::2] = False
    count = int(mask.sum())
    assert stretch(wide, mask) == f"at {count} of the 399 inputs tried between 1.0025 and 1.9975"
    # a range, and what few inputs are elsewhere
    mask[:] = False
    mask[:200], mask[[300, 310]] = True, True
    assert stretch(wide, mask) == "from x = 1 to 1.4975 and at 2 more"
    # the inputs end here, and nobody knows what is further out
    assert stretch(wide, wide > 1.5) == "from x = 1.5025 to 2"


def test_runs():
    assert runs(np.array([1, 1, 0, 1], bool)) == [(0, 1), (3, 3)]
