"""What is worse and what is better in a row than in its entry of a baseline. Pure, and exact."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from gelucheck.gate.baseline.make import (
    FIGURES_KEPT,
    figures_of,
    least_mean,
    parts_of,
    witness_of,
)
from gelucheck.gate.baseline.record import Entry, Figures
from gelucheck.gate.digits import figure
from gelucheck.gate.figures import FIGURES
from gelucheck.record import COUNTS, LOST, Row, Witness

_ROUNDED = ("correctly_rounded", "faithful")


@dataclass(frozen=True)
class Change:
    """A figure that is not what it was.

    Attributes:
        name: what has changed, as claims call it, without "baseline".
        was, now: both exact, or the least bounds that are kept; None: nothing could be measured.
        worse: whether it is.
        room: how much of ``was`` is not needed any more; only of what is better.
        unit: behind a number.
        witness: the input that shows ``now``, if one does.
        said: of a finding, what it says.
    """

    name: str
    was: float | int | None
    now: float | int | None
    worse: bool
    room: Fraction = Fraction(0)
    unit: str = ""
    witness: Witness | None = None
    said: str = ""

    @property
    def words(self) -> str:
        """ "5.25 ulp, was 4.125 ulp", with digits enough to tell them apart."""
        if self.name.startswith("finding"):
            return "new" if self.worse else "gone"
        now, was = told_apart(self.now, self.was)
        return f"{now}{self._unit(self.now)}, was {was}{self._unit(self.was)}"

    def _unit(self, value: float | int | None) -> str:
        return self.unit.removesuffix("s") if value == 1 else "" if value is None else self.unit

    @property
    def distance(self) -> str:
        """By how much: ", 1.125 more"; "" where that cannot be said."""
        now, was = self.now, self.was
        if now is None or was is None or self.name.startswith("finding"):
            return ""
        if isinstance(now, int) and isinstance(was, int):
            return f", {abs(now - was):,} {'more' if now > was else 'fewer'}"
        if not (math.isfinite(now) and math.isfinite(was)):
            return ""
        return f", {figure(float(abs(Fraction(now) - Fraction(was))), 3)} more"


def changes(entry: Entry, row: Row) -> tuple[Change, ...]:
    """What has changed in a row, of the same inputs, since its entry was written."""
    return (*_figures(entry, row), *_rounded(entry, row), *_counts(entry, row), *_found(entry, row))


def _figures(entry: Entry, row: Row) -> Iterator[Change]:
    for part in parts_of(row):
        was_of: Figures | None = getattr(entry, part)
        for name in FIGURES_KEPT if was_of else ():
            was, now = getattr(was_of, name), getattr(figures_of(row, part), name)
            named = name if part == "own" else f"{name} against gelu"
            worse = _is_worse(was, now)
            if worse and name == "mean_abs" and now is not None:
                # bounds of one mean differ from machine to machine: what they leave open is no loss
                worse = least_mean(row, part) > was
            if worse or _is_worse(now, was):
                room = Fraction(0) if worse else _room(was, now)
                unit = FIGURES[name].unit
                yield Change(named, was, now, worse, room, unit, witness_of(row, part, name))


def _is_worse(was: float | int | None, now: float | int | None) -> bool:
    """Whether an error is larger; none at all, where no number came, is the largest."""
    if was is None or now is None:
        return now is None and was is not None
    return now > was


def _room(was: float | int | None, now: float | int) -> Fraction:
    """How much of a bound is not needed, in decimals as they are written: 0.7 of 1.0 leave 0.3."""
    if was is None or math.isinf(was):
        return Fraction(1)
    return 1 - Fraction(repr(now)) / Fraction(repr(was))


def _rounded(entry: Entry, row: Row) -> Iterator[Change]:
    against = " against gelu" if len(parts_of(row)) > 1 else ""
    for name in _ROUNDED:
        was, now = getattr(entry, name), getattr(row, name)
        if was != now:
            room = Fraction(now - was, entry.inputs - was) if now > was else Fraction(0)
            unit = f" of {entry.inputs:,}"
            yield Change(f"{name}{against}", was, now, now < was, room, unit)


def _counts(entry: Entry, row: Row) -> Iterator[Change]:
    for name in COUNTS:
        was, now = entry.counts.get(name, 0), row.counts.get(name, 0)
        if was != now:
            room = _room(was, now) if now < was else Fraction(0)
            yield Change(name, was, now, now > was, room, "", row.first.get(name))


def _found(entry: Entry, row: Row) -> Iterator[Change]:
    here = {item.slug: item for item in row.findings if item.slug != LOST}
    for slug, item in here.items():
        if slug not in entry.findings and item.level == "error":
            said = item.sentence
            yield Change(f"finding {slug}", 0, 1, True, witness=item.witness, said=said)
    for slug in entry.findings:
        if slug not in here:
            yield Change(f"finding {slug}", 1, 0, False)


_DIGITS = 4
_MOST_DIGITS = 17  # they tell any two float64 numbers apart


def told_apart(one: float | int | None, other: float | int | None) -> tuple[str, str]:
    """Two numbers as text that is on the same sides as they are."""
    if isinstance(one, int) and isinstance(other, int):
        return f"{one:,}", f"{other:,}"
    if one is None or other is None or one == other:
        return figure(one), figure(other)
    for digits in range(_DIGITS, _MOST_DIGITS + 1):
        texts = figure(one, digits), figure(other, digits)
        if (float(texts[0]) > float(texts[1])) == (one > other) and texts[0] != texts[1]:
            return texts
    return repr(one), repr(other)
