"""Measure a span of consecutive values of a format: as ``measure``, many times as fast.

A span is cut into panels of ``reference.blocks.PANEL`` values, aligned, whoever asks. Of a panel
that lies in the span whole, float32, the blocks are treated at once; what is not regular there
(an infinity, a large error, a change of binade or region, an output that is not due) and all else
is left to ``measure``, value by value.
"""

import numpy as np

from gelucheck.formats import Format
from gelucheck.implementations.interface import Implementation
from gelucheck.measure import More, declared_function
from gelucheck.reference.blocks import PANEL
from gelucheck.reference.blocks_simple import has_blocks
from gelucheck.reference.functions import REFERENCES, Function
from gelucheck.sweep.span_batch import Batch, Scratch
from gelucheck.sweep.span_calls import outputs
from gelucheck.sweep.span_floors import Floors
from gelucheck.sweep.span_state import Scan
from gelucheck.tally import SCALED, Tally

BATCH = 1 << 25
ALIGNED = PANEL
"""Spans that begin and end at multiples of this add up to the same bits, however they are cut."""


def has_spans(
    implementation: Implementation, fmt: Format, extras: frozenset[str] = frozenset()
) -> bool:
    """Whether an implementation is measured by blocks; where not, ``measure`` is as good.

    Args:
        extras: what else is measured. Blocks don't know how many outputs are correct roundings of
            another form than GELU: these go value by value.
    """
    if "correct" in extras and len(functions_of(implementation)) > 1:
        return False
    return all(has_blocks(each, fmt) for each in functions_of(implementation))


def functions_of(implementation: Implementation) -> tuple[Function, ...]:
    """GELU (or its derivative), and the declared form where that is another."""
    gelu, form = REFERENCES[implementation.function], declared_function(implementation)
    return (gelu,) if form is None or form is gelu else (gelu, form)


def measure_span(  # noqa: PLR0917
    implementation: Implementation,
    fmt: Format,
    ordinals: range,
    convention: str = "coarse",
    known: Tally | None = None,
    extras: frozenset[str] = frozenset(),
) -> Tally:
    """Tally an implementation on consecutive ordinals.

    Args:
        ordinals: with step 1 or -1; beyond an infinity they stand for NaNs, as ``fmt.values`` has
            them. The order does not matter.
        convention, known: as in ``measure``; extras: what else is measured.

    Returns:
        What ``measure`` gives for the same inputs: counts and maxima are the same, sums are so to
        within both slacks.

    Raises:
        ImplementationError: it raised, or returned something of another shape or dtype.
        UndecidedError: the oracle gave up.
    """
    if ordinals.step == -1:
        ordinals = ordinals[::-1]
    functions = functions_of(implementation)
    known = known or Tally()
    more = More(extras & {SCALED})
    scan = Scan(implementation, fmt, convention, known, more=more)
    scaled = -np.inf if more.extras else None
    floors = [Floors(each is functions[0], each, fmt, scaled) for each in functions]
    for floor, measured in zip(floors, (known.total, known.evaluation), strict=False):
        floor.start(measured, known.regions)
    scratch = Scratch()
    blocks = has_spans(implementation, fmt)
    for piece in _pieces(ordinals):
        whole = blocks and piece.start % PANEL == 0 and len(piece) % PANEL == 0
        if whole and len(piece):
            Batch(scan, functions, floors, piece, scratch).run()
        else:
            _leave(scan, piece)
    return scan.finish(functions[0], declared_function(implementation), ordinals.start)


def _pieces(ordinals: range):
    """Cut where panels begin, at 0, and into batches."""
    start, stop = ordinals.start, ordinals.stop
    inner = -(-start // PANEL) * PANEL, stop // PANEL * PANEL
    if inner[0] >= inner[1]:
        yield ordinals
        return
    yield range(start, inner[0])
    for at in range(inner[0] // BATCH * BATCH, inner[1], BATCH):
        piece = range(max(at, inner[0]), min(at + BATCH, inner[1]))
        if piece:
            yield piece
    yield range(inner[1], stop)


def _leave(scan: Scan, piece: range) -> None:
    for start in range(piece.start, piece.stop, PANEL):
        places = np.arange(start, min(start + PANEL, piece.stop))
        scan.leave(places, outputs(scan.implementation, scan.fmt, scan.fmt.values(places)))
