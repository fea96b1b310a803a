"""All writings by function and name. Adding one is a file like ``erfc.py`` and a line here."""

from gelucheck.errors import UsageError, unknown
from gelucheck.forms import erf, erf_grad, erfc, sigmoid, sigmoid_grad, tanh, tanh_grad
from gelucheck.forms.writing import Writing

FORMS = ("erf", "tanh", "sigmoid")
"""The real functions; each is also the name of its seed writing."""

MODULES = (erf, erfc, tanh, sigmoid, erf_grad, tanh_grad, sigmoid_grad)
ALL = tuple(module.WRITING for module in MODULES)
WRITINGS = {writing.name: writing for writing in ALL if writing.function == "gelu"}
GRADIENTS = {writing.name: writing for writing in ALL if writing.function == "gelu_grad"}


def find_writing(name: str, function: str = "gelu") -> Writing:
    """The writing of a name, or the seed writing of a form.

    Args:
        function: "gelu", or "gelu_grad" for the writing of the derivative.

    Raises:
        UsageError: no such name; the message lists those there are.
    """
    known = GRADIENTS if function == "gelu_grad" else WRITINGS
    if name not in WRITINGS and name not in GRADIENTS:
        raise unknown("form", name, WRITINGS)
    if name not in known:
        raise UsageError(
            f"the writing {name!r} has no derivative here", f"one of {', '.join(known)}"
        )
    return known[name]
