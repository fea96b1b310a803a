"""An implementation that is not ours, looked at closely: what its row alone cannot tell."""

from dataclasses import dataclass, replace

from gelucheck.conformance.bench import Bench
from gelucheck.conformance.conflicts import two_answers
from gelucheck.conformance.contract import contract
from gelucheck.conformance.explain import explain_row
from gelucheck.conformance.repeating import Repeats
from gelucheck.conformance.study import study_of
from gelucheck.conformance.subject import Subject
from gelucheck.conformance.worst import worst_of
from gelucheck.errors import ImplementationError
from gelucheck.formats import FORMATS
from gelucheck.implementations.interface import Implementation
from gelucheck.inputs.selection import InputSet
from gelucheck.record import Finding, Row, Witness

MOST_GIVEN = 1 << 18
"""Inputs of a range or a file that are looked at; more are thinned out evenly."""


@dataclass(frozen=True)
class Examination:
    """What was found.

    Attributes:
        findings: the most telling first.
        worst: the inputs of the largest errors against the form, in ulp, worst first.
    """

    findings: tuple[Finding, ...]
    worst: tuple[Witness, ...] = ()


def examine(
    implementation: Implementation, row: Row, inputs: InputSet, seed: int, flush: bool
) -> Examination:
    """The findings of a guest's row, and its worst inputs.

    Args:
        inputs: those that the row was measured on. Where they were given, as a range or a file, its
            values are judged there and nowhere else.
        seed: of the sample that is looked at where there is none.
        flush: whether a zero is accepted where the exact result, or the input, is subnormal.
    """
    # as it is: what is accepted of it is for the study to say
    raw = replace(implementation, call=implementation.guest)
    subject = Subject(raw, FORMATS[row.dtype])
    given = inputs.some(MOST_GIVEN) if inputs.evidence == "given" else None
    repeats = Repeats(Bench(subject))
    callable_ = not getattr(repeats.bench.traits, "given", False)
    if callable_:
        repeats.look()
    try:
        study = study_of(subject, row, seed, flush, given)
    except ImplementationError as problem:
        return Examination((Finding("crash", "error", problem.what, None),))
    if callable_:
        repeats.compare(study.x, study.got)
    found = (*contract(subject, given is None, repeats), *two_answers(subject))
    return Examination(explain_row(row, study, found, repeats.ulp), worst_of(study))
