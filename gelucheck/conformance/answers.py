"""The sentence of an identification."""

from collections.abc import Sequence

import numpy as np

from gelucheck.conformance.constants import shortest
from gelucheck.conformance.deciding import SURE, Decision
from gelucheck.conformance.families import FAMILIES
from gelucheck.conformance.fit import Constant

MOST_NAMED = 3
SPECIAL = {
    "correctly rounded": "correctly rounded",
    "truncated": "computed in a wider format and cut toward zero, not rounded",
    "argument rounded": "its argument rounded to the format before the rest, which is wider",
}
"""What is no writing, in words."""


def sentence(decision: Decision, constants: Sequence[Constant], inputs: int, function: str) -> str:
    """What was decided, in one or two plain sentences of at most 300 characters."""
    what = "form" if function == "gelu" else "form's derivative"
    if decision.verdict == "nothing":
        return _nothing(decision, inputs)
    if decision.verdict == "none":
        return _none(decision, what)
    if decision.verdict == "tie":
        return _tie(decision)
    return f"the {decision.form} {what}{_instead(decision, constants)}{_written(decision)}"


def _tie(decision: Decision) -> str:
    first, second = decision.forms
    (other,) = (form for form in FAMILIES if form not in decision.forms)
    text = f"these inputs cannot tell the {first} form from the {second} form"
    under = f" ({decision.arithmetic})" if decision.arithmetic else ""
    return f"{text}{under}; the {other} form it is not"


def _written(decision: Decision) -> str:
    """Writing and arithmetic, or what of them is not told."""
    under = f", {decision.arithmetic or 'native or upcast'}"
    if decision.writing in SPECIAL:
        return f", {SPECIAL[decision.writing]}"
    if decision.writing:
        share = float(np.mean(decision.best[0].same))
        if share < SURE:
            return f"{under}; nearest to {decision.writing}, {100 * share:.0f} % identical"
        return f", written {decision.writing}{under}"
    if not decision.tied:
        return "; no writing known here gives these outputs"
    return f"{under}; these inputs cannot tell {_names(decision)} apart"


def _nothing(decision: Decision, inputs: int) -> str:
    if decision.forms:
        return "nothing can be said: at these inputs every form gives these outputs"
    if inputs == 0:
        return "nothing can be said: there is no input"
    return "nothing can be said: every output is NaN"


def _none(decision: Decision, what: str) -> str:
    near = decision.nearest
    if near is None or not near.inputs:
        return "none of the known forms"
    share = 100 * near.within
    return (
        f"none of the known forms: the nearest, the {near.form} {what}, is within its default "
        f"limit at {share:.0f} % of the inputs where the forms differ"
    )


def _instead(decision: Decision, constants: Sequence[Constant]) -> str:
    """The constants that are not the form's own."""
    if not decision.replaced:
        return ""
    other = [
        f"{each.nearest or repr(shortest(each.value, each.uncertainty))} instead of {each.name}"
        for each in constants
        if each.nearest != each.name
    ]
    return f" with {' and '.join(other)}" if other else ""


def _names(decision: Decision) -> str:
    """The writings that are tied, the first few; with their arithmetics where these differ."""
    every = [
        each.option.writing if decision.arithmetic else each.option.label for each in decision.tied
    ]
    names = list(dict.fromkeys(every))
    named, rest = names[:MOST_NAMED], len(names) - MOST_NAMED
    if rest > 0:
        return f"{', '.join(named)} and {rest} more"
    return f"{', '.join(named[:-1])} and {named[-1]}"
