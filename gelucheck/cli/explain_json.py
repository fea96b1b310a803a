"""An explanation as JSON: the record's fields; what JSON has no number for is a string."""

import json
import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gelucheck.explain.record import Explanation

SCHEMA = 1


def render_json(found: "Explanation") -> str:
    """One object, indented, with a line end; exact values are strings of decimal digits."""
    return json.dumps({"schema": SCHEMA, **_plain(asdict(found))}, indent=1, allow_nan=False) + "\n"


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return repr(value)
    return value
