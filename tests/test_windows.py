"""The profile: its windows, and signed errors against brute force over every value of a format."""

import math
from itertools import pairwise

import mpmath
import numpy as np
import pytest

from gelucheck.block import Block
from gelucheck.formats import FORMATS, STANDARD, Format
from gelucheck.forms.catalogue import find_writing
from gelucheck.implementations.interface import Implementation
from gelucheck.implementations.writing import from_writing
from gelucheck.measure import measure
from gelucheck.record import Window
from gelucheck.reference.blocks import PANEL
from gelucheck.rows import row_of
from gelucheck.tally import Tally
from gelucheck.windows import SIDE, WINDOWS, ends_of, join, window_of

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()
MP = mpmath.MPContext()
MP.prec = 400


def made(call, form="erf"):
    return Implementation("made", "gelu", form, None, None, call, tuple(FORMATS))


def profile(item, fmt, x):
    """By where they begin, the windows of a row."""
    with np.errstate(all="ignore"):
        tally = measure(item, Block(fmt, x))
    return {window.start: window for window in row_of(item, fmt, "given", tally).profile}


# ---- the windows --------------------------------------------------------------------------------


def test_as_many_windows_as_were_meant():
    assert SIDE == 1 + 8 * 4 + 8 * 32 + 1 and WINDOWS[0] == 0 and WINDOWS[-1] == np.inf
    # each binade is cut evenly
    assert [float(edge) for edge in WINDOWS[1:6]] == [2.0**-10 * (1 + k / 4) for k in range(5)]
    assert WINDOWS[33] == 0.25 and WINDOWS[34] == 0.25 + 2.0**-7 and WINDOWS[-2] == 64


def test_no_panel_of_a_span_lies_in_two():
    for edge in WINDOWS[:-1]:
        bits = SINGLE.bits_of(float(edge))
        assert SINGLE.value(bits) == edge and bits % PANEL == 0


def test_windows_follow_one_another():
    ends = [ends_of(window) for window in range(2 * SIDE)]
    assert ends[0][0] == -math.inf and ends[-1][1] == math.inf
    assert all(left[1] == right[0] for left, right in pairwise(ends))
    # where 0 is an end it has no sign
    assert math.copysign(1, ends[SIDE - 1][1]) == math.copysign(1, ends[SIDE][0]) == 1


@pytest.mark.parametrize(
    ("x", "window"),
    [
        (0.0, (0.0, 2.0**-10)),
        (-0.0, (-(2.0**-10), 0.0)),
        (2.0**-10, (2.0**-10, 1.25 * 2.0**-10)),
        (-(2.0**-10), (-1.25 * 2.0**-10, -(2.0**-10))),
        (1.0, (1.0, 1.03125)),
        (-1.0, (-1.03125, -1.0)),
        (0.9990234375, (0.984375, 1.0)),
        (64.0, (64.0, math.inf)),
        (-65504.0, (-math.inf, -64.0)),
    ],
)
def test_the_end_nearer_to_zero_is_inside(x, window):
    found = profile(made(lambda x, fmt: x), HALF, np.array([x], np.float16))
    assert [(each.start, each.stop) for each in found.values()] == [window]
    assert ends_of(int(window_of(np.array([abs(x)]), math.copysign(1, x) < 0)[0])) == window


# ---- against exact numbers ----------------------------------------------------------------------

KAPPA = MP.mpf(44715) / 1_000_000
FAR = 1e-55
"""What the fast path may leave of GELU far left."""


def form_at(form, x):
    """A form at a number, to 400 bits."""
    x = MP.mpf(x)
    if form == "erf":
        return x * MP.erfc(-x / MP.sqrt(2)) / 2
    z = 2 * MP.sqrt(2 / MP.pi) * (x + KAPPA * x**3) if form == "tanh" else MP.mpf("1.702") * x
    return x / (1 + MP.exp(-z))


def unit(fmt, y):
    """The spacing of a format at a number."""
    return MP.ldexp(1, max(MP.mag(y) - 1 if y else -9999, fmt.emin) - fmt.precision + 1)


