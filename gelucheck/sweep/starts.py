"""Where a search begins: what is known to be telling, and a stratified sample."""

import numpy as np

from gelucheck.formats import Format
from gelucheck.inputs.branches import branch_ordinals
from gelucheck.inputs.special import essential_ordinals, power_ordinals
from gelucheck.inputs.strata import sample_ordinals
from gelucheck.inputs.worst import centre_ordinals
from gelucheck.sweep.aims import region_ends

MOST = 1 << 20
_NEAR = 4  # ordinals on each side of a telling one
_APART = 3  # and then at powers of two, this far apart in the exponent


def start_ordinals(fmt: Format, count: int, seed: int) -> np.ndarray:
    """About ``count`` finite ordinals, sorted, each once; at least one, int64.

    Half of them at most are the worst inputs known, saturation points, branch points, special
    values and edges of binades, with what lies around them; the rest is a stratified sample, in
    which are the inputs that are hardest to round.
    """
    count = min(count, MOST)
    known = _known(fmt, max(1, count // 2))
    rest = count - known.size
    if rest > 0:
        known = np.union1d(known, sample_ordinals(fmt, rest, seed))
    return known[finite(fmt, known)]


def finite(fmt: Format, ordinals: np.ndarray) -> np.ndarray:
    """Where ordinals are those of finite values."""
    return (ordinals >= -fmt.end_bits) & (ordinals < fmt.end_bits)


def first_cuts(fmt: Format) -> np.ndarray:
    """The first ordinals of the intervals that a search begins with, and one past the last: every
    binade of both signs, cut at region ends, branch points and worst inputs; int64, ascending."""
    top = fmt.end_bits
    shift = fmt.precision - 1
    powers = np.arange(0, (top >> shift) + 1, dtype=np.int64) << shift
    regions = np.array([low for low, _ in region_ends(fmt)], np.int64)
    cuts = [powers, -powers, regions, branch_ordinals(fmt), centre_ordinals(fmt), [-top, top]]
    cuts = np.unique(np.concatenate(cuts))
    return cuts[(cuts >= -top) & (cuts <= top)]


def _known(fmt: Format, most: int) -> np.ndarray:
    """Telling ordinals, ``most`` at most: those themselves, then around them, then binade edges."""
    telling = [centre_ordinals(fmt), branch_ordinals(fmt), essential_ordinals(fmt)]
    centres = np.unique(np.concatenate(telling))
    near = np.arange(-_NEAR, _NEAR + 1)
    far = np.int64(1) << np.arange(_APART, fmt.precision - 1, _APART, dtype=np.int64)
    reach = np.concatenate([near, far, -far])
    chosen = np.zeros(0, np.int64)
    for more in (centres, (centres[:, None] + reach).ravel(), power_ordinals(fmt)):
        fresh = np.setdiff1d(more[finite(fmt, more)], chosen)
        room = min(most - chosen.size, fresh.size)
        spread = (2 * np.arange(room) + 1) * fresh.size // (2 * max(room, 1))
        chosen = np.union1d(chosen, fresh[spread])
    return chosen
