"""Golden vectors in a few words: what sets there are, how large, and their hashes."""

import textwrap

from gelucheck.vectors.records import Vectors
from gelucheck.vectors.tags import counts_of

WIDTH = 100


def render(vectors: Vectors, width: int = WIDTH) -> str:
    """A paragraph a set, its lines at most ``width`` long; it ends with a newline."""
    blocks = []
    for each in vectors.sets:
        tags = ", ".join(f"{name} {count:,}" for name, count in counts_of(each.tags).items())
        indent = {"initial_indent": "  ", "subsequent_indent": "  "}
        told = textwrap.fill(tags, width, break_on_hyphens=False, **indent)
        blocks.append(
            f"{each.name}: {each.count:,} rows, {each.evidence}\n{told}\n  sha256 {each.sha256}\n"
        )
    return "".join(blocks)
