"""From matches, distances and fits to what can be said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gelucheck.conformance.distances import FormDistance
from gelucheck.conformance.fit import Fit
from gelucheck.conformance.matching import SIGMAS, Match, worse
from gelucheck.formats import Format
from gelucheck.forms.catalogue import FORMS

GOOD = 0.75
"""The share of outputs within the default limits, where no sum cancels, that makes a form."""
HALF = 0.5
"""The share of identical outputs that makes a candidate's form, whatever the limits say."""
CLOSE = 3.0
"""The mean distance from a candidate, in steps, that does."""
SOME = 0.25
"""The share of identical outputs from which on a writing is named."""
SURE = 0.99
"""The share from which on it is said to be that writing, and not the nearest: below it the
operations are other ones than the correctly rounded, by which no writing is known for sure."""
SLIGHT = 0.01
"""A difference of shares that tells nothing then."""


@dataclass(frozen=True)
class Decision:
    """What can be said.

    Attributes:
        verdict: "form", "tie", "none" or "nothing"; see ``identify.Identification``.
        form, writing, arithmetic: what is told.
        best: matches, best first.
        tied: those that are not told apart.
        forms: the forms that it may be.
        nearest: the nearest form, where it is none.
        replaced: constants other than the form's own: name -> value.
    """

    verdict: str
    form: str | None = None
    writing: str | None = None
    arithmetic: str | None = None
    best: tuple[Match, ...] = ()
    tied: tuple[Match, ...] = ()
    forms: tuple[str, ...] = ()
    nearest: FormDistance | None = None
    replaced: tuple[str, ...] = ()


def decide(
    found: Sequence[Match],
    distances: Sequence[FormDistance],
    fits: Mapping[str, Fit | None],
    telling: np.ndarray,
    fmt: Format,
) -> Decision:
    """Decide.

    Args:
        found: candidates, best first; fmt: of the inputs and outputs.
        distances: of the forms with their own constants, nearest first.
        fits: by form.
        telling: bool: inputs at which the forms are apart.
    """
    at = telling if telling.any() else np.ones_like(telling)
    tied = _tied(found)
    same, off = float(np.mean(tied[0].same[at])), float(np.mean(tied[0].off[at]))
    half, close, most = _told(fmt)
    if (same >= half or off <= close) and tied[0].distance <= most:
        return _by_candidates(found, tied, same)
    forms = _near(distances)
    if forms:
        # what the best candidates say counts too, though they are far off
        forms = [form for form in FORMS if form in {*forms, tied[0].option.form}]
        return _by_forms(found, forms, at)
    fit = best_fit(fits)
    if fit is not None:
        return _by_fit(found, fit, at)
    return Decision("none", best=tuple(found), nearest=distances[0])


def _told(fmt: Format) -> tuple[float, float, float]:
    """``HALF`` and ``CLOSE`` in a format, and the mean distance in steps, over all inputs, that is
    too far for any candidate: a binade.

    With fewer than 8 digits more outputs are alike by chance, and a step is a larger part of them.
    """
    binade = 2.0 ** (fmt.precision - 1)
    return max(HALF, 1 - fmt.precision / 16), CLOSE * min(1.0, binade / 128), binade


def _tied(found: Sequence[Match]) -> list[Match]:
    """The best and those that are not told from it.

    Of as many identical outputs, what is much further off elsewhere is not it; and other constants
    are not needed where the form's own will do.
    """
    first = found[0]
    tied = [
        each for each in found if each is first or not worse(each, first) or _alike(each, first)
    ]
    least = min(each.distance for each in tied)
    tied = [each for each in tied if each.distance <= 1.5 * least + 0.5]
    own = {each.option.form for each in tied if not each.option.replaced}
    return [each for each in tied if not each.option.replaced or each.option.form not in own]


def _alike(match: Match, best: Match) -> bool:
    """Whether it is of the best's form and arithmetic, and no worse than by other operations."""
    share, most = float(np.mean(match.same)), float(np.mean(best.same))
    kind = (match.option.form, match.option.arithmetic) == (
        best.option.form,
        best.option.arithmetic,
    )
    return kind and most < SURE and most - share <= SLIGHT


def _by_candidates(found, tied: list[Match], same: float) -> Decision:
    forms = tuple(form for form in FORMS if any(each.option.form == form for each in tied))
    if len(forms) > 1:
        verdict = "nothing" if len(forms) == len(FORMS) else "tie"
        return Decision(
            verdict,
            arithmetic=_only(each.option.arithmetic for each in tied) if same >= SOME else None,
            best=_first(found, tied),
            tied=tuple(tied),
            forms=forms,
        )
    return _of_form(found, forms[0], tied, same)


def _of_form(found, form: str, tied: Sequence[Match], same: float) -> Decision:
    named = same >= SOME
    other = tied[0].option.replaced if tied else ()
    return Decision(
        "form",
        form=form,
        writing=_only(each.option.writing for each in tied) if named else None,
        arithmetic=_only(each.option.arithmetic for each in tied) if named else None,
        best=_first(found, tied),
        tied=tuple(tied) if named else (),
        forms=(form,),
        replaced=tuple(name for name, _ in other),
    )


def _by_forms(found, forms: list[str], at: np.ndarray) -> Decision:
    """No candidate gives these outputs, but they are within the limits of a form."""
    if len(forms) > 1:
        verdict = "nothing" if len(forms) == len(FORMS) else "tie"
        return Decision(verdict, best=tuple(found), forms=tuple(forms))
    of_form = [each for each in found if each.option.form == forms[0]]
    same = float(np.mean(of_form[0].same[at])) if of_form else 0.0
    tied = _tied(of_form) if of_form else []
    return _of_form(found, forms[0], tied, same)


def _by_fit(found, fit: Fit, at: np.ndarray) -> Decision:
    """They are within the limits of a form with other constants."""
    of_form = [each for each in found if each.option.form == fit.form and each.option.replaced]
    same = float(np.mean(of_form[0].same[at])) if of_form else 0.0
    tied = _tied(of_form) if of_form else []
    decision = _of_form(found, fit.form, tied, same)
    names = tuple(each.name for each in fit.constants)
    return Decision(**{**vars(decision), "replaced": names})


def _first(found, tied) -> tuple[Match, ...]:
    """Matches in their order, but those tied before all others."""
    return (*tied, *(each for each in found if not any(each is one for one in tied)))


def _only(words) -> str | None:
    """The word, where there is only one."""
    every = set(words)
    return every.pop() if len(every) == 1 else None


def _near(distances: Sequence[FormDistance]) -> list[str]:
    """The forms whose default limits the outputs keep where no sum cancels, and that are not told
    from the nearest of these."""
    good = [each for each in distances if _share(each) >= GOOD]
    if not good:
        return []
    near = [good[0].form]
    for other in good[1:]:
        inputs, nearer = good[0].nearer[other.form]
        beaten = inputs - good[0].nearer[other.form][1]
        if nearer - beaten <= SIGMAS * np.sqrt(inputs):
            near.append(other.form)
    return near


def best_fit(fits: Mapping[str, Fit | None]) -> Fit | None:
    """The fit that the outputs keep to; of two about as near, the one with fewer constants."""
    good = [fit for fit in fits.values() if fit and _share(fit) >= GOOD]
    if not good:
        return None
    least = min(fit.distance for fit in good)
    near = [fit for fit in good if fit.distance <= 1.2 * least + 0.1]
    return min(near, key=lambda fit: (len(fit.constants), fit.distance))


def _share(of) -> float:
    return of.within if np.isnan(of.sound) else of.sound