def kernel(form):
    """A form as a kernel in float64 has it, a rounding at the end; 1 + tanh cancels on the left."""

    def call(x, fmt):
        v = x.astype(np.float64)
        with np.errstate(over="ignore"):
            z = math.sqrt(2 / math.pi) * (v + 0.044715 * v**3) if form == "tanh" else 0.851 * v
            return fmt.round_array(0.5 * v * (1 + np.tanh(z)))

    return call


def some_inputs(fmt, places):
    """All values of some windows of either side, and some of the two outermost, which are long."""
    x = np.sort(fmt.all_values()).astype(np.float64)
    place = np.searchsorted(WINDOWS, np.abs(x), "right") - 1
    long = np.isin(place, (0, SIDE - 1)) & (np.arange(x.size) % 61 == 0)
    x = x[np.isfinite(x) & (long | np.isin(place, places))]
    return fmt.round_array(x)


def brute(fmt, form, x, outputs):
    """The windows by their definition: value by value, each number exact."""
    edges, found = [float(edge) for edge in WINDOWS], {}
    for v, got in zip(x.astype(float).tolist(), outputs.astype(float).tolist(), strict=True):
        place = next(k for k in range(SIDE) if abs(v) < edges[k + 1])
        start = -edges[place + 1] if math.copysign(1, v) < 0 else edges[place]
        figures = found.setdefault(start, [MP.mpf(0)] * 6)
        y, own = form_at("erf", v), form_at(form, v)
        off, scaled = got - y, (got - y) / unit(fmt, y)
        figures[:4] = (
            *(min(figures[0], off), max(figures[1], off)),
            *(min(figures[2], scaled), max(figures[3], scaled)),
        )
        # half the smallest value rounds to zero, and less does
        if abs(y) > fmt.smallest_subnormal / 2:
            figures[4] = max(figures[4], abs(off / y))
        figures[5] = max(figures[5], abs(got - own) / unit(fmt, own))
    return found


@pytest.mark.parametrize("form", ["tanh", "sigmoid"])
@pytest.mark.parametrize("fmt", [HALF, BRAIN], ids=lambda fmt: fmt.name)
def test_every_figure_of_many_windows(fmt, form):
    """In each part of the grid, both sides: what the definition gives, rounded to four digits."""
    x, call = (
        some_inputs(fmt, (1, 20, 32, 33, 40, 97, 98, 120, 130, 161, 175, 200, 250)),
        kernel(form),
    )
    want, found = brute(fmt, form, x, call(x, fmt)), profile(made(call, form), fmt, x)
    assert found.keys() == want.keys() and len(want) == 2 * 15
    ulps = FAR / fmt.smallest_subnormal
    least = [FAR, FAR, ulps, ulps, FAR, ulps]
    for start, figures in want.items():
        for got, exact, nothing in zip(found[start][2:], figures, least, strict=True):
            close = abs(got - exact) <= nothing
            assert close or got == float(f"{float(exact):.3e}"), (start, got, exact)


def test_a_planted_error_is_in_its_window_and_has_its_sign():
    """Everything else is right, and a value of each side is a few steps off, up or down."""
    x = np.sort(HALF.all_values())
    right = made(kernel("tanh"), "tanh")
    before = profile(right, HALF, x)
    for at, steps, start in ((1.015625, 40, 1.0), (-1.0, 40, -1.03125), (-0.26, -90, -0.265625)):
        place = int(np.flatnonzero(x == np.float16(at))[0])

        def off(v, fmt, place=place, steps=steps):
            got = kernel("tanh")(v, fmt)
            got[place] = np.float16(float(got[place]) + steps * np.spacing(abs(got[place])))
            return got

        after = profile(made(off, "tanh"), HALF, x)
        assert [key for key in after if after[key] != before[key]] == [start]
        rest = profile(right, HALF, np.delete(x, place))[start]
        # the rest of the error of that output is below four units
        if steps > 0:
            assert after[start].ulp_low == rest.ulp_low and abs(after[start].ulp_high - steps) < 4
        else:
            assert after[start].ulp_high == rest.ulp_high and abs(after[start].ulp_low - steps) < 4
        assert abs(after[start].own - abs(steps)) < 4


