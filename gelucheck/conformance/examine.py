"""An implementation that is not ours, looked at closely: what its row alone cannot tell."""

from dataclasses import dataclass

from gelucheck.conformance.diagnose import diagnose
from gelucheck.implementations.interface import Implementation
from gelucheck.inputs.selection import InputSet
from gelucheck.record import Finding, Row, Witness


@dataclass(frozen=True)
class Examination:
    """What was found.

    Attributes:
        findings: errors first.
        worst: the inputs of the largest errors against the declared form, in ulp, worst first.
    """

    findings: tuple[Finding, ...]
    worst: tuple[Witness, ...] = ()


def examine(implementation: Implementation, row: Row, inputs: InputSet) -> Examination:
    """The findings of a guest's row, and its worst inputs.

    Args:
        inputs: those that the row was measured on.
    """
    return Examination(diagnose(row))
