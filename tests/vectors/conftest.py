"""Golden vectors that are small, so that tests of files are quick."""

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.reference.functions import REFERENCES
from gelucheck.vectors.records import Vectors, VectorSet


@pytest.fixture(scope="session")
def made():
    """A few rows of two references in every format; tags of all kinds."""
    from gelucheck.vectors.make import bracket

    sets = []
    for fmt in FORMATS.values():
        for function in ("gelu", "tanh_grad"):
            span = fmt.ordinal_range()
            ordinals = [span.start + (span.stop - 1 - span.start) * k // 39 for k in range(40)]
            x = fmt.values(np.array(ordinals))
            columns = [x, *bracket(fmt, REFERENCES[function], x)]
            tags = np.arange(41, dtype=np.uint32) * 25
            patterns = [
                np.append(fmt.bits_of_values(c), fmt.uint.type(fmt.nan_bits)) for c in columns
            ]
            sets.append(VectorSet(fmt.name, function, *patterns, tags, "sample"))
    return Vectors(tuple(sets), PROVENANCE)


PROVENANCE = {
    **{"program": "gelucheck", "version": "0.1.0", "command": "gelucheck vectors"},
    **{"samples": 0, "seed": 0, "mpmath": "1.3.0", "flint": "0.6.0"},
}
