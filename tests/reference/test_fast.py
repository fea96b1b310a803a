"""The enclosures of the fast path hold f(x), by Arb: every node, both sides, both tiers."""

import numpy as np
import pytest

from gelucheck.chunks import CHUNK
from gelucheck.reference.fast import approximate
from gelucheck.reference.functions import FUNCTIONS
from gelucheck.reference.tables import SCALE, SHAPES, load

TABLES = [(name, tier) for tier in SHAPES for name in SHAPES[tier]]


def points(name, tier, nodes, per_node, seed=0):
    """Random u in each node's interval, its two edges, and values just inside and outside them."""
    step, rng = SHAPES[tier][name].step, np.random.default_rng(seed)
    nodes = np.asarray(nodes)[:, None]
    inside = nodes + rng.uniform(-0.5, 0.5, (nodes.size, per_node))
    edges = nodes + np.array([-0.5, 0.5, 0.0])
    u = np.concatenate([inside, edges], 1).ravel() * step
    u = np.abs(np.concatenate([u, np.nextafter(u, np.inf)]))
    # the single tier is for the range of float32: below it t·p underflows
    return u if tier == "double" else u[(u == 0) | (u >= 2.0**-149)]


def outside(agree, name, x, found):
    """Inputs whose exact value Arb proves not to be, or does not prove to be, within the bound."""
    from flint import arb, ctx

    wrong, before = [], ctx.prec
    scales = np.ones_like(x) if found.scale is None else found.scale
    columns = (x, found.high, found.low, found.bound, scales)
    try:
        for v, high, low, bound, scale in zip(*map(np.ndarray.tolist, columns), strict=True):
            # an infinity has no bound: where it is right to say so is tested apart
            if v == 0 or not np.isfinite(v) or not np.isfinite(high):
                continue
            ctx.prec = 300
            while ctx.prec <= 5000:
                difference = agree.TRUTH[name](arb(v)) * arb(scale) - arb(high) - arb(low)
                if difference.abs_upper() <= bound or difference.abs_lower() > bound:
                    break
                ctx.prec *= 2
            if not difference.abs_upper() <= bound:
                wrong.append((v.hex(), high, low, bound))
    finally:
        ctx.prec = before
    return wrong


def check(agree, name, tier, nodes, per_node):
    function = FUNCTIONS[name]
    u = points(function.table or name, tier, nodes, per_node)
    for sign in (1, -1):
        x = sign * function.side * u
        with np.errstate(all="ignore"):
            found = approximate(function, x, tier)
        assert outside(agree, name, x, found) == []


@pytest.mark.parametrize(("name", "tier"), TABLES)
def test_enclosures_share(name, tier, agree):
    last = SHAPES[tier][name].nodes - 1
    check(agree, name, tier, sorted({0, 1, 2, last, last + 1, *range(17, last, 71)}), 2)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "tier"), TABLES)
def test_enclosures_all(name, tier, agree):
    check(agree, name, tier, range(SHAPES[tier][name].nodes + 2), 6)


TINY = [2.0**-1074, 3 * 2.0**-1074, 2.0**-1022, 2.0**-701, 2.0**-700, 1.5 * 2.0**-699]
TINY += [2.0**-600, 2.0**-149, 1.25 * 2.0**-64, 2.0**-64, 2.0**-30, 2.0**-10]


@pytest.mark.parametrize(("name", "tier"), TABLES)
def test_tiny(name, tier, agree):
    """Node 0, where words would be subnormal: scaled by way of t. Single: float32's range."""
    x = np.array([v for v in TINY if tier == "double" or v >= 2.0**-149])
    x = np.concatenate([-x, x])
    assert outside(agree, name, x, approximate(FUNCTIONS[name], x, tier)) == []


@pytest.mark.parametrize("name", ["gelu", "tanh", "sigmoid", "gelu_grad", "op.erfc", "op.exp"])
def test_deep_tails_are_scaled(name, agree):
    """Values below 2^-800, down to those that round to zero."""
    function, table = FUNCTIONS[name], load(FUNCTIONS[name], "double")
    first = int(np.flatnonzero(table.scale != 1)[0])
    u = np.random.default_rng(4).uniform(first, table.scale.size - 1, 200) * table.step
    found = approximate(function, function.side * u, "double")
    assert (found.scale == SCALE).mean() > 0.98
    # every word is normal, and the relative bound no worse for it
    assert (np.abs(found.high) > 2.0**-600).all()
    assert (found.bound < 2.0**-60 * np.abs(found.high)).all()
    assert outside(agree, name, function.side * u, found) == []


@pytest.mark.parametrize(("name", "tier"), TABLES)
def test_an_enclosure_depends_on_its_input_alone(name, tier):
    """Not on what else is in the block: a bound that did made blocks differ."""
    rng, function = np.random.default_rng(9), FUNCTIONS[name]
    with np.errstate(all="ignore"):
        x = np.concatenate(
            [
                rng.uniform(-60, 60, 300),
                rng.uniform(-1, 1, 300) * 2.0 ** rng.integers(-1074, 900, 300),
            ]
        )
        x = np.concatenate([x, [0.0, -0.0, np.inf, -np.inf, np.nan, 1e308, -1e308, 800, -800]])
        together = approximate(function, x, tier)
        alone = [approximate(function, x[i : i + 1], tier) for i in range(x.size)]
    for field in ("high", "low", "scale", "bound"):
        if field == "scale" and tier == "single":
            continue
        column = np.concatenate([getattr(part, field) for part in alone])
        np.testing.assert_array_equal(getattr(together, field), column, strict=True)


def test_chunks_make_no_difference():
    x = np.random.default_rng(2).uniform(-45, 12, 2 * CHUNK + 3)
    whole = approximate(FUNCTIONS["gelu"], x, "double")
    parts = [approximate(FUNCTIONS["gelu"], part, "double") for part in np.split(x, [5, CHUNK + 9])]
    for field in ("high", "low", "scale", "bound"):
        np.testing.assert_array_equal(
            getattr(whole, field), np.concatenate([getattr(part, field) for part in parts])
        )


@pytest.mark.parametrize("shape", [(), (0,), (3, 0), (2, 3), (1, 1, 1)])
@pytest.mark.parametrize("tier", list(SHAPES))
def test_shapes(shape, tier):
    found = approximate(FUNCTIONS["tanh_grad"], np.full(shape, -2.5), tier)
    assert found.high.shape == found.low.shape == found.bound.shape == shape
