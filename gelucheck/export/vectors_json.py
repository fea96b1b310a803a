"""Golden vectors as JSON: what is said of the sets, and their columns.

Patterns are strings in hexadecimal: a number of JSON holds 53 bits in many a reader. Tags are
masks.
"""

import json

from gelucheck.export.vectors_patterns import patterns
from gelucheck.vectors.records import COLUMNS, Vectors, about


def render(vectors: Vectors) -> str:
    """One object, a line for each column; it ends with a newline."""
    head = about(vectors)
    lines = ["{"]
    for key in ("vectors", "rounding", "provenance", "tags"):
        lines.append(f' "{key}": {json.dumps(head[key])},')
    lines.append(' "sets": [')
    for number, (each, told) in enumerate(zip(vectors.sets, head["sets"], strict=True)):
        lines.append("  {")
        lines += [f"   {json.dumps(key)}: {json.dumps(value)}," for key, value in told.items()]
        for name in COLUMNS:
            column = json.dumps(patterns(each, name), separators=(",", ":"))
            lines.append(f'   "{name}": {column},')
        lines.append(f'   "tags": {json.dumps(each.tags.tolist(), separators=(",", ":"))}')
        lines.append("  }" if number == len(vectors.sets) - 1 else "  },")
    return "\n".join([*lines, " ]", "}"]) + "\n"
