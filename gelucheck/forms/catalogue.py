"""All writings by function and name: whatever lies in ``writings/``, one file each.

The names are those of the files, ``erf_grad.py`` the derivative's writing ``erf``; a file is
imported when its writing is asked for, so that forty of them cost nothing at start-up. Adding one
is a file like ``writings/erfc.py``.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import groupby
from pkgutil import iter_modules

from gelucheck.errors import UsageError
from gelucheck.forms import writings
from gelucheck.forms.writing import Writing

FORMS = ("erf", "tanh", "sigmoid")
"""The real functions; each is also the name of its seed writing."""

_SLOPE = "_grad"


class Catalogue(Mapping[str, Writing]):
    """The writings of one function by name, in alphabetical order; read when asked for.

    Args:
        slope: the ending of their files.
    """

    def __init__(self, slope: str):
        self.slope = slope

    def __getitem__(self, name: str) -> Writing:
        if name not in _names(self.slope):
            raise KeyError(name)
        module = f"{writings.__name__}.{name.replace('-', '_')}{self.slope}"
        return import_module(module).WRITING

    def __iter__(self) -> Iterator[str]:
        return iter(_names(self.slope))

    def __len__(self) -> int:
        return len(_names(self.slope))

    def __contains__(self, name: object) -> bool:
        return name in _names(self.slope)


@cache
def _names(slope: str) -> dict[str, None]:
    files = sorted(module.name for module in iter_modules(writings.__path__))
    chosen = [file for file in files if file.endswith(_SLOPE) == bool(slope)]
    return dict.fromkeys(file.removesuffix(slope).replace("_", "-") for file in chosen)


WRITINGS = Catalogue("")
GRADIENTS = Catalogue(_SLOPE)


def __getattr__(name: str):
    if name == "ALL":
        return (*WRITINGS.values(), *GRADIENTS.values())
    raise AttributeError(name)


def find_writing(name: str, function: str = "gelu") -> Writing:
    """The writing of a name, or the seed writing of a form.

    Args:
        function: "gelu", or "gelu_grad" for the writing of the derivative.

    Raises:
        UsageError: no such name; the message lists those there are.
    """
    known = GRADIENTS if function == "gelu_grad" else WRITINGS
    if name in known:
        return known[name]
    if name in WRITINGS:
        raise UsageError(f"the writing {name!r} has no derivative here", f"one of {listed(known)}")
    if name in GRADIENTS:
        raise UsageError(f"the writing {name!r} is of a derivative", "give --function gelu_grad")
    raise UsageError(f"unknown form {str(name)!r}", f"one of {listed(known)}")


def listed(names) -> str:
    """Names in a sentence, those with the same beginning together: "erf, erf-(as7126, ggml)"."""
    words = []
    for first, group in groupby(sorted(names), key=lambda name: name.partition("-")[0]):
        endings = [name.partition("-")[2] for name in group]
        if "" in endings:
            words.append(first)
        rest = [ending for ending in endings if ending]
        if len(rest) == 1:
            words.append(f"{first}-{rest[0]}")
        elif rest:
            words.append(f"{first}-({', '.join(rest)})")
    return ", ".join(words)
