"""What tables and pages say of theorems: a heading, and of each its name, its value to the digits
that are sure, where it is attained, and its sentence."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal

from gelucheck.export.figures import NOTHING, clean, figure, format_count, format_x
from gelucheck.record import Theorem
from gelucheck.rows import shortest_hex

_SURE = "evidence: theorem. Every digit is sure, the last one rounded."
_FOUND = "evidence: theorem for every figure. Every digit is sure, the last one rounded."
_NEAREST = (
    "Each distance is a theorem. That no input is harder is one too, by exhaustion, but not where "
    'it says "found": those inputs were found by a search, and there may be harder ones.'
)
_BETWEEN = " to "
_GROUPS = {
    "suprema": "How far the forms are from GELU",
    "extremes": "How low GELU and its forms go",
    "agreement": "Where the forms agree with GELU",
    "constants": "The best constants",
    "saturation": "Where GELU is simple in a format",
    "rounding": "How much the evaluation loses",
    "hardest": "The inputs that are hardest to round",
}
_OTHERS = "On the whole real line"
_ERRORS = ("", "suprema")
"""The groups whose figures are errors, and are compared by their powers of ten."""
_SIDES = (", from", ", to")
"""What the names of ends of an interval end in."""
_MOST, _LEAST = 17, 3
"""Digits of a figure; what fewer are sure of is shown as two ends."""
_LARGE = 1000
_ROOM = 24
"""Places of a number that is known exactly: all that a float64 needs."""
_NEAR = 1e-15
"""How far a place may be to the right of where it is given, as a part of itself."""
_BOUNDS = ("rounding",)
"""The groups whose figures are bounds of something, in ulp."""
_WITNESSES = ("rounding", "hardest")
"""The groups whose places are values of a format."""


@dataclass(frozen=True)
class Told:
    """A theorem in words; all text is harmless.

    Attributes:
        value: the digits that are sure, or "2.31 to 2.9 ulp".
        at: "±2.698941386", or a dash.
        enclosure: both ends in C's hexadecimal notation; one where they are equal.
        searched: whether a search chose the input that it is of.
    """

    name: str
    value: str
    at: str
    sentence: str
    enclosure: str
    searched: bool = False

    @property
    def place(self) -> str:
        """Where it is attained, in words, or nothing."""
        return "" if self.at == NOTHING else f"at x = {self.at}"


def sections_of(theorems: Iterable[Theorem]) -> list[tuple[str, list[Told]]]:
    """Headings, in the order of the groups that are known, and what stands under each."""
    groups: dict[str, list[Told]] = {name: [] for name in _GROUPS}
    for theorem in theorems:
        groups.setdefault(theorem.group, []).append(told_of(theorem))
    # "" comes last, as what nobody knows does
    return [
        (_GROUPS.get(name) or clean(name) or _OTHERS, told) for name, told in groups.items() if told
    ]


def note_of(theorems: Iterable[Theorem]) -> str:
    """What is so of all figures, in a line."""
    theorems = list(theorems)
    sure = _FOUND if any(each.searched for each in theorems) else _SURE
    if any(_BETWEEN in value_words(each) for each in theorems):
        return f"{sure} Of two figures the first is rounded down, the second up."
    return sure


def section_note(told: Iterable[Told]) -> str:
    """What stands below a section of which not all is a theorem; or nothing."""
    return _NEAREST if any(each.searched for each in told) else ""


def told_of(theorem: Theorem) -> Told:
    """A theorem in words."""
    return Told(
        clean(theorem.name),
        value_words(theorem),
        place_words(theorem),
        clean(theorem.sentence),
        " to ".join(
            dict.fromkeys(shortest_hex(float(end)) for end in (theorem.lower, theorem.upper))
        ),
        theorem.searched,
    )


def value_words(theorem: Theorem) -> str:
    """The digits that both ends of the enclosure round to; both ends, rounded outwards, where there
    are hardly any."""
    lower, upper = theorem.lower, theorem.upper
    if theorem.group in _BOUNDS and lower != upper:
        # the lower end was found, the upper one is proved: no digit of either is the other's
        return f"{_ends(theorem)} ulp" if math.isfinite(upper) else _unbounded(theorem)
    if lower == upper:
        if theorem.group == "agreement" and math.isinf(lower) and not theorem.name.endswith(_SIDES):
            return "everywhere"
        if math.isfinite(lower) and lower == int(lower) and abs(lower) >= _LARGE:
            return format_count(int(lower))
        unit = " ulp" if theorem.group in _BOUNDS else ""
        return f"{format_x(lower, room=_ROOM)}{unit}"
    scientific = theorem.group in _ERRORS
    for digits in range(_MOST, _LEAST - 1, -1):
        text = figure(lower, digits, scientific=scientific)
        if text == figure(upper, digits, scientific=scientific):
            return text
    return _ends(theorem)


def _unbounded(theorem: Theorem) -> str:
    if theorem.at is None:
        return "no bound"
    return f"no bound: {_outward(theorem.lower, ROUND_FLOOR)} ulp found"


def _ends(theorem: Theorem) -> str:
    ends = (_outward(theorem.lower, ROUND_FLOOR), _outward(theorem.upper, ROUND_CEILING))
    return _BETWEEN.join(dict.fromkeys(ends))


def place_words(theorem: Theorem) -> str:
    """Where a theorem is attained, or a dash; a witness to all its digits."""
    if theorem.at is None:
        return NOTHING
    if theorem.group in _WITNESSES:
        return format_x(theorem.at, room=_ROOM)
    ends = theorem.at, theorem.at + _NEAR * abs(theorem.at)
    digits = range(_MOST, _LEAST, -1)
    texts = (tuple(f"{end:.{n}g}" for end in ends) for n in digits)
    place = next((float(text) for text, other in texts if text == other), theorem.at)
    if _mirrored(theorem):
        return f"±{format_x(abs(place), room=_ROOM)}"
    return format_x(place, room=_ROOM)


def _mirrored(theorem: Theorem) -> bool:
    """Whether the same is so at -x: of what is said of the whole line and no interval of it."""
    return theorem.group in (*_ERRORS, "constants") and " on " not in theorem.name


def _outward(end: float, rounding: str) -> str:
    """An end of an enclosure to three digits, away from the other end."""
    if not math.isfinite(end):
        return str(end)
    rounded = Context(prec=_LEAST, rounding=rounding).plus(Decimal(end))
    # a float64 that is nearest to so few digits is printed as they are
    text = figure(float(rounded), _LEAST)
    return text if "e" in text else format_x(float(rounded), room=_ROOM)
