"""The second opinion: Arb balls, rigorous and independent of mpmath.

Arb (in python-flint) carries an error bound through every operation. Its precision is global, so
it is set and restored around each use, one thread at a time.
"""

import math
import threading
from contextlib import contextmanager

from gelucheck.errors import DisagreementError, UndecidedError
from gelucheck.formats import Format
from gelucheck.reference.functions import Function
from gelucheck.reference.oracle import saturated

_TURN = threading.RLock()


@contextmanager
def arb_precision(bits: int, terms: int | None = None):
    """Set Arb's precision (and the length of its power series) for a block, and restore it."""
    from flint import ctx

    with _TURN:
        before = ctx.prec, ctx.cap
        ctx.prec = bits
        if terms is not None:
            ctx.cap = terms
        try:
            yield
        finally:
            ctx.prec, ctx.cap = before


def ball(function: Function, x: float, bits: int):
    """An Arb ball that holds f(x), computed at a working precision in bits; x finite."""
    from flint import arb

    with arb_precision(bits):
        return function.arb(arb(x))


def arb_rounded_bits(function: Function, x: float, fmt: Format) -> int:
    """The pattern nearest to f(x), by Arb alone.

    Args:
        x: finite, not zero, not saturated.

    Raises:
        UndecidedError: not decided at 65,536 bits.
    """
    bits = fmt.precision + 24
    while bits <= 1 << 16:
        value = ball(function, x, bits)
        if value.is_finite():
            with arb_precision(bits):
                pattern = fmt.round_interval(value.lower(), value.upper())
            if pattern is not None:
                return pattern
        bits *= 2
    raise UndecidedError(f"Arb does not decide {function.name}({x!r}) in {fmt.name}")


def confirm(function: Function, x: float, fmt: Format, bits: int) -> None:
    """Hold a rounding against Arb.

    Raises:
        DisagreementError: Arb proves another one.
    """
    if x == 0 or not math.isfinite(x) or saturated(function, x):
        return
    proved = arb_rounded_bits(function, x, fmt)
    if proved != bits:
        raise DisagreementError(
            f"{function.name}({x!r}) in {fmt.name} is {fmt.value(bits)!r} by the fast path or "
            f"mpmath and {fmt.value(proved)!r} by Arb",
            "please report this with the versions of mpmath and python-flint",
        )
