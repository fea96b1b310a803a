"""Which ordinals have been tried, in memory that does not grow."""

import numpy as np

_WORDS_EACH = 16  # bits for each value that is to be kept
_MOST_BITS = 31  # 256 MiB
# odd multipliers: Knuth's golden ratio, and the first of xxHash64
_HASHES = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F))


class Seen:
    """A Bloom filter of ordinals.

    What was tried is always known. Of what was not, some is taken for tried and left out: one in
    sixty at most while there is room for 16 bits a value, more beyond 2^27 values.

    Args:
        count: how many ordinals it will be told of.
    """

    def __init__(self, count: int):
        wanted = max(16, (max(count, 1) * _WORDS_EACH - 1).bit_length())
        self._bits = min(wanted, _MOST_BITS)
        self._words = np.zeros(1 << (self._bits - 6), np.uint64)

    def fresh(self, ordinals: np.ndarray) -> np.ndarray:
        """Those of some int64 ordinals that were not tried; sorted, each once."""
        # not by np.unique, which hashes: that takes many times as long
        ordinals = np.sort(ordinals)
        ordinals = ordinals[np.diff(ordinals, prepend=ordinals[:1] - 1) != 0]
        known = np.ones(ordinals.size, bool)
        for word, bit in self._places(ordinals):
            known &= (self._words[word] & bit) != 0
        return ordinals[~known]

    def add(self, ordinals: np.ndarray) -> None:
        """Take some int64 ordinals for tried."""
        for word, bit in self._places(ordinals):
            np.bitwise_or.at(self._words, word, bit)

    def _places(self, ordinals: np.ndarray):
        mixed = ordinals.view(np.uint64)
        for multiplier in _HASHES:
            place = mixed * multiplier
            place ^= place >> np.uint64(32)
            place = (place * multiplier) >> np.uint64(64 - self._bits)
            yield (place >> np.uint64(6)).astype(np.int64), np.uint64(1) << (place & np.uint64(63))
