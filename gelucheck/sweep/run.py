"""Measure a plan, block by block, and make its rows."""

from collections.abc import Callable

from gelucheck.block import Block
from gelucheck.formats import FORMATS, Format
from gelucheck.implementations.interface import Implementation
from gelucheck.inputs.selection import InputSet
from gelucheck.measure import declared_function, measure
from gelucheck.record import Row
from gelucheck.reference.enclosure import confirm
from gelucheck.reference.evaluate import confirm_some
from gelucheck.reference.functions import REFERENCES
from gelucheck.rows import row_of
from gelucheck.sweep.plan import Plan, Selection
from gelucheck.tally import Tally

BLOCK = 1 << 15
SCOUTS = 1 << 11
SHARE = 24
"""Roundings of each reference in each block that Arb confirms."""

Progress = Callable[[int, int, str], None]


def run_plan(
    plan: Plan, selection: Selection, progress: Progress | None = None, profile: bool = False
) -> tuple[Row, ...]:
    """The rows of a plan, in its order.

    Args:
        progress: called with values done, values in all, and a label.
        profile: whether rows keep windowed maxima for plots.

    Raises:
        ImplementationError, UndecidedError, DisagreementError.
    """
    total = sum(plan.inputs[name].count for _, name in plan.rows)
    done, made = 0, {}
    for name, inputs in plan.inputs.items():
        members = [item for item, fmt in plan.rows if fmt == name]
        tallies = _measure_all(members, inputs, selection, _counted(progress, done, total), profile)
        done += inputs.count * len(members)
        fmt = FORMATS[name]
        for item, tally in zip(members, tallies, strict=True):
            row = row_of(item, fmt, inputs.evidence, tally)
            _confirm_witnesses(row, item)
            made[id(item), name] = row
    return tuple(made[id(item), name] for item, name in plan.rows)


def _counted(progress: Progress | None, before: int, total: int):
    return lambda done, label: progress(before + done, total, label) if progress else None


def _measure_all(
    members: list[Implementation],
    inputs: InputSet,
    selection: Selection,
    progress: Callable[[int, str], None],
    profile: bool,
) -> list[Tally]:
    """One pass over the inputs of a format: the references serve all implementations.

    Some of the inputs are tried first, so that a block need not settle maxima that are below those
    found there. What is returned does not depend on it.
    """
    fmt: Format = inputs.fmt
    scouted = Block(fmt, inputs.some(SCOUTS))
    known = [measure(item, scouted, selection.ulp) for item in members]
    tallies = [Tally() for _ in members]
    done = 0
    for number, x in enumerate(inputs.blocks(BLOCK)):
        block = Block(fmt, x)
        for i, item in enumerate(members):
            tally = measure(item, block, selection.ulp, profile, known[i].merge(tallies[i]))
            tallies[i] = tallies[i].merge(tally)
            done += x.size
            progress(done, f"{fmt.name} {item.name}")
        for reference in block.references():
            confirm_some(reference, block.wide, SHARE, selection.seed + number)
    return tallies


def _confirm_witnesses(row: Row, item: Implementation) -> None:
    """Hold what is published of a row against Arb: the exact value at each maximum."""
    double = FORMATS["float64"]
    gelu = REFERENCES[row.function]
    for function, errors in ((gelu, row.total), (declared_function(item), row.evaluation)):
        for found in (errors.max_abs, errors.max_ulp, errors.max_rel) if errors else ():
            if found:
                confirm(function, found.x, double, double.bits_of(found.want))
