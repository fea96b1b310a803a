"""The kinds of implementations, and the words that name one: ``[NAME=]KIND:TARGET``."""

import re

from gelucheck.errors import UsageError, unknown
from gelucheck.forms.catalogue import FORMS
from gelucheck.implementations.guest import LIMIT, Guest
from gelucheck.implementations.interface import Implementation
from gelucheck.implementations.kinds import KINDS

GRAMMAR = "[NAME=]KIND:TARGET, as in python:pkg.mod:function"
# a name has neither = nor :, and a target may have both
_WORDS = re.compile(r"(?:(?P<name>[^=:]*)=)?(?P<kind>[^=:]*):(?P<target>.*)", re.DOTALL)


def find_implementation(
    words: str,
    function: str = "gelu",
    declares: str | None = None,
    device: str | None = None,
    limit: float = LIMIT,
) -> Implementation:
    """The implementation that ``--impl`` names.

    Args:
        words: ``[NAME=]KIND:TARGET``; without a name it is called by what stands here.
        function: what it computes, "gelu" or "gelu_grad".
        declares: the form it claims to be ("erf", "tanh", "sigmoid"); None: what its kind knows.
        device: a word of ``--device``, or None.
        limit: seconds that one call may take.

    Raises:
        UsageError: words of another shape, an unknown kind or form, a target that is not there.
        ImplementationError: the target's own code failed while it was loaded.
    """
    match = _WORDS.fullmatch(words)
    if match is None or not match["target"].strip() or match["name"] == "":
        raise UsageError(f"--impl {words!r}", GRAMMAR)
    if match["kind"] not in KINDS:
        raise unknown("kind of implementation", match["kind"], KINDS)
    if declares is not None and declares not in FORMS:
        raise unknown("form", declares, FORMS)
    guest = Guest(match["kind"], match["target"], function, device, limit)
    traits = guest.traits()
    return Implementation(
        name=match["name"] or words,
        function=function,
        form=declares or traits.declares,
        writing=None,
        arithmetic=None,
        call=guest,
        formats=traits.formats,
        source=words,
        version=traits.version,
        guest=guest,
    )
