"""Where GELU, correctly rounded to a format, is simple: x, -0 or x/2; found, and certified.

With Q = 1 - Φ and D(x) = GELU(x) - x/2, GELU(u) = u - uQ(u) and GELU(-u) = -uQ(u): what counts is
uQ(u), or D, against half the gap next to a value. uQ falls for u >= 1, D(x)/|x| grows with |x|, and
gaps change at powers of two only, so bisection finds all: among binades, then inside of one.
``replay_saturation`` proves it, and shares nothing with this file.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from gelucheck.errors import UsageError
from gelucheck.formats import Format
from gelucheck.proofs.numbers import not_above
from gelucheck.proofs.proved import Proved
from gelucheck.reference.enclosure import arb_precision

BITS = 192
HALF = "(x/2 may be halfway between two values: then it is the upper one)"


def saturation(fmt: Format) -> tuple[Proved, ...]:
    """Thresholds of GELU in a format, and how many values are in none of its simple regions.

    Returns:
        Five constants of one certificate. The least value from which on every result is x; the
        greatest from which down every one is -0; the first values below and above 0 that do not
        give x/2, rounded with ties upward; all these are values of the format. And the number of
        finite values that are in none of the three regions (0 is in the third).

    Raises:
        UsageError: the format is so coarse or so narrow that there are no such regions.
    """
    with arb_precision(BITS):
        magnitudes = _Magnitudes(fmt)
        same, gone = magnitudes.identity(), magnitudes.zero()
        below, above = magnitudes.half(upward=False), magnitudes.half(upward=True)
    between = same - above + gone - below
    identity, zero, left, right = map(fmt.value, (same, gone, below, above))
    certificate = {
        "name": f"saturation of gelu in {fmt.name}",
        "sentence": f"Where GELU, correctly rounded to {fmt.name}, is x, -0 or x/2.",
        "kind": "saturation",
        "dtype": fmt.name,
        "precision": fmt.precision,
        "emin": fmt.emin,
        "largest": fmt.largest.hex(),
        "identity": identity.hex(),
        "zero": (-zero).hex(),
        "half": [(-left).hex(), right.hex()],
        "between": between,
    }
    correct = f"a correct {fmt.name} GELU returns"
    words = (
        ("x from", identity, f"From here on {correct} its input."),
        ("-0 up to", -zero, f"From here down {correct} -0."),
        ("x/2 above", -left, f"Between this and 0 {correct} x/2 {HALF}; here it does not."),
        ("x/2 below", right, f"Between 0 and this {correct} x/2 {HALF}; here it does not."),
    )
    finite = 2 * (fmt.bits_of(fmt.largest) + 1)
    sentence = (
        f"Of {finite:,} finite {fmt.name} inputs {between:,} are between these thresholds; for all "
        "others GELU is x, -0 or x/2."
    )
    found = [(f"{fmt.name}: {name}", text, (value, value)) for name, value, text in words]
    found.append((f"{fmt.name}: inputs in between", sentence, _around(between)))
    return tuple(
        Proved(name, text, *bounds, None, "saturation", certificate) for name, text, bounds in found
    )


def _around(number: int) -> tuple[float, float]:
    """The float64 on either side of an integer; equal where it is one."""
    return not_above(Fraction(number)), -not_above(Fraction(-number))


@dataclass(frozen=True)
class _Magnitudes:
    """The thresholds as magnitudes, patterns without their sign; at the working precision."""

    fmt: Format

    def identity(self) -> int:
        def same(magnitude: int) -> bool:
            u = self.fmt.value(magnitude)
            return bool(_lost(u) < self._room(u, upward=False))

        top = math.frexp(self.fmt.largest)[1] - 1
        power = self._first(lambda exponent: same(self._power(exponent)), -1, top)
        # the power before it fails; inside of its binade all gaps are equal
        return self._first(same, self._power(power - 1), self._power(power))

    def zero(self) -> int:
        from flint import arb

        rest = arb(self.fmt.smallest_subnormal) / 2
        return self._first(
            lambda magnitude: bool(_lost(self.fmt.value(magnitude)) < rest),
            self._power(0),
            self.fmt.bits_of(self.fmt.largest),
        )

    def half(self, upward: bool) -> int:
        def lost(magnitude: int) -> bool:
            x = self.fmt.value(magnitude)
            return not _more(x) < self._room(x / 2, upward)

        def broken(exponent: int) -> bool:
            power = self._power(exponent)
            return lost(power) or lost(self._power(exponent + 1) - 1)

        exponent = self._first(broken, self.fmt.emin, 0)
        power = self._power(exponent)
        return power if lost(power) else self._first(lost, power, self._power(exponent + 1) - 1)

    def _power(self, exponent: int) -> int:
        return self.fmt.bits_of(2.0**exponent)

    def _room(self, x: float, upward: bool):
        """Half the gap next to a value, or next to the one below the middle of two."""
        from flint import arb

        place = self.fmt.bits_of(x) if x >= self.fmt.smallest_normal else 0
        return (
            abs(
                arb(self.fmt.value(place + 1 if upward or not place else place - 1))
                - arb(self.fmt.value(place))
            )
            / 2
        )

    def _first(self, holds: Callable[[int], bool], low: int, high: int) -> int:
        """The first of (low, high] from which on something holds, by bisection.

        Raises:
            UsageError: it does not hold at ``high``, or does at ``low`` already.
        """
        if not holds(high) or holds(low):
            raise UsageError(f"thresholds of GELU in {self.fmt.name}", "a format with more bits")
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if holds(middle) else (middle, high)
        return high


def _lost(u: float):
    """uQ(u)."""
    from flint import arb

    return arb(u) * (arb(u) / arb(2).sqrt()).erfc() / 2


def _more(x: float):
    """D(x)."""
    from flint import arb

    return arb(x) * (arb(x) / arb(2).sqrt()).erf() / 2
