"""What GitHub Actions shows: annotations at the limits, and the summary of a step.

An annotation is a line on standard output, escaped as GitHub's toolkit does it (`packages/core`,
`command.ts`). GitHub shows ten of a kind and drops the others in silence.
"""

from gelucheck.export.cases import Case, cases_of, path_of, without_counted
from gelucheck.export.claim_limits import FINDING
from gelucheck.export.figures import clean, cut
from gelucheck.export.findings import tell, where
from gelucheck.export.markdown import rows_lines
from gelucheck.export.markdown_table import escape
from gelucheck.export.marks import headline, note_words, verdict_of
from gelucheck.gate.limit import Place
from gelucheck.gate.slack import Note
from gelucheck.gate.verdict import Verdict
from gelucheck.record import Run

MOST = 9
"""Annotations; one more says how many are left."""
ROOM = 64 << 10
"""Bytes of a summary, at most."""
_TITLE = 120  # characters
_MESSAGE = 4000
_NOTED = ("slack", "kept")
"""The kinds of notes that ask for a change of what was written."""


def render(run: Run, *, color=False, width=100, forms_asked=False, verdict=None, path=None) -> str:
    """The workflow commands: an error for each failure and each limit without an answer, a warning
    for each limit above what is needed; a line that GitHub does not show where nothing is wrong.
    """
    verdict = verdict_of(run, verdict, forms_asked)
    lines = [
        _command("error", _title(case.label, case.name), _message(case), case.place)
        for case in cases_of(run, verdict, forms_asked)
        if case.is_problem
    ]
    lines += [
        _command(
            "warning",
            _title(_label(note), note.limit.name if note.limit else note.kind),
            clean(note.sentence),
            note.limit.place if note.limit else None,
        )
        for note in verdict.notes
        if note.kind in _NOTED
    ]
    left = len(lines) - MOST
    if left > 0:
        more = f"{headline(verdict)}; and {left} more that are not shown here"
        lines = [*lines[:MOST], _command("notice", "gelucheck", more)]
    return "\n".join(lines or [_command("debug", "", headline(verdict))]) + "\n"


def escape_data(text: str) -> str:
    """A message, in which nothing ends the line or stands for another character."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """The value of a property, in which nothing ends it either."""
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")


def _command(name: str, title: str, message: str, place: Place | None = None) -> str:
    given = {"file": path_of(place), "line": str(place.line)} if place else {}
    if title:
        given["title"] = title
    properties = ",".join(f"{key}={escape_property(value)}" for key, value in given.items())
    return f"::{name}{' ' * bool(properties)}{properties}::{escape_data(cut(message, _MESSAGE))}"


def _title(label: str, name: str) -> str:
    return cut(f"{cut(label, _TITLE)}: {clean(name)}" if label else clean(name), 2 * _TITLE)


def _label(note: Note) -> str:
    return clean(note.row.label) if note.row else ""


def _message(case: Case) -> str:
    again = f"; again: {clean(case.failure.again)}" if case.failure and case.failure.again else ""
    return f"{case.words}{again}"


def _in_markdown(case: Case) -> str:
    """The words, and the command so that it can be copied."""
    again = clean(case.failure.again) if case.failure else ""
    if not again or "`" in again or len(case.words) + len(again) > _MESSAGE:
        return escape(cut(_message(case), _MESSAGE))
    return f"{escape(case.words)}; again: `{again}`"


def step_summary(
    run: Run, verdict: Verdict | None, *, forms_asked: bool = False, room: int = ROOM
) -> str:
    """The summary of a step, Markdown of at most ``room`` bytes in UTF-8: the verdict, what fails,
    the table, the findings. What has no room is counted.

    Args:
        room: at least 1,000 bytes.
    """
    verdict = verdict_of(run, verdict, forms_asked)
    cases = cases_of(run, verdict, forms_asked)
    problems = [f"- {_bold(case)}: {_in_markdown(case)}" for case in cases if case.is_problem]
    notes = [
        f"- {clean(item.kind)}: {escape(cut(note_words(item), _MESSAGE))}" for item in verdict.notes
    ]
    findings = [
        f"- **{item.finding.level}** {escape(item.finding.slug)}: "
        f"{escape(cut(item.finding.sentence, _MESSAGE))} "
        f"({escape(cut(where(item, len(run.rows)), _MESSAGE))})"
        for item in tell(without_counted(run, verdict))
    ]
    head, rows = rows_lines(run, verdict, forms_asked=forms_asked)
    lines = [f"## gelucheck: {escape(headline(verdict))}", ""]
    left = room - _size(lines)
    # each part may take half of what is left, so that a long one does not push out the next
    for title, members, one in (
        ([], problems, "problem"),
        (head, rows, "row"),
        (["Notes:", ""], notes, "note"),
        (["Findings:", ""], findings, FINDING),
    ):
        part = _part(title, members, one, left // 2)
        lines += part
        left -= _size(part)
    return "\n".join(lines).rstrip("\n") + "\n"


def _part(title: list[str], members: list[str], one: str, room: int) -> list[str]:
    """The lines of a part, the last of them empty, in a number of bytes."""
    if not members:
        return []
    tail = f"and {len(members)} more {one}s"
    taken = _size([*title, "", tail, ""])
    shown = 0
    for line in members:
        taken += _size([line])
        if taken > room:
            break
        shown += 1
    rest = len(members) - shown
    if not shown:
        return [f"{len(members)} {one}{'s' * (len(members) > 1)}, for which there is no room", ""]
    more = [f"and {rest} more {one}{'s' * (rest > 1)}", ""] if rest else []
    return [*title, *members[:shown], "", *more]


def _size(lines: list[str]) -> int:
    return sum(len(line.encode("utf-8")) + 1 for line in lines)


def _bold(case: Case) -> str:
    name = case.label or "gelucheck"
    return f"**{'FAIL' if case.outcome == 'fail' else 'NO ANSWER'}** {escape(cut(name, _TITLE))}"
