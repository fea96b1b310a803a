"""JUnit XML, as Jenkins, GitLab and most other CI systems read it: a test case for each row and
limit.

No clock is in it: the time of everything is 0.
"""

from xml.etree import ElementTree

from gelucheck.export.cases import Case, cases_of, findings_told
from gelucheck.export.figures import clean
from gelucheck.export.marks import headline, note_words, verdict_of
from gelucheck.gate.words import passing, seen
from gelucheck.record import Run

_NAME = "gelucheck"
_VERSIONS = ("version", "command", "python", "numpy", "mpmath", "flint", "platform", "cpu", "seed")


def render(run: Run, *, color=False, width=100, forms_asked=False, verdict=None, path=None) -> str:
    """The run as one test suite. A limit without an answer is an error, a claim that does not
    count is skipped, and what is told besides is standard output."""
    verdict = verdict_of(run, verdict, forms_asked)
    cases = cases_of(run, verdict, forms_asked)
    counts = {
        "tests": str(len(cases)),
        "failures": str(sum(case.outcome == "fail" for case in cases)),
        "errors": str(sum(case.outcome == "open" for case in cases)),
        "time": "0",
    }
    root = ElementTree.Element("testsuites", {"name": _NAME, **counts})
    skipped = {"skipped": str(sum(case.outcome == "aside" for case in cases))}
    suite = ElementTree.SubElement(root, "testsuite", {"name": _NAME, **counts, **skipped})
    _add_properties(suite, run)
    for case, (classname, name) in zip(cases, _names(cases), strict=True):
        item = ElementTree.SubElement(
            suite, "testcase", {"classname": classname, "name": name, "time": "0"}
        )
        _add_outcome(item, case)
    lines = [headline(verdict)]
    lines += [f"{item.kind}: {note_words(item)}" for item in verdict.notes]
    lines += [
        f"{finding.level}: {clean(f'{row.label}: {finding.slug}: {finding.sentence}')}"
        for row, finding in findings_told(run, verdict)
    ]
    ElementTree.SubElement(suite, "system-out").text = "\n".join(lines)
    ElementTree.indent(root, " ")
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _names(cases) -> list[tuple[str, str]]:
    """The class name and the name of each case; no two pairs are the same."""
    taken: set[tuple[str, str]] = set()
    names = []
    for case in cases:
        row = case.row
        parts = (row.dtype, row.arithmetic, row.function) if row else ()
        classname = ".".join([_NAME, *(clean(part) for part in parts if part)])
        some = (" or ".join(some) for some in (case.limit.selectors if case.limit else ()) if some)
        subject = row.implementation if row else ", ".join(some)
        name = clean(f"{subject}: {case.name}" if subject else case.name)
        tries = (name, *(f"{name} ({number})" for number in range(2, len(cases) + 2)))
        pair = next((classname, each) for each in tries if (classname, each) not in taken)
        taken.add(pair)
        names.append(pair)
    return names


def _add_properties(suite, run: Run) -> None:
    known = {name: run.provenance.get(name) for name in _VERSIONS}
    known |= run.provenance.get("implementations") or {}
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in known.items():
        if value is not None:
            ElementTree.SubElement(
                properties, "property", {"name": clean(name), "value": clean(value)}
            )


def _add_outcome(item, case: Case) -> None:
    if case.outcome == "aside":
        ElementTree.SubElement(item, "skipped", {"message": "shown, and does not count"})
    elif case.is_problem:
        tag = "failure" if case.outcome == "fail" else "error"
        kind = case.rule if case.outcome == "fail" else "no answer"
        problem = ElementTree.SubElement(item, tag, {"type": clean(kind), "message": case.words})
        problem.text = "\n".join(_details(case))


def _details(case: Case) -> list[str]:
    """The same with a line for each figure."""
    lines = [f"{case.label}: {case.words}" if case.label else case.words]
    failure, limit = case.failure, case.limit
    if limit:
        lines.append(f"limit: {clean(limit.text)}")
    if case.place:
        lines.append(f"written at: {clean(case.place)}")
    if failure:
        if failure.value is not None:
            lines.append(f"value: {failure.value!r}")
        if failure.needed is not None:
            lines.append(f"would pass: {passing(failure)}")
        if failure.claim.witness:
            lines.append(f"witness: {clean(seen(failure.claim.witness))}")
        lines.append(f"evidence: {clean(failure.row.evidence)}, {failure.row.inputs} inputs")
        if failure.again:
            lines.append(f"again: {clean(failure.again)}")
    return lines
