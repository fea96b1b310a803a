"""One page of HTML that needs no other file: the verdict, the table, pictures, every row in full.

The template's engine escapes all text, and a character that a reader could obey (a control, a mark
of direction) is spelled out. Style and script are in the page; its policy lets nothing else be
loaded or run.
"""

import hashlib
from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from gelucheck.export.cases import Case, cases_of
from gelucheck.export.figures import clean, cut
from gelucheck.export.marks import WORDS, headline, marks_of, note_words, verdict_of
from gelucheck.record import Run
from gelucheck.report.detail import detail_of
from gelucheck.report.found import found_counts, found_in
from gelucheck.report.gallery import gallery_of
from gelucheck.report.glossary import GLOSSARY
from gelucheck.report.labels import label_of, short
from gelucheck.report.network import (
    HEADLINE,
    network_parts,
    slugs_of_studies,
    subject_of_networks,
)
from gelucheck.report.proved import (
    headline_of_theorems,
    only_theorems,
    subject_of_theorems,
    theorem_parts,
)
from gelucheck.report.provenance import command_of, provenance_of
from gelucheck.report.slugs import DETAIL, slugs_of
from gelucheck.report.subject import subject_of
from gelucheck.report.summary import LONGEST, MOST, groups_of, held_to
from gelucheck.report.table import COLUMNS, KINDS, about, table_row

if TYPE_CHECKING:
    from gelucheck.gate.verdict import Verdict
    from gelucheck.report.changes import Changes

RESERVED = (
    *("main", "verdict", "found", "changes", "table", "controls", "filter", "filter-dtype"),
    *("filter-verdict", "shown", "rows", "about", "pictures", "details", "proved", "words"),
    *("provenance", "network"),
)
"""The ids of the page itself; those of networks are besides."""
_TOP_OF_UNJUDGED = {
    **{"kind": "none", "held_to": "", "groups": [], "most": MOST},
    **{"found": [], "but": "", "notes": [], "networks_first": True},
}
"""What the template shows above networks, or theorems, where nothing is judged."""


def render(
    run: Run,
    *,
    color=False,
    width=100,
    forms_asked=False,
    verdict=None,
    path=None,
    changes: "Changes | None" = None,
) -> str:
    """The page, for light and dark screens and for paper. Clock and host are in its last part only.

    Args:
        changes: what changed from another run to this one: a part of its own.
    """
    script = _asset("page.js")
    page = _template().render(
        policy=_policy(script),
        style=_asset("page.css"),
        script=script,
        **_top(run, verdict, forms_asked),
        **_rows(run, verdict, forms_asked),
        **network_parts(run),
        **theorem_parts(run),
        tabled=bool(run.rows or not (run.networks or (verdict is None and run.theorems))),
        changes=changes,
        glossary=GLOSSARY,
        provenance=provenance_of(run, changes.earlier if changes else None),
    )
    return page.rstrip("\n") + "\n"


def _top(run: Run, given: "Verdict | None", forms_asked: bool) -> dict:
    """What the template shows above the table."""
    if given is None and only_theorems(run):
        told = {"headline": headline_of_theorems(run), "subject": subject_of_theorems(run)}
        return _TOP_OF_UNJUDGED | told
    verdict = verdict_of(run, given, forms_asked)
    found = list(found_in(run))
    if _of_networks(run, given, verdict):
        subjects = reversed(list(_subjects(run)))
        told = {"headline": HEADLINE, "subject": " ".join(subjects), "found": found}
        return _TOP_OF_UNJUDGED | told
    notes = [(clean(note.kind), cut(note_words(note), LONGEST)) for note in verdict.notes]
    return {
        "networks_first": False,
        "headline": clean(headline(verdict)),
        "kind": WORDS[verdict.exit_code].replace(" ", "-"),
        "subject": " ".join(_subjects(run)),
        "held_to": held_to(run),
        "groups": groups_of(run, cases_of(run, verdict, forms_asked)),
        "most": MOST,
        "found": found,
        "but": found_counts(found) if verdict.exit_code == 0 else "",
        "notes": notes,
    }


def _of_networks(run: Run, given: "Verdict | None", verdict: "Verdict") -> bool:
    """Whether the page is first of all of networks: nobody judged the rows, and none has a claim or
    is to be completed."""
    judged = given is not None or verdict.unjudged or any(row.claims for row in run.rows)
    return bool(run.networks) and not judged


def _subjects(run: Run) -> Iterable[str]:
    if run.rows or not run.networks:
        yield subject_of(run)
    if run.networks:
        yield subject_of_networks(run)


def _rows(run: Run, given: "Verdict | None", forms_asked: bool) -> dict:
    """What it shows of each row, in the table and below it."""
    marks = marks_of(run, given)
    table = [table_row(row, marks.get(id(row)), forms_asked) for row in run.rows]
    cases = _by_row(run, cases_of(run, verdict_of(run, given, forms_asked), forms_asked))
    of_networks = [f"{slug}{end}" for slug in slugs_of_studies(run) for end in ("", "-head")]
    slugs = slugs_of(run.rows, (*RESERVED, *of_networks))
    # where there is no room for all pictures, what fails has it first
    order = sorted(range(len(table)), key=lambda place: table[place].kind != "fail")
    gallery = gallery_of(run, order)
    details = [detail_of(row, cases[id(row)], command_of(run, row)) for row in run.rows]
    by_row = {id(row): slug for row, slug in zip(run.rows, slugs, strict=True)}
    return {
        "columns": COLUMNS,
        "about": about(run, table),
        "formats": list(dict.fromkeys(row.dtype for row in table)),
        "verdicts": {row.kind: KINDS[row.kind] for row in table}.items(),
        "rows": list(zip(slugs, table, details, gallery.rows, strict=True)),
        "gallery": gallery,
        "prefix": DETAIL,
        "slug_of": lambda row: by_row.get(id(row)),
        "label_of": label_of,
    }


def _by_row(run: Run, cases: Iterable[Case]) -> dict[int, list[Case]]:
    found: dict[int, list[Case]] = {id(row): [] for row in run.rows}
    for case in cases:
        if id(case.row) in found:
            found[id(case.row)].append(case)
    return found


def _policy(script: str) -> str:
    """What a browser may load and run: the style and the script of the page, and nothing else."""
    digest = b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    return (
        "default-src 'none'; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{digest}'; img-src data:"
    )


@cache
def _asset(name: str) -> str:
    return files("gelucheck.report").joinpath("assets", name).read_text("utf-8")


@cache
def _template():
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    engine = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        loader=FunctionLoader(_asset),
    )
    engine.filters["short"] = short
    return engine.get_template("page.html.j2")
