"""The GELUs of a network: the exact one, correctly rounded, or a writing under an arithmetic.

All are elementwise, so that an element's result depends on nothing but its value.
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from gelucheck.formats import Format
from gelucheck.forms.arithmetic import compute
from gelucheck.forms.catalogue import find_writing
from gelucheck.reference.functions import REFERENCES
from gelucheck.reference.operate import operate

Activation = Callable[[np.ndarray], np.ndarray]
"""An array of a format, any shape -> a new array of the same shape and dtype."""

_TABLED = 16
"""Formats of at most so many bits are looked up: all their values are computed once."""
_FEW = 1 << 14
"""Fewer numbers than this are computed: a table costs as much as some 65,536."""


@cache
def exact_gelu(fmt: Format) -> Activation:
    """GELU itself: every element correctly rounded, -0 at minus infinity, NaN for NaN."""
    return _elementwise(lambda x: operate(REFERENCES["gelu"], x, fmt), fmt)


@cache
def writing_gelu(writing: str, fmt: Format, arithmetic: str) -> Activation:
    """A writing of a form, operation by operation: see ``forms.arithmetic.compute``.

    Args:
        writing: its name, or the name of a form, for its seed writing.
        arithmetic: "native", or "upcast" where the format has it.

    Raises:
        UsageError: no such writing.
    """
    call = find_writing(writing).call
    return _elementwise(lambda x: compute(call, x, fmt, arithmetic), fmt)


def _elementwise(call: Activation, fmt: Format) -> Activation:
    """What is given for 1-D arrays, for any shape."""

    @cache
    def table() -> np.ndarray:
        return call(fmt.values_of_bits(np.arange(1 << fmt.bits)))

    def activation(x: np.ndarray) -> np.ndarray:
        if fmt.bits <= _TABLED and x.size >= _FEW:
            return table()[fmt.bits_of_values(x)]
        # in the order given: sorting to help ``operate`` costs more than it saves here
        return call(x.ravel()).reshape(x.shape)

    return activation
