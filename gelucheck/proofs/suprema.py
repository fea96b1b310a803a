"""The largest difference of each form from GELU: on the whole real line, or on an interval."""

from fractions import Fraction

from gelucheck.proofs.bound import Bound, bound
from gelucheck.proofs.expressions import Expression, expression, shown
from gelucheck.proofs.intervals import Work, working
from gelucheck.proofs.proved import Proved

SENTENCES = {
    "gelu": "Replacing GELU by its {form} form changes no output, at any x, by more than this.",
    "gelu_grad": "Replacing the derivative of GELU by that of its {form} form changes no value, at "
    "any x, by more than this.",
    "phi": "The factor that x is multiplied by in the {form} form is nowhere further than this "
    "from the normal distribution function.",
}


def supremum(form: str, of: str = "gelu", constant: Fraction | None = None) -> Proved:
    """sup over the real line of |form - gelu|, of the derivatives, or of the factors.

    Args:
        form: "tanh" or "sigmoid".
        of: "gelu", "gelu_grad" or "phi".
        constant: of the form; by default the usual one.

    Raises:
        UsageError: an unknown form or function, a constant out of its range.
        UndecidedError: the search does not end.
    """
    function = expression("difference", form, of, constant)
    name = f"sup |{called(function)} - {of}|"
    sentence = SENTENCES[of].format(form=form)
    found, certificate = on_the_line(name, sentence, function, "both", "line")
    return Proved(name, sentence, found.lower, found.upper, found.at[0], "suprema", certificate)


def called(function: Expression) -> str:
    """The name of a form's side: "tanh", "tanh_grad", "sigmoid(1.7)"."""
    from gelucheck.proofs.expressions import FORMS

    name = function.form
    if name in FORMS and function.constant != FORMS[name].usual:
        name = f"{name}({shown(function.constant)})"
    return name + ("_grad" if function.of == "gelu_grad" else "")


def on_the_line(
    name: str, sentence: str, function: Expression, sign: str, domain: str
) -> tuple[Bound, dict]:
    """The supremum of f, -f or |f| for x <= 0, with the tail, and its certificate.

    Args:
        sign: "plus", "minus" or "both".
        domain: "line" where the symmetry gives the other half, else "left".
    """
    far = far_end(function)
    work = Work(name)
    while True:
        found = bound(function, sign, -far, 0.0, work)
        if tail_is_below(function, far, found.lower):
            return found, certificate(name, sentence, function, sign, domain, far, found)
        far *= 2


def far_end(function: Expression) -> float:
    """Where the tail begins to be small."""
    far = 5.0
    while not tail_is_below(function, far, 2.0**-16):
        far += 0.5 if far < 16 else far / 2
    return far


def tail_is_below(function: Expression, far: float, lower: float) -> bool:
    """Whether |f| beyond -far is at most half of ``lower``, by the inequalities of the tails."""
    from flint import arb

    with working():
        return function.reaches(arb(far)) and 2 * function.tail(arb(far)) < lower


def certificate(
    name: str,
    sentence: str,
    function: Expression,
    sign: str,
    domain: str | list[str],
    far: float | None,
    found: Bound,
) -> dict:
    """What a checker needs."""
    return {
        "name": name,
        "sentence": sentence,
        "kind": "supremum",
        "function": function.described(),
        "sign": sign,
        "domain": domain,
        "lower": found.lower.hex(),
        "upper": found.upper.hex(),
        "at": [[p.hex(), q.hex()] for p, q in found.at],
        "far": None if far is None else far.hex(),
        "boxes": [[low.hex(), high.hex(), rule] for low, high, rule in found.boxes],
    }
