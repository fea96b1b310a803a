"""The runs whose pages are looked at: one that was just measured, one of stored sweeps, one as long
as runs get, one whose every word is hostile."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from gelucheck.api import compare
from gelucheck.api_network import study
from gelucheck.export.stored import read_run
from gelucheck.network.language import parse_plan
from gelucheck.networks import Study
from gelucheck.record import Finding, Run, Theorem

SWEEPS = Path(__file__).parents[3] / "reports" / "sweeps"
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg onload=alert(1)>",
    "</style></title></script><script>alert(1)</script>",
    "n" * 10_000,
    "long word " * 1_000,
    "\u202eright to left\u202c \u05e9\u05dc\u05d5\u05dd \u2067inside\u2069",
    "line\nline\r\nline\ttab\x00\x1b[31m",
    "javascript:alert(1)",
    "--> ]]> {{ 7 * 7 }} {% raw %} &lt;b&gt; &#60;i&#62;",
    "  ",
    "outputs:/tmp/../<b>x</b>/" + "deep/" * 400 + "y.npy",
)
"""Words that would do something if they were obeyed, or break what they stand in."""


@cache
def measured() -> Run:
    """The three forms in the formats of 16 bits: 12 rows."""
    return compare(dtypes=("float16", "bfloat16"), command="gelucheck compare")


@cache
def stored() -> Run:
    """The sweeps of all of float32 that are in the repository, joined: 10 rows."""
    runs = [read_run(str(path)) for path in sorted(SWEEPS.glob("*.json"))]
    theorems = dict.fromkeys(theorem for run in runs for theorem in run.theorems)
    return Run(runs[0].provenance, tuple(row for run in runs for row in run.rows), tuple(theorems))


@cache
def networks() -> Run:
    """A small network and a stack of blocks, and no rows."""
    blocks = 'layernorm()\nlinear(8)\ngelu("tanh")\nlinear(4)\nresidual(4)\n' * 8
    plans = [
        parse_plan("linear(64)\ngelu()\nlinear(10)", name="plan.txt", input=(128,)),
        parse_plan(blocks, name="stack of 8", input=(4,)),
    ]
    return study(plans, batch=8, command="gelucheck network plan.txt --swap")


def _worded_network(words: tuple[str, ...]) -> Study:
    """A study where the words stand wherever words from outside can."""
    made = networks().networks[0]
    items = zip(made.plan["operators"], words[:3], words[3:6], strict=True)
    operators = [{**item, "name": name, "operation": kind} for item, name, kind in items]
    return replace(
        made,
        name=words[0],
        plan={**made.plan, "operators": operators},
        declared=(words[1],),
        weights=words[2],
        inputs=words[3],
        activations=tuple(replace(item, node=words[4]) for item in made.activations),
        swaps=tuple(
            replace(swap, writing=words[place % len(words)], form=words[5], dtype=words[6])
            for place, swap in enumerate(made.swaps)
        ),
        answers=words,
    )


def copied(count: int) -> Run:
    """A run of so many rows, all different by name, with everything that a measured one has."""
    run = measured()
    rows = [
        replace(row, implementation=f"library{copy}:{row.implementation}" if copy else row.form)
        for copy in range(-(-count // len(run.rows)))
        for row in run.rows
    ]
    return replace(run, rows=tuple(rows[:count]))


@cache
def many() -> Run:
    return copied(36)


@cache
def usual() -> Run:
    """As many rows as ``gelucheck compare`` has."""
    return copied(21)


def _worded(words: tuple[str, ...], command: str) -> Run:
    """A run where the words stand wherever words from outside can."""
    rows = measured().rows
    made = [
        replace(
            rows[place % len(rows)],
            implementation=name,
            form=None,
            writing=None,
            evaluation=None,
            method=None,
            findings=(
                *rows[place % len(rows)].findings,
                Finding(name, "error", f"It says {name}.", rows[0].total.max_ulp),
            ),
        )
        for place, name in enumerate(words)
    ]
    provenance = {
        **measured().provenance,
        "command": command,
        "cpu": words[1],
        "platform": words[0],
        "implementations": {name: f"{name} 1.0" for name in words},
        words[3]: words[4],
    }
    theorems = tuple(Theorem(word, 1.0, 1.0, 1.0, None, word, word) for word in words)
    return Run(
        provenance, tuple(made), (*measured().theorems, *theorems), (_worded_network(words),)
    )


@cache
def hostile() -> Run:
    return _worded(HOSTILE, "gelucheck compare --impl " + " --impl ".join(HOSTILE))


@cache
def harmless() -> Run:
    """The same as ``hostile`` with words that mean nothing: what a page is compared with."""
    words = tuple(f"kernel{place}" for place in range(len(HOSTILE)))
    return _worded(words, "gelucheck compare")


@cache
def mixed() -> Run:
    """Rows with a declared form, and rows without one, which have fewer figures."""
    rows = (
        *measured().rows[:3],
        *harmless().rows[:3],
        *measured().rows[4:6],
        *measured().rows[-2:],
    )
    return replace(measured(), rows=rows)


@cache
def few() -> Run:
    """One row that fails, one of no declared form that passes: for what takes long to look at."""
    failed = next(row for row in measured().rows if row.claims[0].verdict == "fail")
    return replace(measured(), rows=(failed, harmless().rows[0]))


RUNS = {
    function.__name__: function
    for function in (stored, usual, many, mixed, few, hostile, harmless, networks)
}
