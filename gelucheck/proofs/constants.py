"""The best constant of each form: the one whose largest error is least.

With P(c) = sup f and N(c) = sup -f for x <= 0, f = form - gelu, one grows with the constant and the
other falls (x·s(z) and s(z) are monotone in it), so max(P, N) is least where the two are equal. A
proof is four suprema: of f and of -f, at a constant below and at one above.
"""

import math
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from gelucheck.errors import UsageError
from gelucheck.formats import Format
from gelucheck.proofs.bound import Bound
from gelucheck.proofs.expressions import FORMS, Expression, expression, shown
from gelucheck.proofs.intervals import Work
from gelucheck.proofs.numbers import not_above
from gelucheck.proofs.optimum import equalised
from gelucheck.proofs.proved import Proved
from gelucheck.proofs.suprema import Claim, far_end, supremum

WHAT = {
    "gelu": "the largest difference of the {form} form from GELU",
    "phi": "the largest difference between the factor of x in the {form} form and the normal "
    "distribution function",
}
SIGNS = ("plus", "minus")
APART = 3.5
"""How many steps of float64 the two errors are apart at either end, where they are compared: a
little more than what rounding the two outward takes."""


def best(form: str, of: str = "gelu") -> tuple[Proved, Proved]:
    """The minimax constant of a form, and the error with it.

    Args:
        form: "tanh" or "sigmoid".
        of: what is to be small: sup |form - gelu| ("gelu") or sup |s - Φ| ("phi").

    Returns:
        The constant and its error, each to a relative width of 1e-15.

    Raises:
        UsageError: an unknown form or function.
    """
    certificate = _optimum(form, of)
    name, sentence = certificate["name"], certificate["sentence"]
    constant = _floats(certificate["lower"], certificate["upper"])
    error = _floats(*certificate["error"])
    least = f"With the best constant, {_what(form, of)} is this; with any other it is larger."
    return (
        Proved(name, sentence, *constant, None, "constants", certificate),
        Proved(f"error of the {name}", least, *error, None, "constants", certificate),
    )


def representable(form: str, of: str, fmt: Format) -> tuple[Proved, ...]:
    """The best constant of a form among the values of a format.

    It is next to the minimax constant, for the error grows on either side.

    Returns:
        The constant (lower and upper are equal), its error, and the error with the second best.

    Raises:
        UsageError: an unknown form or function, a format without such values.
    """
    certificate = _optimum(form, of)
    numbers = _candidates(form, fmt, *_floats(certificate["lower"], certificate["upper"]))
    errors = {number: supremum(form, of, Fraction(number)) for number in numbers}
    number, other = sorted(numbers, key=lambda each: errors[each].lower)[:2]
    if not all(errors[number].upper < errors[each].lower for each in numbers if each != number):
        raise Work(f"the best {fmt.name} constant of {form}").fault()
    name = f"best {fmt.name} constant of {form} for {of}"
    what = _what(form, of)
    return (
        Proved(
            name,
            f"Of all {fmt.name} numbers as the constant of the {form} form, this one makes {what} "
            "smallest.",
            number,
            number,
            None,
            "constants",
            certificate,
        ),
        replace(
            errors[number],
            name=f"error of the {name}",
            sentence=f"With {_exact(number)}, the best {fmt.name} constant, {what} is this.",
            group="constants",
        ),
        replace(
            errors[other],
            name=f"error of the second-{name}",
            sentence=f"With {_exact(other)}, the second-best {fmt.name} number, {what} is this.",
            group="constants",
        ),
    )


def _what(form: str, of: str) -> str:
    return WHAT[of].format(form=form)


def _exact(number: float) -> str:
    return shown(Fraction(number))


def _floats(*texts: str) -> tuple[float, ...]:
    return tuple(map(float.fromhex, texts))


def _candidates(form: str, fmt: Format, low: float, high: float) -> list[float]:
    """The values of a format next to a number between two float64, and those between the two.

    Raises:
        UsageError: they are no constants of the form.
    """
    place, last = (fmt.ordinal(fmt.round(end)) for end in (low, high))
    place -= fmt.value(fmt.bits_at(place)) > low
    last = max(last + (fmt.value(fmt.bits_at(last)) < high), place + 1)
    found = [fmt.value(fmt.bits_at(each)) for each in range(place, last + 1)]
    if not FORMS[form].least <= found[0] <= low < high <= found[-1] <= FORMS[form].most:
        raise UsageError(
            f"the best constant of the {form} form in {fmt.name}", "a format with finer values"
        )
    return found


@lru_cache(maxsize=8)
def _optimum(form: str, of: str) -> dict:
    """The certificate of a minimax constant; it is shared, and not to be written to."""
    if of not in WHAT:
        raise UsageError(f"the best constant for {of!r}", f"one of {', '.join(WHAT)}")
    function = expression("difference", form, of)
    name = f"best {form} constant for {of}"
    sentence = f"The constant of the {form} form with which {_what(form, of)} is smallest."
    work = Work(name)
    number, error, apart = equalised(function, -far_end(function), work)
    room = Fraction(APART * math.ulp(error) / apart)
    parts, bounds = {}, {}
    for word, end in (("low", number - room), ("high", number + room)):
        for sign in SIGNS:
            key = f"{word}_{sign}"
            bounds[key], parts[key] = _part(function, end, sign)
    rises, falls = SIGNS if of == "gelu" else SIGNS[::-1]
    error = _error(bounds, rises, falls)
    if error is None:
        raise work.fault()
    return {
        "name": name,
        "sentence": sentence,
        "kind": "constant",
        "form": form,
        "of": of,
        "lower": not_above(number - room).hex(),
        "upper": (-not_above(-number - room)).hex(),
        "error": [end.hex() for end in error],
        "parts": parts,
    }


def _part(function: Expression, constant: Fraction, sign: str) -> tuple[Bound, dict]:
    function = replace(function, constant=constant)
    side = "above" if sign == "plus" else "below"
    name = f"{sign} at {float(constant)!r}"
    sentence = f"How far the form is {side} the exact function with this constant, for x <= 0."
    return Claim(name, sentence, function, sign, "left").prove()


def _error(bounds: dict[str, Bound], rises: str, falls: str) -> tuple[float, float] | None:
    """What the least error lies between; None where the constant is not between the two.

    With a larger constant the error on one side rises and that on the other falls: at the best one
    each is between what it is at the two ends.
    """
    low_rises, low_falls = bounds[f"low_{rises}"], bounds[f"low_{falls}"]
    high_rises, high_falls = bounds[f"high_{rises}"], bounds[f"high_{falls}"]
    if not (low_falls.lower > low_rises.upper and high_rises.lower > high_falls.upper):
        return None
    return (
        max(low_rises.lower, high_falls.lower),
        min(low_falls.upper, high_rises.upper),
    )
