"""The swaps of a study side by side: columns of a table by operator, and a table of verdicts."""

from collections.abc import Sequence
from dataclasses import dataclass

from gelucheck.export.figures import NOTHING, clean
from gelucheck.export.network_figures import size_of
from gelucheck.export.network_words import named
from gelucheck.networks import ERF, Study, Swap

_ALONE = "the swap alone, rounding alone"
_EACH = "each form in each format"


@dataclass(frozen=True)
class Column:
    """A column of the table by operator: its head in two lines, and the swap that it shows.

    Attributes:
        group: "swap" or "rounding", of what it is that by itself; else the writing, or empty.
    """

    group: str
    name: str
    below: str
    swap: Swap


def swapped_alone(study: Study) -> list[Column]:
    """The forms for erf in float64: what the swap does by itself."""
    return [
        Column("swap", named(swap.writing), "float64", swap)
        for swap in study.swaps
        if swap.writing != ERF and (swap.dtype, swap.arithmetic) == ("float64", "native")
    ]


def rounded_alone(study: Study) -> list[Column]:
    """The erf form in each format: what rounding does by itself."""
    return [
        Column("rounding", named(swap.dtype), named(swap.arithmetic), swap)
        for swap in study.swaps
        if swap.writing == ERF
    ]


def side_by_side(study: Study) -> tuple[str, list[Column]]:
    """What is worth a column where there is room for some: what each form does by itself, and what
    rounding to each format does, in the first arithmetic that it has. Without the one or the other
    it is each form in each format.

    Returns:
        Which of the two it is, in words, and the columns.
    """
    alone = swapped_alone(study), _once(rounded_alone(study))
    if all(alone):
        return _ALONE, [*alone[0], *alone[1]]
    return _EACH, _once([_own(swap) for swap in study.swaps])


def _once(columns: Sequence[Column]) -> list[Column]:
    """Those of the first arithmetic."""
    first: dict[tuple[str, str], Column] = {}
    for column in columns:
        first.setdefault((column.swap.writing, column.swap.dtype), column)
    return list(first.values())


def by_format(study: Study) -> list[tuple[str, list[Column]]]:
    """For each format and arithmetic a column for each form."""
    found: dict[str, list[Column]] = {}
    for swap in study.swaps:
        name = f"{named(swap.dtype)} · {named(swap.arithmetic)}"
        found.setdefault(name, []).append(Column("", named(swap.writing), "", swap))
    return list(found.items())


def _own(swap: Swap) -> Column:
    return Column(named(swap.writing), named(swap.dtype), named(swap.arithmetic), swap)


def layer_figures(columns: Sequence[Column], place: int) -> list[str]:
    """The largest difference behind one operator, in each column."""
    return [size_of(column.swap.layers[place].max_abs) for column in columns]


def verdicts_of(study: Study) -> tuple[list[tuple[str, str]], list[tuple[str, list[str]]]]:
    """Which swap is below the format's own rounding, as a table.

    Returns:
        The columns, pairs of a format and an arithmetic; the lines, a writing and its verdicts.
    """
    judged = [swap for swap in study.swaps if swap.verdict]
    columns = sorted(
        dict.fromkeys((swap.dtype, swap.arithmetic) for swap in judged),
        key=lambda pair: [swap.dtype for swap in judged].index(pair[0]),
    )
    told = {(swap.writing, swap.dtype, swap.arithmetic): swap.verdict for swap in judged}
    lines = [
        (named(writing), [clean(told.get((writing, *column)) or NOTHING) for column in columns])
        for writing in dict.fromkeys(swap.writing for swap in judged)
    ]
    return [(named(dtype), named(arithmetic)) for dtype, arithmetic in columns], lines
