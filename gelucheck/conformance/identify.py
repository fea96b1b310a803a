"""Which form, writing, arithmetic and constants an implementation has, from its outputs alone.

First the constants of every form are fitted. Then all candidates, with the forms' own constants and
with those fitted that are not, are held against the outputs bit by bit. Libraries have an erf and
a tanh of their own, an ulp or two off: so the best candidate need not give every output, and is
the one with the most identical ones; what cannot be told from it on these inputs is said.
"""

from dataclasses import dataclass

import numpy as np

from gelucheck.conformance import answers
from gelucheck.conformance.candidates import options, replaced_options
from gelucheck.conformance.constants import shortest, value_of
from gelucheck.conformance.deciding import Decision, best_fit, decide
from gelucheck.conformance.distances import survey
from gelucheck.conformance.fit import Constant, Fit, fit_constants
from gelucheck.conformance.matching import MOST_COMPARED, chosen, matches
from gelucheck.formats import Format
from gelucheck.forms.catalogue import FORMS


@dataclass(frozen=True)
class Candidate:
    """A writing under an arithmetic, beside the outputs.

    Attributes:
        writing, form, arithmetic: see ``candidates``; with other constants than the form's own
            these are in brackets behind the writing.
        identical: outputs with the same bits; any NaN is as good as another.
        distance: mean distance of the outputs from the candidate's, in steps of the format, each
            counted as at most 100; NaN for a number counts as that.
    """

    writing: str
    form: str
    arithmetic: str
    identical: int
    distance: float


@dataclass(frozen=True)
class Identification:
    """What outputs tell of an implementation.

    Attributes:
        function: "gelu" or "gelu_grad".
        dtype: the format.
        inputs: how many inputs were compared, NaN not among them.
        form, writing, arithmetic: those that are told; None where none is.
        constants: of the form, as fitted; none where they cannot be.
        candidates: the best three.
        tied: what cannot be told from the best on these inputs, the best itself first; empty where
            nothing can be confused with it, and where it is none of the known forms.
        sentence: all this in words.
        verdict: "form": the form is told; "tie": it is one of several; "none": it is none of the
            known forms; "nothing": nothing can be said.
    """

    function: str
    dtype: str
    inputs: int
    form: str | None
    writing: str | None
    arithmetic: str | None
    constants: tuple[Constant, ...]
    candidates: tuple[Candidate, ...]
    tied: tuple[str, ...]
    sentence: str
    verdict: str


def identify(x: np.ndarray, got: np.ndarray, fmt: Format, function: str = "gelu") -> Identification:
    """Say which form, writing, arithmetic and constants some outputs come from.

    Args:
        x, got: 1-D, of ``fmt.dtype``: inputs and what came of them. Of more than 2^16 inputs so
            many are taken, most of them where the forms are apart.
        function: "gelu", or "gelu_grad" for the derivative.

    Raises:
        UndecidedError: as ``reference.evaluate``.
    """
    with np.errstate(invalid="ignore"):
        number = ~np.isnan(x.astype(np.float64))
        x, got = x[number], got[number]
        missing = np.isnan(got.astype(np.float64))
    if missing.all():
        return _record(Decision("nothing"), {}, x.size, fmt, function)
    distances, telling = survey(x, got, fmt, function)
    if x.size > MOST_COMPARED:
        kept = chosen(x, telling, MOST_COMPARED, fmt)
        x, got, telling = x[kept], got[kept], telling[kept]
    fits = {form: fit_constants(x, got, fmt, form, function) for form in FORMS}
    pool = list(options(fmt, function))
    fit = best_fit(fits)
    if fit is not None and not fit.standard:
        (own,) = (each for each in distances if each.form == fit.form)
        if not fit.distance > 0.5 * own.distance:
            pool += replaced_options(fit.form, replacements(fit, fmt), fmt, function)
    found = matches(pool, x, got, fmt, telling)
    decision = decide(found, distances, fits, telling, fmt)
    return _record(decision, fits, x.size, fmt, function)


def replacements(fit: Fit, fmt: Format) -> dict[str, float]:
    """The constants of a fit: the known ones that they are, or the shortest within the
    uncertainty."""
    return {
        each.name: value_of(each.name, each.nearest, each.value, fmt)
        if each.nearest
        else shortest(each.value, each.uncertainty)
        for each in fit.constants
    }


def _record(decision: Decision, fits, inputs: int, fmt: Format, function: str) -> Identification:
    fit = fits.get(decision.form)
    constants = fit.constants if fit and fit.within >= 0.25 else ()
    best = decision.best[:3]
    return Identification(
        function,
        fmt.name,
        inputs,
        decision.form,
        decision.writing,
        decision.arithmetic,
        constants,
        tuple(
            Candidate(
                each.option.name,
                each.option.form,
                each.option.arithmetic,
                each.identical,
                each.distance,
            )
            for each in best
        ),
        tuple(each.option.label for each in decision.tied) if len(decision.tied) > 1 else (),
        answers.sentence(decision, constants, inputs, function),
        decision.verdict,
    )
