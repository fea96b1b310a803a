"""A subject on the bench: probed on the same few sets of inputs, whichever check asks."""

from dataclasses import dataclass
from functools import cached_property
from time import monotonic

import numpy as np

from gelucheck.conformance.allowance import allowance, spacing
from gelucheck.conformance.due import due_witness, further
from gelucheck.conformance.sampling import BLOCK
from gelucheck.conformance.subject import Subject
from gelucheck.errors import GelucheckError, ImplementationError
from gelucheck.formats import FORMATS
from gelucheck.implementations.guest import Layout, Probe, Traits
from gelucheck.inputs.strata import sample_ordinals
from gelucheck.measure import declared_function
from gelucheck.record import Witness
from gelucheck.reference.functions import REFERENCES, Function

SAMPLES = 1 << 13
PLACES = 200
RUN = 16
_FAR = {"float32": 15.0, "float64": 39.0}  # left of it the forms are 0, but for sigmoid's


@dataclass(frozen=True)
class Seen:
    """What came of one call, as values of the format.

    Attributes:
        got: the outputs, of their own shape, each rounded once to the format; None where it raised
            or gave what is no floating number.
        dtype: of what was returned, "" where nothing was.
        raised: what came instead, as it follows a name: "raises ValueError('…')", or "".
    """

    got: np.ndarray | None
    dtype: str
    raised: str
    modified: bool
    aliased: bool


@dataclass(frozen=True)
class Curve:
    """Inputs and outputs in ascending order, and what was due; all finite inputs.

    Attributes:
        x, y: float64; y may hold anything.
        due: RN(F(x)), float64; exact: F(x) in float64.
        room: the largest |y - F(x)| that the default limits allow.
        unit: u(F(x)).
        steps: values of the format between y and RN(F(x)), float64; infinite where y is no number.
    """

    x: np.ndarray
    y: np.ndarray
    due: np.ndarray
    exact: np.ndarray
    room: np.ndarray
    unit: np.ndarray
    steps: np.ndarray


