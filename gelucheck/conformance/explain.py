"""The findings of an implementation that is not ours: why it is off, from its outputs alone."""

import math
from collections.abc import Iterable

import numpy as np

from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.causes.registry import CAUSES, ORDER
from gelucheck.conformance.study import Study
from gelucheck.record import Finding, Row, Witness

LEVELS = ("error", "warning", "off")


def explain_row(
    row: Row | None, study: Study, contract_findings: Iterable[Finding] = ()
) -> tuple[Finding, ...]:
    """The causes that the evidence shows, one finding a slug, the most telling first.

    Args:
        row: what was measured; its worst inputs are among the study's.
        study: of the same implementation, format and function.
        contract_findings: from ``contract.contract``; those of a slug that is found here too are
            made one with it, with the worse witness.
    """
    found = [] if study.declared else [_undeclared(study)]
    case = Case(study, study, study.bad.copy())
    with np.errstate(all="ignore"):
        for look in CAUSES:
            if not look.unless.intersection(case.said):
                case = _looked(case, look.call(case), found)
    return _ordered(_merged([*found, *contract_findings]))


def _looked(case: Case, causes: Iterable[Cause], found: list[Finding]) -> Case:
    """The case after some causes, whose findings are added."""
    for cause in causes:
        witness = None if cause.at is None else case.study.witness(cause.at)
        found.append(Finding(cause.slug, cause.level, cause.sentence, witness))
        judged, left = case.judged, case.left
        if cause.judged is not None:
            judged, left = cause.judged, cause.judged.bad.copy()
        case = Case(case.study, judged, left & ~cause.explains, (*case.said, cause.slug))
    return case


def _undeclared(study: Study) -> Finding:
    off = study.bad
    sentence = (
        f"no form is declared; the outputs are nearest to the {study.form} form and are held "
        f"against it: give --declares {study.form} if that is what it means to be"
    )
    witness = study.witness(study.worst(off)) if np.any(off) else None
    return Finding("undeclared-form", "warning", sentence, witness)


def _merged(findings: list[Finding]) -> list[Finding]:
    """One for each slug: the first sentence, the highest level and the worst witness."""
    kept: dict[str, Finding] = {}
    for finding in findings:
        known = kept.get(finding.slug)
        if known is None:
            kept[finding.slug] = finding
            continue
        level = min(known.level, finding.level, key=LEVELS.index)
        worse = known if _weight(known.witness) >= _weight(finding.witness) else finding
        kept[finding.slug] = Finding(finding.slug, level, worse.sentence, worse.witness)
    return list(kept.values())


def _weight(witness: Witness | None) -> float:
    if witness is None:
        return -1.0
    return math.inf if math.isnan(witness.value) else float(witness.value)


def _ordered(findings: list[Finding]) -> tuple[Finding, ...]:
    places = {slug: place for place, slug in enumerate(ORDER)}
    return tuple(
        sorted(findings, key=lambda f: (LEVELS.index(f.level), places.get(f.slug, len(ORDER))))
    )
