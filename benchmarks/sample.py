"""A share of a sweep: every N-th chunk, and what each of them stands for.

Where GELU is proved to be x, x/2 or -0 after rounding a sweep is quicker than elsewhere. So a
sample of chunks must have both kinds of values in their true share: the first chunk is chosen for
that, and the rest of the difference is weighted away.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from gelucheck.formats import FORMATS
from gelucheck.reference.blocks import PANEL
from gelucheck.reference.blocks_simple import HALVES_END, SAME, ZERO
from gelucheck.sweep.chunks import Chunk, chunks_of, cut_range
from gelucheck.sweep.plan import Selection, make_plan
from gelucheck.sweep.span import functions_of

FLOAT32 = FORMATS["float32"]


@dataclass(frozen=True)
class Sample:
    """Every N-th chunk of the sweep of an implementation.

    Attributes:
        selection: of the whole sweep.
        shard: (i, N): which chunks, as ``--shard`` counts them.
        chunks: themselves; weights: how many values of all each of theirs stands for.
        shares: of the values where GELU is not simple: in the sample, and in all of float32.
    """

    selection: Selection
    shard: tuple[int, int]
    chunks: tuple[Chunk, ...]
    weights: tuple[float, ...]
    shares: tuple[float, float]


def selection_of(words: str, form: str | None, inputs: str = "all") -> Selection:
    """What is swept: float32, one implementation."""
    return Selection(
        dtypes=("float32",),
        forms=(),
        inputs=inputs,
        implementations=(f"python:{words}",),
        declares=(form,) if form else (),
    )


def take_every(every: int, size: int, selection: Selection) -> Sample:
    """Every N-th chunk, from the one that gives the fairest share.

    Args:
        size: values of a chunk.
    """
    chunks = chunks_of(make_plan(selection), selection, size)
    every = min(every, len(chunks))
    counts = np.array([chunk.part.count for chunk in chunks])
    hard = np.array([not_simple(chunk) for chunk in chunks])
    share = hard.sum() / counts.sum()
    shares = [hard[i::every].sum() / counts[i::every].sum() for i in range(every)]
    # none at all would leave nothing to weight
    off = [abs(found - share) if found else np.inf for found in shares]
    first = int(np.argmin(off))
    mine = slice(first, None, every)
    weight_hard = hard.sum() / hard[mine].sum()
    easy = counts - hard
    weight_easy = easy.sum() / max(easy[mine].sum(), 1)
    weights = (hard * weight_hard + easy * weight_easy)[mine] / counts[mine]
    return Sample(
        selection,
        (first + 1, every),
        chunks[mine],
        tuple(weights.tolist()),
        (float(shares[first]), float(share)),
    )


def not_simple(chunk: Chunk) -> int:
    """How many values of a chunk need a polynomial, for one of its references at least."""
    names = tuple(function.name for function in functions_of(chunk.implementation))
    total = 0
    for low, high in _stretches(names):
        for piece in chunk.part.pieces:
            total += max(0, min(high, piece.stop) - max(low, piece.start))
    return total


@cache
def _stretches(names: tuple[str, ...]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The ordinals where forms are not simple, on the left and on the right."""
    left, right = (max(FLOAT32.bits_of(ends[name]) for name in names) for ends in (ZERO, SAME))
    return (-left, -HALVES_END), (HALVES_END, right)


def panels(chunk: Chunk) -> Iterator[np.ndarray]:
    """The inputs of a chunk, made in place: float32 arrays of at most ``PANEL`` values, as the
    sweep cuts them. Each is overwritten by the next."""
    base, bits = np.arange(PANEL, dtype=np.uint32), np.empty(PANEL, np.uint32)
    for piece in chunk.part.pieces:
        for cut in cut_range(piece, PANEL):
            size = len(cut)
            if cut.start < 0:
                first = np.uint32((1 << 31) - 1 - cut.start)
                np.subtract(first, base[:size], out=bits[:size])
            else:
                np.add(base[:size], np.uint32(cut.start), out=bits[:size])
            yield bits[:size].view(np.float32)
