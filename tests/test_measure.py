"""Measuring: the published figures, faithfulness against its definition, emulated field faults."""

import math

import mpmath
import numpy as np
import pytest

from gelucheck.block import Block
from gelucheck.formats import FORMATS, STANDARD, Format
from gelucheck.forms.catalogue import find_writing
from gelucheck.implementations.interface import Implementation
from gelucheck.implementations.writing import from_writing
from gelucheck.measure import declared_function, measure
from gelucheck.rows import row_of

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()
TOYS = (Format("toy6", 6, 3), Format("toy5", 5, 3), Format("toy5w", 5, 2), Format("toy7", 7, 4))
MP = mpmath.MPContext()
MP.prec = 3000


def made(call, form="erf", function="gelu"):
    def quiet(x, fmt):
        with np.errstate(all="ignore"):
            return call(x, fmt)

    return Implementation("made", function, form, None, None, quiet, tuple(FORMATS))


# ---- figures computed independently, by those who asked for this program ------------------------

FIGURES = [
    # dtype, form, arithmetic, total max abs, at x, evaluation max ulp, at x
    (HALF, "tanh", "native", 0.002435034298262678, 2.97265625, 2036.5389681728361, -3.8828125),
    (HALF, "tanh", "upcast", 0.0014377935447262838, 2.630859375, 1.6957698312199658, -5.15625),
    (BRAIN, "erf", "upcast", 0.007768713094328594, 2.765625, 254.9336089890891, -8.625),
    (BRAIN, "sigmoid", "native", 0.027924313465907822, 2.140625, 62.04337652507155, -46.25),
]


@pytest.mark.parametrize("fmt, form, arithmetic, largest, at, ulp, where", FIGURES)
def test_figures_over_all_values(fmt, form, arithmetic, largest, at, ulp, where):
    x = np.concatenate([fmt.all_values(), fmt.nan_values()])
    assert x.size == 65_536
    item = from_writing(find_writing(form), arithmetic)
    row = row_of(item, fmt, "exhaustive", measure(item, Block(fmt, x)))
    assert row.inputs == {HALF: 63_488, BRAIN: 65_280}[fmt]
    assert (row.total.max_abs.value, row.total.max_abs.x) == (largest, at)
    assert (row.evaluation.max_ulp.value, row.evaluation.max_ulp.x) == (ulp, where)


# ---- faithfulness -------------------------------------------------------------------------------


def exact(name, x):
    """The form at x, 3,000 bits; a little on the right side where that is not enough."""
    x = MP.mpf(x)
    value = x * MP.ncdf(x) if name == "gelu" else MP.ncdf(x) + x * MP.npdf(x)
    return value if abs(x) < 38 else value - MP.ldexp(1, -1500) * MP.sign(x)


def faithful(fmt, y):
    """y, or the next values below and above it, by looking at all of them."""
    values = [float(v) for v in fmt.all_values()]
    return max(v for v in values if v <= y), min(v for v in values if v >= y)


@pytest.mark.parametrize("function", ["gelu", "gelu_grad"])
@pytest.mark.parametrize("fmt", TOYS, ids=lambda fmt: fmt.name)
def test_faithful_over_all_pairs_of_a_toy(fmt, function):
    """Every finite output for every finite input; ±0 count as one value."""
    values = [float(v) for v in fmt.all_values()[1:-1]]
    x = fmt.round_array(np.array(values))
    near = {v: faithful(fmt, exact(function, v)) for v in values if v}
    near[0.0] = (0.0, 0.0) if function == "gelu" else (0.5, 0.5)
    distinct = sorted({abs(v) if v == 0 else v for v in values})
    for output in distinct:
        item = made(lambda x, fmt, out=output: np.full_like(x, out), function=function)
        due = sum(output in near[v] for v in values)
        assert measure(item, Block(fmt, x)).faithful == due, output


@pytest.mark.parametrize("step", [-1, 1])
@pytest.mark.parametrize("function", ["gelu", "gelu_grad"])
@pytest.mark.parametrize("fmt", [HALF, BRAIN, SINGLE, DOUBLE], ids=lambda fmt: fmt.name)
def test_faithful_a_step_from_the_right_answer(fmt, function, step):
    """One step off is faithful on the side of y alone: at ties of x/2, thresholds and far out."""
    places = [0.0, 5e-324, 1e-320, 2.0**-149, 3 * 2.0**-149, 2.0**-24, 3 * 2.0**-24, 1e-40]
    places += [1e-30, 2.0**-70, 0.3, 1.0, 2.78125, 3.45, 4.0, 5.35, 8.2, 8.3, 16.0, 17.3, 30.0]
    x = fmt.round_array(np.array([s * v for v in places for s in (1, -1)]))
    x = np.unique(x)
    block = Block(fmt, x)
    item = made(lambda x, fmt: x, function=function)
    right = block.reference(declared_function(item)).rounded
    ordinals = fmt.ranks(right) + step
    got = fmt.values(np.where(ordinals < 0, ordinals - 1, ordinals))
    due = 0
    for at, nearest, output in zip(x, right, got, strict=True):
        # at 0 the nearest value is y itself, and nothing else is faithful
        y = exact(function, float(at)) if at else MP.mpf(float(nearest))
        due += bool(min(float(nearest), float(output)) < y < max(float(nearest), float(output)))
    tally = measure(made(lambda x, fmt: got, function=function), block)
    assert tally.steps == (0, x.size, 0, 0, 0)
    assert tally.faithful == due


