"""The same weights and inputs with each form, format and arithmetic, against the reference run.

All runs go through the plan together, operator by operator, so that the weights of one operator
are held at a time.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import NamedTuple

import numpy as np

from gelucheck.errors import PlanError, UsageError, unknown
from gelucheck.formats import FORMATS, find_format
from gelucheck.forms.arithmetic import ARITHMETICS
from gelucheck.forms.catalogue import FORMS, find_writing
from gelucheck.network.activation import exact_gelu, writing_gelu
from gelucheck.network.answers import sentences, verdict
from gelucheck.network.difference import Tally, Wanted, difference, tally
from gelucheck.network.layer import Layer, Walk
from gelucheck.network.network import Network
from gelucheck.network.operators.gelu import FORM_OF
from gelucheck.network.plan import Plan
from gelucheck.network.statistics import Statistics
from gelucheck.network.stored import plan_to_dict
from gelucheck.networks import Study, Swap

BATCH = 64
SEEDS = (0, 1, 2)
MOST_NUMBERS = 1 << 22
"""In an array of the whole batch."""
MOST_SEEDS = 100

_WIDEST = FORMATS["float64"]
_OWN = "erf"
"""The writing whose difference from the reference is the format's own rounding."""

Progress = Callable[[int, int, str], None]


class Key(NamedTuple):
    """One run: a writing, an arithmetic, the name of a format."""

    writing: str
    arithmetic: str
    dtype: str

    @property
    def alone(self) -> "Key":
        """The run that shows the writing without the rounding of a format."""
        return Key(self.writing, "native", _WIDEST.name)

    @property
    def rounding(self) -> "Key":
        """The run that shows the format's rounding without another form."""
        return self._replace(writing=_OWN)


_REFERENCE = Key("", "", _WIDEST.name)


@dataclass
class _Gathered:
    """What the runs gave: of each run by operator and seed, and of each GELU by operator."""

    tallies: dict[Key, list[dict[int, Tally]]]
    statistics: dict[int, Statistics] = field(default_factory=dict)

    def output(self, key: Key) -> list[Tally]:
        """The tallies of a run's output, by seed."""
        return list(self.tallies[key][-1].values())


def study(
    network: Network,
    *,
    forms: Sequence[str] = FORMS,
    dtypes: Sequence[str] = tuple(FORMATS),
    arithmetics: Sequence[str] = tuple(ARITHMETICS),
    batch: int = BATCH,
    seeds: Sequence[int] = SEEDS,
    progress: Progress | None = None,
) -> Study:
    """What choosing the form, the format and the arithmetic of its GELUs does to a network.

    The same on every machine, and in every order of formats.

    Args:
        forms: forms, meaning their seed writings, or names of writings.
        dtypes, arithmetics: of each form, where the arithmetic applies to the format.
        batch: inputs for each seed.
        seeds: distinct.
        progress: called after each operator of a run: (steps done, of how many, what).

    Raises:
        UsageError: an unknown name, nothing selected, a batch that is none or too large, seeds
            that are none or not distinct.
        PlanError: a plan without a GELU, or a network whose reference run leaves float64.
    """
    shown = _shown(forms, dtypes, arithmetics)
    seeds = _seeds(seeds)
    plan = network.plan
    _check(plan, batch)
    gathered = _gather(network, list(_needed(shown)), batch, seeds, progress)
    differences = {
        key: tuple(map(difference, of_nodes)) for key, of_nodes in gathered.tallies.items()
    }
    declared = [
        FORM_OF[node.arguments["approximate"]] for node in plan.nodes if node.operation == "gelu"
    ]
    made = Study(
        name=plan.name,
        plan=plan_to_dict(plan),
        declared=tuple(dict.fromkeys(declared)),
        weights=network.weights_from,
        inputs=network.inputs_from,
        batch=batch,
        seeds=seeds,
        activations=tuple(
            statistics.activations(plan.nodes[place].name)
            for place, statistics in gathered.statistics.items()
        ),
        swaps=tuple(
            Swap(
                form=find_writing(key.writing).form,
                writing=key.writing,
                dtype=key.dtype,
                arithmetic=key.arithmetic,
                layers=differences[key],
                verdict=None
                if key.writing == _OWN
                else verdict(gathered.output(key.alone), gathered.output(key.rounding)),
            )
            for key in shown
        ),
        answers=(),
    )
    output = {key: layers[-1] for key, layers in differences.items()}
    return sentences(
        made,
        alone={key.writing: output[key.alone] for key in shown},
        rounding={(key.dtype, key.arithmetic): output[key.rounding] for key in shown},
    )


