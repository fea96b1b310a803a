"""An id for each row, by which a link finds it: the same in every run that has the row."""

import re
from collections.abc import Collection, Iterable

from gelucheck.export.cases import digest
from gelucheck.export.marks import key_of
from gelucheck.record import Row

LONGEST = 64
DETAIL = "detail-"
"""Before a row's id: the id of its details."""
_PLAIN = re.compile(r"[a-z0-9]+([-_:. ][a-z0-9]+)*")
_DIGITS = 8  # of the digest that tells names apart which look alike without it


def slugs_of(rows: Iterable[Row], reserved: Collection[str] = ()) -> list[str]:
    """The id of each row: "torch-gelu-float32-gelu"; lower-case letters, digits and hyphens only.

    Where a name has other characters, or is too long, some digits stand behind it that come from
    all of it.

    Args:
        reserved: ids that are taken.
    """
    taken = set(reserved)
    found = []
    for row in rows:
        slug, number = _slug(row), 0
        while {slug, DETAIL + slug} & taken:
            number += 1
            slug = _with_digits(slug, [*key_of(row), number])
        taken |= {slug, DETAIL + slug}
        found.append(slug)
    return found


def _slug(row: Row) -> str:
    parts = [row.implementation, row.dtype, row.arithmetic, row.function]
    text = "-".join(filter(None, parts))
    slug = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    if len(slug) > LONGEST or not _PLAIN.fullmatch(row.implementation):
        # what is cut is the name: which format it is stays to be seen
        tail = re.sub(r"[^a-z0-9]+", "-", "-".join(filter(None, parts[1:])))
        name = re.sub(r"[^a-z0-9]+", "-", row.implementation[: LONGEST * 4].lower()).strip("-")
        room = max(0, LONGEST - len(tail) - _DIGITS - 2)
        slug = "-".join(filter(None, (name[:room].strip("-"), tail)))
        return _with_digits(slug, key_of(row))
    return slug


def _with_digits(slug: str, parts: Iterable) -> str:
    return f"{slug[: LONGEST - _DIGITS - 1].strip('-')}-{digest(parts)[:_DIGITS]}"