@pytest.mark.parametrize("fmt", [*FORMATS.values(), Format("toy6", 6, 3)], ids=lambda fmt: fmt.name)
def test_outputs_that_are_no_numbers_are_in_no_window(fmt):
    x = fmt.round_array(np.array([-100.0, -3.0, -1.5, -0.0, 0.0, 1.5, 3.0]))
    for bad in (np.nan, np.inf, -np.inf):
        found = profile(made(lambda x, fmt, bad=bad: np.full_like(x, bad)), fmt, x)
        assert found == {}
        one = np.where(x == fmt.dtype.type(1.5), fmt.dtype.type(bad), x)
        found = profile(made(lambda x, fmt, one=one: one), fmt, x)
        assert found and not any(w.start <= 1.5 < w.stop for w in found.values())


def test_what_overflows_stays_infinite():
    """2^1023·1.5 for 2^-1022: more units than float64 has."""
    x = np.array([2.0**-1022])
    (window,) = profile(made(lambda x, fmt: np.full_like(x, 1.5 * 2.0**1023)), DOUBLE, x).values()
    assert window == Window(
        0.0, 2.0**-10, 0.0, float(f"{1.5 * 2.0**1023:.3e}"), 0.0, math.inf, math.inf, math.inf
    )


def test_own_is_of_the_declared_form():
    x = np.sort(HALF.all_values())
    call = kernel("tanh")
    nothing, gelu, tanh = (profile(made(call, form), HALF, x) for form in (None, "erf", "tanh"))
    assert {window.own for window in nothing.values()} == {None}
    assert all(w.own == max(-w.ulp_low, w.ulp_high) for w in gelu.values())
    for key, window in tanh.items():
        assert window[:-1] == gelu[key][:-1] == nothing[key][:-1]
    # where the forms differ most the kernel is a good tanh and a bad erf
    assert tanh[-2.75].own < 0.51 and gelu[-2.75].own > 50


# ---- merging ------------------------------------------------------------------------------------


def test_figures_are_joined_end_by_end():
    one = (-1.0, 2.0, -0.5, 3.0, 0.1, 0.25)
    two = (-3.0, 1.0, -0.25, 7.0, 0.2, None)
    assert join(one, two) == join(two, one) == (-3.0, 2.0, -0.5, 7.0, 0.2, 0.25)
    assert join(two, two)[-1] is None


@pytest.mark.parametrize("form", [None, "tanh"])
@pytest.mark.parametrize("fmt", STANDARD.values(), ids=lambda fmt: fmt.name)
def test_any_blocks_in_any_order(fmt, form):
    generator = np.random.Generator(np.random.PCG64(8))
    top = fmt.end_bits
    x = fmt.values(generator.integers(-top, top, 500))
    x = np.concatenate([x, fmt.round_array(generator.uniform(-40, 10, 500)), fmt.values([0, -1])])
    item = from_writing(find_writing("tanh"), "native") if form else made(kernel("tanh"), None)
    whole = measure(item, Block(fmt, x)).profile
    for size in (1, 97, 500):
        shuffled = generator.permutation(x) if size > 1 else x[:40]
        tally = Tally()
        for start in range(0, shuffled.size, size):
            tally = tally.merge(measure(item, Block(fmt, shuffled[start : start + size])))
        want = whole if size > 1 else measure(item, Block(fmt, x[:40])).profile
        # to the bit, -0 for 0 included
        assert repr(sorted(tally.profile.items())) == repr(sorted(want.items()))


def test_rows_round_to_four_digits():
    figures = (-0.123449, 0.123451, -99995.0, 1.0, 5e-324, math.inf)
    item = made(kernel("tanh"))
    (window,) = row_of(item, HALF, "given", Tally(profile={SIDE: figures})).profile
    assert window == Window(0.0, 2.0**-10, -0.1234, 0.1235, -1e5, 1.0, 5e-324, math.inf)
