"""Every case of ``field_cases.py``, as ``python:`` implementations, through the public path.

What is wrong with a case, and where, stands in the case; its records explain themselves.
"""

import math
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from gelucheck.block import Block
from gelucheck.conformance.contract import contract
from gelucheck.conformance.explain import explain_row
from gelucheck.conformance.study import study_of
from gelucheck.conformance.subject import Subject
from gelucheck.formats import FORMATS
from gelucheck.implementations.registry import find_implementation
from gelucheck.inputs.selection import select_inputs
from gelucheck.measure import measure
from gelucheck.rows import row_of
from gelucheck.tally import Tally
from gelucheck.ulp import unit_exact

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def _cases_are_found(monkeypatch):
    monkeypatch.syspath_prepend(str(HERE))


def cases():
    """The records; the module is found by its path, as the implementations' process finds it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(HERE))
        return import_module("field_cases").CASES


def every(healthy: bool):
    return [
        pytest.param(case, dtype, id=f"{case.id}-{dtype}")
        for case in cases()
        for dtype in case.dtypes
        if case.healthy == healthy
    ]


def findings_of(case, dtype: str):
    fmt = FORMATS[dtype]
    words = f"python:field_cases:{case.call.__name__}"
    implementation = find_implementation(words, case.function, case.declared)
    tally = Tally()
    for block in select_inputs("auto", fmt, samples=1 << 14).blocks():
        tally = tally.merge(measure(implementation, Block(fmt, block)))
    row = row_of(implementation, fmt, "sample", tally)
    subject = Subject(implementation, fmt)
    findings = explain_row(row, study_of(subject, row), contract(subject))
    assert len({finding.slug for finding in findings}) == len(findings)
    for finding in findings:
        assert 20 < len(finding.sentence) <= 300 and "\n" not in finding.sentence
        assert "np." not in finding.sentence
    return findings


def badness(fmt, got: float, want: float) -> float:
    """The error in ulp of what is due; infinite where something else than a number came."""
    if not math.isfinite(got - want):
        return math.inf
    from mpmath import mpf

    return abs(got - want) / float(unit_exact(fmt, mpf(want)))


@pytest.mark.parametrize("case, dtype", every(healthy=False))
def test_faulty(case, dtype):
    findings = {finding.slug: finding for finding in findings_of(case, dtype)}
    assert case.kind in findings, list(findings)
    found = findings[case.kind]
    # every large framework returns NaN at -inf
    assert found.level == ("warning" if case.kind == "nan-at-minus-inf" else "error")
    if case.witness_x is not None and dtype == case.dtypes[0]:
        fmt, witness = FORMATS[dtype], found.witness
        own = badness(fmt, case.got, case.want)
        assert witness.x == case.witness_x or badness(fmt, witness.got, witness.want) >= own


@pytest.mark.parametrize("case, dtype", every(healthy=True))
def test_healthy(case, dtype):
    assert [f.sentence for f in findings_of(case, dtype) if f.level == "error"] == []


def test_cases_are_as_given():
    """Nobody has made them fit: 25 faulty kinds and 8 sound ones, each tried where it is meant."""
    every_case = cases()
    assert [sum(case.healthy == healthy for case in every_case) for healthy in (False, True)] == [
        25,
        8,
    ]
    assert all(np.isnan(c.got) or c.got != c.want for c in every_case if c.witness_x is not None)
