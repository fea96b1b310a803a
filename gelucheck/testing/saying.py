"""What an assertion says when it fails: the gate's own lines, and Python that shows it again."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gelucheck.export.findings import tell, where
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import Failure, Verdict
from gelucheck.gate.words import failure_line, shown, unjudged_words, verdict_line
from gelucheck.record import Finding, Run

MOST_FAILURES = 9
MOST_FINDINGS = 3
# a sentence for the command line, as Python says it
_OPTION, _ARGUMENT = re.compile(r"--declares (\w+)"), r'declares="\1"'


def failed_text(run: Run, verdict: Verdict, limits: Limits, baseline: str | None = None) -> str:
    """A line for each failure (at most nine), what has no answer, why, and the verdict.

    Args:
        run: its rows' findings say why.
        baseline: the path of a baseline, if rows were held to one.
    """
    lines = [failure_line(each) for each in verdict.failures[:MOST_FAILURES]]
    if more := len(verdict.failures) - MOST_FAILURES:
        lines += [f"and {more} more"] if more > 0 else []
    lines += [unjudged_words(each) for each in verdict.unjudged]
    lines += _why(run, verdict)
    return "\n".join(map(shown, [*lines, verdict_line(verdict, limits, baseline)]))


def _why(run: Run, verdict: Verdict) -> list[str]:
    """The findings of rows that failed, but for those that are failures themselves."""
    failed = {id(each.row) for each in verdict.failures}
    rows = tuple(row for row in run.rows if id(row) in failed)
    said = {each.claim.name.removeprefix("finding ") for each in verdict.failures}
    told = [
        each
        for each in tell(Run({}, rows))
        if each.finding.slug not in said and not _is_idle(each.finding)
    ]
    return [
        f"{each.finding.level} {each.finding.slug} ({where(each, len(rows))}): "
        f"{_OPTION.sub(_ARGUMENT, each.finding.sentence)}"
        for each in told[:MOST_FINDINGS]
    ]


def _is_idle(finding: Finding) -> bool:
    """Whether it only advises to declare the form that counts without being declared."""
    return finding.slug == "undeclared-form" and "nearest to the erf form" in finding.sentence


def with_python(
    verdict: Verdict, fn: object, others: Mapping[str, object], figures: Mapping[str, object]
) -> Verdict:
    """The verdict with the call of ``assert_accurate`` that shows each failure again.

    Args:
        fn: what was measured.
        others: the arguments that were given, without dtype and findings; figures: the limits
            among them.
    """
    failures = (replace(each, again=_call(each, fn, others, figures)) for each in verdict.failures)
    return replace(verdict, failures=tuple(failures))


def _call(
    failure: Failure, fn: object, others: Mapping[str, object], figures: Mapping[str, object]
) -> str:
    limit, witness = failure.limit, failure.claim.witness
    words = {"dtype": failure.row.dtype, **others}
    inputs = words.pop("inputs", "")
    if limit is None:
        words.update(figures)
        words["findings"] = {failure.claim.name.removeprefix("finding "): "error"}
    else:
        words[limit.figure] = limit.written if limit.scaled else limit.bound
        if witness is not None:
            inputs = f"{witness.x_hex}:{witness.x_hex}"
    if inputs:
        words["inputs"] = inputs
    shown = "".join(f", {name}={_written(value)}" for name, value in words.items())
    return f"gelucheck.assert_accurate({_expression(fn)}{shown})"


def _expression(fn: object) -> str:
    """The function by its own name; "fn" where it has none that one can write."""
    if isinstance(fn, str):
        return _written(fn)
    name = getattr(fn, "__name__", "")
    return name if isinstance(name, str) and name.isidentifier() else "fn"


def _written(value: object) -> str:
    if isinstance(value, str | Mapping):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Sequence):
        return f"[{', '.join(map(_written, value))}]"
    return repr(value)
