"""Which constants fit outputs best: robust weighted least squares, Gauss-Newton in float64.

An output's weight is 1/(u(y)·(1 + k)), as accurate code may be off by so much; less in a stretch
of inputs where the outputs scatter more than that, as where a sum cancels; and less, in the end
nothing, where a single output is far from the others (Huber's weights, then Tukey's).
"""

from dataclasses import dataclass
from itertools import product

import numpy as np

from gelucheck.conformance.constants import nearest_known
from gelucheck.conformance.distances import (
    MOST,
    FormDistance,
    form_distances,
    limit_of,
    share_within,
)
from gelucheck.conformance.families import FAMILIES, Family, values
from gelucheck.formats import Format

__all__ = ["Constant", "Fit", "FormDistance", "fit_constants", "form_distances"]

STRETCHES = 24
MOST_FITTED = 1 << 13
HUBER, TUKEY = 20, 20  # steps at most
ROUNDING = 12**-0.5  # standard deviation of a rounding error, in ulp
FEWEST = 8  # inputs for each constant; fewer fit anything
FLOOR = 2.0**-47  # of the values that the fit itself computes, relative


@dataclass(frozen=True)
class Constant:
    """A constant as outputs have it.

    Attributes:
        name: which one: "sqrt(2/pi)", "0.044715", "1.702" or "sqrt(2)".
        value: that fits best.
        uncertainty: three standard errors: of the residuals, or of one rounding an output, and no
            less than their scatter from one stretch of inputs to the next tells.
        nearest: a known constant within the uncertainty, as text, or "".
    """

    name: str
    value: float
    uncertainty: float
    nearest: str


@dataclass(frozen=True)
class Fit:
    """A form with the constants that fit outputs best.

    Attributes:
        form: of the family.
        constants: in the order of ``families.Family.names``.
        within: share of the inputs, among those at which the constants matter, whose output is
            within the default limit of the fitted form.
        sound: the share where no sum cancels: see ``distances.share_within``.
        distance: mean distance in units of ``distances.FormDistance``, each at most 100.
        inputs: how many inputs took part.
    """

    form: str
    constants: tuple[Constant, ...]
    within: float
    sound: float
    distance: float
    inputs: int

    @property
    def values(self) -> tuple[float, ...]:
        return tuple(constant.value for constant in self.constants)

    @property
    def standard(self) -> bool:
        """Whether every constant is the form's own, within its uncertainty."""
        own = FAMILIES[self.form].names
        return all(c.nearest == name for c, name in zip(self.constants, own, strict=True))


