"""Identifications as JSON: the records' fields."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gelucheck.conformance.identify_rows import Identified

SCHEMA = 1


def render_json(found: "Sequence[Identified]") -> str:
    """One object, indented, with a line end; every number in it is finite."""
    rows = [
        {
            "implementation": each.implementation,
            "evidence": each.evidence,
            **asdict(each.found),
        }
        for each in found
    ]
    return json.dumps({"schema": SCHEMA, "identifications": rows}, indent=1, allow_nan=False) + "\n"
