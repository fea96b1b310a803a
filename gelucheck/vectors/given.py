"""What a file says of golden vectors, before anybody believes it."""

from dataclasses import dataclass, field

import numpy as np

from gelucheck.errors import InputsError
from gelucheck.formats import Format, find_format
from gelucheck.vectors.records import MOST_ROWS, VectorSet

MEND = (
    "give an npz, csv, json or raw file of gelucheck vectors, or columns x and y, or input and "
    "output, as csv, json, npz or text"
)


@dataclass(frozen=True, eq=False)
class Given:
    """Vectors of one format and one reference, as a file has them.

    Attributes:
        name: what to call them.
        dtype: the name of the format.
        function: the name of the reference, where the file says it.
        inputs, outputs: patterns, 1-D, of the format's ``uint``.
        rounded: how many inputs, and how many outputs, were no values of the format.
        beyond: sentences on numbers that the format cannot hold, not even rounded.
        claimed: of our own files: the set as it stands there, with the hash that the file claims.
    """

    name: str
    dtype: str
    function: str | None
    inputs: np.ndarray
    outputs: np.ndarray
    rounded: tuple[int, int] = (0, 0)
    claimed: VectorSet | None = None
    sha256: str | None = field(default=None)
    beyond: tuple[str, ...] = ()

    @property
    def fmt(self) -> Format:
        return find_format(self.dtype)


def see_rows(count: int, name: str) -> None:
    """See that a file has no more rows than can be checked at once.

    Raises:
        InputsError: it has.
    """
    if count > MOST_ROWS:
        raise InputsError(f"{name} has more than {MOST_ROWS:,} rows", "check it in parts")


def own(found: VectorSet, sha256: str | None) -> Given:
    """A set of one of our own files."""
    return Given(
        found.name,
        found.dtype,
        found.function,
        found.inputs,
        found.outputs,
        claimed=found,
        sha256=sha256,
    )
