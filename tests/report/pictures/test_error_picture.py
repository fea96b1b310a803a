"""The signed error: peaks, band and envelope are where mathematics puts them."""

import math
from xml.etree import ElementTree

import mpmath
import numpy as np
import pytest

from gelucheck.report.pictures import error
from gelucheck.report.pictures.sheet import Sheet, drawing


@pytest.fixture
def painted(monkeypatch):
    """Paints a row; gives its panels, shapes and lines by role."""

    def paint(row):
        panels, drawn = [], {}
        plain = error.Panel

        def panel(*args):
            panels.append(plain(*args))
            return panels[-1]

        monkeypatch.setattr(error, "Panel", panel)
        for name in ("line", "shape"):
            draw = getattr(Sheet, name)

            def note(sheet, xs, ys, role, *rest, draw=draw, name=name):
                which = len(panels) - 1
                drawn.setdefault((name, role, which), []).append((np.array(xs), np.array(ys)))
                draw(sheet, xs, ys, role, *rest)

            monkeypatch.setattr(Sheet, name, note)
        with drawing():
            error.paint(Sheet(error.WIDTH, error.height([row])), [row], 0.0, 0.0)
        monkeypatch.undo()
        return panels, drawn

    return paint


@pytest.mark.parametrize("place", range(16))
def test_the_highest_point_is_the_rows_maximum(plotted, painted, place):
    row = plotted.rows[place]
    panels, drawn = painted(row)
    for which, peak in enumerate((row.total.max_ulp, row.total.max_abs)):
        curves = [ys for _, ys in drawn["shape", "c1", which]]
        # what is below the panel is the key
        ys = np.concatenate([ys for ys in curves if ys.max() <= panels[which].bottom])
        # the maximum to 4 digits, with its sign
        size = math.copysign(peak.value, peak.got - peak.want)
        edge = ys.min() if size > 0 else ys.max()
        assert edge == pytest.approx(float(panels[which].y(size)), abs=0.1), row.label


def test_the_band_is_half_an_ulp(plotted, painted):
    row = plotted.rows[0]
    panels, drawn = painted(row)
    above, below = (ys for _, ys in drawn["line", "c3", 0])
    assert np.allclose(above, panels[0].y(0.5))
    assert np.allclose(below, panels[0].y(-0.5))
    # absolute: half of 2^-11 where GELU is in [1/2, 1)
    xs, above = drawn["line", "c3", 1][0]
    at = int(np.argmin(abs(xs - float(panels[1].x(0.8)))))
    assert above[at] == pytest.approx(float(panels[1].y(2.0**-12)))


@pytest.mark.parametrize("place", [0, 1])
def test_the_envelope_is_where_rounding_the_input_leads(plotted, painted, place):
    row = plotted.rows[place]
    panels, drawn = painted(row)
    xs, ys = drawn["line", "c2", 0][0]
    for x, exponent, result in ((-2.6, 1, -7), (1.5, 0, 0)):
        # G(-2.6) = -0.0121 is in the binade of 2^-7, G(1.5) = 1.4 in that of 1
        with mpmath.workdps(30):
            slope = mpmath.ncdf(x) + x * mpmath.npdf(x)
            due = 0.5 + abs(slope) * mpmath.ldexp(1, exponent - result) / 2
        at = int(np.argmin(abs(xs - float(panels[0].x(x)))))
        assert ys[at] == pytest.approx(float(panels[0].y(float(due))), abs=1.5)


def test_what_it_says(plotted):
    row = plotted.rows[0]
    told = error.words([row])
    assert f"{row.total.max_ulp.value:.0f} ulp at x = {row.total.max_ulp.x}" in told
    assert f"{100 * row.correctly_rounded / row.inputs:.2f}% of 63,488 finite inputs" in told
    assert "(exhaustive)" in told


def test_a_derivative_is_said_to_be_one(plotted):
    row = plotted.rows[-1]
    assert row.function == "gelu_grad"
    assert "against the derivative of GELU" in error.words([row])
    from gelucheck.report.plots import inline

    svg = ElementTree.fromstring(inline(None, "error", "a", [row]).svg)
    assert any("ŷ − G′(x)" in (item.text or "") for item in svg)
