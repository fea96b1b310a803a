"""What the page shows of networks: for each study what it is of, the answers, tables, a picture."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gelucheck.export.figures import NOTHING, clean
from gelucheck.export.network_columns import (
    by_format,
    layer_figures,
    side_by_side,
    verdicts_of,
)
from gelucheck.export.network_figures import figures_of, told_apart
from gelucheck.export.network_words import (
    ACTIVATIONS,
    ALONE,
    activations_of,
    count_operators,
    facts_of,
    form_of,
    labels_of,
    named,
    operators_of,
    places_of,
    verdicts_told,
)
from gelucheck.networks import Study, Swap
from gelucheck.record import Run
from gelucheck.report import plots
from gelucheck.report.gallery import Hung
from gelucheck.report.labels import short

HEADLINE = "Network: what swapping the form does"
"""Of a page that is of networks, and on which nothing is judged."""
SWAPS = (
    *("writing", "format", "arithmetic", "swap against rounding", "max abs", "over the seeds"),
    *("mean abs", "max rel", "mean rel", "norm rel", "1 − cosine", "top-1 changed"),
)
WORST = ("writing", "format", "arithmetic", "unit", "input", "got", "reference")
_ROOM = 500_000
"""Characters that the pictures and the folded tables of all studies may take."""
_CELL = 60
"""Characters of a cell with its tags, at most."""
_MOST_LINES = 120
"""Of a long table."""
_MOST_COLUMNS = 8
"""Of a table by operator: on paper there is no room for more."""


@dataclass(frozen=True)
class Layers:
    """A table by operator, its title, and in how many parts it is: of a part its heads (two lines
    each) and its lines."""

    title: str
    parts: tuple["Part", ...]


@dataclass(frozen=True)
class Part:
    """Some columns of a table by operator."""

    heads: tuple[tuple[str, str], ...]
    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Shown:
    """A study as the page shows it; all text is harmless.

    Attributes:
        slug: the id of its part.
        verdicts: pairs of a format and an arithmetic, and lines of a writing and its verdicts.
        swaps: lines of ``SWAPS``, the first cell of a group its writing, else empty.
        layers: the table that is in sight, and those that are folded.
        left_out: whether there was no room for what is folded.
    """

    slug: str
    name: str
    facts: tuple[tuple[str, str], ...]
    answers: tuple[str, ...]
    columns: list[tuple[str, str]]
    verdicts: list[tuple[str, list[str]]]
    swaps: tuple[tuple[str, ...], ...]
    worst: tuple[tuple[str, ...], ...]
    layers: Layers | None
    folded: tuple[Layers, ...]
    activations: tuple[tuple[str, ...], ...]
    picture: Hung | None
    left_out: bool


def slugs_of_studies(run: Run) -> list[str]:
    """The id of each study."""
    return [f"network-{number}" for number in range(1, len(run.networks) + 1)]


def network_parts(run: Run) -> dict:
    """What the template shows of networks."""
    slugs, room = slugs_of_studies(run), _ROOM
    pictures, shown = [], []
    # what is in sight has room before what is folded
    for slug, study in zip(slugs, run.networks, strict=True):
        picture = plots.inline(None, "depth", f"{slug.replace('-', '')}_", (study,))
        size = len(picture.svg) if picture else 0
        pictures.append(picture if size <= room else None)
        room -= size if size <= room else 0
    for slug, study, picture in zip(slugs, run.networks, pictures, strict=True):
        folded = _folded(study)
        size = sum(
            _CELL * len(part.lines) * len(part.heads) for item in folded for part in item.parts
        )
        fits = size <= room
        room -= size if fits else 0
        shown.append(_shown(slug, study, picture, folded if fits else ()))
    return {
        "networks": shown,
        "network_heads": {"swaps": SWAPS, "worst": WORST, "activations": ACTIVATIONS},
        "network_about": {**ALONE, **verdicts_told(run.networks)},
    }


def subject_of_networks(run: Run) -> str:
    """How many networks there are, and in how many ways each was computed."""
    names = [short(study.name) for study in run.networks]
    if len(names) > 4:
        names = [*names[:3], f"{len(names) - 3} more"]
    count = len(run.networks)
    swaps = sum(len(study.swaps) for study in run.networks)
    listed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    told = f"{count} {'network' if count == 1 else 'networks'}: {listed}"
    return (
        f"{told}; {swaps:,} runs, each with one form, format and arithmetic, held against the same "
        "network in float64 with exact GELU."
    )


def _folded(study: Study) -> tuple[Layers, ...]:
    """The tables of all operators, one for each format."""
    return tuple(
        _layers(study, name, columns, places_of(study, every=True)[:_MOST_LINES])
        for name, columns in by_format(study)
    )


def _shown(
    slug: str, study: Study, picture: plots.Picture | None, folded: tuple[Layers, ...]
) -> Shown:
    columns, verdicts = verdicts_of(study)
    title, layers = side_by_side(study)
    return Shown(
        slug=slug,
        name=short(study.name),
        facts=tuple(facts_of(study)),
        answers=tuple(map(clean, study.answers)),
        columns=columns,
        verdicts=verdicts,
        swaps=tuple(map(_swap, study.swaps)),
        worst=tuple(map(_worst, study.swaps)),
        layers=_layers(study, title, layers, places_of(study)),
        folded=folded,
        activations=tuple(activations_of(study)),
        picture=Hung(picture, f"Error against depth: {short(study.name)}") if picture else None,
        left_out=not folded,
    )


def _swap(swap: Swap) -> tuple[str, ...]:
    figures = figures_of(swap.output)
    return (
        *(form_of(swap), named(swap.dtype), named(swap.arithmetic), clean(swap.verdict or NOTHING)),
        *(figures.max_abs, figures.over_seeds or NOTHING, figures.mean_abs, figures.max_rel),
        *(figures.mean_rel, figures.norm_rel, figures.angle),
        " ".join(filter(None, (f"{figures.top1} of {figures.places}", figures.lost))),
    )


def _worst(swap: Swap) -> tuple[str, ...]:
    worst = swap.output.max_abs
    names = (form_of(swap), named(swap.dtype), named(swap.arithmetic))
    if worst is None or not worst.value:
        return (*names, *[NOTHING] * 4)
    figures = figures_of(swap.output)
    return (*names, figures.unit, figures.where, *told_apart(worst))


def _layers(study: Study, title: str, columns, places: Sequence[int]) -> Layers:
    labels, whole = labels_of(study), len(operators_of(study))
    some = count_operators(len(places), whole) if len(places) < whole else ""
    # as many columns in each as in the others, more or less
    most = math.ceil(len(columns) / math.ceil(len(columns) / _MOST_COLUMNS)) if columns else 1
    parts = [columns[first : first + most] for first in range(0, len(columns), most)]
    return Layers(
        ", ".join(filter(None, (title, some))),
        tuple(
            Part(
                tuple(
                    (" ".join(filter(None, (each.group, each.name))), each.below) for each in part
                ),
                tuple((labels[place], *layer_figures(part, place)) for place in places),
            )
            for part in parts
        ),
    )
