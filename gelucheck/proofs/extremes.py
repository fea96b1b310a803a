"""How low GELU, its forms and their derivatives go, and where."""

from gelucheck.proofs.expressions import called, expression
from gelucheck.proofs.proved import Proved
from gelucheck.proofs.suprema import Claim

SENTENCES = {
    "gelu": "No output of {what} is below this; it is attained at one x only.",
    "gelu_grad": "No gradient of {what} is below this; the largest is 1 minus this.",
}
WHAT = {"erf": "GELU", "tanh": "the tanh form", "sigmoid": "the sigmoid form"}


def extremes() -> tuple[Proved, ...]:
    """The minima of GELU, of its two forms with the usual constants, and of their derivatives.

    The minimum of a function stands at the root of its derivative.
    """
    return tuple(_minimum(form, of) for of in SENTENCES for form in WHAT)


def _minimum(form: str, of: str) -> Proved:
    function = expression("itself", form, of)
    name, sentence = f"min {called(function)}", SENTENCES[of].format(what=WHAT[form])
    found, certificate = Claim(name, sentence, function, "minus").prove()
    return Proved(name, sentence, -found.upper, -found.lower, found.at[0], "extremes", certificate)
