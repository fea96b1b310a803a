"""From windows to columns of pixels: no peak is lost, a gap stays a gap."""

import math

import numpy as np
import pytest

from gelucheck.record import Window
from gelucheck.report.pictures.scales import Across, Scale
from gelucheck.report.pictures.windows import columns, ends, outline, stretch, table_of


def window(start, stop, low=0.0, high=0.0):
    return Window(start, stop, low / 1e3, high / 1e3, low, high, 0.0, None)


@pytest.mark.parametrize("room", [3.0, 50.0, 272.0, 5000.0])
def test_peaks_survive(plotted, room):
    for row in plotted.rows:
        table = table_of(row)
        across = stretch([table])
        found = list(columns(table, across, table.ulp_low, table.ulp_high, room))
        sizes = [max(-column.low.min(), column.high.max()) for column in found]
        assert math.isclose(max(sizes), row.total.max_ulp.value, rel_tol=6e-4), row.label
        found = list(columns(table, across, table.abs_low, table.abs_high, room))
        sizes = [max(-column.low.min(), column.high.max()) for column in found]
        assert math.isclose(max(sizes), row.total.max_abs.value, rel_tol=6e-4), row.label


def test_a_column_is_a_pixel_or_more_and_keeps_the_extremes(row):
    windows = [window(i / 64, (i + 1) / 64, -i, 64 - i) for i in range(64)]
    table = table_of(row(profile=tuple(windows)))
    (found,) = columns(table, Scale(0.0, 1.0), table.ulp_low, table.ulp_high, 16.0)
    assert found.edges.tolist() == [i / 16 for i in range(17)]
    assert found.low.tolist() == [-(4 * i + 3) for i in range(16)]
    assert found.high.tolist() == [64 - 4 * i for i in range(16)]


def test_windows_without_a_value_of_the_format_are_no_gap(row):
    """float8_e5m2 has 1, 1.25, 1.5 and 1.75 there: of windows of 1/32 most hold none. The window of
    a value is on its side away from zero."""
    right = [window(v, v + 1 / 32, 0, v) for v in (1.0, 1.25, 1.75)]
    left = [window(-v - 1 / 32, -v, 0, v) for v in (1.75, 1.25, 1.0)]
    table = table_of(row(dtype="float8_e5m2", profile=(*left, *right)))
    assert table.start.tolist() == [-1.78125, -1.28125, -1.25, 1.0, 1.25, 1.75]
    assert table.stop.tolist() == [-1.75, -1.25, -1.0, 1.25, 1.28125, 1.78125]
    wide = table_of(row(dtype="float32", profile=(*left, *right)))
    assert wide.stop.tolist() == [-1.75, -1.25, -1.0, 1.03125, 1.28125, 1.78125]


def test_gaps_stay(row):
    table = table_of(row(profile=(window(0.0, 0.25, 0, 1), window(0.5, 1.0, 0, 2))))
    first, second = columns(table, Scale(0.0, 1.0), table.ulp_low, table.ulp_high, 100.0)
    assert (first.edges.tolist(), first.high.tolist()) == ([0.0, 0.25], [1.0])
    assert (second.edges.tolist(), second.high.tolist()) == ([0.5, 1.0], [2.0])
    xs, ys = outline(second)
    assert xs.tolist() == [0.5, 1.0, 1.0, 0.5]
    assert ys.tolist() == [2.0, 2.0, 0.0, 0.0]


def test_figures_that_a_picture_cannot_hold(row):
    given = (
        window(-math.inf, -64.0, -math.inf, 0.0),
        window(1.0, 2.0)._replace(abs_high=math.nan),
        window(64.0, math.inf, 0.0, 1.0),
    )
    table = table_of(row(profile=given))
    assert table.start.tolist() == [-128.0, 64.0]
    assert table.stop.tolist() == [-64.0, 128.0]
    assert np.isfinite(np.stack(list(vars(table).values()))).all()


@pytest.mark.parametrize("windows, low, high, why", [
    ([(-4, -2, 0, 1), (-2, 1, 0, 0), (1, 2, 0, 3)], -4, 2, "between the errors"),
    ([(-64, -32, 0, 0.01), (1, 2, 0, 3), (8, 16, 0, 0.01)], 1, 2, "what is next to x is no error"),
    ([(-64, -32, 0, 0), (1, 2, 0, 0), (8, 16, 0, 0)], 1, 2, "no error: where GELU is itself"),
    ([(16, 32, 0, 0)], 16, 32, "what there is"),
])  # fmt: skip
def test_the_stretch_that_is_shown(row, windows, low, high, why):
    table = table_of(row(profile=tuple(window(*map(float, each)) for each in windows)))
    assert stretch([table]) == Across(low, high), why


@pytest.mark.parametrize("low, high, text", [
    (-14.5, 5.5, "-14.5 to 5.5"), (-128.0, 128.0, "far below -64 to far above 64"),
])  # fmt: skip
def test_ends(low, high, text):
    assert ends(Across(low, high)) == text
