"""Minimax constants: against mpmath's solution of three equations, and all values of a format."""

import math
from fractions import Fraction

import numpy as np
import pytest

from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS
from gelucheck.proofs.constants import best, representable
from gelucheck.proofs.suprema import supremum

# form, of: where mpmath begins (two peaks, the constant), and the constant to the digits that are
# published: 0.0447149 by Su Jianlin, 2020, and 1.7017 by Haley, 1952, are for Φ
CASES = {
    ("tanh", "gelu"): (-1.46, -2.8, "0.04438"),
    ("tanh", "phi"): (-1.24, -2.59, "0.0447149"),
    ("sigmoid", "gelu"): (-0.9, -2.43, "1.7729"),
    ("sigmoid", "phi"): (-0.57, -2.04, "1.7017"),
}


@pytest.mark.parametrize(("form", "of"), CASES)
def test_the_two_peaks_are_equal_there(form, of, exact):
    """f' is 0 at both, and f at the one is -f at the other."""
    mp = exact.mp
    one, two, start = CASES[form, of]

    def equations(x, y, c):
        # the derivative of x·s, or of s, by the product rule
        root = mp.sqrt(2 / mp.pi)

        def f(t):
            w = root * (t + c * t**3) if form == "tanh" else c * t / 2
            value = (1 + mp.tanh(w)) / 2 - mp.ncdf(t)
            by = root * (1 + 3 * c * t * t) if form == "tanh" else c / 2
            slope = by * mp.sech(w) ** 2 / 2 - mp.npdf(t)
            return (t * value, value + t * slope) if of == "gelu" else (value, slope)

        (a, da), (b, db) = f(x), f(y)
        return [da, db, a + b, a]

    with mp.workdps(30):
        solved = mp.findroot(
            lambda x, y, c: equations(x, y, c)[:3], (one, two, mp.mpf(start)), tol=1e-40
        )
        error = abs(equations(*solved)[3])
    constant, least = best(form, of)
    assert constant.lower <= solved[2] <= constant.upper
    assert constant.upper <= constant.lower * (1 + 1e-15)
    assert least.lower <= error <= least.upper <= least.lower * (1 + 1e-15)
    assert abs(Fraction(constant.lower) - Fraction(start)) < Fraction(1, 10 ** (len(start) - 2))


@pytest.mark.parametrize(("form", "of"), CASES)
def test_every_other_constant_is_worse(form, of):
    constant, least = best(form, of)
    for factor in (Fraction(9999, 10000), Fraction(10001, 10000), Fraction(2)):
        assert supremum(form, of, Fraction(constant.lower) * factor).lower > least.upper


def error_by_grid(form: str, of: str, constants: np.ndarray) -> np.ndarray:
    """sup |f| for many constants, on a grid of [-8, 0], to about 1e-9."""
    x = np.linspace(-8, 0, 8001)
    phi = np.array([math.erfc(-t / math.sqrt(2)) / 2 for t in x])
    scale = x if of == "gelu" else 1.0
    found = []
    for c in constants:
        w = math.sqrt(2 / math.pi) * (x + c * x**3) if form == "tanh" else c * x / 2
        found.append(np.abs(scale * ((1 + np.tanh(w)) / 2 - phi)).max())
    return np.array(found)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize(("form", "of"), CASES)
def test_no_value_of_a_format_is_better(form, of, dtype):
    fmt = FORMATS[dtype]
    number, error, other = representable(form, of, fmt)
    middle = fmt.ordinal(fmt.bits_of(number.lower))
    around = fmt.values(np.arange(middle - 20, middle + 21)).astype(float)
    errors = error_by_grid(form, of, around)
    assert around[errors.argmin()] == number.lower == number.upper
    assert abs(errors.min() - error.lower) < 1e-6 * error.lower
    assert error.upper < other.lower
    # the other one is next to it, and the best constant is between them
    neighbour = min(around[[19, 21]], key=lambda v: abs(errors[around == v][0] - other.lower))
    constant, _ = best(form, of)
    assert min(number.lower, neighbour) <= constant.lower <= max(number.lower, neighbour)
    assert str(neighbour) in other.sentence


def test_the_best_of_float64_lies_in_the_enclosure():
    constant, least = best("sigmoid", "gelu")
    number, error, other = representable("sigmoid", "gelu", FORMATS["float64"])
    assert constant.lower <= number.lower <= constant.upper
    assert least.lower <= error.upper and error.upper < other.lower


def test_names_are_unique():
    names = [
        one.name
        for form, of in (("sigmoid", "gelu"), ("sigmoid", "phi"))
        for proved in (
            best(form, of),
            representable(form, of, FORMATS["float16"]),
            representable(form, of, FORMATS["bfloat16"]),
        )
        for one in proved
    ]
    assert len(names) == len(set(names)) == 16


@pytest.mark.parametrize(("form", "of"), [("erf", "gelu"), ("tanh", "gelu_grad"), ("x", "phi")])
def test_what_cannot_be_asked(form, of):
    with pytest.raises(UsageError):
        best(form, of)
