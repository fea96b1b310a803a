"""Studies of networks for the terminal: what was studied, the differences at the output and
behind each operator, and the answers in sentences."""

import io
from collections.abc import Sequence
from dataclasses import replace

from gelucheck.export.figures import clean, format_count
from gelucheck.export.grid import (
    NARROWEST,
    WIDEST,
    Layout,
    console_of,
    full,
    parts_of,
    print_rows,
    squeeze,
    stack,
    stripped,
    widths_of,
)
from gelucheck.export.network_columns import (
    Column,
    by_format,
    layer_figures,
    side_by_side,
    verdicts_of,
)
from gelucheck.export.network_figures import figures_of
from gelucheck.export.network_words import (
    ACTIVATIONS,
    ALONE,
    activations_of,
    facts_of,
    groups_of,
    labels_of,
    named,
    operators_of,
    places_of,
    verdicts_told,
)
from gelucheck.networks import ERF, Study, Swap

_COLORS = {"below": "green", "between": "yellow", "above": "red", "lost": "magenta"}


def render(
    studies: Sequence[Study], *, color: bool = False, width: int = WIDEST, every: bool = False
) -> str:
    """The studies, a blank line between two.

    Args:
        color: whether to use ANSI colours.
        width: columns of the terminal; a table is never wider than 100 and needs 80.
        every: all operators, in all formats, where they are many.
    """
    out = io.StringIO()
    console = console_of(out, width, color)
    for number, study in enumerate(studies):
        if number:
            console.print()
        _print_facts(console, study)
        _print_activations(console, study, every)
        _print_outputs(console, study)
        _print_layers(console, study, every)
        _print_answers(console, study)
    return stripped(out)


def _print_facts(console, study: Study) -> None:
    from rich.text import Text

    lines = [[[Text(f"{name} ", "dim")], [Text(value)]] for name, value in facts_of(study)]
    lines[0][1][0].stylize("bold")
    _print_grid(console, lines, Layout(0, 1, 0, 1), words=(0, 1), first=1)


def _print_activations(console, study: Study, every: bool) -> None:
    lines = activations_of(study, every=every)
    if lines:
        _print_head(console, "what goes into GELU, in the reference")
        _print_plain(console, [ACTIVATIONS, *lines])


def _print_outputs(console, study: Study) -> None:
    from rich.text import Text

    _print_head(console, "the output, against the reference")
    groups = groups_of(study)
    # where a line is too long for two, the verdict stands below; else there are several tables
    for room in dict.fromkeys((console.width, NARROWEST)):
        wanted = Layout.of(room)
        head = _output_head(study, wanted)
        body = [[_output(study, swap, wanted) for swap in swaps] for _, swaps in groups]
        widths = widths_of([head, *(row for each in body for row in each)])
        layout, parts = parts_of(widths, wanted, console.width)
        if len(parts) == 1:
            break
    for part in parts:
        wide = [widths[place] for place in part]
        words = (0, -1) if layout.lines == 2 and part[-1] == len(widths) - 1 else (0,)
        print_rows(console, [_of(head, part)], wide, layout, words)
        console.print(Text("─" * full(wide, layout), "dim"))
        for number, ((name, swaps), each) in enumerate(zip(groups, body, strict=True)):
            if number:
                console.print()
            note = " · the format's own rounding" if swaps[0].writing == ERF else ""
            console.print(Text(name, "bold", overflow="fold").append(note, "not bold dim"))
            print_rows(console, [_of(row, part) for row in each], wide, layout, words)
        console.print()
    for note in _notes(study):
        console.print(Text(note, "dim"))


def _of(row: list, part: Sequence[int]) -> list:
    """The cells of some columns."""
    return [row[place] for place in part]


def _notes(study: Study) -> list[str]:
    notes = [
        "abs: of a unit's difference. rel: relative to the unit in the reference. norm rel: of all "
        "of them.",
        "top-1: at how many places (inputs, positions, pixels) another unit is the largest one.",
    ]
    if any(swap.verdict for swap in study.swaps):
        notes += [" ".join(f"{name}: {told}." for name, told in ALONE.items())]
        notes += [f"  {name}: {told}." for name, told in verdicts_told([study]).items()]
    return notes


