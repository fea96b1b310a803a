"""Golden vectors in a few words: what sets there are, how large, and their hashes."""

from gelucheck.vectors.records import Vectors
from gelucheck.vectors.tags import counts_of


def render(vectors: Vectors) -> str:
    """A paragraph a set; it ends with a newline."""
    blocks = []
    for each in vectors.sets:
        tags = ", ".join(f"{name} {count:,}" for name, count in counts_of(each.tags).items())
        blocks.append(
            f"{each.name}: {each.count:,} rows, {each.evidence}\n  {tags}\n  sha256 {each.sha256}\n"
        )
    return "".join(blocks)
