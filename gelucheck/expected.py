"""What error is to be expected of an implementation where inputs are distributed in some way."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from gelucheck.block import Block, Outputs
from gelucheck.errors import ImplementationError
from gelucheck.implementations.interface import Implementation
from gelucheck.inputs.weights import Weighted
from gelucheck.measure import declared_function
from gelucheck.record import Expected, Means
from gelucheck.reference.evaluate import confirm_some
from gelucheck.reference.functions import REFERENCES
from gelucheck.sums import as_fraction, digits_in, exact_sum, sum_above, to_digits
from gelucheck.ulp import ErrorArrays

BLOCK = 1 << 16
SHARE = 24
"""Roundings of each reference in each block that Arb confirms."""
DIGITS = 12
"""At most so many are given: the weights are sure to some more."""

_KINDS = ("absolute", "ulp")
_LARGEST = np.finfo(np.float64).max
_NOTHING = Fraction(2) ** -1000
"""An error that is not worth a word, such as half the smallest number of float64."""


def expected_errors(
    implementations: Sequence[Implementation],
    weighted: Weighted,
    *,
    convention: str = "coarse",
    seed: int = 0,
    size: int = BLOCK,
    told: Callable[[int, str], None] = lambda _more, _label: None,
) -> tuple[Expected | ImplementationError, ...]:
    """The expected errors of some implementations in one format, absolute and in ulp.

    They are the weighted means of |ŷ - y| and |ŷ - y|/u(y), y being GELU and the declared form. A
    NaN or an infinity where a finite number is due has no error: its weight is left out, and
    missing from the share. Sums are exact, and each product was rounded once: how the values are
    cut into blocks changes nothing. Figures have the digits that are sure, and at most ``DIGITS``;
    of a sample that is what is known of its own mean, not of the distribution's.

    Args:
        weighted: the values and their weights; their format is that of all.
        convention: of the ulp, "coarse" or "fine".
        seed: of the share of the references that Arb confirms.
        size: values of a block.
        told: called with how many values more are done, and a label.

    Returns:
        one for each implementation; of one whose code fails the error that it gave.

    Raises:
        UndecidedError, DisagreementError: the reference fails.
    """
    fmt, weights = weighted.fmt, _at_most_one(weighted.weights)
    gathered = [_Gathered(item) for item in implementations]
    for number, start in enumerate(range(0, weighted.values.size, size)):
        block = Block(fmt, weighted.values[start : start + size])
        for each in gathered:
            each.add(block, weights[start : start + size], convention)
            told(block.x.size, f"{fmt.name} {each.item.name}, {weighted.name}")
        for reference in block.references():
            confirm_some(reference, block.wide, SHARE, seed + number)
    whole = exact_sum(weights)
    return tuple(each.fault or each.result(weighted, whole) for each in gathered)


def _at_most_one(weights: np.ndarray) -> np.ndarray:
    """The weights over a power of two: then no product is larger than the error in it."""
    return weights * 2.0 ** -max(int(np.frexp(weights.max())[1]), 0)


class _Gathered:
    """What is known of one implementation so far.

    Attributes:
        fault: what its code failed with; then nothing more is asked of it.
        inputs: how many values were measured; weight: the exact sum of theirs.
        sums: by part, "total" and "evaluation".
    """

    def __init__(self, item: Implementation):
        self.item, self.fault = item, None
        self.inputs, self.weight = 0, 0
        self.gelu, self.form = REFERENCES[item.function], declared_function(item)
        self.sums = {"total": _Sums()}
        if self.form not in (None, self.gelu):
            self.sums["evaluation"] = _Sums()

    def add(self, block: Block, weights: np.ndarray, convention: str) -> None:
        """Measure a block."""
        if self.fault:
            return
        try:
            outputs = Outputs(self.item, block, convention)
        except ImplementationError as problem:
            self.fault = problem
            return
        for name, sums in self.sums.items():
            function = self.gelu if name == "total" else self.form
            found = outputs.errors(block.reference(function))
            # finite inputs and finite functions: the same for both parts
            measured = found.measured
            sums.add(found, measured, weights[measured])
        self.inputs += int(np.count_nonzero(measured))
        self.weight += exact_sum(weights[measured])

    def result(self, weighted: Weighted, whole: int) -> Expected:
        """The means; ``whole`` is the exact sum of all weights."""
        means = {name: self._means(sums) for name, sums in self.sums.items()}
        own = means.get("evaluation", means["total"])
        return Expected(
            weights=weighted.name,
            evidence=weighted.evidence,
            inputs=self.inputs,
            share=_share(weighted.share, self.weight, whole),
            total=means["total"],
            evaluation=own if self.form else None,
        )

    def _means(self, sums: "_Sums") -> Means:
        return Means(*(sums.mean(kind, self.weight, self.inputs) for kind in _KINDS))


class _Sums:
    """Exact sums of weighted errors against one reference, and bounds of those of their slacks."""

    def __init__(self):
        self.value = dict.fromkeys(_KINDS, 0)
        self.slack = dict.fromkeys(_KINDS, 0)
        self.endless = dict.fromkeys(_KINDS, False)

    def add(self, found: ErrorArrays, measured: np.ndarray, weights: np.ndarray) -> None:
        for kind in _KINDS:
            values, slack = (each[measured] for each in (getattr(found, kind), found.slack[kind]))
            # more units than float64 can count
            endless = np.isinf(values)
            self.endless[kind] |= bool((weights[endless] > 0).any())
            self.value[kind] += exact_sum(weights * np.where(endless, 0.0, values))
            self.slack[kind] += sum_above(weights * np.minimum(slack, _LARGEST))

    def mean(self, kind: str, weight: int, count: int) -> float | None:
        """The mean, rounded to the digits that are sure; None where none is, or nothing has a
        weight.

        Args:
            weight: the sum of the weights; count: how many products there are, each of which was
                rounded, and its slack too.
        """
        if not weight:
            return None
        if self.endless[kind]:
            return float("inf")
        total, slack = as_fraction(self.value[kind]), as_fraction(self.slack[kind])
        if not total:
            return 0.0 if slack <= as_fraction(weight) * _NOTHING else None
        rounded = total * Fraction(2) ** -52 + count * Fraction(2) ** -1073
        digits = digits_in(total / (slack + rounded))
        if digits < 1:
            return None
        return to_digits(float(total / as_fraction(weight)), digits, DIGITS)


def _share(share: float, weight: int, whole: int) -> float:
    """The share that was measured: below 1 wherever something was left out."""
    if weight == whole:
        return share
    return min(float(Fraction(share) * weight / whole), float(np.nextafter(1.0, 0.0)))