def _output_head(study: Study, layout: Layout) -> list:
    verdict = ("swap against", "rounding")
    columns = [
        ("dtype", "arithmetic") if layout.lines == 2 else ("dtype", "arithmetic", "swap is"),
        ("max abs", "mean abs"),
        ("max rel", "mean rel"),
        ("norm rel", "1 − cosine"),
        ("top-1", "changed"),
        ("worst unit", "seed, input"),
    ]
    if len(study.seeds) > 1:
        columns.insert(2, ("over the seeds", "max, mean abs"))
    if layout.lines == 2:
        columns.append(verdict)
    return [stack(column, layout, ("bold", "dim", "dim")) for column in columns]


def _output(study: Study, swap: Swap, layout: Layout) -> list:
    figures = figures_of(swap.output)
    verdict = clean(swap.verdict or "")
    style = _COLORS.get(verdict, "dim")
    columns = [
        (figures.max_abs, figures.mean_abs),
        (figures.max_rel, figures.mean_rel),
        (figures.norm_rel, figures.angle),
        (figures.top1, f"of {figures.places}"),
        (figures.unit, figures.lost or figures.where),
    ]
    if len(study.seeds) > 1:
        columns.insert(1, (figures.over_seeds, figures.mean_over_seeds))
    wide = layout.lines == 2
    if not verdict:
        # what has none needs no line for it
        layout = replace(layout, lines=2)
    cells = [stack(column, layout) for column in columns]
    names = (named(swap.dtype), named(swap.arithmetic))
    if not wide:
        names = (*names, verdict) if verdict else names
        return [stack(names, layout, ("", "dim", style)), *cells]
    return [stack(names, layout), *cells, stack((verdict,), layout, (style, style))]


def _print_layers(console, study: Study, every: bool) -> None:
    places = places_of(study, every=every)
    whole = len(operators_of(study))
    left = f", {len(places)} of {format_count(whole)}" if len(places) < whole else ""
    head = f"max abs behind each operator{left}"
    if not every:
        title, columns = side_by_side(study)
        _print_head(console, f"{head}: {title}")
        _print_table(console, study, columns, places)
        return
    for name, columns in by_format(study):
        _print_head(console, f"{head}: {name}")
        _print_table(console, study, columns, places)


def _print_table(console, study: Study, columns: Sequence[Column], places: Sequence[int]) -> None:
    heads = [[getattr(column, part) for column in columns] for part in ("group", "name", "below")]
    lines = [("", *head) for head in heads if any(head)]
    labels = labels_of(study)
    lines += [(labels[place], *layer_figures(columns, place)) for place in places]
    _print_plain(console, lines, heads=len(lines) - len(places))


def _print_answers(console, study: Study) -> None:
    from rich.text import Text

    columns, lines = verdicts_of(study)
    if lines:
        _print_head(console, "the swap at the output, against the format's own rounding")
        head = [("", *column) for column in zip(*columns, strict=True)]
        _print_plain(console, [*head, *((name, *told) for name, told in lines)], heads=2)
    _print_head(console, "answers")
    for answer in study.answers:
        _print_grid(
            console, [[[Text("·")], [Text(clean(answer))]]], Layout(2, 1, 0, 1), (0, 1), first=1
        )


def _print_head(console, words: str) -> None:
    from rich.text import Text

    console.print()
    console.print(Text(words, "bold"))


def _print_plain(console, lines: Sequence[Sequence[str]], heads: int = 1) -> None:
    """A table of one line a row, the first column words."""
    from rich.text import Text

    rows = [
        [[Text(cell, "dim" if number < heads else _COLORS.get(cell, ""))] for cell in line]
        for number, line in enumerate(lines)
    ]
    widths = widths_of(rows)
    layout, parts = parts_of(widths, Layout(2, 2, 0, 1), console.width)
    for number, part in enumerate(parts):
        if number:
            console.print()
        wide = [widths[place] for place in part]
        print_rows(console, [_of(row, part) for row in rows], wide, layout, (0,))


def _print_grid(console, rows, layout: Layout, words, first: int) -> None:
    widths = widths_of(rows)
    print_rows(console, rows, widths, squeeze(widths, layout, console.width, first), words)
