"""A finding that counts is shown where its level was written."""

import pytest

from gelucheck.export.github import render
from gelucheck.gate.config.parse import parse_config
from gelucheck.gate.limit import Place
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import judge
from gelucheck.gate.words import failure_words
from gelucheck.record import Finding, Run

SLUG = "nan-at-minus-inf"
TEXT = f'max_steps = 1\n\n[finding]\n{SLUG} = "error"\n'


@pytest.fixture
def failed(made):
    """A run with the finding, and its verdict under a config."""
    config = parse_config(TEXT, "gelucheck.toml")
    run = Run({}, (made(findings=(Finding(SLUG, "error", "NaN at x = -inf", None),)),))
    return run, judge(run, Limits(None), levels=config.level_names, places=config.level_places)


def test_the_place_is_the_line_of_the_level(failed):
    (failure,) = failed[1].failures
    assert failure.place == Place("gelucheck.toml", 4)
    assert failure_words(failure) == f"finding {SLUG} (gelucheck.toml:4): NaN at x = -inf"


def test_it_is_annotated_there(failed):
    run, verdict = failed
    assert render(run, verdict=verdict).startswith("::error file=gelucheck.toml,line=4,title=")


def test_what_a_flag_says_is_written_nowhere(failed):
    run, _ = failed
    (failure,) = judge(run, Limits(None), levels={SLUG: "error"}).failures
    assert failure.place is None
    assert failure_words(failure) == f"finding {SLUG}: NaN at x = -inf"
