"""A verdict in words: one line a failure, with a command that shows it again, and the last line."""

import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gelucheck.gate.limits import Limits
    from gelucheck.gate.verdict import Failure, Verdict
    from gelucheck.record import Claim, Row, Run, Witness
    from gelucheck.sweep.plan import Selection

_UNITS = {"atol": "", "max_ulp": " ulp", "max_steps": " steps"}


def failure_line(failure: "Failure", selection: "Selection") -> str:
    """What failed, why, at which input, and how to see it again."""
    row, claim = failure.row, failure.claim
    cause = f", cause {claim.cause}" if claim.cause else ""
    told = f"FAIL {row.label}: beyond {_bound(claim.name, claim.atol)}{cause}"
    if claim.witness is None:
        return told
    command = shlex.join(reproduction(row, claim, claim.witness, selection))
    return f"{told}, {_seen(claim.witness)}; again: {command}"


def _bound(name: str, bound: float) -> str:
    unit = " step" if (name, bound) == ("max_steps", 1) else _UNITS[name]
    return f"{bound!r}{unit}"


def _seen(witness: "Witness") -> str:
    return (
        f"at x = {witness.x!r} ({witness.x_hex}, bits {witness.bits}) "
        f"came {witness.got!r} where {witness.want!r} was due"
    )


def reproduction(
    row: "Row", claim: "Claim", witness: "Witness", selection: "Selection"
) -> list[str]:
    """The words of a command that checks the one row at the one input."""
    words = ["gelucheck", "check", "--dtype", row.dtype]
    words += _which(row, selection)
    if row.arithmetic:
        words += ["--arithmetic", row.arithmetic]
    if row.function != "gelu":
        words += ["--function", row.function]
    if selection.ulp != "coarse":
        words += ["--ulp", selection.ulp]
    words += [f"--{claim.name.replace('_', '-')}", repr(claim.atol)]
    if _is_given(words):
        # what was given is for these inputs and no others
        return [*words, "--inputs", str(selection.inputs)]
    return [*words, "--inputs", f"{witness.x_hex}:{witness.x_hex}"]


def _is_given(words: list[str]) -> bool:
    """Whether they name outputs that belong to a file of inputs."""
    if "--impl" not in words:
        return False
    from gelucheck.implementations.guest import find_kind

    return find_kind(words[words.index("--impl") + 1].partition(":")[0].rpartition("=")[2]).inputs


def _which(row: "Row", selection: "Selection") -> list[str]:
    if row.writing:
        return ["--form", row.writing]
    # by the words that were given: the name may be another
    texts = (*selection.implementations, row.implementation)
    name = row.implementation
    text = next(text for text in texts if text == name or text.startswith(f"{name}="))
    return ["--impl", text, *(["--declares", row.form] if row.form else [])]


def found_wrong(run: "Run") -> str:
    """How many findings of level error implementations have that are not our own writings, in
    words; "" for none."""
    guests = [row for row in run.rows if row.writing is None]
    count = sum(finding.level == "error" for row in guests for finding in row.findings)
    return f"{count} finding{'s' if count > 1 else ''}" if count else ""


def verdict_line(verdict: "Verdict", limits: "Limits") -> str:
    """The last line: PASS, FAIL or NO ANSWER, with the count that stands behind it."""
    bounds = [
        _bound(name, bound) for name in _UNITS if (bound := getattr(limits, name)) is not None
    ]
    within = f"within {' and '.join(bounds)}"
    if verdict.exit_code not in (0, 1):
        reason = "a row was not measured in full" if verdict.undecided else "no row was judged"
        return f"NO ANSWER: {reason}"
    # one row can fail several limits
    failed = len({id(failure.row) for failure in verdict.failures})
    word = "PASS" if verdict.passed else "FAIL"
    return f"{word}: {verdict.judged - failed} of {verdict.judged} rows {within}"
