"""A verdict in words: what failed, why, where, what would pass; and the last line."""

from gelucheck.gate.digits import format_against, plain
from gelucheck.gate.figures import FIGURES
from gelucheck.gate.limit import Limit
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import Failure, Unjudged, Verdict, rows_judged
from gelucheck.record import Row, Run, Witness

NOT_JUDGED = (
    "no row was judged: nothing is claimed of these, and no limit is set: set one, as max_steps"
)


def label(row: Row) -> str:
    """What to call a row, on one line whatever its implementation is called."""
    return shown(row.label)


def shown(text: str) -> str:
    """A text on one line, with nothing in it that a terminal or a CI system obeys: names of
    implementations, paths, and what stands in a baseline come from anywhere."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def failure_words(failure: Failure) -> str:
    """What failed and why, where, and what would pass, in one sentence without an end.

    "max_steps 3881 is beyond 2 steps (pyproject.toml:12), cause evaluation, at x = -3.58 (…)
    came -0.0 where -0.000437 was due; the limit 3881 would pass"
    """
    claim, limit = failure.claim, failure.limit
    if limit is None:
        told = claim.name
        if failure.written:
            told += f" ({failure.written})"
        if failure.sentence:
            told += f": {failure.sentence}"
        # what a finding says has its input in it
        if claim.witness and "finding " not in claim.name:
            told += f", {seen(claim.witness)}"
        return shown(told)
    value = limit.told(limit.name.partition(" ")[0], _value(failure))
    place = shown(f" ({limit.place})") if limit.place else ""
    beyond = "below" if FIGURES[limit.figure].share else "beyond"
    told = f"{value} is {beyond} {limit.bound_text}{place}"
    if claim.cause:
        told += f", cause {claim.cause}"
    if claim.witness:
        told += f", {seen(claim.witness)}"
    if failure.sentence:
        told += shown(f"; {failure.sentence}")
    if failure.needed is not None:
        told += f"; the limit {passing(failure)} would pass"
    else:
        told += "; no limit of use would pass"
    return told


def failure_line(failure: Failure) -> str:
    """The line of a failure: FAIL, the row, ``failure_words``, and how to see it again."""
    command = f"; again: {failure.again}" if failure.again else ""
    return shown(f"FAIL {label(failure.row)}: {failure_words(failure)}{command}")


def passing(failure: Failure) -> str:
    """The smallest limit that would pass (of a share the largest), as config takes it."""
    scaled = failure.limit is not None and failure.limit.scaled
    return f"{plain(failure.needed)}{'(1+k)' * scaled}"


def _value(failure: Failure) -> str:
    """The figure with digits enough to be on its side of the bound."""
    if failure.value is None:
        # an output that is no number: that is what came
        return repr(failure.claim.witness.got) if failure.claim.witness else "nan"
    value, bound = failure.value, failure.limit.bound
    if isinstance(value, int):
        return str(value)
    if value == bound:
        # the exact figure lies beyond it by less than float64 can tell
        share = FIGURES[failure.limit.figure].share
        return f"a little less than {plain(value)}" if share else f"{plain(value)} and a little"
    return format_against(value, bound)


def seen(witness: Witness) -> str:
    """Where it was seen, what came and what was due."""
    return (
        f"at x = {witness.x!r} ({witness.x_hex}, bits {witness.bits}) "
        f"came {witness.got!r} where {witness.want!r} was due"
    )


def unjudged_words(item: Unjudged) -> str:
    """A limit that has no answer, and why; or a row, where it is about no limit."""
    limit, row = item.limit, item.row
    names = [limit.text] if limit else []
    if row:
        names.insert(0, label(row))
    place = f" ({limit.place})" if limit and limit.place else ""
    told = f"{': '.join(names)}{place} has no answer: {item.reason}"
    about = ", ".join(" or ".join(some) for some in limit.selectors if some) if limit else ""
    return shown(f"{told} ({about})" if about and row is None else told)


def verdict_line(verdict: Verdict, limits: Limits, baseline: str | None = None) -> str:
    """The last line: PASS, FAIL or NO ANSWER, with the count that stands behind it.

    Args:
        baseline: path of the baseline that rows were held to, if they were.
    """
    missing = _missing(verdict)
    if verdict.exit_code not in (0, 1):
        return f"NO ANSWER: {missing or NOT_JUDGED}"
    failed, judged = rows_judged(verdict)
    closer = [limit for limit in limits.all() if any(limit.selectors)]
    slots = {limit.slot for limit in closer}
    # where a closer one counts this one does not
    bounds = [
        _general(limit) + " (but for some rows)" * (limit.slot in slots)
        for limit in limits.all()
        if limit not in closer
    ]
    some = len(closer)
    if some:
        bounds.append(f"{some} limit{'s' * (some > 1)} on some rows")
    if baseline is not None:
        bounds.append(f"the baseline {baseline}")
    within = f" within {' and '.join(bounds)}" if bounds else ""
    line = f"{'PASS' if verdict.passed else 'FAIL'}: {judged - failed} of {judged} rows{within}"
    expected = sum(note.kind == "expected" for note in verdict.notes)
    if expected:
        line += f", but for {expected} expected failure{'s' * (expected > 1)}"
    return shown(f"{line}; {missing}" if missing else line)


def _missing(verdict: Verdict) -> str:
    """How many limits have no answer, and how many rows where it is about no limit."""
    limits = sum(item.limit is not None for item in verdict.unjudged)
    counts = [(limits, "limit"), (len(verdict.unjudged) - limits, "row")]
    told = " and ".join(f"{count} {noun}{'s' * (count > 1)}" for count, noun in counts if count)
    return f"{told} without an answer" if told else ""


def notes_lines(verdict: Verdict) -> list[str]:
    """What does not count and is worth knowing, a line each: its kind, the row, and what it is."""
    return [
        shown(f"{note.kind} {label(note.row) if note.row else ''}".rstrip() + f": {note.sentence}")
        for note in verdict.notes
    ]


def findings_told(run: Run) -> str:
    """How many findings of level error implementations have that are not our own writings, in
    words; "" for none."""
    guests = [row for row in run.rows if row.writing is None]
    count = sum(finding.level == "error" for row in guests for finding in row.findings)
    return f"{count} finding{'s' if count > 1 else ''}" if count else ""


def _general(limit: Limit) -> str:
    """A limit on every row: those that are usual by their bound alone."""
    usual = limit.figure in ("max_ulp", "max_steps") and limit.against == "own"
    if (usual or limit.figure == "atol") and not limit.region:
        return limit.bound_text
    return limit.text
