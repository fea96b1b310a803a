"""The findings of a row that count: those that were said to be errors."""

from collections.abc import Iterator, Set

from gelucheck.gate.claims import finding_claim
from gelucheck.record import LOST, Claim, Row

_COUNTED = {"zero-sign": "zero_sign", "nan-not-kept": "missing_nan"}
"""Findings that look at an input or two, and the category that all inputs are counted in."""


def wrong(row: Row, counting: Set[str]) -> Iterator[tuple[Claim, str]]:
    """Claims that a row fails by its findings, and what is said of each.

    No limit sees the sign of a zero, or what came of a NaN: steps and errors are those of numbers,
    and ±0 are one. So where such a finding counts, one input that shows it is enough.

    Args:
        counting: the slugs that count. What was not measured is no fault.
    """
    told = set()
    for item in row.findings:
        if item.slug in counting and item.slug != LOST:
            told.add(item.slug)
            yield finding_claim(item.slug, item.witness), item.sentence
    for slug, category in _COUNTED.items():
        witness = row.first.get(category)
        # a slope has no sign where it is 0
        if witness and slug in counting - told and (row.function == "gelu" or slug != "zero-sign"):
            sentence = f"{witness.got!r} at x = {witness.x!r}, where {witness.want!r} is due"
            count = row.counts.get(category, 1)
            if count > 1:
                sentence += f"; at {count:,} inputs in all"
            yield finding_claim(slug, witness), sentence
