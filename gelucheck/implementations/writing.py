"""A writing under an arithmetic, as an implementation."""

from functools import partial

import numpy as np

from gelucheck.formats import FORMATS, Format
from gelucheck.forms.arithmetic import ARITHMETICS, compute
from gelucheck.forms.catalogue import find_writing
from gelucheck.forms.writing import Writing
from gelucheck.implementations.interface import Implementation


def from_writing(writing: Writing, arithmetic: str) -> Implementation:
    """The implementation; its formats are those where the arithmetic applies."""
    widen = ARITHMETICS[arithmetic]
    return Implementation(
        name=writing.name,
        function=writing.function,
        form=writing.form,
        writing=writing.name,
        arithmetic=arithmetic,
        call=partial(_call, writing.name, writing.function, arithmetic),
        formats=tuple(name for name, fmt in FORMATS.items() if widen(fmt) is not None),
    )


def _call(name: str, function: str, arithmetic: str, x: np.ndarray, fmt: Format) -> np.ndarray:
    # by name, so that it can be sent to another process
    return compute(find_writing(name, function).call, x, fmt, arithmetic)
