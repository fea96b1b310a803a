"""All writings by name. Adding one is a file like ``erfc.py`` and a line here."""

from gelucheck.errors import UsageError, unknown
from gelucheck.forms import erf, erfc, sigmoid, tanh
from gelucheck.forms.writing import Writing

FORMS = ("erf", "tanh", "sigmoid")
"""The real functions; each is also the name of its seed writing."""

WRITINGS = {module.WRITING.name: module.WRITING for module in (erf, erfc, tanh, sigmoid)}


def find_writing(name: str, function: str = "gelu") -> Writing:
    """The writing of a name, or the seed writing of a form.

    Raises:
        UsageError: no such name; the message lists those there are.
    """
    if name not in WRITINGS:
        raise unknown("form", name, WRITINGS)
    writing = WRITINGS[name]
    if writing.function != function:
        raise UsageError(f"the writing {name!r} evaluates {writing.function}, not {function}")
    return writing
