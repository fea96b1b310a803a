"""A bug report for GitHub: what is wrong, how to see it, and where it is worst."""

import html
import re
import textwrap
from dataclasses import replace

from gelucheck.export.claim_words import claims_in_words
from gelucheck.export.figures import NOTHING, clean, figure, format_count, format_x
from gelucheck.export.findings import Told, tell, where
from gelucheck.export.markdown import rows_table
from gelucheck.export.markdown_table import escape, table
from gelucheck.export.marks import Mark, marks_of
from gelucheck.export.reproducer import reproducer
from gelucheck.export.worst import MOST, bad_regions, own_errors, worst_inputs
from gelucheck.formats import FORMATS
from gelucheck.gate.verdict import Failure
from gelucheck.gate.words import failure_words
from gelucheck.record import Row, Run, Witness

_LINE = 280  # characters of prose on one line
_NAME = 60  # of them that a name may take
_MOST_ROWS = 8  # in the table
_MOST_DETAILS = 3  # rows whose worst inputs are listed
# a line that begins so would be a heading, a list or a rule
_LEADING = re.compile(r"^(\d*)([#+\-=.)])")
_WORST_HEAD = ("x", "hex", "bits", "got", "want", "ulp", "steps")
_REGION_HEAD = ("from", "to", "inputs", "max ulp", "at x", "max steps", "at x")
_VERSIONS = ("version", "python", "platform", "cpu", "numpy", "mpmath", "flint")


def render(run: Run, *, color=False, width=100, forms_asked=False, verdict=None, path=None) -> str:
    """The report about the rows with errors and those that fail, or else about the worst row."""
    marks = marks_of(run, verdict)
    concerned = _concerned(run, marks)
    rows = tuple(map(_shorter, concerned))
    told = tell(replace(run, rows=rows))
    lines = [f"# {_title(rows, told)}", ""]
    for item in told:
        lines += [*_finding(item, len(rows)), ""]
    failures = [item for row in concerned for item in marks.get(id(row), Mark()).failures]
    lines += _failures(failures)
    if not told and not failures:
        lines += ["Nothing was found to be wrong." if rows else "Nothing was measured.", ""]
    if rows:
        found = {id(row): marks.get(id(old)) for row, old in zip(rows, concerned, strict=True)}
        lines += _measured(rows, forms_asked, found)
    lines += _reproduce(run.provenance.get("command"), concerned, *_shown(rows, told))
    for row in rows[:_MOST_DETAILS]:
        lines += [*_worst(row), *_regions(row)]
    lines += _versions(run)
    return "\n".join(lines).rstrip("\n") + "\n"


def _concerned(run: Run, marks: dict[int, Mark]) -> tuple[Row, ...]:
    """The rows that fail or have findings of level error; else the one that is furthest off."""
    faulty = tuple(
        row
        for row in run.rows
        if marks.get(id(row), Mark()).failures
        or any(finding.level == "error" for finding in row.findings)
    )
    return faulty or tuple(sorted(run.rows, key=_how_good)[:1])


def _shorter(row: Row) -> Row:
    """The row, with a name that leaves room for a sentence."""
    name = row.implementation
    return row if len(name) <= _NAME else replace(row, implementation=f"{name[: _NAME - 1]}…")


def _how_good(row: Row):
    failed = any(claim.verdict == "fail" for claim in row.claims)
    worst = own_errors(row).max_steps
    return (not failed, -worst.value if worst else 0)


def _title(rows: tuple[Row, ...], told: list[Told]) -> str:
    if not rows:
        return "gelucheck: no rows"
    names = _few([row.implementation for row in rows])
    formats = _few([row.dtype for row in rows])
    errors = [item.finding.slug for item in told if item.finding.level == "error"]
    slugs = errors or [item.finding.slug for item in told]
    title = f"{names}: {_few(slugs) if slugs else 'accuracy'} in {formats}"
    if any(row.function != "gelu" for row in rows):
        title += f" ({_few([row.function for row in rows])})"
    return escape(title if len(title) <= _LINE else f"{title[: _LINE - 1]}…")


def _few(names: list[str], most: int = 2) -> str:
    names = list(dict.fromkeys(names))
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")


def _finding(item: Told, rows: int) -> list[str]:
    finding = item.finding
    return [
        *_prose(f"**{finding.level}**: {escape(finding.slug)} ({escape(where(item, rows))})"),
        *_prose(escape(finding.sentence)),
    ]


def _failures(failures: list[Failure]) -> list[str]:
    """What a verdict says of the rows, the first few."""
    lines = []
    for item in failures[:_MOST_ROWS]:
        told = f"{_shorter(item.row).label}: {failure_words(item)}"
        lines += [*_prose(f"**fails**: {escape(told)}"), ""]
    rest = len(failures) - _MOST_ROWS
    return [*lines, *([f"And {rest} more failures.", ""] if rest > 0 else [])]


