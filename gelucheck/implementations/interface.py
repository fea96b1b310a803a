"""What an implementation is to the rest of the program."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gelucheck.formats import Format


@dataclass(frozen=True)
class Implementation:
    """Anything that maps an array to an array.

    Attributes:
        name: what the table calls it.
        function: "gelu" or "gelu_grad".
        form: the form that it declares ("erf", "tanh", "sigmoid"), or None.
        writing, arithmetic: of our own writings; None for others.
        call: (1-D array of the format's dtype, format) -> array of the same shape and dtype.
        formats: the names of the formats it has.
    """

    name: str
    function: str
    form: str | None
    writing: str | None
    arithmetic: str | None
    call: Callable[[np.ndarray, Format], np.ndarray]
    formats: tuple[str, ...]
