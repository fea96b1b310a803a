"""Which inputs a set of golden vectors holds, and why each is there."""

import numpy as np

from gelucheck.errors import UsageError
from gelucheck.formats import Format
from gelucheck.inputs.branches import branch_ordinals
from gelucheck.inputs.hardest import hardest_ordinals
from gelucheck.inputs.special import essential_ordinals, power_ordinals
from gelucheck.inputs.strata import sample_ordinals
from gelucheck.inputs.worst import WORST
from gelucheck.reference.functions import Function
from gelucheck.vectors.tags import TAGS
from gelucheck.vectors.thresholds import saturation_ordinals

SAMPLES = 4096
MOST_SAMPLES = 1 << 19
"""A set of so many can be checked from each of the files that it can be written to."""
MOST_HARDEST = 1024
"""A set holds no more of the hardest inputs than these first."""
EXHAUSTED = 16
"""Up to so many bits a set holds every value of its format."""


def choose(
    fmt: Format, function: Function, samples: int = SAMPLES, seed: int = 0
) -> tuple[np.ndarray, np.ndarray, str]:
    """The inputs of a set, NaN apart: int64 ordinals, ascending; their tags, uint32; the evidence.

    Every value of a format of at most 16 bits. Above, the union of what the tags name: special
    values, binade edges, saturation thresholds, hardest and worst inputs, branch points, and a
    stratified sample.

    Args:
        samples: size of the stratified sample, which may be none.
        seed: of the sample.

    Raises:
        UsageError: a size or seed that means nothing.
    """
    check_sample(samples, seed)
    lists = _lists(fmt, function)
    if fmt.bits <= EXHAUSTED:
        span = fmt.ordinal_range()
        ordinals = np.arange(span.start, span.stop, dtype=np.int64)
        lists["exhaustive"] = ordinals
    else:
        if samples:
            lists["stratified"] = sample_ordinals(fmt, samples, seed)
        ordinals = np.unique(np.concatenate(list(lists.values())))
    tags = np.zeros(ordinals.size, np.uint32)
    for name, members in lists.items():
        tags[np.isin(ordinals, members)] |= np.uint32(TAGS[name])
    tags[subnormal(fmt, fmt.values(ordinals))] |= np.uint32(TAGS["subnormal-input"])
    return ordinals, tags, "exhaustive" if fmt.bits <= EXHAUSTED else "sample"


def check_sample(samples: int, seed: int) -> None:
    """See that a sample can be drawn.

    Raises:
        UsageError: it cannot.
    """
    if not 0 <= samples <= MOST_SAMPLES:
        raise UsageError(f"--samples {samples}", f"a number from 0 to {MOST_SAMPLES:,}")
    if not 0 <= seed < 1 << 64:
        raise UsageError(f"--seed {seed}", "a number from 0 to 2^64 - 1")


def subnormal(fmt: Format, values: np.ndarray) -> np.ndarray:
    """Where values are subnormal; zero is not."""
    with np.errstate(invalid="ignore"):
        size = np.abs(values.astype(np.float64))
    return (size > 0) & (size < fmt.smallest_normal)


def _lists(fmt: Format, function: Function) -> dict[str, np.ndarray]:
    """Ordinals by tag."""
    span = fmt.ordinal_range()
    simple = saturation_ordinals(fmt, function)
    near = (simple[:, None] + np.arange(-2, 3)).ravel()
    lists = {
        "special": essential_ordinals(fmt),
        "binade-edge": power_ordinals(fmt),
        "saturation": near,
        "hardest": hardest_ordinals(fmt, function.name)[:MOST_HARDEST],
        "worst": _worst(fmt),
        "branch": branch_ordinals(fmt),
    }
    return {
        name: members[(members >= span.start) & (members < span.stop)]
        for name, members in lists.items()
    }


def _worst(fmt: Format) -> np.ndarray:
    """The known worst inputs of any format, rounded to this one, both signs."""
    patterns = {fmt.round(abs(entry.value)) for entry in WORST}
    finite = [bits for bits in patterns if np.isfinite(fmt.value(bits))]
    magnitudes = np.array(sorted(finite), np.int64)
    return np.concatenate([magnitudes, -1 - magnitudes])
