"""The special values of a format: where arithmetic or GELU changes its ways.

All are kept as ordinals, so the neighbours of one are the numbers beside it.
"""

import numpy as np

from gelucheck.formats import Format
from gelucheck.inputs.hardest import all_hardest

# 50 digits by mpmath: the minimum of GELU, the root of its derivative.
GELU_MINIMUM = -float.fromhex("0x1.80ead197f00b4p-1")  # -0.75179152469356445746
# GELU'' = φ(x)(2 − x²): the derivative is largest and smallest at ±√2.
GELU_INFLECTION = float.fromhex("0x1.6a09e667f3bcdp+0")  # 1.4142135623730951


def essential_ordinals(fmt: Format) -> np.ndarray:
    """Ordinals of the special values and their neighbours; the most telling come first; int64.

    ±0, ±1, GELU's minimum, the smallest and largest subnormal, the smallest normal, the largest
    value, the infinities, the extremes of GELU's derivative; then the neighbours of each.
    GELU's own root is 0, and its neighbours are the smallest subnormals.
    """
    top, largest = fmt.top_bits, fmt.end_bits - 1
    smallest_normal = 1 << (fmt.precision - 1)
    one = fmt.round(1)
    minimum = fmt.ordinal(fmt.round(GELU_MINIMUM))
    inflection = fmt.round(GELU_INFLECTION)
    centres = [minimum, 0, -1]
    for ordinal in (one, 1, largest, top, smallest_normal - 1, smallest_normal, inflection):
        centres += [ordinal, -1 - ordinal]
    around = centres + [centre + step for centre in centres for step in (-1, 1)]
    around = [ordinal for ordinal in around if -1 - top <= ordinal <= top]
    return np.array(list(dict.fromkeys(around)), np.int64)


def power_ordinals(fmt: Format) -> np.ndarray:
    """Ordinals of every power of two of the format, both signs, and their neighbours.

    int64, sorted and unique; subnormal powers of two are among them.
    """
    shift = fmt.precision - 1
    normal = np.arange(1, (fmt.end_bits - 1 >> shift) + 1, dtype=np.int64) << shift
    subnormal = np.int64(1) << np.arange(shift, dtype=np.int64)
    powers = np.concatenate([subnormal, normal])
    powers = np.concatenate([powers - 1, powers, powers + 1])
    powers = powers[(powers >= 0) & (powers < fmt.end_bits)]
    return np.unique(np.concatenate([powers, -1 - powers]))


def special_ordinals(fmt: Format) -> np.ndarray:
    """All of the above, and the published inputs that are hardest to round, sorted and unique;
    int64. NaN has no ordinal and is not among them."""
    parts = essential_ordinals(fmt), power_ordinals(fmt), all_hardest(fmt)
    return np.unique(np.concatenate(parts))