class Bench:
    """A subject with what its calls gave.

    Attributes:
        seen: every probe that was made so far.
        paths: patterns of inputs and outputs that came in contiguous arrays, of several code paths
            where there are such.
        stuck: what was said of a call that gave no answer within the time limit, or "".
    """

    def __init__(self, subject: Subject):
        self.subject, self.fmt = subject, subject.fmt
        self.seen: list[Seen] = []
        self.paths: set[tuple[int, int]] = set()
        self.stuck = ""

    @cached_property
    def traits(self) -> Traits:
        return self.subject.guest.traits()

    @cached_property
    def function(self) -> Function:
        """The exact function of the declared form; of GELU where none is declared."""
        declared = declared_function(self.subject.implementation)
        return declared or REFERENCES[self.subject.function]

    @property
    def forward(self) -> bool:
        """Whether it is the function itself, not its derivative."""
        return self.subject.function == "gelu"

    # ---- calls ------------------------------------------------------------------------------

    def probe(self, memory: np.ndarray, layout: Layout | None = None, **how) -> tuple[Seen, ...]:
        """``Guest.probe``, with what it raises (crashes and time limits too) among the results.

        After a call that gave no answer none is made.
        """
        times = how.get("times", 1)
        begun = monotonic()
        try:
            if self.stuck:
                raise ImplementationError(self.stuck)
            probes = self.subject.guest.probe(memory, self.fmt, layout, **how)
            found = tuple(self._seen(probe) for probe in probes)
        except GelucheckError as problem:
            # in whole words: it crashed, or gave no answer; at which inputs, the checks say
            what = problem.what.split(", at ")[0]
            found = (Seen(None, "", what, False, False),) * times
            if monotonic() - begun >= self.subject.guest.limit:
                self.stuck = what
        except Exception as problem:
            # what makes the function of a value of ``approximate`` may be the user's own code
            found = (self._seen(Probe(None, f"{problem!r:.300}")),) * times
        self.seen += found
        return found

    def shaped(self, memory: np.ndarray, shape: tuple[int, ...], **how) -> Seen:
        """One call with a contiguous array of a shape."""
        size = self.fmt.dtype.itemsize
        strides = tuple(size * int(np.prod(shape[i + 1 :], dtype=int)) for i in range(len(shape)))
        return self.probe(memory, Layout(shape, strides), **how)[0]

    def _seen(self, probe: Probe) -> Seen:
        got = probe.got
        dtype = "" if got is None else str(got.dtype)
        if got is not None and got.dtype != self.fmt.dtype:
            known = {other.dtype for other in FORMATS.values()}
            got = self.fmt.round_array(got.astype(np.float64)) if got.dtype in known else None
        raised = f"raises {probe.raised}" if probe.raised else ""
        return Seen(got, dtype, raised, probe.modified, probe.aliased)

    def same(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """Where two arrays of values have the same bits; NaN is NaN, whatever is in it."""
        a, b = self.fmt.bits_of_values(left), self.fmt.bits_of_values(right)
        return (a == b) | (np.isnan(left) & np.isnan(right))

    def contradict(self, x: np.ndarray, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """Where two results for finite inputs cannot both be within the default limits."""
        a, b = left.astype(np.float64), right.astype(np.float64)
        if self.fmt.bits <= 16:
            apart = np.abs(np.subtract(*(self.fmt.ranks(part) for part in (left, right)))) > 2
        else:
            with np.errstate(invalid="ignore"):
                apart = ~(np.abs(a - b) <= 2 * allowance(self.function, x, self.fmt)[2])
        number = np.isfinite(a) & np.isfinite(b)
        return np.where(number, apart, ~self.same(left, right))

    # ---- inputs and outputs -----------------------------------------------------------------

    @cached_property
    def values(self) -> np.ndarray:
        """Inputs in ascending order, then NaNs: all of a 16-bit format; above, a sample, its mirror
        image, and runs of consecutive values at some places."""
        fmt = self.fmt
        if fmt.bits <= 16:
            numbers = fmt.all_values()
        else:
            ordinals = sample_ordinals(fmt, SAMPLES, 0)
            far = _FAR.get(fmt.name, 15.0)
            left, right = (fmt.ordinal(fmt.round(end)) for end in (-far, far / 3))
            inner = ordinals[(ordinals > left) & (ordinals < right)]
            starts = inner[np.linspace(0, inner.size - 1, PLACES).astype(int)]
            runs = (starts[:, None] + np.arange(RUN)).ravel()
            ordinals = np.concatenate([ordinals, -1 - ordinals, runs])
            numbers = fmt.values(np.unique(ordinals))
        # in whole blocks, so that no fault of elements left over looks like one of values
        pad = fmt.values_of_bits([fmt.nan_bits] * (BLOCK - numbers.size % BLOCK))
        return np.concatenate([numbers, pad])

    @property
    def flushed(self) -> np.ndarray:
        """Where zero came for a number below the normal range: ``subnormals-flushed`` says it."""
        curve = self.curve
        return (curve.y == 0) & (np.abs(curve.exact) < self.fmt.smallest_normal)

    @cached_property
    def calls(self) -> tuple[Seen, ...]:
        """What three calls with ``values`` gave."""
        return self.probe(self.values, times=3)

    @cached_property
    def outputs(self) -> np.ndarray | None:
        """Of the first of them; None where there are none to speak of."""
        got = self.calls[0].got
        if got is None or got.shape != self.values.shape:
            return None
        if np.isnan(got).all():
            # one NaN may make all of them NaN: ``elementwise`` says it
            numbers = self.values[~np.isnan(self.values)]
            (alone,) = self.probe(numbers)
            if alone.got is not None and alone.got.shape == numbers.shape:
                got = np.concatenate([alone.got, got[numbers.size :]])
        return got

    @cached_property
    def curve(self) -> Curve:
        """The finite inputs, and what came and was due there."""
        finite = np.isfinite(self.values.astype(np.float64))
        x, got = self.values[finite], self.outputs[finite]
        due, exact, room = allowance(self.function, x, self.fmt)
        y = got.astype(np.float64)
        ranks = (self.fmt.ranks(part).astype(np.float64) for part in (got, due))
        steps = np.abs(np.subtract(*ranks))
        steps[~np.isfinite(y)] = np.inf
        unit = spacing(self.fmt, exact)
        return Curve(x.astype(np.float64), y, due.astype(np.float64), exact, room, unit, steps)

    def at(self, x: float) -> float | None:
        """What came at one of ``values``, the last of them being NaN."""
        if np.isnan(x):
            return float(self.outputs[-1])
        bits = self.fmt.round(x)
        place = np.flatnonzero(self.fmt.bits_of_values(self.values) == bits)
        return float(self.outputs[place[0]]) if place.size else None

    # ---- witnesses --------------------------------------------------------------------------

    def due(self, x: float, got: float) -> Witness:
        """The witness of an output that is wrong: in ulp of the exact value, 0 where it is no
        number."""
        return due_witness(self.fmt, self.function, x, got)

    def further(self, x: float, *outputs: float) -> Witness:
        """The witness of two results for one input: the one that is further from what is due."""
        return further(self.fmt, self.function, x, *outputs)

    def steps(self, left: float, right: float) -> int:
        """How many steps two results are apart; 0 where one of them is no number."""
        left, right = float(left), float(right)
        if not np.isfinite([left, right]).all():
            return 0
        pair = self.fmt.round_array(np.array([left, right]))
        return abs(int(np.subtract(*(int(rank) for rank in self.fmt.ranks(pair)))))
