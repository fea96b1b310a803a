"""Where GELU, correctly rounded to a format, is simple: x, x/2 or -0; found, and certified.

Found by bisection on the ordinals with Arb, and proved by ``replay_saturation``, which decides
without any of this.
"""

from collections.abc import Callable
from fractions import Fraction

from gelucheck.formats import Format
from gelucheck.proofs.proved import Proved

GROUP = "saturation"
BITS = 160


def saturation(fmt: Format) -> tuple[Proved, ...]:
    """Thresholds of GELU in a format, and how many finite values are on none of their sides.

    Returns:
        five constants, each a value of the format (the last a count), of one certificate: from
        where on the result is x; from where down it is -0; the first values on either side of 0
        whose result is not x/2, rounded with ties upward; the number of values in between.

    Raises:
        ArithmeticError: the format is so coarse that a threshold is below 1.
    """
