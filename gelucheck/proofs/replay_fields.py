"""Fields of a certificate, read strictly; part of ``replay``, and imports nothing of gelucheck.

What is of a wrong type and is not caught here raises a TypeError or ValueError, or a KeyError,
which ``replay`` turns into a rejection. Numbers stand as ``float.hex`` writes them, so that none is
rounded when it is read.
"""

import re
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction as Rational

MOST_BOXES, FARTHEST, WIDTH = 30_000, 1_000_000, Rational(1, 10**15)
HEX = re.compile(r"-?0x[01]\.[0-9a-f]+p[+-][0-9]+")
RATIONAL = re.compile(r"([0-9]{1,400})(?:/([1-9][0-9]{0,399}))?")


class Rejected(ValueError):
    """A certificate does not prove what it says: which theorem, the place in it, and why."""

    def __init__(self, theorem: str, place: str, reason: str):
        super().__init__(f"{theorem}: {place} {reason}")
        self.theorem, self.place, self.reason = theorem, place, reason


def need(proved, place: str, reason: str) -> None:
    if not proved:
        raise Rejected("", place, reason)


def fields(value: dict, names: str, whose: str = "its") -> None:
    known = isinstance(value, dict) and set(value) == set(names.split())
    need(known, f"{whose} fields", f"are not {', '.join(names.split())}")
    for key in {"name", "sentence"} & set(value):
        line(value, key)


def line(of: dict, key: str) -> str:
    fit = isinstance(of[key], str) and 0 < len(of[key]) <= 1000 and of[key].isprintable()
    need(fit, key, "is no line of text")
    return of[key]


def choice(of: dict, key: str, *known: str) -> str:
    need(isinstance(of[key], str) and of[key] in known, key, f"is not one of {', '.join(known)}")
    return of[key]


def number(text: str, place: str, most: float = FARTHEST) -> float:
    known = len(text) < 30 and HEX.fullmatch(text) and float.fromhex(text).hex() == text
    need(known, place, "is no hex float")
    need(abs(float.fromhex(text)) <= most, place, "is too large")
    return float.fromhex(text)


def rational(text: str, place: str) -> Rational:
    need(len(text) < 900 and (found := RATIONAL.fullmatch(text)), place, "is no rational number")
    return Rational(int(found[1]), int(found[2] or 1))


def interval(pair: list, place: str) -> tuple[float, float]:
    low, high = (number(end, place) for end in pair)
    need(low <= high, place, "ends before it begins")
    return low, high


def boxes_of(given: list) -> list[tuple[float, float, str, str]]:
    """Boxes as (low, high, rule, place): none is empty, each begins where the last one ends."""
    boxes = []
    need(0 < len(given) <= MOST_BOXES, "boxes", "are missing, or too many")
    for count, (*ends, rule) in enumerate(given):
        low, high = interval(ends, place := f"box {count}")
        need(low < high and (not boxes or boxes[-1][1] == low), place, "leaves a gap or overlaps")
        boxes.append((low, high, rule, place))
    return boxes


def spelled(pair: tuple[float, float]) -> str:
    """What lies between two floats, in decimals that are rounded outwards; one float exactly."""
    if pair[0] == pair[1]:
        return f"[{exactly(pair[0])}]"
    ways = zip(pair, (ROUND_FLOOR, ROUND_CEILING), strict=True)
    low, high = (Context(prec=17, rounding=way).plus(Decimal(end)) for end, way in ways)
    return f"[{low}, {high}]"


def exactly(value: float) -> str:
    """A float as a decimal where this is the same number, else in hexadecimal notation too."""
    same = Decimal(repr(value)) == Decimal(value)
    return repr(value) if same else f"{value!r} ({value.hex()})"


def narrow(low: float, high: float) -> bool:
    return Rational(high) - Rational(low) <= WIDTH * abs(Rational(low))
