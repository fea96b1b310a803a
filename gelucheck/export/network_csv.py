"""Studies of networks as CSV: one line a network × swap × operator; see ``csv`` for the cells."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import fields

from gelucheck.export.network_words import operators_of
from gelucheck.export.spelling import guard, spell
from gelucheck.networks import SPREADS, Difference, Element, Study, Swap

_STUDY = ("network", "weights", "inputs", "batch", "seeds")
_SWAP = ("form", "writing", "dtype", "arithmetic", "verdict")
_OPERATOR = ("place", "name", "operation")
_ELEMENTS = ("max_abs", "max_rel")
_ELEMENT = tuple(item.name for item in fields(Element))
_FIGURES = ("mean_abs", "mean_rel", "norm_rel", "cosine", "top1", "places", "lost")
COLUMNS = (
    *_STUDY,
    *_SWAP,
    *_OPERATOR,
    *(f"{name}.{part}" for name in _ELEMENTS for part in _ELEMENT),
    *_FIGURES,
    *(f"spread.{name}.{end}" for name in SPREADS for end in ("low", "high")),
)


def render(studies: Sequence[Study]) -> str:
    """All differences, with a header line; the verdict, which is of the output, in its line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for study in studies:
        for cells in _lines(study):
            writer.writerow([spell(cells.get(name)) for name in COLUMNS])
    return out.getvalue()


def _lines(study: Study) -> Iterator[dict[str, object]]:
    operators = operators_of(study)
    own: dict[str, object] = {
        "network": guard(study.name),
        "weights": guard(study.weights),
        "inputs": guard(study.inputs),
        "batch": study.batch,
        "seeds": " ".join(map(str, study.seeds)),
    }
    for swap in study.swaps:
        for operator, layer in zip(operators, swap.layers, strict=True):
            last = operator.place == len(operators) - 1
            yield {
                **own,
                **_swap(swap, last),
                "place": operator.place,
                "name": guard(operator.name),
                "operation": guard(operator.operation),
                **_difference(layer),
            }


def _swap(swap: Swap, last: bool) -> dict[str, object]:
    cells: dict[str, object] = {name: guard(getattr(swap, name)) for name in _SWAP[:-1]}
    return cells | {"verdict": guard(swap.verdict) if last else None}


def _difference(layer: Difference) -> dict[str, object]:
    cells: dict[str, object] = {name: getattr(layer, name) for name in _FIGURES}
    for name in _ELEMENTS:
        element = getattr(layer, name)
        for part in _ELEMENT if element else ():
            value = getattr(element, part)
            cells[f"{name}.{part}"] = " ".join(map(str, value)) if part == "unit" else value
    for name, spread in layer.spread.items():
        cells |= {f"spread.{name}.{end}": getattr(spread, end) for end in ("low", "high")}
    return cells
