"""Whether two calls with the same inputs give the same bits, and how far apart they come if not."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from gelucheck.conformance.allowance import allowance, spacing
from gelucheck.conformance.bench import Bench, Seen
from gelucheck.conformance.sampling import BLOCK
from gelucheck.conformance.words import apart, number
from gelucheck.record import Finding

TIMES = 4
COUNT = 2048
"""Inputs of each of two kinds: evenly spread, and evenly spread over the format."""
_ENDS = (2.0**-8, 5.25)
ROOM = 2.0
"""What is within so many times the scatter that was seen shows nothing of values."""
COMPARING = frozenset({"shape-dependence", "layout", "shape", "empty-or-scalar", "mode-dependence"})
"""Slugs of what compares calls. Where there is no witness it is none: it is what is raised."""


class Repeats:
    """What repeated calls gave so far.

    Attributes:
        bench: of the subject.
        ulp: the largest difference of two finite outputs for one input, in u(F(x)); 0 where none
            was seen.
    """

    def __init__(self, bench: Bench):
        self.bench, self.ulp = bench, 0.0
        self._differ: tuple[int, int] = (0, 0)
        self._pair: tuple[float, float, float, float] | None = None  # ulp, x, two outputs
        self._raised = ""
        self._first: np.ndarray | None = None

    @property
    def found(self) -> bool:
        """Whether two calls differed."""
        return self._pair is not None or bool(self._raised)

    def look(self, times: int = TIMES) -> None:
        """Some calls, in one process, compared with each other and with the earlier ones."""
        x = self._inputs()
        whole = np.resize(x, x.size + -x.size % BLOCK)
        seen = self.bench.probe(whole, times=times)
        if self._first is None:
            got = seen[0].got
            if got is None or got.shape != whole.shape:
                return
            self._first = got
        self._compare(whole, self._first, seen, x.size)

    def calls(self, x: np.ndarray, seen: Sequence[Seen]) -> None:
        """Calls that were made with some inputs."""
        if seen[0].got is not None and seen[0].got.shape == x.shape:
            self._compare(x, seen[0].got, seen[1:], x.size)

    def compare(self, x: np.ndarray, got: np.ndarray) -> None:
        """Outputs that came for some inputs, against one more call."""
        whole = np.resize(x, x.size + -x.size % BLOCK)
        self._compare(x, got, self.bench.probe(whole), x.size)

    def findings(self) -> Iterator[Finding]:
        """``not-repeatable``."""
        if self._raised:
            sentence = f"a later call with the same inputs {self._raised}, and the first does not"
            yield Finding("not-repeatable", "error", sentence, None)
        elif self._pair:
            size, x, one, two = self._pair
            count, tried = self._differ
            first, second = apart(one, two)
            most = f", by up to {number(float(f'{size:.4g}'))} ulp" if size > 0 else ""
            sentence = (
                f"calls with the same inputs differ at {count:,} of {tried:,} inputs{most}: "
                f"x = {number(x)} gives {first} in one call and {second} in another"
            )
            yield Finding("not-repeatable", "error", sentence, self.bench.further(x, two, one))

    def kept(self, findings: Iterable[Finding]) -> list[Finding]:
        """Findings without those that the scatter may have made."""
        if not self.found:
            return list(findings)
        return [finding for finding in findings if not self._scattered(finding)]

    def _scattered(self, finding: Finding) -> bool:
        witness = finding.witness
        if witness is None:
            return False
        if finding.slug in COMPARING:
            return True
        number = np.isfinite([witness.x, witness.got, witness.want]).all()
        return bool(number and abs(witness.value) <= ROOM * self.ulp)

    def _inputs(self) -> np.ndarray:
        """Where GELU is neither 0 nor x, and both zeros."""
        fmt, most = self.bench.fmt, _ENDS[1]
        low, high = (fmt.ordinal(fmt.round(end)) for end in _ENDS)
        places = low + np.arange(COUNT // 2) * max(1, (high - low) // (COUNT // 2))
        places = places[places <= high]
        x = np.concatenate([fmt.values(places), fmt.values(-1 - places)])
        x = np.concatenate(
            [x, fmt.round_array(np.linspace(-most, most, COUNT)), fmt.values([0, -1])]
        )
        return fmt.values(np.unique(fmt.ordinals(x)))

    def _compare(self, x, first, later: Sequence[Seen], size: int) -> None:
        differs = np.zeros(size, bool)
        for seen in later:
            if self.bench.stuck:
                break
            if seen.got is None or seen.got.ndim != 1 or seen.got.size < size:
                self._raised = f"{seen.raised:.120}" or "gives another shape or dtype"
                continue
            other = ~self.bench.same(seen.got[:size], first[:size])
            if other.any():
                places = np.flatnonzero(other)
                self._furthest(x[places], first[places], seen.got[places])
            differs |= other
        if differs.any() and np.count_nonzero(differs) >= self._differ[0]:
            self._differ = int(np.count_nonzero(differs)), size

    def _furthest(self, x, one, two) -> None:
        """The largest difference of some."""
        bench, finite = self.bench, np.isfinite(x.astype(np.float64))
        with np.errstate(all="ignore"):
            y = np.zeros(x.size)
            if finite.any():
                y[finite] = allowance(bench.function, x[finite], bench.fmt)[1]
            size = np.abs(one.astype(np.float64) - two.astype(np.float64)) / spacing(bench.fmt, y)
        number = np.isfinite(size) & finite
        if number.any():
            self.ulp = max(self.ulp, float(size[number].max()))
        # a number and none are told of where nothing else differs
        i = int(np.argmax(np.where(number, size, -1.0)))
        pair = (
            float(size[i]) if number[i] else -1.0,
            float(x[i]),
            float(one[i]),
            float(two[i]),
        )
        if self._pair is None or pair[0] > self._pair[0]:
            self._pair = pair