def _shown(forms, dtypes, arithmetics) -> list[Key]:
    """The rows, in order; what is named twice is meant once."""
    for name in arithmetics:
        if name not in ARITHMETICS:
            raise unknown("arithmetic", name, ARITHMETICS)
    shown = {
        Key(find_writing(form).name, arithmetic, fmt.name): None
        for form in forms
        for arithmetic in arithmetics
        for fmt in map(find_format, dtypes)
        if ARITHMETICS[arithmetic](fmt)
    }
    if not shown:
        raise UsageError(
            f"nothing to swap in {', '.join(dtypes) or 'no format'}: "
            f"{', '.join(forms) or 'no form'}, {', '.join(arithmetics) or 'no arithmetic'}",
            "float64 has native only",
        )
    return list(shown)


def _needed(shown: list[Key]) -> dict[Key, None]:
    """What verdicts are made of, those that are shown first; one is of float64 in any case."""
    return dict.fromkeys([*shown, *(each for key in shown for each in (key.alone, key.rounding))])


def _seeds(seeds: Sequence[int]) -> tuple[int, ...]:
    if not 1 <= len(seeds) <= MOST_SEEDS:
        raise UsageError(f"{len(seeds):,} seeds", f"give from 1 to {MOST_SEEDS}")
    for seed in seeds:
        if type(seed) is not int or not 0 <= seed < 1 << 64:
            raise UsageError(f"the seed {seed!r}", "a seed is a whole number from 0 to 2^64 - 1")
    if len(set(seeds)) < len(seeds):
        raise UsageError(f"the seeds {', '.join(map(str, seeds))}", "name each once")
    return tuple(sorted(seeds))


def _check(plan: Plan, batch: int) -> None:
    if not any(node.operation == "gelu" for node in plan.nodes):
        raise PlanError(f"{plan.name} has no gelu: there is nothing to swap", "give it a gelu()")
    widest = max(prod(shape) for node in plan.nodes for shape in (node.input, node.output))
    most = MOST_NUMBERS // widest
    if not most:
        raise PlanError(
            f"{plan.name} has an array of {widest:,} numbers for each input",
            f"a study takes at most {MOST_NUMBERS:,}",
        )
    if type(batch) is not int or not 1 <= batch <= most:
        raise UsageError(
            f"a batch of {batch!r}", f"of {plan.name} give from 1 to {most:,} inputs for each seed"
        )


def _gather(network, keys: list[Key], batch: int, seeds, progress: Progress | None) -> _Gathered:
    nodes = network.plan.nodes
    found = _Gathered({key: [{} for _ in nodes] for key in keys})
    total, done = len(seeds) * len(nodes) * len(keys), 0
    for seed in seeds:
        for place, key, made in _walk(network, keys, batch, seed, found.statistics):
            found.tallies[key][place][seed] = made
            done += 1
            if progress:
                node = nodes[place]
                progress(done, total, f"seed {seed}, {node.name} {node.operation}")
    return found


def _walk(
    network: Network, keys: list[Key], batch: int, seed: int, statistics: dict[int, Statistics]
) -> Iterator[tuple[int, Key, Tally]]:
    """All runs of one seed side by side: of each step the place and the difference.

    Up to the first GELU all runs of a format are one; from there on they are one long batch, so
    that weights are gone through once.
    """
    plan = network.plan
    first = next(at for at, node in enumerate(plan.nodes) if node.operation == "gelu")
    x = network.inputs(seed, batch)
    _check_finite(x, f"the input of {plan.name}, seed {seed}")
    # the reference run comes first, since its format does
    runs = {_WIDEST: [_REFERENCE]}
    for key in keys:
        runs.setdefault(FORMATS[key.dtype], []).append(key)
    walks = {fmt: Walk(plan, x, fmt, None) for fmt in runs}
    values = x.astype(np.float64)
    for place, node in enumerate(plan.nodes):
        tensors = network.tensors(seed, place)
        if node.operation == "gelu":
            statistics.setdefault(place, Statistics()).add(values)
        for fmt, own in runs.items():
            if place == first:
                walks[fmt] = walks[fmt].side_by_side([_gelu(key) for key in own])
            made = walks[fmt].step(Layer(node, tensors, fmt))
            parts = np.split(made, len(own)) if place >= first else [made] * len(own)
            each = dict(zip(own, parts, strict=True))
            if _REFERENCE in each:
                values = each.pop(_REFERENCE)
                _check_finite(values, f"the output of {node.name} ({node.operation}), seed {seed}")
                wanted = Wanted(values)
            shared = tally(made, wanted, seed) if place < first else None
            for key, part in each.items():
                yield place, key, shared or tally(part, wanted, seed)


def _gelu(key: Key) -> Callable[[np.ndarray], np.ndarray]:
    if key is _REFERENCE:
        return exact_gelu(_WIDEST)
    return writing_gelu(key.writing, FORMATS[key.dtype], key.arithmetic)


def _check_finite(values: np.ndarray, what: str) -> None:
    lost = values.size - int(np.count_nonzero(np.isfinite(values)))
    if lost:
        raise PlanError(
            f"{what} is NaN or infinite in float64 at {lost:,} of {values.size:,} numbers",
            "nothing can be compared with them: look at the weights and the inputs",
        )
