"""The second opinion on blocks: a random share of their values held against Arb."""

import numpy as np

from gelucheck.errors import DisagreementError
from gelucheck.formats import Format
from gelucheck.reference.blocks import LENGTH, ROWS, polynomials, powers
from gelucheck.reference.blocks_simple import due, kind_of
from gelucheck.reference.enclosure import arb_precision, ball, confirm
from gelucheck.reference.evaluate import scattered
from gelucheck.reference.functions import Function

_BITS = 120


def confirm_blocks(function: Function, fmt: Format, ordinals: range, count: int, seed: int) -> None:
    """Hold what blocks say of some values of a span against Arb.

    Where a form is simple that is the rounding, elsewhere the enclosure of the exact value.

    Args:
        ordinals: ascending; count: how many of them are tried.

    Raises:
        DisagreementError: Arb proves something else.
    """
    for place in scattered(len(ordinals), count, seed):
        ordinal = ordinals[place]
        negative = ordinal < 0
        magnitude = -1 - ordinal if negative else ordinal
        if not 0 < magnitude < fmt.end_bits:
            continue
        kind = kind_of(function, fmt, magnitude, magnitude, negative)
        if kind:
            patterns = np.array([magnitude | negative * fmt.sign_bit], fmt.uint)
            wanted = int(due(kind, negative, patterns, np.empty_like(patterns))[0])
            confirm(function, fmt.value(int(patterns[0])), fmt, wanted)
        else:
            _confirm_value(function, fmt, magnitude, negative)


def _confirm_value(function: Function, fmt: Format, magnitude: int, negative: bool) -> None:
    first = magnitude // LENGTH * LENGTH
    # a panel of one block, many times over: degrees are chosen by panel
    found = polynomials(function, fmt, np.full(ROWS, first), negative)
    at = magnitude - first
    column = powers(negative)[:, LENGTH - 1 - at if negative else at]
    used = int(found.degree[0]) + 1
    value = float(np.dot(found.terms[0, :used], column[:used]))
    x = fmt.value(magnitude) * (-1 if negative else 1)
    with arb_precision(_BITS):
        off = abs(ball(function, x, _BITS) - value)
        if off > float(found.bound[0]):
            raise DisagreementError(
                f"{function.name}({x!r}) is {value!r} by blocks, off by more than "
                f"{float(found.bound[0])!r} says Arb",
                "please report this with the versions of mpmath and python-flint",
            )
