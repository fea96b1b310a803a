"""The Python interface to networks: what choosing another form does to one."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from gelucheck.errors import UsageError
from gelucheck.formats import STANDARD
from gelucheck.forms.arithmetic import ARITHMETICS
from gelucheck.forms.catalogue import FORMS
from gelucheck.network import effect
from gelucheck.network.effect import BATCH, SEEDS, Progress
from gelucheck.network.network import Network
from gelucheck.network.parameters import drawn_network
from gelucheck.network.plan import Plan
from gelucheck.network.runs import LAST_SEED, MOST_SEEDS
from gelucheck.provenance import provenance_of
from gelucheck.record import Run

LARGE = 10_000_000
"""Parameters; of a network that has more a batch is smaller, for a study of it takes minutes."""
BATCH_OF_LARGE = 16


def study(
    networks: Network | Plan | Sequence[Network | Plan],
    *,
    forms: Sequence[str] = FORMS,
    dtypes: Sequence[str] = tuple(STANDARD),
    arithmetics: Sequence[str] = tuple(ARITHMETICS),
    batch: int | None = None,
    seeds: Sequence[int] = SEEDS,
    command: str = "",
    progress: Progress | None = None,
) -> Run:
    """Study networks: the same weights and inputs with each form, format and arithmetic, against
    the network in float64 with GELU itself, correctly rounded.

    Args:
        networks: one or several; the weights of a plan are drawn as ``torch.nn.Linear`` draws them.
        forms, dtypes, arithmetics: names; by default all, where an arithmetic applies to a format.
        batch: inputs for each seed; by default ``usual_batch`` of each network.
        seeds: distinct, from 0.
        command: for the provenance.
        progress: called now and then with steps done, steps in all, and a label.

    Returns:
        A run without rows; its ``networks`` are the studies, in the order of the networks.

    Raises:
        GelucheckError: an unknown name, a plan without a GELU, a batch or seeds that cannot be.

    >>> from gelucheck.network.language import parse_plan
    >>> plan = parse_plan("linear(4)\\ngelu()\\nlinear(2)", input=(3,))
    >>> run = study(plan, forms=("erf", "tanh"), dtypes=("float16",), batch=4, seeds=(0,))
    >>> [swap.label for swap in run.networks[0].swaps if swap.verdict]
    ['tanh · float16 · native', 'tanh · float16 · upcast']
    """
    clock, started = time.perf_counter(), time.time()
    several = isinstance(networks, Iterable) and not isinstance(networks, str)
    given = list(networks) if several else [networks]
    if not given:
        raise UsageError("no network to study", "give one")
    for one in given:
        if not isinstance(one, Network | Plan):
            raise UsageError(
                f"{one!r:.80} is no network",
                "give plans, of gelucheck.network.language.parse_plan, or networks",
            )
    each = [drawn_network(one, "torch") if isinstance(one, Plan) else one for one in given]
    studies = []
    for number, network in enumerate(each):
        found = effect.study(
            network,
            forms=forms,
            dtypes=dtypes,
            arithmetics=arithmetics,
            batch=usual_batch(network.plan) if batch is None else batch,
            seeds=seeds,
            progress=_share(progress, number, len(each), network.plan.name),
        )
        studies.append(found)
    provenance = provenance_of(command, min(seeds), started, time.perf_counter() - clock)
    return Run(provenance, (), networks=tuple(studies))


def usual_batch(plan: Plan) -> int:
    """Inputs for each seed where nobody says how many."""
    return BATCH_OF_LARGE if plan.parameters > LARGE else BATCH


def seeds_from(first: int, count: int) -> tuple[int, ...]:
    """So many seeds, from the first on.

    Raises:
        UsageError: none, or more than a study takes.
    """
    if not 1 <= count <= MOST_SEEDS:
        raise UsageError(f"{count} seeds", f"give from 1 to {MOST_SEEDS}")
    if not 0 <= first <= LAST_SEED - (count - 1):
        raise UsageError(
            f"the seed {first}" if count == 1 else f"the seeds {first} to {first + count - 1}",
            f"a seed is from 0 to {LAST_SEED}, which is 2^64 - 1",
        )
    return tuple(range(first, first + count))


def with_rows(run: Run, measured: Run) -> Run:
    """A run of networks that has the rows of another as well."""
    seconds = round(run.provenance["seconds"] + measured.provenance["seconds"], 3)
    provenance = {**run.provenance, "started": measured.provenance["started"], "seconds": seconds}
    return replace(run, provenance=provenance, rows=measured.rows, theorems=measured.theorems)


def _share(progress: Progress | None, number: int, count: int, name: str) -> Progress | None:
    """Progress of one of several networks, as if all took as long as it does."""
    if progress is None or count == 1:
        return progress
    return lambda done, total, label: progress(
        number * total + done, count * total, f"{name}, {label}"
    )
