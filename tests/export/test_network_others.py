"""The outputs that are of rows alone say of a run of networks what they say of an empty one."""

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest

from gelucheck.export.registry import EXPORTERS

_SPEC = importlib.util.spec_from_file_location("studies", Path(__file__).with_name("studies.py"))
studies = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(studies)

WITH_NETWORKS = {"text", "json", "csv", "markdown"}


@pytest.mark.parametrize("name", sorted(set(EXPORTERS) - WITH_NETWORKS))
def test_rows_only(name):
    run = studies.run_of()
    render = EXPORTERS[name].render
    assert render(run) == render(replace(run, networks=()))


@pytest.mark.parametrize("name", sorted(WITH_NETWORKS))
def test_networks_too(name):
    run = studies.run_of()
    text = EXPORTERS[name].render(run)
    assert "plan.txt" in text
    assert text.count("\n") > 20 and text.endswith("\n")
