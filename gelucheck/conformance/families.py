"""The three forms with their constants left free, in float64: values, derivatives, condition.

Every form is x·S(z(x)) with an inner function z that holds the constants; its derivative is
S(z) + x·S'(z)·z'. What a fit needs of either, the derivatives by the constants, follows from S,
S', S'' and z, z', z'' and their own derivatives by the constants. Relative error about 2^-48, where
the values are above 2^-140; enough for a fit, and never a reference.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gelucheck.reference.fast import approximate
from gelucheck.reference.functions import OPERATIONS

ROOT = 0.7978845608028654
CUBIC = 0.044715
QUICK = 1.702
ROOT_2 = 1.4142135623730951


@dataclass(frozen=True)
class Inner:
    """z and what is derived from it, at some inputs: arrays of float64, or numbers.

    Attributes:
        z, slope, bend: z, dz/dx, d²z/dx².
        by: dz/dθ for each constant θ.
        slope_by: d²z/dxdθ for each.
    """

    z: np.ndarray
    slope: np.ndarray
    bend: np.ndarray
    by: tuple
    slope_by: tuple


@dataclass(frozen=True)
class Family:
    """A form with free constants.

    Attributes:
        form: "erf", "tanh" or "sigmoid".
        names: of the constants, as a formula has them.
        standard: their values in the form itself.
        grid: for each constant, where a fit may start.
        inner: (x, constants) -> Inner.
        outer: z -> (S, S', S'').
    """

    form: str
    names: tuple[str, ...]
    standard: tuple[float, ...]
    grid: tuple[tuple[float, ...], ...]
    inner: Callable[[np.ndarray, tuple], Inner]
    outer: Callable[[np.ndarray], tuple]


@dataclass(frozen=True)
class Values:
    """A family at some inputs: the function, its derivative by x, and by each constant."""

    y: np.ndarray
    slope: np.ndarray
    by: np.ndarray

    def condition(self, x: np.ndarray) -> np.ndarray:
        """k = |x·y'/y|; 0 where y is 0."""
        with np.errstate(all="ignore"):
            k = np.abs(x * self.slope / self.y)
        return np.where((self.y == 0) | ~np.isfinite(k), 0.0, k)


def values(family: Family, x: np.ndarray, constants, function: str = "gelu") -> Values:
    """The function of a family, "gelu" or "gelu_grad", at finite float64 inputs."""
    with np.errstate(all="ignore"):
        i = family.inner(x, tuple(constants))
        s, s1, s2 = family.outer(i.z)
        grad = s + x * s1 * i.slope
        if function == "gelu":
            return Values(x * s, grad, np.array([x * s1 * by for by in i.by]))
        bend = 2 * s1 * i.slope + x * (s2 * i.slope**2 + s1 * i.bend)
        by = [
            s1 * each + x * (s2 * each * i.slope + s1 * own)
            for each, own in zip(i.by, i.slope_by, strict=True)
        ]
        return Values(grad, bend, np.array(by))


def _over(x, constants):
    (s,) = constants
    return Inner(x / s, 1 / s, 0.0, (-x / s**2,), (-1 / s**2,))


def _times(x, constants):
    (scale,) = constants
    return Inner(scale * x, scale, 0.0, (x,), (1.0,))


def _cubic(x, constants):
    a, c = constants
    square = x * x
    return Inner(
        a * (x + c * square * x),
        a * (1 + 3 * c * square),
        6 * a * c * x,
        (x + c * square * x, a * square * x),
        (1 + 3 * c * square, 3 * a * square),
    )


def _normal(z):
    half = np.clip(np.asarray(z, np.float64), -40, 40)
    tail = approximate(OPERATIONS["op.erfc"], -half, "single").high
    density = np.exp(-half * half) / np.sqrt(np.pi)
    return 0.5 * tail, density, -2 * half * density


def _logistic(z):
    small = np.exp(-np.abs(z))
    s = np.where(z >= 0, 1.0, small) / (1 + small)
    s1 = small / (1 + small) ** 2
    return s, s1, s1 * (1 - 2 * s)


def _doubled(z):
    s, s1, s2 = _logistic(2 * z)
    return s, 2 * s1, 4 * s2


FAMILIES = {
    record.form: record
    for record in (
        Family("erf", ("sqrt(2)",), (ROOT_2,), ((0.5, 1.0, ROOT_2, 2.0, 4.0),), _over, _normal),
        Family(
            "tanh",
            ("sqrt(2/pi)", "0.044715"),
            (ROOT, CUBIC),
            ((0.02, CUBIC, 0.2, 0.5, ROOT, 1.2, 1.6), (0.0, 0.01, CUBIC, 0.1, 0.3, ROOT)),
            _cubic,
            _doubled,
        ),
        Family("sigmoid", ("1.702",), (QUICK,), ((0.5, 1.0, QUICK, 2.5, 5.0),), _times, _logistic),
    )
}
"""By form."""
