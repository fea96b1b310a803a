"""The figures, findings and claims of a row that are not what they were. Pure, and exact."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from gelucheck.export.figures import (
    NOTHING,
    clean,
    figure,
    format_count,
    format_share,
    format_x,
)
from gelucheck.formats import FORMATS
from gelucheck.gate.digits import plain
from gelucheck.record import COUNTS, MAXIMA, Errors, Row, Witness

_PARTS = {"total": "", "evaluation": "evaluation "}
_MAXIMA = {name: name.replace("_", " ") for name in MAXIMA}
_SHARES = {"correctly_rounded": "correctly rounded", "faithful": "faithful"}
_COUNTS = {
    "nan": "NaN for a number",
    "missing_nan": "a number for NaN",
    "inf": "infinity for a number",
    "missing_inf": "a number for infinity",
    "sign": "wrong sign",
    "zero_sign": "wrong sign of zero",
    "flushed": "flushed to zero",
    "range": "out of range",
}
_DIGITS = 3
_MOST_DIGITS = 17  # they tell any two float64 numbers apart
_LARGEST_FACTOR = 1000  # beyond, a ratio says less than the figures


@dataclass(frozen=True)
class FigureChange:
    """One thing about a row that is not what it was.

    Attributes:
        name: in words: "max ulp", "evaluation max ulp", "correctly rounded", "finding inaccurate",
            "claim atol".
        old, new: as stored; None where there was nothing. Of a finding its level, of a claim its
            verdict, of a share the count of inputs.
        verdict: "better", "worse", or "other" where it is neither: a claim that nobody made before.
        change: from what to what: "2.04 → 15.2 (7.45 times)".
        witness: the input that shows the new figure, or, of what is gone, the old one.
        where: at which x that is: " at x = -3.25", or "".
    """

    name: str
    old: float | int | str | None
    new: float | int | str | None
    verdict: str
    change: str
    witness: Witness | None = None
    where: str = ""

    @property
    def better(self) -> bool:
        """Whether it is."""
        return self.verdict == "better"

    @property
    def worse(self) -> bool:
        """Whether it is."""
        return self.verdict == "worse"

    @property
    def words(self) -> str:
        """ "max ulp 2.04 → 15.2 (7.45 times) at x = -3.25"."""
        return f"{self.name} {self.change}{self.where}"


def figure_changes(old: Row, new: Row) -> tuple[FigureChange, ...]:
    """What changed in a row: errors, shares, counts, findings, claims, in this order.

    A maximum that is missing (no output could be measured) is worse than any.
    """
    return (
        *_errors(old, new),
        *_shares(old, new),
        *_counts(old, new),
        *_findings(old, new),
        *_claims(old, new),
    )


def _errors(old: Row, new: Row) -> Iterator[FigureChange]:
    for part, prefix in _PARTS.items():
        was_of, now_of = getattr(old, part), getattr(new, part)
        if was_of is None or now_of is None:
            # no form is declared: that the declared form changed is told of the row
            continue
        if part == "evaluation" and _same_as_total(old) and _same_as_total(new):
            continue
        for name, words in _MAXIMA.items():
            yield from _maximum(prefix + words, getattr(was_of, name), getattr(now_of, name), new)


def _same_as_total(row: Row) -> bool:
    """Whether its form is GELU: then nothing has to be said twice."""
    return row.form == "erf" and _values(row.total) == _values(row.evaluation)


def _values(errors: Errors | None) -> list:
    return [getattr(errors, name) for name in MAXIMA]


def _maximum(
    name: str, was: Witness | None, now: Witness | None, row: Row
) -> Iterator[FigureChange]:
    old, new = was and was.value, now and now.value
    if _rank(old) == _rank(new):
        return
    worse = _rank(new) > _rank(old)
    witness = now or was
    x = format_x(witness.x, FORMATS.get(row.dtype), room=24)
    change = f"{_from_to(old, new)}{_times(old, new)}"
    # an error of nothing is at no input
    where = f" at x = {x}" if new else ""
    yield FigureChange(name, old, new, "worse" if worse else "better", change, witness, where)


def _rank(value: float | int | None) -> tuple:
    """How bad it is: no figure at all, then what is no number, then the numbers."""
    if value is None:
        return (2, 0)
    return (1, 0) if math.isnan(value) else (0, value)


def _shares(old: Row, new: Row) -> Iterator[FigureChange]:
    for name, words in _SHARES.items():
        was, now = getattr(old, name), getattr(new, name)
        before, after = (_share(was, old.inputs), _share(now, new.inputs))
        if before == after:
            continue
        verdict = "better" if after > before else "worse"
        texts = _apart((was, old.inputs), (now, new.inputs))
        change = " → ".join(texts)
        if old.inputs == new.inputs:
            more = "more" if now > was else "fewer"
            change += f" ({format_count(abs(now - was))} {more})"
        yield FigureChange(words, was, now, verdict, change)


def _share(part: int, whole: int) -> Fraction:
    return Fraction(part, whole) if whole else Fraction(0)


def _apart(was: tuple[int, int], now: tuple[int, int]) -> tuple[str, str]:
    """Two shares, as tables have them, with decimals enough to tell them apart."""
    for decimals in range(2, 20):
        texts = format_share(*was, decimals), format_share(*now, decimals)
        if texts[0] != texts[1]:
            break
    return texts


def _counts(old: Row, new: Row) -> Iterator[FigureChange]:
    for name in COUNTS:
        was, now = old.counts.get(name, 0), new.counts.get(name, 0)
        if was != now:
            verdict = "worse" if now > was else "better"
            change = f"{format_count(was)} → {format_count(now)}"
            yield FigureChange(_COUNTS[name], was, now, verdict, change)


def _findings(old: Row, new: Row) -> Iterator[FigureChange]:
    """By slug; what was switched off is not there."""
    was, now = (
        {item.slug: item for item in reversed(row.findings) if item.level != "off"}
        for row in (old, new)
    )
    for slug in sorted(now.keys() - was.keys()):
        item = now[slug]
        change = f"appeared ({clean(item.level)}): {clean(item.sentence)}"
        yield FigureChange(f"finding {slug}", None, item.level, "worse", change, item.witness)
    for slug in sorted(was.keys() - now.keys()):
        item = was[slug]
        yield FigureChange(f"finding {slug}", item.level, None, "better", "went", item.witness)
    for slug in sorted(was.keys() & now.keys()):
        before, after = was[slug].level, now[slug].level
        if before != after:
            # the level is what somebody asked for
            change = f"{clean(before)} → {clean(after)}"
            yield FigureChange(f"finding {slug}", before, after, "other", change)


def _claims(old: Row, new: Row) -> Iterator[FigureChange]:
    """By name and bound; the verdict on one that is in both is better or worse."""
    was, now = (
        {(item.name, item.atol): item for item in reversed(row.claims)} for row in (old, new)
    )
    for key in {**was, **now}:
        name = f"claim {clean(key[0])} {plain(key[1])}"
        before = was[key].verdict if key in was else None
        after = now[key].verdict if key in now else None
        if before == after:
            continue
        if before is None:
            verdict, change = "other", f"appeared: {clean(after)}"
        elif after is None:
            verdict, change = "other", f"went: was {clean(before)}"
        else:
            verdict = "worse" if after == "fail" else "better"
            change = f"{clean(before)} → {clean(after)}"
        witness = (now.get(key) or was[key]).witness
        yield FigureChange(name, before, after, verdict, change, witness)


def _from_to(old: float | int | None, new: float | int | None) -> str:
    if isinstance(old, int) and isinstance(new, int):
        return f"{format_count(old)} → {format_count(new)}"
    if old is None or new is None:
        return f"{_figure(old)} → {_figure(new)}"
    for digits in range(_DIGITS, _MOST_DIGITS + 1):
        texts = figure(old, digits), figure(new, digits)
        # different, and on the sides that they are on
        if texts[0] != texts[1] and (float(texts[0]) < float(texts[1])) == (old < new):
            break
    return f"{texts[0]} → {texts[1]}"


def _figure(value: float | int | None) -> str:
    return NOTHING if value is None else figure(value, _DIGITS)


def _times(old: float | int | None, new: float | int | None) -> str:
    """ " (7.45 times)", the larger over the smaller; "" where that says nothing."""
    if not old or not new or not (math.isfinite(old) and math.isfinite(new)):
        return ""
    ratio = Fraction(max(old, new)) / Fraction(min(old, new))
    if ratio < Fraction("1.01") or ratio >= _LARGEST_FACTOR:
        return ""
    word = "times" if new > old else "times less"
    return f" ({figure(float(ratio), 3)} {word})"
