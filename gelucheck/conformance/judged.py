"""Outputs held against a form: errors, limits and what is beyond them, as arrays."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from gelucheck.conformance.allowance import ROUNDINGS, spacing, values_of
from gelucheck.formats import Format
from gelucheck.record import Witness
from gelucheck.reference.condition import condition
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.functions import function_of
from gelucheck.reference.oracle import nearest_float
from gelucheck.rows import shortest_hex
from gelucheck.ulp import errors

FORMS = ("erf", "tanh", "sigmoid")
MOST_STEPS = 1


@dataclass(frozen=True, eq=False)
class Study:
    """An implementation in one format, held against one form.

    All arrays are of one length, in ordinal order of the inputs, which may be infinite; NaN is not
    among them.

    Attributes:
        fmt, function: "gelu" or "gelu_grad".
        form: the form that it is held against.
        declared: whether the implementation declares it; else it is the one that fits best.
        flush: whether a zero is accepted for a subnormal.
        x, got: of the format's dtype; wide, out: the same in float64.
        due: what was due, rounded to the format, in float64.
        y: the exact value, to the nearest float64 or so.
        off: out - y; 0 where one of them is not finite.
        size: the error: in steps in a 16-bit format, in ulp above.
        limit: the default limit, in the same unit.
        k: the condition number.
        bad: finite outputs beyond the limit, where a finite value is due.
        broken: NaN or infinite at a finite input where a finite value is due.
        scatter: by how many ulp calls with the same inputs differ; what is below is not bad.
    """

    fmt: Format
    function: str
    form: str
    declared: bool
    flush: bool
    x: np.ndarray
    wide: np.ndarray
    ordinals: np.ndarray
    got: np.ndarray
    out: np.ndarray
    due: np.ndarray
    y: np.ndarray
    off: np.ndarray
    size: np.ndarray
    limit: np.ndarray
    k: np.ndarray
    bad: np.ndarray
    broken: np.ndarray
    scatter: float = 0.0

    @property
    def unit(self) -> str:
        """Of ``size``."""
        return "steps" if self.fmt.bits <= 16 else "ulp"

    @property
    def gradient(self) -> bool:
        return self.function == "gelu_grad"

    @cached_property
    def spacing(self) -> np.ndarray:
        """u(y), at least the smallest subnormal."""
        return spacing(self.fmt, np.where(np.isfinite(self.y), self.y, 0.0))

    @cached_property
    def tolerance(self) -> np.ndarray:
        """The limit as an absolute error."""
        return self.spacing * np.where(self.fmt.bits <= 16, 1.5, self.limit)

    @cached_property
    def flushed(self) -> np.ndarray:
        """Zeros where the exact result is subnormal, or the input is."""
        small = (self.due != 0) & (np.abs(self.due) < self.fmt.smallest_normal)
        tiny = (self.wide != 0) & (np.abs(self.wide) < self.fmt.smallest_normal)
        return (self.out == 0) & (self.due != 0) & (small | tiny)

    def beyond(self, scatter: float) -> "Study":
        """The study with those errors as bad alone that are above a scatter, in ulp."""
        if not scatter:
            return self
        above = np.abs(self.off) > scatter * self.spacing
        return replace(self, scatter=scatter, bad=self.bad & above)

    def part(self, places: np.ndarray) -> "Study":
        """The study of some of its inputs, by index."""
        arrays = {
            name: value[places]
            for name, value in vars(self).items()
            if name in self.__dataclass_fields__ and isinstance(value, np.ndarray)
        }
        return replace(self, **arrays)

    def against(self, form: str) -> "Study":
        """The same inputs and outputs, held against another form."""
        other = judged(
            self.fmt, self.function, form, self.declared, self.flush, self.ordinals, self.got
        )
        return other.beyond(self.scatter)

    def against_values(self, y: np.ndarray, known: np.ndarray) -> "Study":
        """The same, held against float64 values that stand for no form.

        Args:
            y: good to 2^-46 relative; known: where they are; elsewhere nothing is bad.
        """
        due = self.fmt.round_array(y).astype(np.float64)
        room = self.limit + (2.0 ** (self.fmt.precision - 46) if self.fmt.bits > 32 else 0.0)
        finite = np.isfinite(self.out) & np.isfinite(due) & np.isfinite(self.wide)
        with np.errstate(all="ignore"):
            off = np.where(finite, self.out - y, 0.0)
            if self.fmt.bits <= 16:
                rounded = self.fmt.round_array(y)
                size = np.abs(self.fmt.ranks(self.got) - self.fmt.ranks(rounded)).astype(float)
            else:
                size = np.abs(off) / spacing(self.fmt, np.where(np.isfinite(y), y, 0.0))
        bad = finite & known & (size > room) & ~(self.flush & self.flushed)
        other = replace(self, due=due, y=y, off=off, size=size, limit=room, bad=bad)
        return other.beyond(self.scatter)

    def witness(self, i: int) -> Witness:
        """Input i as a witness; its figure is the error in the study's unit against ``form``."""
        x = float(self.wide[i])
        bits = int(self.fmt.bits_of_values(self.x[i : i + 1])[0])
        value = self.size[i]
        if not np.isfinite(self.out[i]) and np.isfinite(self.due[i]):
            value = float("inf")
        return Witness(
            int(value) if self.unit == "steps" and np.isfinite(value) else float(value),
            x,
            shortest_hex(x),
            f"0x{bits:0{self.fmt.bits // 4}x}",
            float(self.out[i]),
            nearest_float(function_of(self.form, self.function), x),
        )

    @cached_property
    def zeros_end(self) -> int | None:
        """The last index of the zeros that begin far left, where something else is due; None
        where the left tail does not end in zeros."""
        tail = np.flatnonzero((self.wide < 0) & (self.due != 0) & np.isfinite(self.wide))
        zero = self.out[tail] == 0
        if not tail.size or not zero[0]:
            return None
        share = np.cumsum(zero) / np.arange(1, tail.size + 1)
        held = np.flatnonzero(zero & (share >= 0.98))
        return int(tail[held[-1]])

    def plainest(self, where: np.ndarray) -> int:
        """The index of the largest absolute error among some, of |x| below 30 if there are: what
        an example is made of."""
        near = where & (np.abs(self.wide) < 30)
        some = near if near.any() else where
        return int(np.argmax(np.where(some, np.abs(self.off), -1.0)))

    def worst(self, where: np.ndarray) -> int:
        """The index of the largest error, in units, among some."""
        return int(np.argmax(np.where(where, self.size, -1.0)))


