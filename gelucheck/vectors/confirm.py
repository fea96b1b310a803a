"""Every golden vector held against Arb: the rounding, and both neighbours.

The references have a small side, x <= 0, on which they are g, and a law that gives the other side
(see ``reference.functions``): f(x) = x + g or f(x) = 1 - g, with g at -x. So one ball decides both
signs, and what a vector says of f(x) is said of g, in numbers that are exact:

    below <= f(x) <= above  and  f(x) on that side of their middle where the nearer one is.

Far out no ball is needed: there g lies between 0 and a bound that is proved by hand (``tails``) and
evaluated in Arb, and falls as the magnitude grows.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np

from gelucheck.errors import DisagreementError, UndecidedError
from gelucheck.formats import Format
from gelucheck.reference.enclosure import arb_precision
from gelucheck.reference.functions import Function
from gelucheck.reference.oracle import special

MOST_BITS = 1 << 14
FAR = (8.0, 16.0, 32.0, 64.0, 800.0)
"""Magnitudes from which on a tail may be small enough for a format; ``tails`` begin at 5."""
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
    columns = [each.astype(np.float64) for each in (x, *vectors)]
    x = columns[0]
    simple = ~np.isfinite(x) | (x == 0)
    _confirm_limits(fmt, function, [each[simple] for each in columns])
    # ordinals tell the zeros apart
    near, low, high = map(fmt.ordinals, vectors)
    wrong = ~simple & ((high - low != 1) | ((near != low) & (near != high)))
    if wrong.any():
        _disagree(fmt, function, [each[wrong][0] for each in columns])
    left = ~simple & ~_confirmed_far(fmt, function, columns)
    places = np.flatnonzero(left)
    # both signs of one magnitude together
    places = places[np.argsort(np.abs(x[places]), kind="stable")]
    _confirm_each(fmt, function, [each[places].tolist() for each in columns], progress)


def _confirmed_far(fmt: Format, function: Function, columns: list[np.ndarray]) -> np.ndarray:
    """Where a tail is enough: bool; at other inputs nothing is said."""
    x, nearest, below, above = columns
    with arb_precision(64):
        start = next((u for u in FAR if _negligible(fmt, function, u)), None)
    if start is None:
        return np.zeros(x.size, bool)
    # g lies strictly between 0 and half the smallest subnormal in magnitude
    far = np.isfinite(x) & (np.abs(x) >= start)
    base = x * function.side > 0
    limit = np.where(base, 0.0, x if function.fold == "x_plus" else 1.0)
    # f approaches the limit from below on one side: f = x + g, g itself; and from above: 1 - g
    beneath = base == function.below if function.fold == "one_minus" else function.below
    rightly = np.where(beneath, above == limit, below == limit) & (nearest == limit)
    # a zero has the sign of g
    rightly &= ~base | (np.signbit(nearest) == function.below)
    wrong = np.flatnonzero(far & ~rightly)
    if wrong.size:
        _disagree(fmt, function, [each[wrong[0]] for each in columns])
    return far


def _negligible(fmt: Format, function: Function, u: float) -> bool:
    """Whether |g| is proved to be below half the smallest subnormal from a magnitude on."""
    from flint import arb

    return bool(function.tail(arb(u)) < arb(fmt.smallest_subnormal) / 2)


def _confirm_each(fmt: Format, function: Function, columns: list[list[float]], progress) -> None:
    from flint import arb, ctx

    known, ball, bits, count = None, None, 0, len(columns[0])
    with arb_precision(64):
        for number, (at, *claim) in enumerate(zip(*columns, strict=True)):
            if progress and number % _STEP == 0:
                progress(number, count)
            size = abs(at)
            if size != known:
                known, bits = size, _first_bits(fmt, size)
                ctx.prec = bits
                ball = function.arb(arb(size * function.side))
            while not (verdict := _verdict(function, ball, at, *claim)):
                bits *= 2
                if bits > MOST_BITS:
                    name = f"{function.name}({at!r})"
                    raise UndecidedError(f"Arb does not decide {name} in {fmt.name}")
                ctx.prec = bits
                ball = function.arb(arb(size * function.side))
            if verdict < 0:
                _disagree(fmt, function, (at, *claim))


def _first_bits(fmt: Format, size: float) -> int:
    """A working precision that will do: near zero f is a constant, or x/2, and a term that is
    smaller by a factor of x."""
    return fmt.precision + 24 + max(0, -math.frexp(size)[1])


def _verdict(function, ball, x, near, low, high) -> int:  # noqa: PLR0917
    """1: proved; -1: refuted; 0: the ball is too wide."""
    from flint import arb

    upwards = near == high
    below, above = arb(low), arb(high)
    if x * function.side < 0:
        if function.fold == "x_plus":
            below, above = below - x, above - x
        else:
            below, above, upwards = 1 - above, 1 - below, not upwards
    middle = (below + above) / 2
    if not (below.is_exact() and middle.is_exact() and above.is_exact()):
        return 0
    if below < ball < above:
        right, wrong = ball > middle, ball < middle
        if not upwards:
            right, wrong = wrong, right
        return 1 if right else -1 if wrong else 0
    return -1 if ball < below or ball > above else 0


def _confirm_limits(fmt: Format, function: Function, columns: list[np.ndarray]) -> None:
    """At ±0 and ±inf the value is a limit that the format holds: all three are that, sign too."""
    for at, *three in zip(*columns, strict=True):
        due = float(special(function, float(at)))
        if any(float(y) != due or np.signbit(y) != np.signbit(due) for y in three):
            _disagree(fmt, function, (at, *three))


def _disagree(fmt: Format, function: Function, claim: Sequence[float]) -> None:
    x, nearest, below, above = map(float, claim)
    said = f"{nearest!r}, between {below!r} and {above!r},"
    raise DisagreementError(
        f"{function.name}({x!r}) in {fmt.name} is {said} by the fast path or mpmath, and "
        "Arb proves otherwise",
        "please report this with the versions of mpmath and python-flint",
    )