# ---- what goes wrong in the field, emulated -----------------------------------------------------


def through(rounding, formula):
    """A formula in float64, then a rounding to the format."""
    return lambda x, fmt: rounding(formula(x.astype(np.float64)), fmt)


def once(v, fmt):
    return fmt.round_array(v)


def truncated(v, fmt):
    got = fmt.round_array(v)
    back = np.abs(got.astype(np.float64)) > np.abs(v)
    ranks = fmt.ordinals(got)
    return fmt.values(np.where(back, np.where(ranks < 0, ranks + 1, ranks - 1), ranks))


def erfc_form(v):
    return 0.5 * v * np.array([math.erfc(min(max(-t / math.sqrt(2), -30), 30)) for t in v])


def tanh_form(v):
    return 0.5 * v * (1 + np.tanh(math.sqrt(2 / math.pi) * (v + 0.044715 * v**3)))


def exponentials(v):
    z = math.sqrt(2 / math.pi) * (v + 0.044715 * v**3)
    return 0.5 * v * (1 + (np.exp(z) - np.exp(-z)) / (np.exp(z) + np.exp(-z)))


FIELD = {
    # name: (call, categories that must occur, categories that must not), against GELU
    "sound": (through(once, erfc_form), [], ["sign", "flushed", "range"]),
    "cancellation": (through(once, tanh_form), [], ["missing_inf"]),
    "truncation": (through(truncated, erfc_form), [], ["range", "broken"]),
    "exponentials": (through(once, exponentials), ["nan", "broken"], []),
    "x above two": (through(once, lambda v: np.where(v > 2, v, erfc_form(v))), [], ["range"]),
    "cut at -2.5": (
        through(once, lambda v: np.where(v < -2.5, -0.0, erfc_form(v))),
        ["flushed"],
        [],
    ),
    "misses zero": (
        through(once, lambda v: np.where(np.abs(v) < 0.03, 0.5 * v - 6e-5, erfc_form(v))),
        ["sign"],
        [],
    ),
    "all NaN": (through(once, lambda v: v * np.nan), ["nan", "broken", "nan_left"], ["inf"]),
    "all inf": (through(once, lambda v: np.full_like(v, np.inf)), ["inf", "broken"], ["nan"]),
    "all largest": (lambda x, fmt: np.full_like(x, fmt.largest), ["range"], ["inf"]),
    "all zero": (lambda x, fmt: np.zeros_like(x), ["flushed", "missing_inf"], ["range"]),
    "negated": (through(once, lambda v: -erfc_form(v)), ["sign", "range"], []),
}


@pytest.mark.parametrize("form", ["erf", "tanh", "sigmoid", None])
@pytest.mark.parametrize("name", FIELD)
@pytest.mark.parametrize("fmt", STANDARD.values(), ids=lambda fmt: fmt.name)
def test_field_faults_make_a_row(fmt, name, form):
    call, present, absent = FIELD[name]
    generator = np.random.Generator(np.random.PCG64(4))
    top = fmt.end_bits
    x = np.concatenate(
        [
            fmt.values(generator.integers(-1 - top, top + 1, 150)),
            fmt.round_array(generator.uniform(-15, 8, 150)),
            fmt.values([0, -1, top, -1 - top, top - 1, -top]),
            fmt.values_of_bits([fmt.nan_bits]),
        ]
    )
    item = made(call, form)
    tally = measure(item, Block(fmt, x))
    if form in ("erf", None):  # the categories are told against the form declared
        assert set(present) <= set(tally.counts) and not set(absent) & set(tally.counts)
    row = row_of(item, fmt, "given", tally)
    assert row.inputs == np.count_nonzero(np.isfinite(x.astype(np.float64)))
    broken = tally.counts["broken"].count if "broken" in tally.counts else 0
    assert sum(row.histogram.values()) == row.inputs - broken
    assert (row.evaluation is None) == (row.method is None) == (form is None)


def test_declared_function():
    table = [
        ("erf", "gelu", "gelu"),
        ("erf", "gelu_grad", "gelu_grad"),
        ("tanh", "gelu", "tanh"),
        ("sigmoid", "gelu_grad", "sigmoid_grad"),
    ]
    for form, function, name in table:
        assert declared_function(made(None, form, function)).name == name
    assert declared_function(made(None, None)) is None