class _Data:
    """Outputs of some inputs, those at which the constants matter, in the order of the inputs."""

    def __init__(self, x: np.ndarray, y: np.ndarray, fmt: Format, family: Family, function: str):
        self.x, self.y = x, y
        self.fmt, self.family, self.function = fmt, family, function
        self.count = max(1, min(STRETCHES, x.size // 8))
        self.length = max(1, x.size // self.count)
        self.stretch = np.minimum(np.arange(x.size) // self.length, self.count - 1)

    def at(self, constants):
        """The family's values, the unit of each, (1 + k)·u(y), u(y) itself, and the residuals in
        units."""
        found = values(self.family, self.x, constants, self.function)
        with np.errstate(all="ignore"):
            size = np.maximum(np.abs(found.y), self.fmt.smallest_normal)
            ulp = np.exp2(np.floor(np.log2(size)) - self.fmt.precision + 1)
            unit = ulp * (1 + np.minimum(found.condition(self.x), 1e6)) + FLOOR * np.abs(found.y)
            return found, unit, ulp, (self.y - found.y) / unit

    def cost(self, constants, step: int) -> float:
        """How far the outputs are from the family's at every ``step``-th input, relative and
        capped: for a start."""
        y = self.y[::step]
        found = values(self.family, self.x[::step], constants, self.function).y
        with np.errstate(all="ignore"):
            gap = np.abs(y - found) / np.maximum(np.abs(y), np.abs(found))
        return float(np.mean(np.where(np.isfinite(gap), gap, 1.0)))


def _data(x: np.ndarray, got: np.ndarray, fmt: Format, family: Family, function: str) -> _Data:
    with np.errstate(all="ignore"):
        wide, y = x.astype(np.float64), got.astype(np.float64)
        # where the form is x, x/2 or zero, whatever the constants, nothing can be learnt
        keep = np.isfinite(wide) & np.isfinite(y) & (np.abs(wide) < 40)
        keep &= np.abs(wide) > 2.0 ** (-fmt.precision / 2 - 2)
        keep &= (np.abs(y) >= fmt.smallest_normal) & (y != (wide if function == "gelu" else 1))
    # an input given twice tells nothing new
    order = np.flatnonzero(keep)
    order = order[np.unique(wide[order], return_index=True)[1]]
    if order.size > MOST_FITTED:
        order = order[:: -(-order.size // MOST_FITTED)]
    return _Data(wide[order], y[order], fmt, family, function)


def fit_constants(
    x: np.ndarray, got: np.ndarray, fmt: Format, form: str, function: str = "gelu"
) -> Fit | None:
    """The constants of a form that fit outputs best.

    Args:
        x, got: 1-D, of ``fmt.dtype``.
        form: "erf" (s in erf(x/s)), "tanh" (a and c in tanh(a·(x + c·x³))) or "sigmoid" (λ in
            x·sigmoid(λ·x)).
        function: "gelu", or "gelu_grad" for the derivative.

    Returns:
        The fit; None where too few inputs tell of the constants, or no such form comes near.
    """
    data = _data(x, got, fmt, FAMILIES[form], function)
    if data.x.size < FEWEST * len(data.family.names):
        return None
    theta = _start(data)
    for step_number in range(HUBER + TUKEY):
        found, unit, _, residual = data.at(theta)
        weight = _weights(data, residual, step_number >= HUBER)
        jacobian = _jacobian(found, unit)
        step = _solve(jacobian, weight, residual)
        if step is None:
            return None
        # at most a third of itself, so that no step leaves what is linear
        room = 0.35 * np.maximum(np.abs(theta), 0.02)
        theta = theta + np.clip(step, -room, room)
        settled = np.all(np.abs(step) <= 1e-15 * np.abs(theta) + 1e-18)
        if settled and step_number > HUBER:
            break
    if not np.all(np.isfinite(theta)) or _far(data.family, theta):
        return None
    return _described(data, theta)


def _start(data: _Data) -> np.ndarray:
    """The point of the family's grid that comes nearest, on some of the inputs."""
    step = max(1, data.x.size // 512)
    return np.array(min(product(*data.family.grid), key=lambda each: data.cost(each, step)))


def _weights(data: _Data, residual: np.ndarray, strict: bool = True) -> np.ndarray:
    """1/s² of each stretch, s its scatter in units, at least one; beside it Huber's factor, or
    Tukey's, which is zero from 6·s on."""
    size = np.where(np.isfinite(residual), np.abs(residual), np.inf)
    # the few inputs left over are of the last stretch, but not in its median
    rows = size[: data.count * data.length].reshape(data.count, data.length)
    scale = np.maximum(1.0, 1.5 * np.median(rows, axis=1))[data.stretch]
    with np.errstate(all="ignore"):
        if strict:
            factor = np.maximum(1 - (size / (6 * scale)) ** 2, 0.0) ** 2
        else:
            factor = np.minimum(1.0, 2.0 * scale / np.maximum(size, 1e-300))
        weight = factor / scale**2
    return np.where(np.isfinite(size) & np.isfinite(weight), weight, 0.0)


def _jacobian(found, unit) -> np.ndarray:
    with np.errstate(all="ignore"):
        jacobian = found.by / unit
    return np.where(np.isfinite(jacobian), jacobian, 0.0)


def _normal(jacobian, weight):
    """J^T W J, or None where it tells nothing."""
    matrix = (jacobian * weight) @ jacobian.T
    scale = np.sqrt(np.diag(matrix))
    if not np.all(np.isfinite(scale)) or np.any(scale == 0):
        return None
    if np.linalg.cond(matrix / np.outer(scale, scale)) > 1e12:
        return None
    return matrix


def _solve(jacobian, weight, residual):
    matrix = _normal(jacobian, weight)
    if matrix is None:
        return None
    return np.linalg.solve(matrix, jacobian @ _pull(weight, residual))


def _pull(weight, residual) -> np.ndarray:
    with np.errstate(all="ignore"):
        return np.where(weight > 0, weight * residual, 0.0)


def _far(family: Family, theta: np.ndarray) -> bool:
    """Whether constants are none that anybody would call this form's."""
    first = abs(theta[0]) / family.standard[0]
    return not (1 / 50 < first < 50 and theta[0] > 0 and np.all(np.abs(theta[1:]) < 5))


def _described(data: _Data, theta: np.ndarray) -> Fit | None:
    found, unit, ulp, residual = data.at(theta)
    weight = _weights(data, residual)
    jacobian = _jacobian(found, unit)
    matrix = _normal(jacobian, weight)
    if matrix is None:
        return None
    uncertainty = 3 * _standard_errors(data, jacobian, weight, residual, matrix)
    # of few digits the roundings at one input and the next are not independent
    uncertainty *= max(1.0, 8 / data.fmt.precision)
    uncertainty = np.maximum(uncertainty, FLOOR * np.abs(theta))
    constants = tuple(
        Constant(name, float(value), float(room), nearest_known(name, value, room, data.fmt))
        for name, value, room in zip(data.family.names, theta, uncertainty, strict=True)
    )
    size = np.abs(residual)
    if data.fmt.bits <= 16:
        # in steps, as the limit is: a value of the format lies on every multiple of an ulp
        size = np.rint(size * unit / ulp)
    size = np.where(np.isfinite(size), size, np.inf)
    close = size <= limit_of(data.fmt)
    return Fit(
        data.family.form,
        constants,
        within=float(np.mean(close)),
        sound=share_within(data.x, close),
        distance=float(np.mean(np.minimum(size, MOST))),
        inputs=int(data.x.size),
    )


def _standard_errors(data: _Data, jacobian, weight, residual, matrix) -> np.ndarray:
    """The larger of two: as if every residual were independent, and as if those of a stretch all
    had one cause (the cluster-robust estimate of Liang and Zeger, 1986)."""
    inverse = np.linalg.inv(matrix)
    pull = _pull(weight, residual)
    freedom = max(data.x.size - len(matrix), 0)
    spread = float(np.sum(pull * np.where(weight > 0, residual, 0.0)))
    variance = max(spread / freedom if freedom else 0.0, (ROUNDING / 2) ** 2)
    if freedom < 8:
        variance = max(variance, ROUNDING**2)
    plain = np.sqrt(variance * np.diag(inverse))
    groups = np.array(
        [np.bincount(data.stretch, row * pull, minlength=data.count) for row in jacobian]
    )
    factor = data.count / max(data.count - 1, 1)
    clustered = np.sqrt(np.diag(inverse @ (groups @ groups.T * factor) @ inverse))
    return np.maximum(plain, clustered) if data.count > 4 else plain
