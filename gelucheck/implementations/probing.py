"""One call of code that is not ours as a user makes it, and what it does besides."""

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import as_strided

from gelucheck.errors import ImplementationError
from gelucheck.formats import Format
from gelucheck.implementations.calling import RESTORE, told
from gelucheck.implementations.kind import Apply
from gelucheck.implementations.surroundings import Disturbed, surroundings

MOST_BYTES = 1 << 28
"""Of an output that is looked at; the largest input that is tried is far smaller."""


@dataclass(frozen=True)
class Layout:
    """How an array lies in its memory: what ``numpy.lib.stride_tricks.as_strided`` takes.

    Attributes:
        shape: of the array.
        strides: in bytes, as NumPy has them; may be 0 or negative.
        offset: of its first element, in bytes from the start of the memory.
    """

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int = 0


@dataclass(frozen=True)
class Probe:
    """What came of one call.

    Attributes:
        got: what it returned, of its own shape and dtype; None where it raised.
        raised: the exception in words, or "".
        modified: whether the memory of the input is not what it was.
        aliased: whether the output shares memory with the input.
    """

    got: np.ndarray | None
    raised: str = ""
    modified: bool = False
    aliased: bool = False


def laid_out(memory: np.ndarray, layout: Layout) -> np.ndarray:
    """An array in a layout that shares some memory, 1-D; of its dtype."""
    start = memory[layout.offset // memory.itemsize :]
    # by patterns: NumPy does not know every dtype that is not its own by what it says of itself
    patterns = start.view(f"u{memory.itemsize}")
    return as_strided(patterns, layout.shape, layout.strides).view(memory.dtype)


def probed(  # noqa: PLR0917
    name: str,
    apply: Apply,
    memory: np.ndarray,
    fmt: Format,
    layout: Layout | None,
    passing: tuple[type[BaseException], ...] = (KeyboardInterrupt,),
) -> Probe:
    """Call it once with a copy of some memory; arguments as ``Guest.probe`` and ``called``.

    Raises:
        ImplementationError: it left the processor computing otherwise.
    """
    given = memory.copy()
    x = given
    if layout is not None:
        x = laid_out(given, layout)
    try:
        with np.errstate(all="ignore"), surroundings():
            got = np.asarray(apply(x, fmt))
        if got.nbytes > MOST_BYTES:
            raise ValueError(
                f"an output of {got.dtype} and shape {got.shape}, too large to look at"
            )
        kept = got.copy()
    except passing:
        raise
    except Disturbed as problem:
        raise ImplementationError(f"{name} {problem}", RESTORE) from problem
    except BaseException as problem:
        return Probe(None, told(problem).removeprefix("raised "))
    aliased = bool(np.may_share_memory(got, given))
    # bit by bit, NaN included
    return Probe(kept, "", given.tobytes() != memory.tobytes(), aliased)
