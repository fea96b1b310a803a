"""What a constant of a form is worth beside the best one: for GELU, and for the factor Φ."""

import math
from dataclasses import dataclass
from fractions import Fraction

from gelucheck.proofs.constants import best
from gelucheck.proofs.expressions import FORMS, shown
from gelucheck.proofs.proved import Proved
from gelucheck.proofs.suprema import supremum

_MOST, _LEAST = 15, 3
"""Digits to which two constants may agree; with fewer they are not the same."""
_WHAT = {"gelu": "GELU", "phi": "Φ"}


@dataclass(frozen=True)
class _Case:
    """A constant and the best one.

    Attributes:
        best, least: the best constant and the error with it; error: that with the constant.
        digits: to how many the two constants agree, 0 where to hardly any.
    """

    of: str
    best: Proved
    least: Proved
    error: Proved
    digits: int

    def words(self) -> str:
        """Whether a minimax fit gives the constant, with the numbers."""
        least, off = digits_of(self.least, 6), f"({digits_of(self.error, 6)} off at most"
        number = digits_of(self.best, 7)
        if self.digits:
            return f"gives, to {self.digits} digits {off}; {least} with {number})"
        less = 100 * (1 - self.least.upper / self.error.lower)
        return f"gives {off}; {least}, {less:.2g} % less, with {number})"


def usual(form: str, constant: Fraction | None = None, of: str = "gelu") -> Proved:
    """The largest error of a form over the least that a constant can give it.

    Args:
        form: "tanh" or "sigmoid"; constant: by default the usual one.
        of: the error of what, "gelu" or "phi".

    Returns:
        The quotient, 1 for the best constant; its sentence says what the constant is best for.

    Raises:
        UsageError: an unknown form, a constant out of its range.
    """
    number = FORMS[form].usual if constant is None else constant
    name = shown(number)
    cases = [_case(form, each, number) for each in _WHAT]
    # what it is best for comes first
    first, second = sorted(cases, key=lambda case: -case.digits)
    told = [
        f"{'what' if case.digits else 'not what'} a minimax fit of {_WHAT[case.of]} {case.words()}"
        for case in (first, second)
    ]
    asked = next(case for case in cases if case.of == of)
    return Proved(
        f"error of {form}({name}) over the least possible, for {of}",
        f"{name} is {told[0]}, and {told[1]}.",
        max(_quotient(asked.error.lower, asked.least.upper, -math.inf), 1.0),
        _quotient(asked.error.upper, asked.least.lower, math.inf),
        None,
        "constants",
        asked.error.certificate,
    )


def _case(form: str, of: str, constant: Fraction) -> _Case:
    number, least = best(form, of)
    error = supremum(form, of, constant)
    same = (
        digits
        for digits in range(_MOST, _LEAST - 1, -1)
        if len({f"{float(end):.{digits - 1}e}" for end in (constant, number.lower, number.upper)})
        == 1
    )
    return _Case(of, number, least, error, next(same, 0))


def digits_of(proved: Proved, digits: int) -> str:
    """A number to a few digits: both ends of its enclosure have them, for it is that narrow."""
    mantissa, exponent = f"{proved.lower:.{digits - 1}e}".split("e")
    if int(exponent) >= -2:
        return f"{proved.lower:.{digits}g}"
    return f"{mantissa}e{int(exponent)}"


def _quotient(number: float, divisor: float, toward: float) -> float:
    """A quotient, rounded in one direction."""
    exact = Fraction(number) / Fraction(divisor)
    rounded = float(exact)
    right = rounded <= exact if toward < 0 else rounded >= exact
    return rounded if right else math.nextafter(rounded, toward)
