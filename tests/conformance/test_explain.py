"""Findings of the contract and of the causes put together."""

import numpy as np
import pytest

from gelucheck.conformance.checks.origin import SHORTCUT
from gelucheck.conformance.explain import explain_row
from gelucheck.conformance.study import study_of
from gelucheck.conformance.subject import Subject
from gelucheck.formats import FORMATS
from gelucheck.implementations.interface import Implementation
from gelucheck.record import Finding, Witness
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.functions import REFERENCES

HALF = FORMATS["float16"]


def study(change):
    def call(x, fmt):
        return change(x, evaluate(REFERENCES["gelu"], x, fmt).rounded).astype(fmt.dtype)

    item = Implementation("made", "gelu", "erf", None, None, call, ("float16",))
    return study_of(Subject(item, HALF), None)


RIGHT = study(lambda x, y: y)
CUT = study(lambda x, y: np.where(x < -2, np.float16(-0.0), y))


def finding(slug, level="error", x=1.0, got=1.0, want=0.84):
    return Finding(slug, level, f"what {slug} is", Witness(1.0, x, "0x1p+0", "0x3c00", got, want))


PASSED = ["dtype-promotion", "layout", "shape-dependence", "empty-or-scalar", "not-repeatable"]


@pytest.mark.parametrize("slug", PASSED)
def test_what_the_contract_finds_is_handed_on(slug):
    assert explain_row(None, RIGHT, (finding(slug),)) == (finding(slug),)


def test_errors_come_first_and_the_most_telling_of_them():
    given = [finding("not-monotone", "warning"), finding("input-modified"), finding("layout")]
    slugs = [each.slug for each in explain_row(None, CUT, given)]
    assert slugs == ["saturation-too-early", "layout", "input-modified", "not-monotone"]


WORSE = [
    # got of the contract's witness at -2.5 (due -0.0155), whether it is the worse one
    (-0.0155, False),
    (5.0, True),
]


@pytest.mark.parametrize("got, worse", WORSE)
def test_of_two_findings_of_a_slug_the_worse_witness_stays(got, worse):
    other = finding("saturation-too-early", x=-2.5, got=got, want=-0.015524)
    (found,) = explain_row(None, CUT, (other,))
    assert found.sentence.startswith("returns 0 from x = −2.0")
    assert (found.witness == other.witness) == worse


def test_a_law_that_a_named_fault_breaks_is_a_warning():
    broken = finding("broken-symmetry", x=2.5, got=2.5, want=2.48)
    found = {each.slug: each.level for each in explain_row(None, CUT, (broken,))}
    assert found == {"saturation-too-early": "error", "broken-symmetry": "warning"}
    # with nothing else to blame it is what it is
    assert explain_row(None, RIGHT, (broken,)) == (broken,)


SLOPED = Finding("near-zero-slope", "error", f"what it is{SHORTCUT}", None)


@pytest.mark.parametrize("slug", ["nonzero-at-zero", "zero-sign", "wrong-sign"])
def test_a_wrong_slope_is_a_shortcut_where_nothing_else_is_wrong_at_zero(slug):
    (alone,) = explain_row(None, RIGHT, (SLOPED,))
    assert alone.sentence.endswith(SHORTCUT)
    both = explain_row(None, RIGHT, (SLOPED, finding(slug)))
    (found,) = [item for item in both if item.slug == "near-zero-slope"]
    assert found.sentence == "what it is"
