"""Every golden vector held against Arb: the rounding, and both neighbours.

The references have a small side, x <= 0, on which they are g, and a law that gives the other side
(see ``reference.functions``): f(x) = x + g or f(x) = 1 - g, with g at -x. So one ball decides both
signs, and what a vector says of f(x) is said of g, in numbers that are exact:

    below <= f(x) <= above  and  f(x) on that side of their middle where the nearer one is.
"""

from collections.abc import Callable

import numpy as np

from gelucheck.errors import DisagreementError, UndecidedError
from gelucheck.formats import Format
from gelucheck.reference.enclosure import arb_precision
from gelucheck.reference.functions import Function
from gelucheck.reference.oracle import saturated, special

MOST_BITS = 1 << 14
TINY = 1100
"""Beyond saturation |g| is below 2 to the power of minus this; see ``oracle.saturated``."""
_STEP = 1 << 12


def confirm_vectors(
    fmt: Format,
    function: Function,
    x: np.ndarray,
    vectors: tuple[np.ndarray, np.ndarray, np.ndarray],
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Prove vectors once more, each by an enclosure in Arb.

    Args:
        x: 1-D, of ``fmt.dtype``, no NaN.
        vectors: the nearest value, the one below and the one above, of ``fmt.dtype``.

    Raises:
        DisagreementError: Arb proves something else.
        UndecidedError: Arb does not decide one at 16,384 bits.
    """
    x, nearest, below, above = (each.astype(np.float64) for each in (x, *vectors))
    simple = ~np.isfinite(x) | (x == 0)
    _confirm_limits(fmt, function, *(each[simple] for each in (x, nearest, below, above)))
    gap = fmt.ranks(vectors[2]) - fmt.ranks(vectors[1])
    apart = np.flatnonzero((gap != 1) & ~simple)
    if apart.size:
        _disagree(fmt, function, x[apart[0]], "neighbours that are none")
    places = np.flatnonzero(~simple)
    # both signs of one magnitude together
    places = places[np.argsort(np.abs(x[places]), kind="stable")]
    columns = [each[places].tolist() for each in (x, nearest, below, above)]
    known, ball, bits = None, None, 0
    for number, (at, near, low, high) in enumerate(zip(*columns, strict=True)):
        if progress and number % _STEP == 0:
            progress(number, places.size)
        if abs(at) != known:
            known, bits = abs(at), _first_bits(fmt, at)
            ball = _ball(function, known, bits)
        while not (verdict := _verdict(function, ball, at, near, low, high, bits)):
            bits *= 2
            if bits > MOST_BITS:
                raise UndecidedError(f"Arb does not decide {function.name}({at!r}) in {fmt.name}")
            ball = _ball(function, known, bits)
        if verdict < 0:
            _disagree(fmt, function, at, f"{near!r} between {low!r} and {high!r}")


def _first_bits(fmt: Format, x: float) -> int:
    """A working precision that will do: near zero f is a constant, or x/2, and a term that is
    smaller by a factor of x."""
    return fmt.precision + 24 + max(0, -int(np.frexp(x)[1]))


def _ball(function: Function, size: float, bits: int):
    """An enclosure of g at a magnitude."""
    from flint import arb

    with arb_precision(bits):
        if saturated(function, size):
            # between 0 and the bound, on the side that is proved
            bound = arb(2) ** -TINY / 2
            return arb(-bound if function.below else bound, bound * (1 - arb(2) ** -16))
        return function.arb(arb(size * function.side))


def _verdict(function, ball, x, near, low, high, bits) -> int:  # noqa: PLR0917
    """1: proved; -1: refuted; 0: the ball is too wide."""
    from flint import arb

    with arb_precision(bits):
        below, above = arb(low), arb(high)
        middle = (below + above) / 2
        if x * function.side < 0:
            offset = arb(x) if function.fold == "x_plus" else arb(1)
            below, middle, above = below - offset, middle - offset, above - offset
            if function.fold == "one_minus":
                below, middle, above, low, high = -above, -middle, -below, high, low
        if not (below.is_exact() and middle.is_exact() and above.is_exact()):
            return 0
        if below < ball < above:
            right = ball < middle if near == low else ball > middle
            wrong = ball > middle if near == low else ball < middle
            return 1 if right else -1 if wrong else 0
        return -1 if ball < below or ball > above else 0


def _confirm_limits(fmt, function, x, nearest, below, above) -> None:  # noqa: PLR0917
    """At ±0 and ±inf the value is a limit that the format holds: all three are that, sign too."""
    for at, *three in zip(x.tolist(), nearest, below, above, strict=True):
        due = float(special(function, at))
        if any(float(y) != due or np.signbit(y) != np.signbit(due) for y in three):
            _disagree(fmt, function, at, f"{three}")


def _disagree(fmt: Format, function: Function, x: float, said: str) -> None:
    raise DisagreementError(
        f"{function.name}({float(x)!r}) in {fmt.name} is {said} by the fast path or mpmath, and "
        "Arb proves otherwise",
        "please report this with the versions of mpmath and python-flint",
    )
