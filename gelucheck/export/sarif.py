"""SARIF 2.1.0 (OASIS), as code scanning services read it.

A result stands at the line of its limit, else at the first line of pyproject.toml, where limits
belong: every result must have a place. Passed limits are no results.
"""

import json
import math
from urllib.parse import quote

from gelucheck.conformance.slugs import SLUGS
from gelucheck.export.cases import (
    FALLBACK,
    FINDING,
    Case,
    cases_of,
    digests,
    findings_told,
    parts_of,
    path_of,
)
from gelucheck.export.claim_limits import BASELINE
from gelucheck.export.figures import clean
from gelucheck.export.marks import headline, key_of, note_words, verdict_of
from gelucheck.gate.figures import FIGURES
from gelucheck.gate.limit import Place
from gelucheck.gate.verdict import Verdict
from gelucheck.record import Finding, Row, Run, Witness

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_OTHERS = {
    BASELINE: "a row that is worse than its baseline",
    "verdict": "a run in which no row was judged",
    "inputs": "inputs that were not measured",
    "note": "what does not count, and is worth knowing: slack, or what is better than a baseline",
}
_EXITS = {0: "passed", 1: "a claim or limit failed", 2: "no answer"}


def render(run: Run, *, color=False, width=100, forms_asked=False, verdict=None, path=None) -> str:
    """The run as a SARIF log of one run.

    The exit code in it is that of the verdict, without ``--exit-zero``.
    """
    verdict = verdict_of(run, verdict, forms_asked)
    cases = [case for case in cases_of(run, verdict, forms_asked) if case.is_problem]
    found = [(_of_case(case), case.parts) for case in cases]
    for note in verdict.notes:
        place = note.limit.place if note.limit else None
        result = _result("note", "note", note_words(note), place, note.row)
        found.append((result, parts_of(note)))
    for row, finding in findings_told(run, verdict):
        found.append((_of_finding(row, finding), (*key_of(row), f"{FINDING} {finding.slug}")))
    rules = _rules(result["ruleId"] for result, _ in found)
    numbers = {rule["id"]: number for number, rule in enumerate(rules)}
    marks = digests(parts for _, parts in found)
    for (result, _), mark in zip(found, marks, strict=True):
        result["ruleIndex"] = numbers[result["ruleId"]]
        result["partialFingerprints"] = {"gelucheck/v1": mark}
    driver = {"name": "gelucheck", "rules": rules}
    if version := run.provenance.get("version"):
        driver["version"] = clean(version)
    log = {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "invocations": [_invocation(run, verdict, cases)],
                "results": [result for result, _ in found],
            }
        ],
    }
    return json.dumps(log, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def escape(text: str) -> str:
    """A plain message, in which nothing is a placeholder or a link (sections 3.11.5, 3.11.6)."""
    text = clean(text).replace("{", "{{").replace("}", "}}")
    return text.replace("[", "\\[").replace("]", "\\]")


def _of_case(case: Case) -> dict:
    rule = case.rule.replace(" ", "/")
    level = "error" if case.outcome == "fail" else "none"
    result = _result(rule, level, case.told, case.place, case.row)
    if case.outcome == "open":
        result["kind"] = "open"
    more = result["properties"]
    if case.limit:
        more |= {"limit": clean(case.limit.name), "bound": case.limit.bound_text}
    failure = case.failure
    if failure:
        more |= {"value": _number(failure.value), "needed": _number(failure.needed)}
        more |= _witness(failure.claim.witness)
        if failure.again:
            more["again"] = clean(failure.again)
    return result


def _of_finding(row: Row, finding: Finding) -> dict:
    # a finding of level error that nobody asked to count is a warning, as in the verdict
    level = "warning" if finding.level == "error" else "note"
    sentence = f"{row.label}: {finding.sentence}"
    result = _result(f"{FINDING}/{finding.slug}", level, sentence, None, row)
    result["properties"] |= _witness(finding.witness)
    return result


def _result(rule: str, level: str, text: str, place: Place | None, row: Row | None) -> dict:
    location = {
        "physicalLocation": {
            "artifactLocation": _artifact(path_of(place)),
            "region": {"startLine": (place or FALLBACK).line},
        }
    }
    if row:
        location["logicalLocations"] = [{"fullyQualifiedName": clean(row.label)}]
    return {
        "ruleId": clean(rule),
        "kind": "fail",
        "level": level,
        "message": {"text": escape(text)},
        "locations": [location],
        "properties": _row(row) if row else {},
    }


def _artifact(path: str) -> dict:
    if path.startswith("/"):
        return {"uri": f"file://{quote(path)}"}
    return {"uri": quote(path), "uriBaseId": "%SRCROOT%"}


def _row(row: Row) -> dict:
    return {
        "implementation": clean(row.implementation),
        "dtype": clean(row.dtype),
        "arithmetic": row.arithmetic,
        "function": clean(row.function),
        "evidence": clean(row.evidence),
        "inputs": row.inputs,
    }


def _witness(witness: Witness | None) -> dict:
    if witness is None:
        return {}
    return {
        "x": _number(witness.x),
        "x_hex": clean(witness.x_hex),
        "bits": clean(witness.bits),
        "got": _number(witness.got),
        "want": _number(witness.want),
    }


def _number(value):
    """A number as run.json has it: what JSON cannot hold is a string."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def _rules(used) -> list[dict]:
    """A rule for each figure, each finding and the rest, and for what only a stored run knows."""
    known = {name: figure.says for name, figure in FIGURES.items()}
    known |= {f"{FINDING}/{slug}": says for slug, says in SLUGS.items()}
    known |= _OTHERS
    for name in used:
        known.setdefault(name, name)
    return [_rule(name, says) for name, says in known.items()]


def _rule(name: str, says: str) -> dict:
    if name in FIGURES:
        short = f"A limit on {name} is broken"
        full = f"{says[:1].upper()}{says[1:]}, is beyond what the config or an option allows."
        if FIGURES[name].share:
            full = f"{says[:1].upper()}{says[1:]}, is below what the config or an option asks for."
    else:
        short = clean(f"{says[:1].upper()}{says[1:]}")
        full = f"{short}."
    return {
        "id": name,
        "shortDescription": {"text": short},
        "fullDescription": {"text": full},
        "help": {"text": f"{full} The command `gelucheck explain X` shows one input in detail."},
        "defaultConfiguration": {"level": "error" if name in FIGURES else "warning"},
    }


def _invocation(run: Run, verdict: Verdict, cases: list[Case]) -> dict:
    code = verdict.exit_code
    told = {
        "executionSuccessful": code != 2,
        "exitCode": code,
        "exitCodeDescription": f"{_EXITS[code]} ({clean(headline(verdict))})",
    }
    if command := run.provenance.get("command"):
        told["commandLine"] = clean(command)
    lost = [case for case in cases if case.outcome == "open"]
    if lost:
        told["toolExecutionNotifications"] = [
            {
                "level": "error",
                "message": {"text": escape(f"{case.label}: {case.words}".removeprefix(": "))},
            }
            for case in lost
        ]
    return told
