"""The tables are what ``build`` makes, and build refuses what it cannot prove."""

from dataclasses import replace

import numpy as np
import pytest
from flint import arb, ctx

from gelucheck.reference import build
from gelucheck.reference.functions import FUNCTIONS
from gelucheck.reference.tables import SHAPES, Shape, bounds, load, pack, path_of

SMALL = [("op.erf", "single"), ("gelu", "single"), ("op.tanh", "double")]


@pytest.mark.parametrize(("name", "tier"), SMALL)
def test_tables_are_made_again(name, tier):
    """Coefficients are roundings of numbers known to 2^-120: the same bits anywhere."""
    before = ctx.prec, ctx.cap
    made, stored = build.make(FUNCTIONS[name], tier), load(FUNCTIONS[name], tier)
    assert (ctx.prec, ctx.cap) == before
    for field in ("high", "low", "scale"):
        np.testing.assert_array_equal(getattr(made, field), getattr(stored, field))
    for field in ("absolute", "relative", "beyond"):
        np.testing.assert_allclose(getattr(made, field), getattr(stored, field), rtol=1e-12)


def test_files_are_made_again(tmp_path, monkeypatch, capsys):
    stored = np.load(path_of("op.erf", "single"), allow_pickle=False)
    monkeypatch.setattr(build, "DATA", tmp_path / "data")
    monkeypatch.setattr(build, "path_of", lambda name, tier: tmp_path / "data" / f"{tier}.npy")
    monkeypatch.setattr(build, "SHAPES", {"single": SHAPES["single"]})
    monkeypatch.setattr(build.sys, "argv", ["build", "op.erf"])
    assert build.main() == 0
    made = np.load(tmp_path / "data" / "single.npy", allow_pickle=False)
    assert made.shape == stored.shape
    np.testing.assert_allclose(made, stored, rtol=1e-12)
    assert "op.erf single: 113 nodes" in capsys.readouterr().out


def test_a_wide_coefficient_is_refused(monkeypatch):
    vague = replace(FUNCTIONS["gelu"], arb=lambda x: x.exp() + arb(0, 1e-20))
    monkeypatch.setitem(build.SHAPES["single"], "gelu", Shape(1, 1 / 16, 15))
    with pytest.raises(ArithmeticError, match="too wide"):
        build.make(vague, "single")


def test_remainder_of_the_exponential():
    """e^-u has |g^(n)| = e^-u: the remainder lies between (h/2)^n/n! times its ends."""
    function, step, terms = FUNCTIONS["op.exp"], 0.25, 12
    found = build.remainder(function, 3.0, step, terms)
    factorial = arb(terms).fac() if hasattr(arb, "fac") else arb(479001600)
    scale = (arb(step) / 2) ** terms / factorial
    assert found >= scale * (-arb(3) + step / 2).exp()
    assert found <= scale * (-arb(3) + step / 2).exp() * 1.05


def test_bounds_by_hand():
    """Two terms, h = 1/2: p = c0 + t·c1 with |c0| = 2, |c1| = 1, |t| <= 1/4, u = 2^-53.

    c1 stored: u. Times t: u/4 handed on, u/4 for the product, u·9/4 for the sum, 2u for c0 stored;
    the recurrence counts the sum of c1 alone, too: at least 4.75u, at most 5.25u, plus 1 %.
    """
    high = np.array([[2.0], [-1.0]])
    absolute, relative = bounds(high, np.empty((0, 1)), np.array([0.0]), 0.5)
    unit = 2.0**-53
    assert 4.75 * unit <= absolute[0] <= 5.25 * 1.011 * unit
    assert relative[0] == 0
    more, _ = bounds(high, np.empty((0, 1)), np.array([1e-3]), 0.5)
    assert 1e-3 < more[0] < 1.02e-3


def test_pack_is_read_back(tmp_path, monkeypatch):
    table = load(FUNCTIONS["gelu"], "double")
    rows = pack(table)
    shape = SHAPES["double"]["gelu"]
    assert rows.shape == (shape.terms + shape.pairs + 4, shape.nodes)
    np.testing.assert_array_equal(rows, np.load(path_of("gelu", "double"), allow_pickle=False))
