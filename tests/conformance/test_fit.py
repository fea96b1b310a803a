"""Constants planted in outputs made by mpmath are found again, within the uncertainty told."""

import mpmath
import numpy as np
import pytest

from gelucheck.conformance.fit import fit_constants, form_distances
from gelucheck.formats import FORMATS, STANDARD

SIZES = 300
PLANTED = [
    # form, constants, why
    ("erf", (2**0.5,), "the form"),
    ("erf", (1.41421,), "five decimals"),
    ("erf", (1.0,), "the root left out"),
    ("tanh", (0.7978845608028654, 0.044715), "the form"),
    ("tanh", (0.7988, 0.04417), "Page 1977"),
    ("tanh", (0.044715, 0.79788456), "changed places"),
    ("tanh", (0.7978845608028654, 0.0), "no cube"),
    ("sigmoid", (1.702,), "the form"),
    ("sigmoid", (1.773,), "mlx issue 744"),
    ("sigmoid", (1.0,), "SiLU"),
]


def made(form, constants, function, fmt, seed=1):
    """Random inputs of a format and the form's values there, by mpmath, rounded once."""
    x = fmt.round_array(np.random.default_rng(seed).normal(size=SIZES) * 2)

    def value(v):
        if form == "erf":
            return v * mpmath.erfc(-v / constants[0]) / 2
        z = constants[0] * v
        if form == "tanh":
            z = 2 * constants[0] * (v + constants[1] * v**3)
        return v / (1 + mpmath.exp(-z))

    with mpmath.workdps(40):
        of = value if function == "gelu" else lambda v: mpmath.diff(value, v)
        bits = [fmt.round(of(mpmath.mpf(float(v)))) for v in x]
    return x, fmt.values_of_bits(np.array(bits, fmt.uint))


@pytest.mark.parametrize("form, constants, why", PLANTED, ids=[f"{c[0]}-{c[2]}" for c in PLANTED])
@pytest.mark.parametrize("function", ["gelu", "gelu_grad"])
@pytest.mark.parametrize("dtype", STANDARD)
def test_planted_constants_are_found(form, constants, why, function, dtype):
    fmt = FORMATS[dtype]
    x, got = made(form, constants, function, fmt)
    fit = fit_constants(x, got, fmt, form, function)
    assert fit.within > 0.95 and fit.distance < 0.5
    for constant, due in zip(fit.constants, constants, strict=True):
        assert abs(constant.value - due) <= constant.uncertainty
        # 300 outputs of p bits tell about as many bits of a constant; the fit itself has 47
        assert constant.uncertainty <= 2.0 ** (4 - min(fmt.precision, 48))


def test_a_swapped_pair_is_named():
    fmt = FORMATS["float32"]
    x, got = made("tanh", (0.044715, 0.7978845608028654), "gelu", fmt)
    fit = fit_constants(x, got, fmt, "tanh")
    assert [c.name for c in fit.constants] == ["sqrt(2/pi)", "0.044715"]
    assert [c.nearest for c in fit.constants] == ["0.044715", "sqrt(2/pi)"]
    assert not fit.standard


def test_the_forms_own_are_standard():
    fmt = FORMATS["float16"]
    assert fit_constants(*made("sigmoid", (1.702,), "gelu", fmt), fmt, "sigmoid").standard


def test_a_lost_left_tail_does_not_matter():
    """Zero left of -2.5, as where 1 + erf has cancelled."""
    fmt = FORMATS["float32"]
    x, got = made("erf", (1.41421,), "gelu", fmt)
    got[x < -2.5] = -1e-7
    (constant,) = fit_constants(x, got, fmt, "erf").constants
    assert abs(constant.value - 1.41421) <= constant.uncertainty <= 1e-6


def test_a_few_wild_outputs_do_not_matter():
    fmt = FORMATS["float32"]
    x, got = made("sigmoid", (1.773,), "gelu", fmt)
    got[::25] *= 3
    (constant,) = fit_constants(x, got, fmt, "sigmoid").constants
    assert constant.nearest == "1.773"


@pytest.mark.parametrize("form", ["erf", "tanh", "sigmoid"])
@pytest.mark.parametrize(
    ("x", "got", "why"),
    [
        ([1.0], [0.841], "one output fits anything"),
        ([], [], "no output"),
        ([np.inf, -np.inf, np.nan] * 9, [np.inf, np.nan, np.nan] * 9, "none finite"),
        (np.linspace(20, 30, 50), np.linspace(20, 30, 50), "x itself, whatever the constants"),
    ],
)
def test_no_fit(form, x, got, why):
    fmt = FORMATS["float32"]
    x, got = np.array(x, np.float32), np.array(got, np.float32)
    assert fit_constants(x, got, fmt, form) is None, why


@pytest.mark.parametrize("form, constants", [(c[0], c[1]) for c in PLANTED if c[2] == "the form"])
@pytest.mark.parametrize("function", ["gelu", "gelu_grad"])
@pytest.mark.parametrize("dtype", [*STANDARD, "float8_e5m2"])
def test_distances_of_a_form(form, constants, function, dtype):
    """An exact form rounded once is within half an ulp of itself, and wins every comparison."""
    fmt = FORMATS[dtype]
    x, got = made(form, constants, function, fmt)
    first, *others = form_distances(x, got, fmt, function)
    assert first.form == form
    assert (first.within, first.sound) == (1.0, 1.0) and first.distance <= 0.5
    for other in others:
        inputs, nearer = first.nearer[other.form]
        assert nearer == inputs > 0
        assert other.nearer[form][1] == 0 and other.within < 1


def test_where_the_forms_agree_nothing_counts():
    """From 12 on all three are x in float32: 12·e^-20.4 is 2e-8, and half an ulp 5e-7."""
    x = np.linspace(12, 30, 40, dtype=np.float32)
    for each in form_distances(x, x, FORMATS["float32"]):
        assert each.inputs == 0 and np.isnan(each.distance) and np.isnan(each.sound)
