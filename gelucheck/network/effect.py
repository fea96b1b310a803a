"""The same weights and inputs with each form, format and arithmetic, against the reference run.

All runs go through the plan together, operator by operator, so that the weights of one operator
are held at a time.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from gelucheck.errors import PlanError
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.forms.arithmetic import ARITHMETICS
from gelucheck.forms.catalogue import FORMS, find_writing
from gelucheck.network.activation import exact_gelu, writing_gelu
from gelucheck.network.answers import sentences, verdict
from gelucheck.network.difference import Tally, Wanted, difference, tally
from gelucheck.network.layer import Layer, Walk
from gelucheck.network.network import Network
from gelucheck.network.operators.gelu import FORM_OF
from gelucheck.network.runs import (
    REFERENCE,
    WIDEST,
    Key,
    check_batch,
    checked_seeds,
    grouped,
    needed_runs,
    shown_runs,
)
from gelucheck.network.statistics import Statistics
from gelucheck.network.stored import plan_to_dict
from gelucheck.networks import ERF, Study, Swap

BATCH = 64
SEEDS = (0, 1, 2)
Progress = Callable[[int, int, str], None]


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
    dtypes: Sequence[str] = tuple(STANDARD),
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
    shown = shown_runs(forms, dtypes, arithmetics)
    seeds = checked_seeds(seeds)
    plan = network.plan
    check_batch(plan, batch)
    gathered = _gather(network, list(needed_runs(shown)), batch, seeds, progress)
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
                if key.writing == ERF
                else verdict(*map(gathered.output, (key.alone, key.rounding, key))),
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
        declared_by=network.declared_by,
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

    Up to the first GELU all runs of a group are one; from there on they are one long batch, so
    that weights are gone through once.
    """
    plan = network.plan
    first = next(at for at, node in enumerate(plan.nodes) if node.operation == "gelu")
    x = network.inputs(seed, batch)
    _check_finite(x, f"the input of {plan.name} for seed {seed}")
    groups = grouped(keys, plan, batch)
    walks = [Walk(plan, x, fmt, None) for fmt, _ in groups]
    values = x.astype(np.float64)
    for place, node in enumerate(plan.nodes):
        tensors = network.tensors(seed, place)
        if node.operation == "gelu":
            statistics.setdefault(place, Statistics()).add(values)
        layer = None
        for at, (fmt, own) in enumerate(groups):
            if layer is None or layer.fmt is not fmt:
                layer = Layer(node, tensors, fmt)
            if place == first:
                walks[at] = walks[at].side_by_side([_gelu(key) for key in own])
            made = walks[at].step(layer)
            parts = np.split(made, len(own)) if place >= first else [made] * len(own)
            each = dict(zip(own, parts, strict=True))
            if REFERENCE in each:
                values = each.pop(REFERENCE)
                _check_finite(
                    values, f"the output of {node.name} ({node.operation}) for seed {seed}"
                )
                wanted = Wanted(values)
            shared = tally(made, wanted, seed) if place < first else None
            for key, part in each.items():
                yield place, key, shared or tally(part, wanted, seed)


def _gelu(key: Key) -> Callable[[np.ndarray], np.ndarray]:
    if key is REFERENCE:
        return exact_gelu(WIDEST)
    return writing_gelu(key.writing, FORMATS[key.dtype], key.arithmetic)


def _check_finite(values: np.ndarray, what: str) -> None:
    lost = values.size - int(np.count_nonzero(np.isfinite(values)))
    if lost:
        raise PlanError(
            f"{what} is NaN or infinite in float64 at {lost:,} of {values.size:,} numbers",
            "nothing can be compared with them: look at the weights and the inputs",
        )
