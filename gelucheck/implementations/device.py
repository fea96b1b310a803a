"""The word of ``--device``, and the devices that a library has."""

import re
from collections.abc import Sequence

from gelucheck.errors import UsageError

_PROCESSORS = {"cuda", "dml", "gpu", "hip", "metal", "mps", "rocm", "xpu"}


def choose(kind: str, word: str | None, there: Sequence[str]) -> str:
    """The library's own name of the device that is meant.

    Args:
        kind: of whose implementations, for the message.
        word: "cpu", "gpu" for the first of any make, "cuda", "cuda:1"; None: the first one.
        there: those that there are, the processor itself first: "cpu", "cuda:0", or "GPU.1".

    Raises:
        UsageError: it is not there; the message lists those that are.
    """
    if word is None:
        return there[0]
    make, number = _split(word)
    for alike in (lambda name: name == make, lambda name: _akin(make, name)):
        for name in there:
            its_make, its_number = _split(name)
            if alike(its_make) and (number is None or number == (its_number or "0")):
                return name
    raise UsageError(f"{kind} has no device {word!r} here", f"one of {', '.join(there)}")


def _split(name: str) -> tuple[str, str | None]:
    make, _, number = re.sub("[.]", ":", name.strip().lower()).partition(":")
    return make, number or None


def _akin(asked: str, make: str) -> bool:
    """ "gpu" asks for one of any make, and some libraries have no other word for theirs."""
    return (asked == "gpu" and make in _PROCESSORS) or (
        make == "gpu" and asked in {"cuda", "hip", "rocm"}
    )