def judged(  # noqa: PLR0917
    fmt: Format,
    function: str,
    form: str,
    declared: bool,
    flush: bool,
    ordinals: np.ndarray,
    got: np.ndarray,
) -> Study:
    """Outputs held against a form; see ``Study``."""
    x = fmt.values(ordinals)
    with np.errstate(all="ignore"):
        wide, out = x.astype(np.float64), got.astype(np.float64)
        reference = evaluate(function_of(form, function), x, fmt)
        exact, due = reference.exact, reference.rounded.astype(np.float64)
        y = values_of(exact)
        finite = np.isfinite(wide)
        found = errors(fmt, got, np.where(finite, reference.rounded, x.dtype.type(np.nan)), exact)
        measured = found.measured & finite
        sign = np.sign(out - np.where(out == due, out, y))
        off = np.where(measured, found.absolute * sign, 0.0)
        k = np.where((due == 0) & (wide != 0), 0.0, condition(reference.function, wide, y))
    if fmt.bits <= 16:
        # float32 inside is what is asked; beside a root of a derivative it is off by more than that
        inside = ROUNDINGS * (1 + k) * 2.0 ** (fmt.precision - 24)
        size, limit = found.steps.astype(np.float64), MOST_STEPS + np.floor(inside)
    else:
        size, limit = found.ulp, ROUNDINGS * (1 + k)
    study = Study(
        fmt, function, form, declared, flush, x, wide, ordinals, got, out, due, y, off, size, limit,
        k, measured & (size > limit), ~np.isfinite(out) & np.isfinite(due) & finite,
    )  # fmt: skip
    return replace(study, bad=study.bad & ~study.flushed) if flush else study
