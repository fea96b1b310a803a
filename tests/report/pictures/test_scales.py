"""Scales: order, ends, what is beyond, and labels that do not lie on each other."""

import math
from itertools import pairwise

import numpy as np
import pytest

from gelucheck.report.pictures.look import width_of
from gelucheck.report.pictures.scales import Across, Deep, Log, Scale, Signed, number, spread

HUGE = 1.7e308
SCALES = [
    Scale(-1.0, 2.0),
    Scale(-HUGE, HUGE),
    Scale(-1e-290, 3e-290),
    Log(0.05, 4.0),
    Log(1e-300, HUGE),
    Log(1e-4, 1.3e-4),
    Deep(0.05, HUGE),
    Signed(-1.0, 1.0),
    Signed(-1.0, 1e7),
    Signed(-HUGE, 1.0),
    Across(-128.0, 128.0),
    Across(-4.125, -4.0),
    Across(0.0, 2.0**-10),
]


@pytest.mark.parametrize("scale", SCALES, ids=repr)
@pytest.mark.filterwarnings("error")
def test_places(scale):
    share = np.linspace(0, 1, 301)
    inside = np.clip(scale.low * (1 - share) + scale.high * share, scale.low, scale.high)
    places = scale.place(inside)
    assert (places[0], places[-1]) == (0.0, 1.0)
    assert (np.diff(places) >= 0).all()
    assert scale.place(-np.inf) == 0.0
    assert scale.place(np.inf) == 1.0


@pytest.mark.parametrize("scale", SCALES, ids=repr)
@pytest.mark.parametrize("room", [60.0, 280.0, 900.0])
@pytest.mark.filterwarnings("error")
def test_labels_lie_apart(scale, room):
    ticks = scale.ticks(room)
    assert ticks
    ends = [
        (float(scale.place(value)) * room - width_of(label) / 2,
         float(scale.place(value)) * room + width_of(label) / 2)
        for value, label in ticks
    ]  # fmt: skip
    assert all(left[1] < right[0] for left, right in pairwise(ends))
    heights = [float(scale.place(value)) * room for value, _ in scale.ticks(room, upright=True)]
    assert all(b - a >= 14 for a, b in pairwise(heights))
    assert all(scale.low <= value <= scale.high for value, _ in ticks)


@pytest.mark.parametrize("scale", [scale for scale in SCALES if isinstance(scale, Log)], ids=repr)
@pytest.mark.parametrize("room", [100.0, 132.0, 280.0, 900.0])
def test_no_power_is_left_out_between_two(scale, room):
    powers = [math.log10(value) for value, _ in scale.ticks(room)]
    gaps = {round(b - a) for a, b in pairwise(powers)}
    if len(powers) > 3 and all(p == round(p) for p in powers):
        assert len(gaps) == 1


@pytest.mark.parametrize("room, labels", [
    (132.0, ["1", "100", "1e4"]),  # "1000" has no room beside "100"
    (400.0, ["1", "10", "100", "1000", "1e4"]),
])  # fmt: skip
def test_counts_of_a_16_bit_format(room, labels):
    assert [label for _, label in Log(0.7, 63488.0).ticks(room)] == labels


@pytest.mark.parametrize("scale", [Signed(-1.0, 1e7), Signed(-1e40, 1e40), Signed(-1.0, HUGE)])
def test_half_a_unit_is_seen_beside_any_peak(scale):
    """A quarter of the longer side is linear: 0.5 is an eighth of it away from 0."""
    side = max(scale.place(0.0), 1 - scale.place(0.0))
    assert scale.place(0.5) - scale.place(0.0) >= side / 8 - 1e-9


def test_across_is_linear_within_a_half_and_even_in_binades():
    scale = Across(-64.0, 64.0)
    places = scale.place([-2.0, -1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0, 2.0])
    steps = np.diff(places)
    assert np.allclose(steps, steps[0] * np.array([1, 1, 0.5, 0.5, 0.5, 0.5, 1, 1]))


@pytest.mark.parametrize("scale", [Across(-40.0, 8.0), Across(-1.0, 1.0), Scale(-38.0, -1.0)])
def test_spread_is_even_to_the_eye_and_never_zero(scale):
    xs = spread(scale, 101)
    assert np.allclose(scale.place(xs), np.linspace(0, 1, 101), atol=1e-3)
    assert (xs != 0).all()


@pytest.mark.parametrize("value, text", [
    (0.0, "0"), (-0.5, "−0.5"), (1000.0, "1000"), (1e4, "1e4"), (0.02, "2e-2"), (-5e-7, "−5e-7"),
    (1.5e-3, "1.5e-3"), (1e308, "1e308"),
])  # fmt: skip
def test_number(value, text):
    assert number(value) == text
