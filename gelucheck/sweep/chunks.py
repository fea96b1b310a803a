"""A sweep in pieces: blocks, which fix what is measured together, and chunks, which are handed out.

Blocks depend on the inputs alone, so that no figure depends on how they are grouped. A *span* (a
range of ordinals of a format that is swept) is cut where the ordinal is a multiple of a power of
two; other inputs are cut every ``BLOCK`` values from the first.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from gelucheck.block import Block
from gelucheck.formats import FORMATS, Format
from gelucheck.implementations.interface import Implementation
from gelucheck.inputs.intervals import ordinals_of
from gelucheck.inputs.selection import InputSet
from gelucheck.measure import NOTHING, More, measure
from gelucheck.reference.blocks import PANEL
from gelucheck.reference.evaluate import confirm_some
from gelucheck.sweep.plan import Plan, Selection, more_of
from gelucheck.tally import Tally

BLOCK = 1 << 16
GRAIN = PANEL
"""The least values of a span that are handed out together, and what they are a multiple of."""
CHUNK = 1 << 25
"""Values of a span that are handed out together: some seconds of work, or a tenth of one."""
MOST_SENT = 1 << 20
"""Values that are sent along, where a chunk is no range."""
SHARE = 24
"""Roundings of each reference in each block that Arb confirms."""

SPAN_SHARE = 16
"""Values of each reference in a chunk of a span that Arb confirms."""
LEAST_SHARE = 4
"""And in a short one."""

Piece = range | np.ndarray


@dataclass(frozen=True, eq=False)
class Part:
    """A stretch of the inputs of a format: one span, or slices of ``InputSet.pieces``."""

    fmt: str
    pieces: tuple[Piece, ...]
    span: bool

    @property
    def count(self) -> int:
        return sum(len(piece) for piece in self.pieces)

    def blocks(self) -> Iterator[np.ndarray]:
        """The values, block by block."""
        fmt = FORMATS[self.fmt]
        if not self.span:
            yield from InputSet(fmt, self.pieces, "", "").blocks(BLOCK)
            return
        for piece in self.pieces:
            for cut in cut_range(piece, BLOCK):
                yield fmt.values(np.arange(cut.start, cut.stop))

    def __str__(self) -> str:
        """The first and the last value, and how many."""
        fmt = FORMATS[self.fmt]
        if not self.count:
            return f"no {self.fmt} input"
        ends = [
            fmt.values([piece[at]])[0] if isinstance(piece, range) else piece[at]
            for piece, at in ((self.pieces[0], 0), (self.pieces[-1], -1))
        ]
        first, last = (float(end) for end in ends)
        return f"{self.count:,} {self.fmt} inputs from {first!r} to {last!r}"


@dataclass(frozen=True, eq=False)
class Chunk:
    """What one process measures at once.

    Attributes:
        number: its place in the plan; row: that of its row.
        seed: for the share of the roundings that is confirmed.
        known: the tally of other chunks of the row, that are done and kept: maxima below its own
            need not be settled. What all chunks add up to does not depend on it.
        late: of one that is lost, whether it took too long.
        more: what is measured besides.
    """

    number: int
    row: int
    implementation: Implementation
    part: Part
    convention: str
    seed: int
    known: Tally = field(default_factory=Tally)
    late: bool = False
    more: More = NOTHING


def is_span(inputs: InputSet) -> bool:
    """Whether inputs are swept by ordinals: ranges of a format too wide to be held whole."""
    return inputs.fmt.bits > 16 and all(isinstance(piece, range) for piece in inputs.pieces)


def cut_range(piece: range, size: int) -> Iterator[range]:
    """A range of ordinals, ascending, cut where they are multiples of ``size``."""
    if not piece:
        return
    low, high = min(piece[0], piece[-1]), max(piece[0], piece[-1])
    while low <= high:
        end = min((low // size + 1) * size, high + 1)
        yield range(low, end)
        low = end


def parts_of(inputs: InputSet, size: int = CHUNK) -> Iterator[Part]:
    """The inputs of a format, cut at ends of blocks.

    Args:
        size: how many values of a span, a multiple of ``GRAIN``; others have at most ``MOST_SENT``.
    """
    if size < GRAIN or size % GRAIN:
        raise ValueError(f"a part holds a multiple of {GRAIN} values")
    name = inputs.fmt.name
    if is_span(inputs):
        for piece in inputs.pieces:
            yield from (Part(name, (cut,), True) for cut in cut_range(piece, size))
        return
    held, room = [], min(size, MOST_SENT)
    for piece in inputs.pieces:
        start = 0
        while start < len(piece):
            held.append(piece[start : start + room])
            start += len(held[-1])
            room -= len(held[-1])
            if not room:
                yield Part(name, tuple(held), False)
                held, room = [], min(size, MOST_SENT)
    if held:
        yield Part(name, tuple(held), False)


def chunks_of(plan: Plan, selection: Selection, size: int) -> tuple[Chunk, ...]:
    """The chunks of a plan: row by row, each in the order of its inputs."""
    parts = {name: tuple(parts_of(inputs, size)) for name, inputs in plan.inputs.items()}
    pairs = [(row, part) for row, (_, name) in enumerate(plan.rows) for part in parts[name]]
    more = more_of(selection)
    return tuple(
        Chunk(
            *(number, row, plan.rows[row][0], part, selection.ulp, selection.seed),
            more=more,
        )
        for number, (row, part) in enumerate(pairs)
    )


def hottest_first(chunks: Iterable[Chunk]) -> list[Chunk]:
    """Row by row, those of the largest errors first as a rule: the spans that are next to ±1 in
    ordinals. What is known of them spares work in the others."""
    places = []
    for chunk in chunks:
        piece, fmt = chunk.part.pieces[0], FORMATS[chunk.part.fmt]
        middle = abs(piece[len(piece) // 2]) if chunk.part.span else 0
        places.append((chunk.row, abs(middle - fmt.bits_of(1.0)), chunk.number, chunk))
    return [chunk for *_, chunk in sorted(places, key=lambda place: place[:3])]


def whole(inputs: InputSet) -> Part:
    """All inputs of a format as one part."""
    return Part(inputs.fmt.name, inputs.pieces, is_span(inputs))


def _measure_spans(chunk: Chunk, fmt: Format) -> Tally:
    from gelucheck.reference.blocks_confirm import confirm_blocks
    from gelucheck.sweep.span import functions_of, measure_span

    tally = Tally()
    for piece in chunk.part.pieces:
        known = chunk.known.merge(tally)
        found = measure_span(
            *(chunk.implementation, fmt, piece, chunk.convention),
            known=known,
            extras=chunk.more.extras,
        )
        tally = tally.merge(replace(found, parts=_span_parts(chunk, fmt, piece, known)))
        for function in functions_of(chunk.implementation):
            share = max(len(piece) * SPAN_SHARE // CHUNK, LEAST_SHARE)
            confirm_blocks(function, fmt, piece, share, chunk.seed + piece[0])
    return tally


def _span_parts(chunk: Chunk, fmt: Format, piece: range, known: Tally) -> dict[str, Tally]:
    """The tallies of what of a span lies in regions: spans of their own, measured by themselves."""
    from gelucheck.sweep.span import measure_span

    if piece.step < 0:
        piece = piece[::-1]
    parts = {}
    for region in chunk.more.regions:
        ends = ordinals_of(region, fmt)
        inside = range(max(piece.start, ends.start), min(piece.stop, ends.stop))
        if inside:
            before = known.parts.get(region)
            parts[region] = measure_span(
                *(chunk.implementation, fmt, inside, chunk.convention),
                known=before,
                extras=chunk.more.extras,
            )
    return parts


def measure_chunk(chunk: Chunk) -> Tally:
    """The tally of a chunk: the merged tallies of its blocks.

    Raises:
        ImplementationError, UndecidedError, DisagreementError.
    """
    fmt = FORMATS[chunk.part.fmt]
    tally = Tally()
    if chunk.part.span:
        # imported here: few selections have spans, and all are in a hurry
        from gelucheck.sweep.span import has_spans

        if has_spans(chunk.implementation, fmt, chunk.more.extras):
            return _measure_spans(chunk, fmt)
    for number, x in enumerate(chunk.part.blocks()):
        block = Block(fmt, x)
        known = chunk.known.merge(tally)
        given = block, chunk.convention, known, chunk.more
        found = measure(chunk.implementation, *given)
        tally = tally.merge(found)
        for reference in block.references():
            confirm_some(reference, block.wide, SHARE, chunk.seed + number)
    return tally
