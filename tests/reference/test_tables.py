"""Every entry of every table, certified a second time: coefficients, remainders, bounds, tails.

A share by default, every node under ``-m slow`` or by ``python tests/reference/certify.py``.
"""

from dataclasses import replace

import numpy as np
import pytest

from gelucheck.reference.functions import FUNCTIONS
from gelucheck.reference.tables import SCALE, SHAPES, SMALL, load

TABLES = [(name, tier) for tier in SHAPES for name in SHAPES[tier]]
SHARE = 31
PERCENT = 1.01


def test_every_function_has_a_table_in_both_tiers():
    own = [name for name, function in FUNCTIONS.items() if not function.table]
    assert set(TABLES) == {(name, tier) for name in own for tier in ("single", "double")}


@pytest.mark.parametrize(("name", "tier"), TABLES)
def test_shape(name, tier):
    table, shape = load(FUNCTIONS[name], tier), SHAPES[tier][name]
    # t = u - i·h is exact only for a step that is a power of two and divides the end
    assert np.frexp(shape.step)[0] == 0.5
    assert shape.end / shape.step == shape.nodes - 1
    assert table.high.shape == (shape.terms, shape.nodes)
    assert table.low.shape == (shape.pairs, shape.nodes)
    assert np.isfinite(table.high).all() and np.isfinite(table.low).all()
    # at least as wide as the format's tier promises, and never a NaN
    assert (table.absolute >= 0).all() and (table.relative >= 0).all() and table.beyond >= 0
    assert set(np.unique(table.scale)) <= ({1.0, SCALE} if tier == "double" else {1.0})
    # words of unscaled values stay normal: 2^-800·2^-106 > 2^-1022
    if tier == "double":
        small = np.abs(table.high[0]) < SMALL
        assert not (small & (table.scale == 1))[1:].any()


@pytest.mark.parametrize(("name", "tier"), TABLES)
def test_entries_share(name, tier, certify):
    table = load(FUNCTIONS[name], tier)
    last = table.scale.size - 1
    for i in sorted({0, 1, last, *range(SHARE // 2, last, SHARE)}):
        assert certify.faults(table, name, FUNCTIONS[name].side, i) == [], f"node {i}"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "tier"), TABLES)
def test_entries_all(name, tier, certify):
    table = load(FUNCTIONS[name], tier)
    for i in range(table.scale.size):
        assert certify.faults(table, name, FUNCTIONS[name].side, i) == [], f"node {i}"


TAMPERED = [
    ("high", (3, 5), lambda v: np.nextafter(v, 9), "one unit in a coefficient"),
    ("low", (0, 5), lambda v: v * (1 + 2.0**-40), "a wrong second word"),
    ("absolute", (5,), lambda v: v / 8, "a bound too small: a factor of 2 is to spare"),
    ("relative", (0,), lambda v: v / 8, "the same at node 0"),
]


@pytest.mark.parametrize(("field", "place", "change", "why"), TAMPERED)
def test_certifier_sees_a_wrong_entry(field, place, change, why, certify):
    table = load(FUNCTIONS["gelu"], "double")
    array = getattr(table, field).copy()
    array[place] = change(array[place])
    found = certify.faults(replace(table, **{field: array}), "gelu", -1, place[-1])
    assert found, why


@pytest.mark.parametrize("name", [name for name, _ in TABLES[: len(TABLES) // 2]])
def test_tail(name, agree):
    """|g(v) - limit| <= tail(u) for v >= u >= 5, at many pairs, and tail decreases."""
    from flint import arb, ctx

    function, before = FUNCTIONS[name], ctx.prec
    ctx.prec = 200
    try:
        # where the limit is 1 the difference cancels; none of these tables goes beyond 24
        nodes = [5, 5.25, 5.5, 6, 7, 9, 11, 12, 16, 20, 22, 28, 39, 70, 112, 446, 752]
        nodes = [u for u in nodes if u <= 24 or not function.limit]
        bounds = [function.tail(arb(u)) for u in nodes]
        for k, u in enumerate(nodes):
            assert k == 0 or bounds[k] < bounds[k - 1]
            for v in (u, u + 2.0**-30, u + 0.125, u + 1, 2 * u):
                ctx.prec = 200 + function.limit * int(1.5 * v * v)
                y = agree.TRUTH[name](arb(function.side * v))
                assert abs(y - function.limit) <= bounds[k] * (1 + arb(2) ** -150), (u, v)
    finally:
        ctx.prec = before


@pytest.mark.parametrize(("name", "tier"), TABLES)
def test_beyond(name, tier):
    """What is stored for the tail is not below the tail at the last node, nor useless."""
    from flint import arb, ctx

    table, before = load(FUNCTIONS[name], tier), ctx.prec
    ctx.prec = 100
    try:
        tail = FUNCTIONS[name].tail(arb(SHAPES[tier][name].end))
        scaled = tail * SCALE if tier == "double" else tail
        assert scaled <= arb(table.beyond) <= scaled * PERCENT
        # below half the least subnormal, or half an ulp below 1, even doubled and halved about
        least = -1074 if tier == "double" else -149
        most = 2.0**-55 if FUNCTIONS[name].limit else arb(2) ** (least - 2)
        assert tail <= most
    finally:
        ctx.prec = before
