"""How far outputs are from each form, in units of the default limits."""

from dataclasses import dataclass

import numpy as np

from gelucheck.conformance.allowance import ROUNDINGS
from gelucheck.conformance.families import FAMILIES, values
from gelucheck.formats import Format
from gelucheck.reference.evaluate import Reference, evaluate
from gelucheck.reference.functions import function_of
from gelucheck.ulp import errors

MOST = 100.0
"""What one output can add to a distance, in units: so that a lost tail or a few wild outputs do
not drown the rest."""

TAIL = -2.0
"""Left of it 1 + erf and 1 + tanh have lost digits."""


@dataclass(frozen=True)
class FormDistance:
    """How far some outputs are from a form.

    The unit is one step in a format of at most 16 bits, and (1 + k) ulp in wider ones. The default
    limit is one unit in the former, five in the latter. Only inputs count at which some two forms
    are further apart than the limit: everywhere else any form is as near.

    Attributes:
        form: "erf", "tanh" or "sigmoid".
        distance: mean distance in units, each counted as at most ``MOST``; NaN without inputs.
        within: share of the inputs whose output is within the default limit; NaN without inputs.
        sound: the share from ``TAIL`` on, where no sum cancels: see ``share_within``.
        inputs: how many inputs count.
        nearer: for every other form: (inputs, nearer): at how many of them the two are further
            apart than the limit, and at how many of these this one is the nearer of the two.
    """

    form: str
    distance: float
    within: float
    sound: float
    inputs: int
    nearer: dict[str, tuple[int, int]]


def limit_of(fmt: Format) -> float:
    """The default limit, in units."""
    return 1.0 if fmt.bits <= 16 else float(ROUNDINGS)


def condition(x: np.ndarray, form: str, function: str = "gelu") -> np.ndarray:
    """k = |x·F'(x)/F(x)| of a form or its derivative, float64; 0 where it is not known."""
    wide = x.astype(np.float64)
    family = FAMILIES[form]
    return values(family, wide, family.standard, function).condition(wide)


def units(got: np.ndarray, reference: Reference, k: np.ndarray) -> np.ndarray:
    """The distance of outputs from exact values, in units; float64, infinite where one of the two
    is finite and the other is not, 0 where neither is."""
    fmt = reference.fmt
    with np.errstate(all="ignore"):
        found = errors(fmt, got, reference.rounded, reference.exact)
        size = found.steps.astype(np.float64) if fmt.bits <= 16 else found.ulp / (1 + k)
        finite = np.isfinite(got.astype(np.float64)) == np.isfinite(
            reference.rounded.astype(np.float64)
        )
    return np.where(found.measured, size, np.where(finite, 0.0, np.inf))


def share_within(x: np.ndarray, close: np.ndarray) -> float:
    """The share of close outputs from ``TAIL`` on, the mean of those of stretches of 1/2: for most
    floating-point numbers are small, and the forms are alike there. NaN without any input there.

    Args:
        x: float64; close: bool.
    """
    at = x >= TAIL
    stretch = np.minimum((x[at] - TAIL) * 2, 20).astype(np.intp)
    count = np.bincount(stretch, minlength=1)
    good = np.bincount(stretch, close[at], minlength=1)
    some = count > 0
    return float(np.mean(good[some] / count[some])) if some.any() else float("nan")


def form_distances(
    x: np.ndarray, got: np.ndarray, fmt: Format, function: str = "gelu"
) -> tuple[FormDistance, ...]:
    """How far outputs are from each of the three forms, nearest first.

    Args:
        x, got: 1-D, of ``fmt.dtype``; inputs that are not finite do not count.
        function: "gelu", or "gelu_grad" for the derivatives.

    Raises:
        UndecidedError: as ``reference.evaluate``.
    """
    return survey(x, got, fmt, function)[0]


def survey(
    x: np.ndarray, got: np.ndarray, fmt: Format, function: str = "gelu"
) -> tuple[tuple[FormDistance, ...], np.ndarray]:
    """As ``form_distances``, and which of the inputs count (bool, of the shape of x)."""
    with np.errstate(invalid="ignore"):
        finite = np.isfinite(x.astype(np.float64))
    counting = finite.copy()
    x, got = x[finite], got[finite]
    limit = limit_of(fmt)
    references, off, conditions = {}, {}, {}
    for form in FAMILIES:
        references[form] = evaluate(function_of(form, function), x, fmt)
        conditions[form] = condition(x, form, function)
        off[form] = units(got, references[form], conditions[form])
    apart = {
        (a, b): units(references[a].rounded, references[b], conditions[b]) > limit
        for a in FAMILIES
        for b in FAMILIES
        if a != b
    }
    telling = np.any([*apart.values()], axis=0)
    found = []
    for form in FAMILIES:
        here = off[form][telling]
        nearer = {}
        for other in FAMILIES:
            if other != form:
                where = apart[form, other] & apart[other, form]
                wins = np.count_nonzero(off[form][where] < off[other][where])
                nearer[other] = int(np.count_nonzero(where)), int(wins)
        count = int(here.size)
        distance = float(np.mean(np.minimum(here, MOST))) if count else float("nan")
        within = float(np.mean(here <= limit)) if count else float("nan")
        sound = share_within(x[telling].astype(np.float64), here <= limit)
        found.append(FormDistance(form, distance, within, sound, count, nearer))
    counting[finite] = telling
    return tuple(sorted(found, key=lambda one: (np.isnan(one.distance), one.distance))), counting
