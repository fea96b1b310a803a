"""The command that shows a failure again: the one row, at the one input."""

import shlex
from dataclasses import replace

from gelucheck.gate.limit import Limit
from gelucheck.gate.verdict import Failure, Verdict
from gelucheck.implementations.guest import find_kind
from gelucheck.record import MAXIMA, Claim, Row
from gelucheck.sweep.plan import Selection


def with_commands(verdict: Verdict, selection: Selection, *, configured: bool = False) -> Verdict:
    """The verdict with the command of each failure; arguments as ``again``."""
    failures = (
        replace(each, again=shlex.join(again(each, selection, configured=configured)))
        for each in verdict.failures
    )
    return replace(verdict, failures=tuple(failures))


def again(failure: Failure, selection: Selection, *, configured: bool = False) -> list[str]:
    """The words of a ``gelucheck check`` of the row at the witness, or of the row where there is
    none.

    Args:
        selection: what was measured.
        configured: whether a config file was read: then the command leaves it aside.
    """
    row, limit = failure.row, failure.limit or _limit_of(failure.claim)
    words = ["gelucheck", "check"]
    if configured:
        words.append("--no-config")
    words += ["--dtype", row.dtype]
    words += _which(row, selection)
    if row.arithmetic:
        words += ["--arithmetic", row.arithmetic]
    if row.function != "gelu":
        words += ["--function", row.function]
    if selection.ulp != "coarse":
        words += ["--ulp", selection.ulp]
    if selection.subnormals != "strict":
        words += ["--subnormals", selection.subnormals]
    if limit:
        words += [f"--{limit.figure.replace('_', '-')}", _bound(limit)]
        if limit.against != "own":
            words += ["--against", limit.against]
    else:
        name, _, slug = failure.claim.name.partition(" ")
        if name == "baseline":
            name, _, slug = slug.partition(" ")
        if name == "finding":
            words += ["--finding", f"{slug}=error"]
    return [*words, *_inputs(failure, limit, selection, words)]


def _limit_of(claim: Claim) -> Limit | None:
    """The limit that stands for a figure of a baseline: it needs no other rows."""
    kind, _, name = claim.name.partition(" ")
    figure, _, against = name.partition(" against ")
    if kind != "baseline" or figure not in (*MAXIMA, "mean_abs") or claim.atol is None:
        return None
    return Limit(figure, claim.atol, against=against or "own")


def _bound(limit: Limit) -> str:
    return f"{limit.bound!r}(1+k)" if limit.scaled else repr(limit.bound)


def _inputs(
    failure: Failure, limit: Limit | None, selection: Selection, words: list[str]
) -> list[str]:
    witness = failure.claim.witness
    if _is_given(words):
        # what was given is for these inputs and no others
        return ["--inputs", str(selection.inputs)]
    if limit is not None and witness is not None:
        return ["--inputs", f"{witness.x_hex}:{witness.x_hex}"]
    if limit is not None and limit.region:
        return ["--inputs", limit.region]
    words = [] if str(selection.inputs) == "auto" else ["--inputs", str(selection.inputs)]
    default = Selection()
    for name in ("samples", "seed"):
        value = getattr(selection, name)
        if value != getattr(default, name):
            words += [f"--{name}", str(value)]
    return words


def _is_given(words: list[str]) -> bool:
    """Whether they name outputs that belong to a file of inputs."""
    if "--impl" not in words:
        return False
    return find_kind(words[words.index("--impl") + 1].partition(":")[0].rpartition("=")[2]).inputs


def _which(row: Row, selection: Selection) -> list[str]:
    if row.writing:
        return ["--form", row.writing]
    # by the words that were given: the name may be another
    name = row.implementation
    texts = (*(each for each in selection.implementations if isinstance(each, str)), name)
    text = next(text for text in texts if text == name or text.startswith(f"{name}="))
    return ["--impl", text, *(["--declares", row.form] if row.form else [])]
