"""Studies of networks in GitHub's Markdown: what was studied, the answers, and the tables, so that
they can be pasted into an issue."""

from collections.abc import Iterator, Sequence

from gelucheck.export.figures import NOTHING
from gelucheck.export.markdown_table import escape, table
from gelucheck.export.network_columns import (
    Column,
    layer_figures,
    side_by_side,
    verdicts_of,
)
from gelucheck.export.network_figures import figures_of, told_apart
from gelucheck.export.network_words import (
    ACTIVATIONS,
    ALONE,
    activations_of,
    facts_of,
    form_of,
    labels_of,
    named,
    places_of,
    title_of,
    verdicts_told,
)
from gelucheck.networks import Study, Swap

_HEAD = (
    *("writing", "dtype", "arithmetic", "max abs", "over the seeds", "mean abs", "max rel"),
    *("mean rel", "norm rel", "1 − cosine", "top-1 changed", "worst unit", "got", "reference"),
    "swap against rounding",
)
_LEFT = (0, 1, 2, 14)


def lines_of(studies: Sequence[Study]) -> list[str]:
    """The lines of all, a heading for each."""
    lines: list[str] = []
    for study in studies:
        lines += ["", *_lines(study)] if lines else _lines(study)
    return lines


def _lines(study: Study) -> Iterator[str]:
    yield f"### Network {escape(title_of(study))}"
    yield ""
    yield from (f"- {name}: {escape(value)}" for name, value in facts_of(study))
    if study.answers:
        yield ""
        yield "Answers:"
        yield ""
        yield from (f"- {escape(answer)}" for answer in study.answers)
    columns, verdicts = verdicts_of(study)
    if verdicts:
        head = ["swap against rounding", *(escape(f"{a} {b}") for a, b in columns)]
        body = [[escape(name), *map(escape, told)] for name, told in verdicts]
        yield from ("", *table(head, body, range(len(head))), "")
        told = {**ALONE, **verdicts_told([study])}
        yield "; ".join(f"**{name}**: {words}" for name, words in told.items()) + "."
    if study.swaps:
        yield from ("", "At the output, against the reference:", "")
        yield from table(_HEAD, [_cells(swap) for swap in study.swaps], _LEFT)
        title, columns = side_by_side(study)
        yield from ("", f"Largest difference behind each operator: {title}.", "")
        yield from _layers(study, columns)
    if study.activations:
        yield from ("", "What goes into GELU, in the reference:", "")
        body = [list(map(escape, line)) for line in activations_of(study)]
        yield from table(list(map(escape, ACTIVATIONS)), body, (0,))


def _cells(swap: Swap) -> list[str]:
    figures, worst = figures_of(swap.output), swap.output.max_abs
    cells = [
        *(figures.max_abs, figures.over_seeds or NOTHING, figures.mean_abs, figures.max_rel),
        *(figures.mean_rel, figures.norm_rel, figures.angle),
        f"{figures.top1} of {figures.places}",
        ", ".join(filter(None, (figures.unit, figures.where))) or NOTHING,
        *(told_apart(worst) if worst else (NOTHING, NOTHING)),
    ]
    names = [form_of(swap), named(swap.dtype), named(swap.arithmetic)]
    lost = f" ({figures.lost})" if figures.lost else ""
    verdict = f"{swap.verdict or NOTHING}{lost}"
    return list(map(escape, (*names, *cells, verdict)))


def _layers(study: Study, columns: Sequence[Column]) -> list[str]:
    labels = labels_of(study)
    head = [" ".join(filter(None, (each.group, each.name, each.below))) for each in columns]
    body = [[labels[place], *layer_figures(columns, place)] for place in places_of(study)]
    return table(["operator", *map(escape, head)], [list(map(escape, line)) for line in body], (0,))
