"""Where a form and GELU agree to a tolerance: on the whole line, or up to where."""

from dataclasses import dataclass
from fractions import Fraction

from gelucheck.errors import UsageError
from gelucheck.proofs.bound import boxes_of
from gelucheck.proofs.crossings import Box, Crossings
from gelucheck.proofs.expressions import DIGITS, Expression, called, expression, shown, written
from gelucheck.proofs.intervals import Work, working
from gelucheck.proofs.proved import Proved
from gelucheck.reference.in_arb import constant as exactly

LEAST = Fraction(1, 10**15)
"""Where a difference passes 0 it is smaller than this between neighbouring float64."""
MOST = Fraction(10**300)
EVERYWHERE = (float("inf"), float("inf"))

End = tuple[float, float] | None


@dataclass(frozen=True)
class _Claim:
    """What a theorem of the kind "agreement" is about: |f| against a tolerance."""

    name: str
    sentence: str
    function: Expression
    tolerance: Fraction

    def crossings(self) -> Crossings:
        return Crossings(self.function, self.tolerance, Work(self.name))

    def far(self) -> float:
        """Where the tail begins: there it is within half the tolerance."""
        from flint import arb

        far, half = 5.0, exactly(self.tolerance) / 2
        while not (self.function.reaches(arb(far)) and self.function.tail(arb(far)) < half):
            far += 0.5 if far < 16 else far / 4
        return far

    def certificate(self, far: float, boxes: list[Box], within: list[list[End]]) -> dict:
        return {
            "name": self.name,
            "sentence": self.sentence,
            "kind": "agreement",
            "function": self.function.described(),
            "tolerance": written(self.tolerance),
            "far": far.hex(),
            "boxes": boxes_of(boxes),
            "within": [[end and [x.hex() for x in end] for end in pair] for pair in within],
        }


def agreement(
    form: str, tolerance: Fraction, constant: Fraction | None = None
) -> tuple[Proved, ...]:
    """Where |form - gelu| is at most a tolerance.

    Args:
        form: "tanh" or "sigmoid".
        tolerance: absolute, exact, from 1e-15 to 1e300.
        constant: of the form; by default the usual one.

    Returns:
        One with infinite bounds where the two agree everywhere. Else the borders, from 0 outwards,
        as |x|: up to the first they agree, from there to the second they do not, and so on; from
        the last on they agree.

    Raises:
        UsageError: an unknown form, a constant or a tolerance out of its range.
        UndecidedError: the difference touches the tolerance, as far as float64 can tell.

    >>> [(one.lower, one.upper) for one in agreement("tanh", Fraction(1, 1000))]
    [(inf, inf)]
    """
    function = expression("difference", form, "gelu", constant)
    tolerance = _ensured(tolerance, MOST)
    limit = shown(tolerance)
    start = f"GELU and its {form} form differ by at most {limit}"
    claim = _Claim(
        f"|{called(function)} - gelu| <= {limit}",
        f"Where GELU and its {form} form differ by at most {limit}.",
        function,
        tolerance,
    )
    with working():
        far = claim.far()
        boxes = list(claim.crossings().over(-far, 0.0))
    borders = [(low, high) for low, high, rule in boxes if rule == "cross"]
    ends: list[End] = [None, *borders, None]
    certificate = claim.certificate(far, boxes, [ends[k : k + 2] for k in range(0, len(ends), 2)])
    if not borders:
        sentence = f"{start} at every x."
        return (Proved(claim.name, sentence, *EVERYWHERE, None, "agreement", certificate),)
    found = []
    for place, (low, high) in enumerate(reversed(borders)):
        word, said = (
            ("again from", "again from this |x| on")
            if place % 2
            else ("until", "up to this |x|, and by more just beyond it")
        )
        more = f" ({place // 2 + 1})" if len(borders) > 2 else ""
        name, sentence = f"{claim.name}, {word} |x|{more}", f"{start} {said}."
        found.append(Proved(name, sentence, -high, -low, None, "agreement", certificate))
    return tuple(found)


def relative_agreement(
    form: str, tolerance: Fraction, constant: Fraction | None = None
) -> tuple[Proved, ...]:
    """The largest interval around 0 where |form/gelu - 1| is at most a tolerance.

    Args:
        tolerance: exact, from 1e-15 to 1 - 1e-15; the rest as for ``agreement``.

    Returns:
        Its left end and its right end; the right one is infinite where the two agree for all x > 0.

    Raises:
        UsageError, UndecidedError: as ``agreement``.
    """
    function = expression("ratio", form, "gelu", constant)
    tolerance = _ensured(tolerance, 1 - LEAST)
    limit = shown(tolerance)
    of = (
        f"the largest interval around 0 on which the {form} form is within {limit} of GELU, "
        "relative to GELU."
    )
    name = f"|{called(function)}/gelu - 1| <= {limit}"
    claim = _Claim(name, f"T{of[1:]}", function, tolerance)
    with working():
        crossings = claim.crossings()
        left = crossings.until_cross(-1, None)
        right = crossings.until_cross(1, claim.far())
    boxes = [*reversed(left), *right]
    first, last = (box[:2] if box[2] == "cross" else None for box in (boxes[0], boxes[-1]))
    certificate = claim.certificate(boxes[-1][1], boxes, [[first, last]])
    return tuple(
        Proved(
            f"{claim.name}, {word}",
            f"The {side} end of {of}",
            *(end or EVERYWHERE),
            None,
            "agreement",
            certificate,
        )
        for word, side, end in (("from", "left", first), ("to", "right", last))
    )


def _ensured(tolerance: Fraction, most: Fraction) -> Fraction:
    number = Fraction(tolerance)
    if not LEAST <= number <= most or number.denominator >= 10**DIGITS:
        largest = "1 - 1e-15" if most < 1 else shown(most)
        raise UsageError(
            f"a tolerance of {shown(number)}",
            f"from {shown(LEAST)} to {largest}, of at most {DIGITS} digits",
        )
    return number
