"""The Python interface: what the commands do, as functions."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gelucheck.conformance.diagnose import diagnose
from gelucheck.conformance.levels import with_levels
from gelucheck.errors import UsageError
from gelucheck.gate.claims import with_claims
from gelucheck.gate.limits import Limits, ensure_limits
from gelucheck.gate.verdict import Verdict, judge
from gelucheck.joining import join_runs
from gelucheck.provenance import provenance_of
from gelucheck.record import LOST, Finding, Row, Run, Theorem
from gelucheck.reference.theorems import METHOD, SENTENCES
from gelucheck.sweep.plan import Plan, Selection, make_plan
from gelucheck.sweep.run import Engine, Outcome, Progress, run_plan

if TYPE_CHECKING:
    from gelucheck.conformance.identify_rows import Identified
    from gelucheck.gate.limit import Key

join = join_runs


def compare(
    selection: Selection | None = None,
    *,
    limits: Limits | None = None,
    levels: Mapping[str, str] | None = None,
    command: str = "",
    progress: Progress | None = None,
    engine: Engine | None = None,
    ensure: "Callable[[list[Key]], None] | None" = None,
    **changes,
) -> Run:
    """Measure a selection: the main job.

    Args:
        selection: what to measure; by default what ``gelucheck compare`` does.
        limits: what the rows' claims are made of; by default the claim of 1e-3.
        levels: of findings by slug, "off", "warning" or "error", where they are not the usual ones.
        command: for the provenance.
        progress: called now and then with values done, values in all, and a label.
        engine: processes, cluster, ledger; by default all processors where there is much to do.
        ensure: called with the rows there will be, before they are measured; may raise.
        changes: fields of the selection to set, e.g. ``dtypes=("float16",)``.

    Returns:
        The run: rows in the order function, form, arithmetic, format; errors absolute, relative,
        in ulp and in steps, maxima settled by the oracle and confirmed by Arb.

    Raises:
        GelucheckError: an unknown name, unusable inputs, a rounding that cannot be decided, a
            limit that makes no sense for a row.

    >>> run = compare(dtypes=("float16",), forms=("tanh",), arithmetics=("upcast",))
    >>> run.rows[0].evaluation.max_ulp.value
    1.6957698312199658
    """
    clock, started = time.perf_counter(), time.time()
    limits = limits or Limits()
    plan, chosen = _planned(replace(selection or Selection(), **changes), limits, ensure)
    weighing = None
    if chosen.weights:
        from gelucheck.sweep.weighing import make_weighing

        weighing = make_weighing(plan, chosen, progress)
        progress = weighing.before
    outcome = run_plan(plan, chosen, progress, engine or Engine())
    rows = tuple(examined(plan, chosen, place, row) for place, row in enumerate(outcome.rows))
    if weighing:
        rows = weighing.rows(rows)
    provenance = provenance_of(command, chosen.seed, started, time.perf_counter() - clock)
    versions = {item.name: item.version for item, _ in plan.rows if item.guest}
    if versions:
        provenance["implementations"] = versions
    return _run(replace(outcome, rows=rows), provenance, limits, levels)


@dataclass(frozen=True)
class _Key:
    """What a limit can tell the rows of a plan apart by."""

    implementation: str
    dtype: str
    arithmetic: str | None
    function: str


def keys_of(plan: Plan) -> "list[Key]":
    """What limits tell the rows of a plan apart by, row by row."""
    return [_Key(item.name, name, item.arithmetic, item.function) for item, name in plan.rows]


def _planned(
    selection: Selection, limits: Limits, ensure: "Callable[[list[Key]], None] | None" = None
) -> tuple[Plan, Selection]:
    """The plan, and the selection with what limits need to be measured.

    Args:
        ensure: see ``compare``.

    Raises:
        UsageError: limits that make no sense for one of the rows; and as ``make_plan``.
    """
    plan = make_plan(selection)
    keys = keys_of(plan)
    ensure_limits(limits, keys)
    if ensure:
        ensure(keys)
    near = tuple(limit for limit in limits.more if any(map(limit.matches, keys)))
    needed = replace(limits, more=near)
    regions = dict.fromkeys((*selection.regions, *needed.regions))
    extras = selection.extras | needed.extras
    return plan, replace(selection, extras=extras, regions=tuple(regions))


def with_evaluations(selection: Selection, engine: Engine | None = None) -> Selection:
    """A selection whose search has a time budget, with the number of values that it comes to here.

    Each row is searched for a moment to find out. With the number the search can be repeated; any
    other selection comes back as it is.

    Raises:
        GelucheckError: as ``compare``.
    """
    if selection.budget is None:
        return selection
    from gelucheck.sweep.searched import with_evaluations as found

    return found(make_plan(selection), selection, engine or Engine())


def shard(
    selection: Selection,
    engine: Engine,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    **changes,
) -> Outcome:
    """Measure the chunks of a shard into its ledger; arguments and errors as ``compare``.

    Args:
        limits: what the merged run will be held to: what these need is measured.
    """
    plan, chosen = _planned(replace(selection, **changes), limits or Limits())
    if chosen.weights:
        raise UsageError(
            "--shard with --weights-by: expected errors are not kept in ledgers",
            "leave it out here; they take no shards, and gelucheck compare gives them at once",
        )
    return run_plan(plan, chosen, progress, engine)


def merge(
    paths: Sequence[str],
    *,
    limits: Limits | None = None,
    levels: Mapping[str, str] | None = None,
    command: str = "",
    into: str | None = None,
) -> Run:
    """The run of a sweep from the ledgers of its shards.

    Args:
        limits: what the rows' claims are made of, as far as the ledgers hold what they need.
        into: path of a ledger of all of them.

    Raises:
        InputsError: a ledger that is damaged or of another sweep; chunks that are missing.
        OutputError: ``into`` cannot be written, or is not empty.
    """
    from gelucheck.sweep.merge import merge_ledgers

    clock, started = time.perf_counter(), time.time()
    rows, header = merge_ledgers(paths, into)
    provenance = provenance_of(command, header["seed"], started, time.perf_counter() - clock)
    rows = tuple(replace(row, findings=diagnose(row)) for row in rows)
    return _run(Outcome(rows), provenance, limits or Limits(), levels)


def examined(plan: Plan, selection: Selection, place: int, row: Row) -> Row:
    """The row at a place of a plan with its findings: of our own writings it tells them itself, and
    where an implementation is not to be looked at.
    """
    item, name = plan.rows[place]
    if item.guest is None or item.guest.look == "nothing":
        return replace(row, findings=diagnose(row))
    # imported here: a comparison of our own writings is in a hurry
    from gelucheck.conformance.examine import examine

    found = examine(item, row, plan.inputs[name], selection.seed, selection.subnormals == "flush")
    return replace(row, findings=found.findings, worst=found.worst)


def _run(
    outcome: Outcome, provenance: dict, limits: Limits, levels: Mapping[str, str] | None
) -> Run:
    rows = tuple(
        replace(
            row,
            findings=with_levels(
                (*_lost(outcome.lost.get(place, ())), *row.findings), levels or {}
            ),
        )
        for place, row in enumerate(outcome.rows)
    )
    return with_claims(Run(provenance, rows, _theorems(rows)), limits)


def _lost(parts: tuple[str, ...]) -> tuple[Finding, ...]:
    """What was not measured, in words: a row without it is no answer."""
    if not parts:
        return ()
    more = f", and {len(parts) - 1} more such stretches" if len(parts) > 1 else ""
    sentence = f"not measured, every process that tried was killed: {parts[0]}{more}"
    return (Finding(LOST, "error", sentence, None),)


def check(
    selection: Selection | None = None,
    *,
    limits: Limits | None = None,
    forms_asked: bool = False,
    levels: Mapping[str, str] | None = None,
    headroom: float | None = None,
    **changes,
) -> Verdict:
    """Measure a selection and hold it to limits; arguments as ``compare``.

    Args:
        forms_asked: the claim counts for every form selected, sigmoid included.
        levels: of findings by slug: one that is said to be an error fails its row.
        headroom: by what share of itself a bound may be above what is needed, before the verdict
            notes it.
    """
    limits = limits or Limits()
    run = compare(selection, limits=limits, levels=levels, **changes)
    return judge(run, limits, forms_asked, levels=levels, headroom=headroom)


def identify(selection: Selection | None = None, **changes) -> "tuple[Identified, ...]":
    """Say of each row which form, writing, arithmetic and constants its outputs show.

    Args:
        selection: what to look at; changes: fields of it to set, as in ``compare``.

    Raises:
        GelucheckError: as ``compare``.

    >>> (row,) = identify(dtypes=("float16",), forms=("sigmoid",), arithmetics=("native",))
    >>> row.found.form, row.found.arithmetic
    ('sigmoid', 'native')
    """
    from gelucheck.conformance.identify_rows import identify_rows

    plan = make_plan(replace(selection or Selection(), **changes))
    return tuple(identify_rows(plan.rows, plan.inputs))


def _theorems(rows: tuple[Row, ...]) -> tuple[Theorem, ...]:
    """What is proved of the forms of some rows, each once, in their order."""
    suffix = {"gelu": "", "gelu_grad": "_grad"}
    names = {f"{row.form}{suffix[row.function]}": row for row in rows}
    return tuple(
        Theorem(
            f"sup |{name} - {row.function}|",
            found.lower,
            found.lower,
            found.upper,
            found.at,
            SENTENCES[row.function].format(form=row.form),
        )
        for name, row in names.items()
        if (found := METHOD.get(name))
    )
