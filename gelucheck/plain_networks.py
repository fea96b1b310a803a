"""The study of a network as plain dicts, lists, numbers and strings, as run.json has it, and back.

A stack of blocks has some sixty operators, and a study some twenty swaps of each: the differences
of the operators are stored in columns, a list for each figure.
"""

import sys
from collections.abc import Sequence
from dataclasses import asdict, fields
from itertools import pairwise
from typing import Any

from gelucheck.networks import (
    SPREADS,
    VERDICTS,
    Activations,
    Difference,
    Element,
    Spread,
    Study,
    Swap,
)

_ELEMENTS = ("max_abs", "max_rel")
_ELEMENT = tuple(item.name for item in fields(Element))
_FIGURES = ("mean_abs", "mean_rel", "norm_rel", "cosine")
_RANGES = {"cosine": (-1.0, 1.0)}
_COUNTS = ("top1", "places", "lost")
_LARGEST = sys.float_info.max
_SAFE = 1 << 64


def study_to_dict(study: Study) -> dict[str, Any]:
    """A study as run.json has it."""
    return {
        "name": study.name,
        "plan": study.plan,
        "declared": list(study.declared),
        "weights": study.weights,
        "inputs": study.inputs,
        "batch": study.batch,
        "seeds": list(study.seeds),
        "activations": [asdict(item) for item in study.activations],
        "swaps": [_swap_to_dict(swap) for swap in study.swaps],
        "answers": list(study.answers),
    }


def _swap_to_dict(swap: Swap) -> dict[str, Any]:
    words = {name: getattr(swap, name) for name in ("form", "writing", "dtype", "arithmetic")}
    columns: dict[str, Any] = {}
    for name in _ELEMENTS:
        worst = [getattr(layer, name) for layer in swap.layers]
        columns[name] = {part: [each and _part(each, part) for each in worst] for part in _ELEMENT}
    for name in _FIGURES + _COUNTS:
        columns[name] = [getattr(layer, name) for layer in swap.layers]
    spreads = {
        name: [layer.spread.get(name) for layer in swap.layers]
        for name in SPREADS
        if any(name in layer.spread for layer in swap.layers)
    }
    if spreads:
        columns["spread"] = {
            name: {end: [each and getattr(each, end) for each in column] for end in ("low", "high")}
            for name, column in spreads.items()
        }
    return {**words, "verdict": swap.verdict, "layers": columns}


def _part(element: Element, name: str):
    value = getattr(element, name)
    return list(value) if name == "unit" else value


def study_from_dict(stored: dict[str, Any]) -> Study:
    """The study that ``study_to_dict`` wrote.

    Raises:
        ValueError, KeyError, TypeError, AttributeError: it is none.
    """
    seeds, batch = tuple(map(_count, stored["seeds"])), _count(stored["batch"])
    _hold(batch >= 1, "has no input")
    _hold(seeds and all(a < b for a, b in pairwise(seeds)), "has no seeds in ascending order")
    operators = len(stored["plan"]["operators"])
    return Study(
        name=stored["name"],
        plan=stored["plan"],
        declared=tuple(stored["declared"]),
        weights=stored["weights"],
        inputs=stored["inputs"],
        batch=batch,
        seeds=seeds,
        activations=tuple(map(_activations, stored["activations"])),
        swaps=tuple(_swap(swap, operators, seeds, batch) for swap in stored["swaps"]),
        answers=tuple(stored["answers"]),
    )


def _hold(true, fault: str) -> None:
    if not true:
        raise ValueError(f"not a gelucheck run: a network {fault}")


def _count(value) -> int:
    _hold(type(value) is int and 0 <= value <= _SAFE, "has a count that is none")
    return value


def _figure(value, low: float = -_LARGEST, high: float = _LARGEST) -> float:
    """A finite number in some range; a NaN is in none."""
    true = isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high
    _hold(true, "has a figure that cannot be")
    return float(value)


def _activations(stored: dict) -> Activations:
    numbers = {name: _figure(stored[name]) for name in ("mean", "std", "low", "high", "tail")}
    made = Activations(node=stored["node"], count=_count(stored["count"]), **numbers)
    true = made.count and made.low <= made.high and made.std >= 0 and 0 <= made.tail <= 1
    _hold(true and len(stored) == len(fields(made)), "has activations that cannot be")
    return made


def _swap(stored: dict, operators: int, seeds: Sequence[int], batch: int) -> Swap:
    words = {key: value for key, value in stored.items() if key not in ("layers", "verdict")}
    verdict, columns = stored["verdict"], stored["layers"]
    _hold(verdict is None or verdict in VERDICTS, "has a verdict that is none")
    spreads = columns.get("spread", {})
    lists = [columns[name] for name in _FIGURES + _COUNTS]
    lists += [columns[name][part] for name in _ELEMENTS for part in _ELEMENT]
    lists += [ends[end] for ends in spreads.values() for end in ("low", "high")]
    # at least one, so that there is an output
    fits = operators and all(type(each) is list and len(each) == operators for each in lists)
    _hold(fits, "has figures of more or fewer operators than its plan")
    layers = []
    for at in range(operators):
        layer = _layer(columns, spreads, at)
        for element in (layer.max_abs, layer.max_rel):
            known = element is None or (element.seed in seeds and element.sample < batch)
            _hold(known, "has a worst unit of no input of its own")
        layers.append(layer)
    return Swap(**words, layers=tuple(layers), verdict=verdict)


def _layer(columns: dict, spreads: dict, at: int) -> Difference:
    counts = {name: _count(columns[name][at]) for name in _COUNTS}
    _hold(counts["top1"] <= counts["places"], "has more changes than places")
    return Difference(
        **{name: _element(columns[name], at) for name in _ELEMENTS},
        **{name: _maybe(columns[name][at], *_RANGES.get(name, (0.0,))) for name in _FIGURES},
        **counts,
        spread={
            name: _spread(ends, at)
            for name, ends in spreads.items()
            if ends["low"][at] is not None or ends["high"][at] is not None
        },
    )


def _maybe(value, *ends: float) -> float | None:
    return None if value is None else _figure(value, *ends)


def _spread(ends: dict, at: int) -> Spread:
    made = Spread(_figure(ends["low"][at]), _figure(ends["high"][at]))
    _hold(made.low <= made.high, "has a spread from more to less")
    return made


def _element(columns: dict, at: int) -> Element | None:
    parts = [columns[name][at] for name in _ELEMENT]
    if parts == [None] * len(parts):
        return None
    value, seed, sample, unit, got, want = parts
    _hold(type(unit) is list, "has a worst unit that is none")
    place = _count(seed), _count(sample), tuple(map(_count, unit))
    return Element(_figure(value, 0.0), *place, _figure(got), _figure(want))
