"""The worst evaluation error that is found: what a bound stands beside."""

from dataclasses import dataclass

import numpy as np

from gelucheck.formats import Format
from gelucheck.forms.arithmetic import compute
from gelucheck.forms.writing import Writing
from gelucheck.inputs.worst import centre_ordinals
from gelucheck.peaks import exact_error
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.functions import function_of
from gelucheck.ulp import errors

_CLIMBS = 6
_REACH = 48


@dataclass(frozen=True)
class Found:
    """The largest error that was found.

    Attributes:
        ulp: it; x: where; -1 and NaN where no input has an error (it may be NaN or infinite).
        evidence: "exhaustive" or "search".
    """

    ulp: float
    x: float
    evidence: str


class Finder:
    """Looks for large evaluation errors of one writing under one arithmetic."""

    def __init__(self, writing: Writing, fmt: Format, arithmetic: str):
        self.writing, self.fmt, self.arithmetic = writing, fmt, arithmetic
        self.form = function_of(writing.form, writing.function)
        self.best, self.at = -1.0, 0

    def outputs(self, ordinals: np.ndarray) -> np.ndarray:
        """What the writing gives, in the format's dtype."""
        return compute(self.writing.call, self.fmt.values(ordinals), self.fmt, self.arithmetic)

    def look(self, ordinals: np.ndarray) -> np.ndarray:
        """At least what the errors at some inputs are, in ulp; -1 where there is none."""
        x = self.fmt.values(ordinals)
        got = self.outputs(ordinals)
        reference = evaluate(self.form, x, self.fmt)
        found = errors(self.fmt, got, reference.rounded, reference.exact)
        ulp = np.where(found.measured, np.maximum(found.ulp - found.slack["ulp"], 0.0), -1.0)
        if ulp.size and ulp.max() > self.best:
            place = int(ulp.argmax())
            self.best, self.at = float(ulp[place]), int(ordinals[place])
        return ulp

    def all(self, low: int, high: int) -> None:
        """Try every input."""
        for start in range(low, high + 1, 1 << 16):
            self.look(np.arange(start, min(start + (1 << 16), high + 1), dtype=np.int64))

    def search(self, span: tuple[int, int], stretches, count: int, seed: int) -> None:
        """Try inputs known to be bad, others drawn evenly from some stretches, and climb.

        Args:
            span: the ordinals that may be tried, from one to the other.
            stretches: first and last ordinals, arrays; count: how many are drawn.
        """
        (low, high), (first, last) = span, stretches
        known = [centre_ordinals(self.fmt)]
        for contract in self.writing.contract:
            value = float.fromhex(contract.x)
            known.append(np.array([self.fmt.ordinal(self.fmt.round(value))]))
        raw = np.random.PCG64(seed).random_raw
        each = max(1, count // max(first.size, 1))
        sizes = (last - first + 1).astype(np.uint64)[:, None]
        drawn = first[:, None] + (raw((first.size, each)) % sizes).astype(np.int64)
        some = np.concatenate([*known, first, last, drawn.ravel()])
        self.look(within(some, low, high))
        widest = self.fmt.precision - 2
        for _ in range(_CLIMBS):
            before = self.best
            leaps = np.int64(1) << np.arange(widest, dtype=np.int64)
            far = leaps + (raw((4, widest)) % leaps.astype(np.uint64)).astype(np.int64)
            near = np.arange(-_REACH, _REACH + 1)
            around = np.concatenate([near, far[:2].ravel(), -far[2:].ravel()])
            self.look(within(self.at + around, low, high))
            if self.best <= before:
                break

    def found(self, evidence: str) -> Found:
        """The largest one, settled by the oracle."""
        if self.best < 0:
            return Found(-1.0, float("nan"), evidence)
        place = np.array([self.at])
        x, got = float(self.fmt.values(place)[0]), float(self.outputs(place)[0])
        ulp, _ = exact_error("ulp", self.fmt, self.form, "coarse")(x, got)
        return Found(ulp, x, evidence)


def within(ordinals: np.ndarray, low: int, high: int) -> np.ndarray:
    """Those from low to high, sorted, each once."""
    ordinals = np.unique(ordinals)
    return ordinals[(ordinals >= low) & (ordinals <= high)]
