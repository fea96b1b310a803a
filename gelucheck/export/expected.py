"""Expected errors as text, beside the largest: for the table, Markdown, CSV and the page."""

from collections.abc import Iterator
from dataclasses import dataclass

from gelucheck.export.cells import CORRECT
from gelucheck.export.figures import (
    clean,
    cut,
    figure,
    format_against,
    format_count,
    format_share,
)
from gelucheck.export.grid import Layout, group_of, print_groups, stack
from gelucheck.record import Expected, Means, Row, Run, Witness

LONGEST = 60  # characters of a name
NOTE = (
    "expected: the mean error where inputs are distributed so, of which so many distinct values "
    "were measured. Under it: worst over the row's own inputs."
)
OWN = "values: distinct ones; worst: over the row's own inputs"
"""What a table says of its columns."""

_SMALL = 1e-4  # a share below it is written with a power of ten
_NONE = Means(None, None)


@dataclass(frozen=True)
class ExpectedCells:
    """What is expected of a row under one distribution, as text.

    Attributes:
        weights: the distribution.
        share, inputs: how much of it was measured, at how many values.
        abs, ulp, own: pairs of what is expected and the largest: against GELU, and in ulp against
            the declared form.
    """

    weights: str
    evidence: str
    share: str
    inputs: str
    abs: tuple[str, str]
    ulp: tuple[str, str]
    own: tuple[str, str]


def expected_cells(row: Row, item: Expected) -> ExpectedCells:
    """The cells of one of the distributions of a row."""
    own = item.evaluation or _NONE
    evaluation = row.evaluation
    return ExpectedCells(
        weights=cut(clean(item.weights), LONGEST),
        evidence=item.evidence,
        share=_share(item.share),
        inputs=format_count(item.inputs),
        abs=(
            figure(item.total.abs, scientific=True),
            figure(_value(row.total.max_abs), scientific=True),
        ),
        ulp=(figure(item.total.ulp), _largest(row.total.max_ulp)),
        own=(figure(own.ulp), _largest(evaluation.max_ulp if evaluation else None)),
    )


def expected_exactly(row: Row) -> str:
    """All distributions of a row in one cell of CSV: "normal:1.0: abs=… ulp=… …; …"."""
    return "; ".join(f"{clean(item.weights)}: {' '.join(_named(item))}" for item in row.expected)


def _named(item: Expected) -> Iterator[str]:
    parts = {"": item.total, "own_": item.evaluation or _NONE}
    for prefix, means in parts.items():
        for name in ("abs", "ulp"):
            value = getattr(means, name)
            if value is not None:
                yield f"{prefix}{name}={float(value)!r}"
    yield f"share={float(item.share)!r}"
    yield f"inputs={item.inputs}"
    yield f"evidence={item.evidence}"


def _value(witness: Witness | None) -> float | None:
    return witness.value if witness else None


def _largest(witness: Witness | None) -> str:
    """As the table has it: what is a little above ½ does not look like ½."""
    return format_against(_value(witness), CORRECT, most=9)


def _share(share: float) -> str:
    if 0 < share < _SMALL:
        return f"{100 * share:.2g}%"
    return format_share(*float(share).as_integer_ratio())


def print_expected(console, run: Run) -> None:
    """The table of what is expected."""
    from rich.text import Text

    # two lines do, whatever the width
    layout = Layout(1, 2, 0, 2)
    groups: dict[tuple, list[list]] = {}
    for row in run.rows:
        for item in row.expected:
            groups.setdefault(group_of(row), []).append(_columns(row, item, layout))
    names = [
        ("dtype", "arithmetic"),
        ("measured", "distinct"),
        ("expected abs", "worst abs"),
        ("expected ulp", "worst ulp"),
        ("evaluation", "worst, ulp"),
        ("inputs as", "evidence"),
    ]
    head = [stack(name, layout, ("bold", "dim")) for name in names]
    console.print()
    print_groups(console, head, groups, layout)
    console.print()
    console.print(Text(NOTE, "dim"))


def _columns(row: Row, item: Expected, layout: Layout) -> list:
    cells = expected_cells(row, item)
    pairs = [
        (row.dtype, row.arithmetic or ""),
        (cells.share, cells.inputs),
        cells.abs,
        cells.ulp,
        cells.own,
        (cells.weights, cells.evidence),
    ]
    return [stack(pair, layout) for pair in pairs]
