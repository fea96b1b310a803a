"""The theorems of ``proofs/``: what is asked for, the certificate, the tables of their README."""

import json
import shlex
import time
from collections.abc import Callable
from pathlib import Path

from tables import put_between

from gelucheck import api_prove
from gelucheck.export import json as run_json
from gelucheck.export.theorem_markdown import lines_of
from gelucheck.export.theorems import value_words
from gelucheck.joining import join_runs
from gelucheck.proofs.certificate import document
from gelucheck.record import Run

WRITINGS = ("erf", "erfc", "normcdf", "tanh", "tanh-logistic", "sigmoid")
ALL = ("float16", "bfloat16", "float32", "float64")
ASKED = {
    "": {},
    "--hardest": {"kinds": ("hardest",), "forms": ("erf", "tanh", "sigmoid")},
    "--rounding native": {
        "kinds": ("rounding",),
        "forms": WRITINGS,
        "dtypes": ALL,
        "arithmetics": ("native",),
    },
    "--rounding upcast": {
        "kinds": ("rounding",),
        "forms": WRITINGS,
        "dtypes": ALL[:-1],
        "arithmetics": ("upcast",),
    },
}
"""What ``gelucheck prove`` is asked for, one after the other."""
_OPTIONS = {"forms": "--form", "dtypes": "--dtype", "arithmetics": "--arithmetic"}
TABLES = {
    "suprema": ("suprema", "extremes", "agreement"),
    "constants": ("constants",),
    "saturation": ("saturation",),
    "hardest": ("hardest",),
}
"""Mark in README -> the groups of theorems in its table."""


def command(asked: dict) -> str:
    """The command line of one of them."""
    words = [f"--{kind}" for kind in asked.get("kinds", ())]
    for key, option in _OPTIONS.items():
        words += [word for value in asked.get(key, ()) for word in (option, value)]
    return shlex.join(("gelucheck", "prove", *words))


def proved(say: Callable[[str], None]) -> tuple[Run, str]:
    """All theorems as one run, and the certificate of those that have one, as text."""
    runs, certificate = [], ""
    for asked in ASKED.values():
        clock = time.monotonic()
        run, found = api_prove.prove(**asked, command=command(asked))
        runs.append(run)
        if not asked:
            certificate = json.dumps(document(found), indent=1) + "\n"
        say(f"{len(run.theorems)} theorems in {time.monotonic() - clock:.0f} s")
    return join_runs(runs, command="python reports/make.py proofs"), certificate


def put_theorems(text: str, run: Run) -> str:
    """A text with each table between its marks."""
    for mark, groups in TABLES.items():
        known = [each for each in run.theorems if each.group in groups]
        # the title of one group is that of its section; what is so of all is said there
        lines = list(lines_of(known))[:-1] if len(groups) > 1 else list(lines_of(known))[2:-1]
        text = put_between(text, mark, "\n".join(lines))
    return put_between(text, "rounding", _bounds(run))


def _bounds(run: Run) -> str:
    """A line for each writing, format and arithmetic, a column for each region."""
    cells: dict[str, dict[str, str]] = {}
    for each in run.theorems:
        if each.group == "rounding":
            row, _, region = each.name.partition(" on ")
            cells.setdefault(row, {})[region] = value_words(each).removesuffix(" ulp")
    columns = list(dict.fromkeys(region for row in cells.values() for region in row))
    lines = [["writing", *columns], ["---"] * (len(columns) + 1)]
    lines += [[row, *[told.get(each, "") for each in columns]] for row, told in cells.items()]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def write(folder: Path, say: Callable[[str], None], put: Callable[[str, Path], None]) -> None:
    """Prove all, and store the run and the certificate."""
    run, certificate = proved(say)
    put(run_json.render(run), folder / "proofs.json")
    put(certificate, folder / "certificate.json")
