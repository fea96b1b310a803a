"""The largest difference of each form from GELU: on the whole real line, or on an interval."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from gelucheck.errors import UsageError
from gelucheck.proofs.bound import Bound, bound, boxes_of
from gelucheck.proofs.expressions import Expression, called, expression
from gelucheck.proofs.intervals import Work, below, working
from gelucheck.proofs.numbers import end_words
from gelucheck.proofs.proved import Proved
from gelucheck.reference.theorems import SENTENCES

FARTHEST = 37.0
"""GELU is below 1e-298 at -37: relative errors further left are beyond float64."""
ENDLESS = 1e5
"""A tail is small long before: nobody looks further."""
FLAT = 8.0
"""To the right of it all forms are x to 15 digits and more."""


@dataclass(frozen=True)
class Claim:
    """What a theorem of the kind "supremum" is about.

    Attributes:
        name, sentence: of the theorem.
        function: f.
        sign: "both" for |f|, "plus" for f, "minus" for -f.
        domain: "left" (x <= 0); "line", where the symmetry gives the other half; or an interval.
    """

    name: str
    sentence: str
    function: Expression
    sign: str = "both"
    domain: str | tuple[float, float] = "line"

    def prove(self) -> tuple[Bound, dict]:
        """The supremum, and its certificate.

        Raises:
            UndecidedError: the search does not end.
        """
        work = Work(self.name)
        if not isinstance(self.domain, str):
            found = bound(self.function, self.sign, self.domain, work, ends=True)
            return found, self._certificate(found, None)
        far = far_end(self.function)
        while far < ENDLESS:
            found = bound(self.function, self.sign, (-far, 0.0), work)
            if _tail_is_below(self.function, far, found.lower):
                return found, self._certificate(found, far)
            far *= 2
        raise work.fault()

    def _certificate(self, found: Bound, far: float | None) -> dict:
        domain = self.domain
        return {
            "name": self.name,
            "sentence": self.sentence,
            "kind": "supremum",
            "function": self.function.described(),
            "sign": self.sign,
            "domain": domain if isinstance(domain, str) else [end.hex() for end in domain],
            "lower": found.lower.hex(),
            "upper": found.upper.hex(),
            "at": [[p.hex(), q.hex()] for p, q in found.at],
            "far": None if far is None else far.hex(),
            "boxes": boxes_of(found.boxes),
        }


def supremum(form: str, of: str = "gelu", constant: Fraction | None = None) -> Proved:
    """sup over the real line of |form - gelu|, of the derivatives, or of the factors ("phi").

    Args:
        form: "tanh" or "sigmoid".
        of: "gelu", "gelu_grad" or "phi".
        constant: of the form; by default the usual one.

    Returns:
        ``at`` is on the left; the mirror image attains it too.

    Raises:
        UsageError: an unknown form or function, a constant out of its range.
        UndecidedError: the search does not end.

    >>> supremum("tanh").upper
    0.0004732355206872849
    """
    return _supremum(expression("difference", form, of, constant))


@lru_cache(maxsize=64)
def _supremum(function: Expression) -> Proved:
    """It is asked for its own sake, and of a constant beside the best one; its certificate is
    shared, and not to be written to."""
    name = f"sup |{called(function)} - {function.of}|"
    return _proved(Claim(name, SENTENCES[function.of].format(form=function.form), function))


def relative_supremum(
    form: str, low: float, high: float, constant: Fraction | None = None
) -> Proved:
    """sup on [low, high] of the relative error |form/gelu - 1|.

    Raises:
        UsageError: an unknown form, a constant out of its range; an interval that is empty, begins
            left of -37 or right of 8, or ends right of 37.
        UndecidedError: the search does not end: the form has no digit in common with GELU on a
            whole stretch, and the relative error is 1 there.
    """
    function = expression("ratio", form, "gelu", constant)
    low, high = float(low) + 0.0, float(high) + 0.0
    if not (-FARTHEST <= low < high <= FARTHEST and low <= FLAT):
        raise UsageError(
            f"a relative error on [{low!r}, {high!r}]",
            f"an interval that begins between {-FARTHEST:g} and {FLAT:g}, and ends after that, at "
            f"most at {FARTHEST:g}",
        )
    name = f"sup |{called(function)}/gelu - 1| on [{end_words(low)}, {end_words(high)}]"
    if _is_gone(function, low):
        raise UsageError(
            f"the relative error of the {form} form at {low!r} is 1 to 13 digits",
            "begin the interval further right",
        )
    sentence = (
        f"On this interval the {form} form is nowhere further from GELU, relative to GELU, than "
        "this."
    )
    return _proved(Claim(name, sentence, function, "both", (low, high)))


def _proved(claim: Claim) -> Proved:
    found, certificate = claim.prove()
    return Proved(
        claim.name,
        claim.sentence,
        found.lower,
        found.upper,
        found.at[0],
        "suprema",
        certificate,
    )


def _is_gone(function: Expression, x: float) -> bool:
    """Whether a form is nothing beside GELU."""
    from flint import arb

    with working():
        return bool(1 + function.value(arb(x)) < 2.0**-43)


def far_end(function: Expression) -> float:
    """Where the tail begins: there it is below what |f| attains somewhere."""
    from flint import arb

    far = 5.0
    while far < ENDLESS:
        with working():
            reached = max(
                below(abs(function.value(arb(-math.ldexp(far, -k) * j))))
                for k in range(8)
                for j in (1.0, 1.25, 1.5, 1.75)
            )
        if _tail_is_below(function, far, reached / 8):
            break
        far += 0.5 if far < 16 else far / 4
    return far


def _tail_is_below(function: Expression, far: float, lower: float) -> bool:
    """Whether |f| beyond -far is at most half of ``lower``, by the inequalities of the tails."""
    from flint import arb

    with working():
        return bool(function.reaches(arb(far)) and 2 * function.tail(arb(far)) < lower)
