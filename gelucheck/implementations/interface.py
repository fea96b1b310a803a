"""What an implementation is to the rest of the program."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gelucheck.formats import Format
from gelucheck.implementations.guest import Guest


@dataclass(frozen=True)
class Implementation:
    """Anything that maps an array to an array; picklable, for processes elsewhere call it too.

    Attributes:
        name: what the table calls it.
        function: "gelu" or "gelu_grad".
        form: the form that it declares ("erf", "tanh", "sigmoid"), or None.
        writing, arithmetic: of our own writings; None for others.
        call: (1-D array of the format's dtype, format) -> array of the same shape and dtype.
        formats: the names of the formats it has.
        source: what else than its name says which one it is: for ``--impl``, the words given.
        version: what its outputs may depend on besides gelucheck itself: versions of libraries,
            the digest of a file.
        guest: what ``--impl`` names, to be looked at closely; None of our own writings.
    """

    name: str
    function: str
    form: str | None
    writing: str | None
    arithmetic: str | None
    call: Callable[[np.ndarray, Format], np.ndarray]
    formats: tuple[str, ...]
    source: str = ""
    version: str = ""
    guest: Guest | None = None
