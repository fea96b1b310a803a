"""Which runs a study has: a writing, an arithmetic and a format each."""

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from gelucheck.errors import PlanError, UsageError, unknown
from gelucheck.formats import FORMATS, Format, find_format
from gelucheck.forms.arithmetic import ARITHMETICS
from gelucheck.forms.catalogue import find_writing
from gelucheck.network.operators import find_operator
from gelucheck.network.plan import Plan
from gelucheck.networks import ERF

MOST_NUMBERS = 1 << 22
"""In an array of the whole batch."""
MOST_TOGETHER = 1 << 24
"""In an array of runs that are computed as one batch."""
MOST_PRODUCTS = 1 << 34
"""Multiplications of a run of the whole batch: a minute or so."""
MOST_SEEDS = 100
LAST_SEED = (1 << 64) - 1

WIDEST = FORMATS["float64"]


class Key(NamedTuple):
    """One run: a writing, an arithmetic, the name of a format."""

    writing: str
    arithmetic: str
    dtype: str

    @property
    def alone(self) -> "Key":
        """The run that shows the writing without the rounding of a format."""
        return Key(self.writing, "native", WIDEST.name)

    @property
    def rounding(self) -> "Key":
        """The run that shows the format's rounding without another form."""
        return self._replace(writing=ERF)


REFERENCE = Key("", "", WIDEST.name)
"""GELU itself, correctly rounded."""


def shown_runs(
    forms: Sequence[str], dtypes: Sequence[str], arithmetics: Sequence[str]
) -> list[Key]:
    """The rows, in order; what is named twice is meant once.

    Raises:
        UsageError: an unknown name, or no row.
    """
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


def needed_runs(shown: list[Key]) -> dict[Key, None]:
    """What verdicts are made of, those that are shown first; one is of float64 in any case."""
    return dict.fromkeys([*shown, *(each for key in shown for each in (key.alone, key.rounding))])


def grouped(keys: Sequence[Key], plan: Plan, batch: int) -> list[tuple[Format, list[Key]]]:
    """The runs and the reference run, those of a format one after the other, in groups that are
    computed together. The reference is the first of all."""
    formats = {WIDEST: [REFERENCE]}
    for key in keys:
        formats.setdefault(FORMATS[key.dtype], []).append(key)
    most = max(1, MOST_TOGETHER // (batch * _widest(plan)))
    return [
        (fmt, own[at : at + most])
        for fmt, own in formats.items()
        for at in range(0, len(own), most)
    ]


def _widest(plan: Plan) -> int:
    return max(prod(shape) for node in plan.nodes for shape in (node.input, node.output))


def _products(plan: Plan) -> int:
    """How many multiplications by a weight one input takes; 1 where there are none."""
    count = 0
    for node in plan.nodes:
        tensors = find_operator(node.operation).tensors(node.arguments, node.input)
        if tensors:
            count += prod(node.output) * prod(tensors["weight"][1:])
    return max(count, 1)


def checked_seeds(seeds: Sequence[int]) -> tuple[int, ...]:
    """The seeds in ascending order.

    Raises:
        UsageError: none, too many, one twice, or one that is none.
    """
    if not 1 <= len(seeds) <= MOST_SEEDS:
        raise UsageError(f"{len(seeds):,} seeds", f"give from 1 to {MOST_SEEDS}")
    for seed in seeds:
        if type(seed) is not int or not 0 <= seed <= LAST_SEED:
            raise UsageError(f"the seed {seed!r}", "a seed is a whole number from 0 to 2^64 - 1")
    if len(set(seeds)) < len(seeds):
        raise UsageError(f"the seeds {', '.join(map(str, seeds))}", "name each once")
    return tuple(sorted(seeds))


def check_batch(plan: Plan, batch: int) -> None:
    """Refuse what cannot be studied.

    Raises:
        PlanError: no GELU, or an array too large for a batch of one.
        UsageError: a batch that is none or too large.
    """
    if not any(node.operation == "gelu" for node in plan.nodes):
        raise PlanError(f"{plan.name} has no gelu: there is nothing to swap", "give it a gelu()")
    widest, products = _widest(plan), _products(plan)
    if widest > MOST_NUMBERS:
        raise PlanError(
            f"{plan.name} has an array of {widest:,} numbers for each input",
            f"a study takes at most {MOST_NUMBERS:,}",
        )
    if products > MOST_PRODUCTS:
        raise PlanError(
            f"{plan.name} takes {products:,} multiplications for each input",
            f"a study takes at most {MOST_PRODUCTS:,}",
        )
    most = min(MOST_NUMBERS // widest, MOST_PRODUCTS // products)
    if type(batch) is not int or not 1 <= batch <= most:
        raise UsageError(
            f"a batch of {batch!r}", f"of {plan.name} give from 1 to {most:,} inputs for each seed"
        )
