"""All that is known of one row, as the page shows it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gelucheck.export.cases import Case
from gelucheck.export.claim_words import claims_in_words
from gelucheck.export.figures import clean, format_count
from gelucheck.export.marks import WORDS
from gelucheck.gate.words import seen
from gelucheck.record import Claim, Row
from gelucheck.report.labels import label_of, short
from gelucheck.report.measures import (
    Part,
    counts_of,
    exact_of,
    expected_of,
    histogram_of,
    own_of,
    parts_of,
    regions_of,
    shares_of,
    worst_of,
)
from gelucheck.report.reproduce import Again, again_of
from gelucheck.report.summary import cause_words, fault_words, margin_words

_OUTCOMES = {"pass": "pass", "fail": "FAIL", "open": "no answer"}
_KINDS = {"pass": "pass", "fail": "fail", "open": "no-answer", "aside": "aside"}


@dataclass(frozen=True)
class Held:
    """One thing that a row is held to: what became of it, for the style sheet and in words; and a
    command that shows it again, or nothing."""

    kind: str
    outcome: str
    words: str
    again: str = ""


@dataclass(frozen=True)
class Found:
    """A finding: level, slug, sentence, and what came at which input."""

    level: str
    slug: str
    sentence: str
    seen: str


@dataclass(frozen=True)
class Detail:
    """A row in full; all text is harmless.

    Attributes:
        name: all of it, where ``label`` has it shortened; else empty.
        facts: what the row is.
        exact, own: what errors are taken against: GELU, and the form that is declared.
        parts: the table of figures.
    """

    label: str
    name: str
    facts: tuple[tuple[str, str], ...]
    exact: str
    own: str
    held: tuple[Held, ...]
    found: tuple[Found, ...]
    parts: tuple[Part, ...]
    shares: tuple[tuple[str, str], ...]
    histogram: tuple[tuple[str, ...], ...]
    counts: tuple[tuple[str, str], ...]
    regions: tuple[tuple[str, ...], ...]
    worst: tuple[tuple[str, ...], ...]
    expected: tuple[tuple[str, ...], ...]
    again: Again | None


def detail_of(row: Row, cases: Iterable[Case], command: str) -> Detail:
    """The details of a row.

    Args:
        cases: those of the row.
        command: the command line of the run.
    """
    name = clean(row.implementation)
    return Detail(
        label=label_of(row),
        name=name if short(row.implementation) != name else "",
        facts=tuple(_facts(row)),
        exact=exact_of(row),
        own=own_of(row),
        held=tuple(_held(case) for case in cases),
        found=tuple(_found(row)),
        parts=tuple(parts_of(row)),
        shares=tuple(shares_of(row)),
        histogram=tuple(histogram_of(row)),
        counts=tuple(counts_of(row)),
        regions=tuple(regions_of(row)),
        worst=tuple(worst_of(row)),
        expected=tuple(expected_of(row)),
        again=again_of(row, clean(command)),
    )


def _facts(row: Row) -> Iterable[tuple[str, str]]:
    yield "form", clean(row.form) if row.form else "none declared"
    if row.writing:
        yield "writing", clean(row.writing)
    yield "format", clean(row.dtype)
    if row.arithmetic:
        yield "arithmetic", clean(row.arithmetic)
    yield "function", clean(row.function)
    yield "evidence", f"{clean(row.evidence)}, {format_count(row.inputs)} finite inputs"


def _held(case: Case) -> Held:
    kind = _KINDS[case.outcome]
    if case.failure:
        told = fault_words(case)
        if case.failure.limit:
            told = f"{_claim(case.row, case.claim)}: {told}"
        return Held(kind, _OUTCOMES["fail"], told, clean(case.failure.again))
    if case.unjudged:
        return Held(kind, WORDS[2], case.words)
    return Held(kind, *_kept(case.row, case.claim, case.outcome))


def _kept(row: Row, claim: Claim, outcome: str) -> tuple[str, str]:
    """What becomes of a claim that nobody fails by: it is kept, or does not count."""
    told = f"{_claim(row, claim)}: {margin_words(claim)}"
    cause = cause_words(row, claim) if claim.verdict == "fail" else ""
    told = f"{told}; {cause}" if cause else told
    if claim.witness:
        where = seen(claim.witness)
        told += f"; {where}" if claim.verdict == "fail" else f"; closest {where}"
    if outcome == "pass":
        return _OUTCOMES["pass"], clean(told)
    return f"({_OUTCOMES[claim.verdict]})", f"{clean(told)}; it is not claimed, and does not count"


def _claim(row: Row, claim: Claim) -> str:
    """The bound in words; the name, where it is of a kind that is not known."""
    return next(iter(claims_in_words([replace(row, claims=(claim,))])), clean(claim.name))


def _found(row: Row) -> Iterable[Found]:
    ranks = {"error": 0, "warning": 1}
    told = (finding for finding in row.findings if finding.level in ranks)
    for finding in sorted(told, key=lambda item: ranks[item.level]):
        where = clean(seen(finding.witness)) if finding.witness else ""
        yield Found(finding.level, clean(finding.slug), clean(finding.sentence), where)
