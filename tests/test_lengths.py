"""A file holds one noun or one verb: no module is longer than 300 lines."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LIMIT = 300
GIVEN = {Path("tests/conformance/field_cases.py")}
"""Kept as they were given."""

MODULES = sorted(
    {
        path.relative_to(ROOT)
        for room in ("benchmarks", "gelucheck", "tests")
        for path in (ROOT / room).rglob("*.py")
    }
    - GIVEN
)


def test_modules_are_found():
    assert Path("gelucheck/formats.py") in MODULES
    assert Path("tests/test_lengths.py") in MODULES


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_length(module):
    lines = (ROOT / module).read_text(encoding="utf-8").count("\n")
    assert lines <= LIMIT, f"{module} has {lines} lines: split it by noun or verb"
