"""The few values that are sent in many shapes and places."""

import numpy as np

from gelucheck.formats import Format

COUNT = 97  # a prime: no vector width divides it


def probe_values(fmt: Format, count: int = COUNT) -> np.ndarray:
    """Values where GELU bends and on its left tail, of full significands and no order; ascending
    magnitudes would let a shortcut for a block see blocks of one kind only."""
    share = np.arange(COUNT) * 37 % COUNT / COUNT
    # two thirds on the left: an error shows there in more ulp
    return fmt.round_array(-6.3 + 10.5 * share * 1.0007)[:count]
