"""Golden vectors that are small, so that tests of files are quick."""

import numpy as np

from gelucheck.formats import FORMATS
from gelucheck.inputs.special import essential_ordinals, power_ordinals
from gelucheck.reference.functions import REFERENCES
from gelucheck.vectors.make import bracket
from gelucheck.vectors.records import Vectors, VectorSet
from gelucheck.vectors.tags import TAGS
from gelucheck.vectors.thresholds import saturation_ordinals

TWO = range(-2, 3)
PROVENANCE = {
    **{"program": "gelucheck", "version": "0.1.0", "command": "gelucheck vectors"},
    **{"samples": 0, "seed": 0, "mpmath": "1.3.0", "flint": "0.6.0"},
}


def small_vectors() -> Vectors:
    """A few rows of two references in every format; tags of all kinds."""
    return Vectors(
        tuple(small_set(fmt, name) for fmt in FORMATS.values() for name in ("gelu", "tanh_grad")),
        PROVENANCE,
    )


def small_set(fmt, function: str) -> VectorSet:
    """Forty rows from the lowest value to the highest, and NaN."""
    span = fmt.ordinal_range()
    ordinals = [span.start + (span.stop - 1 - span.start) * k // 39 for k in range(40)]
    x = fmt.values(np.array(ordinals))
    columns = [x, *bracket(fmt, REFERENCES[function], x)]
    nan = fmt.uint.type(fmt.nan_bits)
    patterns = [np.append(fmt.bits_of_values(each), nan) for each in columns]
    size = np.abs(np.array([x, columns[1]], np.float64))
    small = (size > 0) & (size < fmt.smallest_normal)
    near = [end + step for end in saturation_ordinals(fmt, REFERENCES[function]) for step in TWO]
    lists = (essential_ordinals(fmt), power_ordinals(fmt), near)
    # hardest, worst and branch as it comes
    tags = (np.arange(40) * 8) % 64 + TAGS["stratified"]
    for bit, there in enumerate([np.isin(ordinals, each) for each in lists]):
        tags[there] += 1 << bit
    tags += small[0] * TAGS["subnormal-input"] + small[1] * TAGS["subnormal-output"]
    tags = np.append(tags, TAGS["special"]).astype(np.uint32)
    return VectorSet(fmt.name, function, *patterns, tags, evidence="sample")
