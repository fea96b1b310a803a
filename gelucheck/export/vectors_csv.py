"""Golden vectors as CSV: a row an input, patterns in hexadecimal.

Comments, which begin with ``#``, hold what is said of the sets, as JSON behind ``# about: ``.
"""

import json

from gelucheck.export.vectors_patterns import patterns
from gelucheck.vectors.csv_layout import ABOUT, HEADER, TAG_SEPARATOR
from gelucheck.vectors.records import COLUMNS, Vectors, about
from gelucheck.vectors.tags import names_of


def render(vectors: Vectors) -> str:
    """The whole table; it ends with a newline."""
    lines = [f"{ABOUT}{json.dumps(about(vectors))}", ",".join(HEADER)]
    for each in vectors.sets:
        tags = each.tags.tolist()
        words = {mask: TAG_SEPARATOR.join(names_of(mask)) for mask in set(tags)}
        columns = [patterns(each, name) for name in COLUMNS]
        head = f"{each.dtype},{each.function},"
        lines += [
            f"{head}{','.join(row)},{words[mask]}"
            for mask, row in zip(tags, zip(*columns, strict=True), strict=True)
        ]
    return "\n".join(lines) + "\n"