def _prose(text: str) -> list[str]:
    """Lines of one paragraph, none of which is taken for anything else."""
    lines = textwrap.wrap(text, _LINE, break_on_hyphens=False)
    return [_LEADING.sub(r"\1\\\2", line) for line in lines]


def _measured(rows: tuple[Row, ...], forms_asked: bool, marks: dict) -> list[str]:
    shown = rows[:_MOST_ROWS]
    lines = ["## Measured", "", *rows_table(shown, forms_asked=forms_asked, marks=marks), ""]
    if len(rows) > len(shown):
        lines += [f"{len(rows) - len(shown)} more rows are as faulty.", ""]
    if claims := claims_in_words(shown):
        lines += [*_prose(f"Claim: {'; '.join(claims)}."), ""]
    return lines


def _reproduce(
    command: str | None, rows: tuple[Row, ...], number: int, witness: Witness | None
) -> list[str]:
    """The command, and a program for one input of the row of a number."""
    lines = ["## Reproduce", ""]
    command = clean(command or "")
    if command:
        lines += [*_fenced("sh", command), ""]
    if witness is None:
        return lines
    row = rows[number]
    x = format_x(witness.x, FORMATS.get(row.dtype), 25)
    lines += _prose(
        f"At x = {x} ({escape(witness.x_hex)}, bits {escape(witness.bits)}) of "
        f"{escape(row.dtype)}, {escape(_shorter(row).implementation)} gives {witness.got!r} where "
        f"{witness.want!r} is due."
    )
    lines.append("")
    if program := reproducer(row, witness, command):
        lines += [*_fenced("python", program), ""]
    return lines


def _shown(rows: tuple[Row, ...], told: list[Told]) -> tuple[int, Witness | None]:
    """The input that the report shows, and the number of its row: that of the first finding which
    has one, or the worst."""
    for item in told:
        if item.finding.witness:
            return next(n for n, row in enumerate(rows) if row is item.row), item.finding.witness
    if not rows:
        return 0, None
    errors = own_errors(rows[0])
    return 0, errors.max_ulp or errors.max_abs


def _fenced(language: str, text: str) -> list[str]:
    """A block of code; its fence is longer than any run of backticks in it."""
    ticks = max([2, *map(len, re.findall("`+", text))]) + 1
    return [f"{'`' * ticks}{language}", *text.split("\n"), "`" * ticks]


def _details(summary: str, lines: list[str]) -> list[str]:
    # the summary is HTML, and no Markdown; what stands behind the empty line is Markdown again
    text = html.escape(clean(summary)).replace("@", "&#64;")
    return ["<details>", f"<summary>{text}</summary>", "", *lines, "", "</details>", ""]


def _worst(row: Row) -> list[str]:
    found = worst_inputs(row, MOST)
    if not found:
        return []
    fmt = FORMATS.get(row.dtype)
    cells = [
        (
            format_x(item.witness.x, fmt, 25),
            item.witness.x_hex,
            item.witness.bits,
            repr(item.witness.got),
            repr(item.witness.want),
            figure(item.ulp),
            NOTHING if item.steps is None else format_count(item.steps),
        )
        for item in found
    ]
    against = f"the {row.form} form" if row.form else "GELU"
    name = f"{len(found)} worst inputs of {row.label}, against {against}"
    return _details(name, table(_WORST_HEAD, cells, (1, 2)))


def _regions(row: Row) -> list[str]:
    found = bad_regions(row)
    if not found:
        return []
    fmt = FORMATS[row.dtype]
    limit = "one step" if fmt.bits <= 16 else "5(1+k) ulp"
    cells = [
        (
            f"{region.start:g}",
            f"{region.stop:g}",
            format_count(region.inputs),
            *_figure_at(region.max_ulp, fmt),
            *_figure_at(region.max_steps, fmt),
        )
        for region in found
    ]
    name = f"Regions of {row.label} beyond {limit}"
    return _details(name, table(_REGION_HEAD, cells))


def _figure_at(witness: Witness | None, fmt) -> tuple[str, str]:
    if witness is None:
        return NOTHING, ""
    text = format_count(witness.value) if isinstance(witness.value, int) else figure(witness.value)
    return text, format_x(witness.x, fmt, 25)


def _versions(run: Run) -> list[str]:
    known = {
        "gelucheck" if name == "version" else name: run.provenance.get(name) for name in _VERSIONS
    }
    implementations = run.provenance.get("implementations") or {}
    lines = ["## Versions", ""]
    for name, version in {**known, **implementations}.items():
        if version:
            lines += textwrap.wrap(
                f"- {escape(name)}: {escape(version)}",
                _LINE,
                subsequent_indent="  ",
                break_on_hyphens=False,
            )
    return lines
