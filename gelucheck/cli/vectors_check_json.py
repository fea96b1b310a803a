"""Checked vectors as JSON: the records' fields, and the verdict."""

import json
import math
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gelucheck.api_vectors import CheckedFile

SCHEMA = 1


def render_json(found: "CheckedFile") -> str:
    """One object, indented, with a line end; what JSON cannot hold is a string."""
    checks = [{"passed": each.passed, **_plain(asdict(each))} for each in found.checks]
    value = {"schema": SCHEMA, "file": found.path, "passed": found.passed, "checks": checks}
    return json.dumps(value, indent=1, allow_nan=False) + "\n"


def _plain(value):
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
