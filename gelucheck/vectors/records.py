"""Golden vectors as records: a set is one format and one reference, and sets travel together."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from gelucheck.formats import Format, find_format
from gelucheck.vectors.tags import TAGS

VERSION = 1
"""Of the layout and of what is hashed; another meaning is another number."""
ROUNDING = "nearest even"
MOST_ROWS = 1 << 21
"""Of all sets of a file together."""
COLUMNS = ("inputs", "outputs", "below", "above")


@dataclass(frozen=True, eq=False)
class VectorSet:
    """Golden vectors of one reference in one format.

    The four columns are patterns, of the format's ``uint``, one row an input, in ascending order of
    the inputs, -0 before +0; NaN last. ``below`` is the greatest value of the format that is not
    above the exact value y, ``above`` the least that is not below it; they are the same where the
    format holds y, and else neighbours, of which ``outputs`` is the nearer one.

    * A zero among them has the sign of y: y in (-s, 0), s the smallest subnormal, lies between -s
      and -0, and y in (0, s) between +0 and s.
    * At ±0 and ±infinity y is the limit; zero as a limit is -0, for it is approached from below.
    * No finite input overflows: every form is below max(x, 0), every derivative below 1.13.
    * NaN: one input, the canonical quiet NaN, and all three others are that, too.

    Attributes:
        dtype: the name of the format.
        function: the name of the reference: "gelu", "tanh", "sigmoid", or one with "_grad".
        tags: uint32, a mask of the bits in ``tags.TAGS``.
        evidence: "exhaustive" (every value of the format) or "sample".
    """

    dtype: str
    function: str
    inputs: np.ndarray
    outputs: np.ndarray
    below: np.ndarray
    above: np.ndarray
    tags: np.ndarray
    evidence: str

    @property
    def name(self) -> str:
        """What files call it: "float16_gelu"."""
        return f"{self.dtype}_{self.function}"

    @property
    def fmt(self) -> Format:
        return find_format(self.dtype)

    @property
    def count(self) -> int:
        return int(self.inputs.size)

    @cached_property
    def sha256(self) -> str:
        """See ``canonical``; 64 hexadecimal digits."""
        return hashlib.sha256(canonical(self)).hexdigest()


@dataclass(frozen=True, eq=False)
class Vectors:
    """Sets, and where they come from.

    Attributes:
        provenance: "program", "version", "command" (without where the result goes), "seed",
            "samples", "mpmath" and "flint": no clock, host or path, so that the same command gives
            the same bytes.
    """

    sets: tuple[VectorSet, ...]
    provenance: dict[str, Any]


def canonical(given: VectorSet) -> bytes:
    """The bytes that are hashed.

    In ASCII "gelucheck vectors 1", the format, the reference, "nearest even" and the number of
    rows in decimal, a line end behind each; then the columns inputs, outputs, below and above,
    little-endian patterns, and the tags, little-endian, four bytes each.
    """
    words = (f"gelucheck vectors {VERSION}", given.dtype, given.function, ROUNDING, given.count)
    head = "".join(f"{word}\n" for word in words).encode("ascii")
    return head + column_bytes(given)


def column_bytes(given: VectorSet) -> bytes:
    """The five columns, one after the other, little-endian."""
    little = given.fmt.uint.newbyteorder("<")
    columns = [getattr(given, name).astype(little).tobytes() for name in COLUMNS]
    return b"".join([*columns, given.tags.astype("<u4").tobytes()])


def about(given: Vectors) -> dict[str, Any]:
    """What every file says of its sets besides their rows."""
    return {
        "vectors": VERSION,
        "rounding": ROUNDING,
        "provenance": given.provenance,
        "tags": TAGS,
        "sets": [
            {
                "name": each.name,
                "dtype": each.dtype,
                "function": each.function,
                "evidence": each.evidence,
                "count": each.count,
                "sha256": each.sha256,
            }
            for each in given.sets
        ],
    }
