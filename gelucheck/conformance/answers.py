"""The sentence of an identification."""

from collections.abc import Sequence

from gelucheck.conformance.deciding import Decision
from gelucheck.conformance.families import FAMILIES
from gelucheck.conformance.fit import Constant

MOST_NAMED = 3


def sentence(decision: Decision, constants: Sequence[Constant], inputs: int, function: str) -> str:
    """What was decided, in one or two plain sentences of at most 300 characters."""
    what = "form" if function == "gelu" else "form's derivative"
    if decision.verdict == "nothing":
        return _nothing(decision, inputs)
    if decision.verdict == "none":
        return _none(decision, what)
    if decision.verdict == "tie":
        first, second = decision.forms
        (other,) = (form for form in FAMILIES if form not in decision.forms)
        text = f"these inputs cannot tell the {first} form from the {second} form"
        return f"{text}; the {other} form it is not{_arithmetic(decision)}"
    text = f"the {decision.form} {what}{_instead(decision, constants)}"
    if decision.writing:
        return f"{text}, written {decision.writing}{_arithmetic(decision)}"
    if not decision.tied:
        return f"{text}; no writing known here gives these outputs"
    return f"{text}{_arithmetic(decision)}; these inputs cannot tell {_names(decision)} apart"


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
        f"none of the known forms: nearest is the {near.form} {what}, whose default limit "
        f"{share:.0f} % of the outputs keep that tell the forms apart"
    )


def _arithmetic(decision: Decision) -> str:
    if decision.arithmetic:
        return f", {decision.arithmetic}"
    return "" if decision.verdict == "tie" else ", native or upcast"


def _instead(decision: Decision, constants: Sequence[Constant]) -> str:
    """The constants that are not the form's own."""
    if not decision.replaced:
        return ""
    other = [
        f"{each.nearest or number(each)} instead of {each.name}"
        for each in constants
        if each.nearest != each.name
    ]
    return f" with {' and '.join(other)}" if other else ""


def number(constant: Constant) -> str:
    """A fitted value, to the digits that are sure."""
    if not constant.uncertainty:
        return repr(constant.value)
    from math import floor, log10

    size = max(abs(constant.value), constant.uncertainty)
    digits = floor(log10(size)) - floor(log10(constant.uncertainty)) + 1
    return f"{constant.value:.{min(max(digits, 1), 17)}g}"


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
