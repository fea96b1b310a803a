"""A writing under an arithmetic, as an implementation."""

from gelucheck.formats import FORMATS
from gelucheck.forms.arithmetic import ARITHMETICS, compute
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
        call=lambda x, fmt: compute(writing.call, x, fmt, arithmetic),
        formats=tuple(name for name, fmt in FORMATS.items() if widen(fmt) is not None),
    )
