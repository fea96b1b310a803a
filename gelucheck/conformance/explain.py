"""The findings of an implementation that is not ours: why it is off, from its outputs alone."""

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from gelucheck.conformance.allowance import spacing
from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.causes.registry import CAUSES, ORDER
from gelucheck.conformance.checks.origin import SHORTCUT
from gelucheck.conformance.judged import Study
from gelucheck.conformance.levels import LEVELS
from gelucheck.conformance.repeating import ROOM
from gelucheck.conformance.words import number
from gelucheck.formats import Format
from gelucheck.record import Finding, Row, Witness

CONSEQUENCES = ("out-of-range", "broken-symmetry", "near-zero-slope")
"""Slugs of laws that hold for every sound implementation, and break with many a fault."""

_ABOUT_ZERO = {
    "lookup-table", "wrong-sign", "nonzero-at-zero", "zero-sign", "subnormals-flushed",
    "wrong-formula", "wrong-form", "wrong-constant", "seam", "truncation", "not-repeatable",
    "native-half-arithmetic", "double-rounding", "gradient-form-mismatch", "gradient-wrong-sign",
    "saturation-too-early", "nan-for-finite", "inf-for-finite",
}  # fmt: skip
"""Slugs of findings beside which a wrong slope at zero is not the shortcut's."""


def explain_row(
    row: Row | None, study: Study, contract_findings: Iterable[Finding] = (), scatter: float = 0.0
) -> tuple[Finding, ...]:
    """The causes that the evidence shows, one finding a slug, the most telling first.

    Args:
        row: what was measured; its worst inputs are among the study's.
        study: of the same implementation, format and function.
        contract_findings: from ``contract.contract``; those of a slug that is found here too are
            made one with it, with the worse witness.
        scatter: by how many ulp calls with the same inputs were seen to differ.
    """
    study = study.beyond(ROOM * scatter)
    found = [] if study.declared else [_undeclared(study)]
    case = Case(study, study, study.bad.copy())
    with np.errstate(all="ignore"):
        for look in CAUSES:
            if not look.unless.intersection(case.said):
                case = _looked(case, look.call(case), found)
    others = [_eased(finding, study, case.said) for finding in contract_findings]
    if any(f.slug in _ABOUT_ZERO for f in (*found, *others)):
        others = [replace(f, sentence=f.sentence.replace(SHORTCUT, "")) for f in others]
    return _ordered(_merged(study.fmt, [*found, *others]))


def _eased(finding: Finding, study: Study, said: tuple[str, ...]) -> Finding:
    """A law that is broken because of a fault that is named already is only worth a warning."""
    witness = finding.witness
    if finding.slug not in CONSEQUENCES or finding.level != "error" or not said or witness is None:
        return finding
    off = study.bad | study.broken
    near = np.searchsorted(study.wide, [witness.x, -witness.x])
    if not any(np.any(off[max(0, i - 2) : i + 3]) for i in near):
        return finding
    return replace(finding, level="warning")


def _looked(case: Case, causes: Iterable[Cause], found: list[Finding]) -> Case:
    """The case after some causes, whose findings are added."""
    for cause in causes:
        level, witness = cause.level, None
        if cause.at is not None and _scattered(case.judged, cause.at):
            continue
        if cause.at is not None:
            at, study = cause.at, case.study
            wrong = study.bad | study.broken
            if case.judged.form != study.form and cause.judged is None and not wrong[at]:
                # an error of the form that is computed, and perhaps none of the declared one
                if (wrong & cause.explains).any():
                    at = study.worst(wrong & cause.explains)
                else:
                    level = "warning"
            witness = study.witness(at)
        found.append(Finding(cause.slug, level, _sentence(case, cause), witness))
        judged, left = case.judged, case.left
        if cause.judged is not None:
            judged, left = cause.judged, cause.judged.bad.copy()
        case = Case(case.study, judged, left & ~cause.explains, (*case.said, cause.slug))
    return case


def _sentence(case: Case, cause: Cause) -> str:
    """The sentence, and whose value is due where it is not the declared form's, as a witness's."""
    i = cause.at
    if case.judged is case.study or i is None or " due" not in cause.sentence:
        return cause.sentence
    if number(case.judged.y[i]) == number(case.study.y[i]):
        return cause.sentence
    return f"{cause.sentence} (due by what its other outputs follow, not by the declared form)"


def _scattered(study: Study, i: int) -> bool:
    """Whether a finite output is no further off than calls are from each other."""
    if not study.scatter or not np.isfinite([study.out[i], study.y[i], study.wide[i]]).all():
        return False
    return bool(abs(study.off[i]) <= study.scatter * study.spacing[i])


def _undeclared(study: Study) -> Finding:
    off = study.bad
    sentence = (
        f"no form is declared; the outputs are nearest to the {study.form} form and are held "
        f"against it: give --declares {study.form} if that is what it means to be"
    )
    witness = study.witness(study.worst(off)) if np.any(off) else None
    return Finding("undeclared-form", "warning", sentence, witness)


def _merged(fmt: Format, findings: list[Finding]) -> list[Finding]:
    """One for each slug: the first sentence, the highest level and the worst witness."""
    kept: dict[str, Finding] = {}
    for finding in findings:
        known = kept.setdefault(finding.slug, finding)
        if known is not finding:
            level = min(known.level, finding.level, key=LEVELS.index)
            witness = max(known.witness, finding.witness, key=lambda each: _weight(fmt, each))
            kept[finding.slug] = replace(known, level=level, witness=witness)
    return list(kept.values())


def _weight(fmt: Format, witness: Witness | None) -> float:
    """How bad it is: the error in ulp, whatever the witness counts in."""
    if witness is None:
        return -1.0
    off = abs(witness.got - witness.want)
    if math.isnan(off):
        return math.inf
    return off / float(spacing(fmt, np.array(witness.want)))


def _ordered(findings: list[Finding]) -> tuple[Finding, ...]:
    places = {slug: place for place, slug in enumerate(ORDER)}
    return tuple(
        sorted(findings, key=lambda f: (LEVELS.index(f.level), places.get(f.slug, len(ORDER))))
    )
