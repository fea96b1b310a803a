"""Read golden vectors from lines: our CSV, or two columns of numbers.

Others' lines hold an input and an output, with commas, semicolons, tabs or blanks between; ``#``
begins a comment. A first line may name the columns; without one they are the first and the last.
"""

import io
import itertools
import re
from array import array
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from gelucheck.errors import InputsError
from gelucheck.formats import FORMATS, Format, find_format
from gelucheck.inputs.numerals import shown
from gelucheck.reference.functions import REFERENCES
from gelucheck.vectors.cells import patterns_of_texts
from gelucheck.vectors.columns import find_pair, format_of, given_of
from gelucheck.vectors.csv_layout import ABOUT, HEADER, TAG_SEPARATOR
from gelucheck.vectors.given import MEND, Given, own, see_rows
from gelucheck.vectors.plain_json import loads
from gelucheck.vectors.read_about import AGAIN, Said, read_about, set_of
from gelucheck.vectors.records import COLUMNS
from gelucheck.vectors.sound import evidence_of
from gelucheck.vectors.tags import TAGS

_MOST_SETS = len(FORMATS) * len(REFERENCES)
_NAME = re.compile(r"[a-z_][\w .()/-]*", re.ASCII | re.IGNORECASE)
_NUMBER = re.compile(r"(nan|inf|infinity|bits:.*)", re.ASCII | re.IGNORECASE)


def read(text: str, name: str, fmt: Format | None) -> tuple[Given, ...]:
    """The vectors of some lines.

    Raises:
        InputsError: no table, no numbers, or lines that are damaged.
        UsageError: no format is known.
    """
    stream = io.TextIOWrapper(io.BytesIO(text.encode("utf-8")), "utf-8")
    first = stream.readline()
    about = first[len(ABOUT) :] if first.startswith(ABOUT) else None
    lines = enumerate(itertools.chain([first], stream), 1)
    rows = ((at, line.partition("#")[0].strip()) for at, line in lines)
    rows = ((at, line) for at, line in rows if line)
    head = next(rows, None)
    if head is None:
        raise InputsError(f"{name} holds no numbers", MEND)
    if head[1] == ",".join(HEADER):
        return _own(rows, name, about)
    if about is not None:
        raise InputsError(f"{name} has not the columns of golden vectors", AGAIN)
    return (_others(head, rows, name, fmt),)


def _others(
    head: tuple[int, str], rows: Iterator[tuple[int, str]], name: str, fmt: Format | None
) -> Given:
    first = _cells(head[1])
    at_x, at_y = 0, len(first) - 1
    if all(_NAME.fullmatch(cell) and not _NUMBER.fullmatch(cell) for cell in first):
        at_x, at_y = (first.index(each) for each in find_pair(first, name))
    elif len(first) < 2:
        raise InputsError(f"line {head[0]} of {name} has no two columns", MEND)
    else:
        rows = itertools.chain([head], rows)
    fmt = format_of(None, fmt, name)
    texts: tuple[list[str], list[str]] = [], []
    for number, (at, line) in enumerate(rows, 1):
        see_rows(number, name)
        cells = _cells(line)
        if len(cells) <= max(at_x, at_y):
            raise InputsError(f"line {at} of {name} has {len(cells)} columns: {shown(line)}", MEND)
        texts[0].append(cells[at_x])
        texts[1].append(cells[at_y])
    columns = [patterns_of_texts(each, fmt, name) for each in texts]
    return given_of(name, fmt, None, *columns, texts)


def _cells(line: str) -> list[str]:
    mark = next((mark for mark in ",;\t" if mark in line), None)
    return [cell.strip().strip('"').strip() for cell in line.split(mark)]


def _own(rows: Iterator[tuple[int, str]], name: str, about: str | None) -> tuple[Given, ...]:
    sets: dict[tuple[str, str], _Columns] = {}
    for number, (at, line) in enumerate(rows, 1):
        see_rows(number, name)
        cells = line.split(",")
        if len(cells) != len(HEADER):
            raise InputsError(f"line {at} of {name} has {len(cells)} columns", AGAIN)
        key = cells[0], cells[1]
        if key not in sets:
            if len(sets) == _MOST_SETS:
                raise InputsError(f"{name} has more than {_MOST_SETS} sets", AGAIN)
            sets[key] = _Columns()
        try:
            sets[key].add(cells[2:])
        except (ValueError, KeyError, OverflowError):
            raise InputsError(f"{name} has a row, in line {at}, that is none", AGAIN) from None
    if about is None:
        said = {
            f"{dtype}_{function}": Said(dtype, function, "sample", len(columns.tags), "")
            for (dtype, function), columns in sets.items()
        }
        told = read_about_of(said, name)
    else:
        told = read_about(loads(about, name), name)
    if set(told) != {"_".join(key) for key in sets}:
        raise InputsError(f"{name} has not the sets that its first line promises", AGAIN)
    found = []
    for each in told.values():
        columns = sets[each.dtype, each.function].arrays(find_format(each.dtype))
        if columns is None:
            what = f"{name} has a row of {each.dtype}_{each.function} that is none"
            raise InputsError(what, AGAIN)
        found.append(set_of(each, columns, name))
    if about is None:
        # what the first line said, the rows tell
        found = [replace(each, evidence=evidence_of(each.fmt, each.inputs)) for each in found]
    return tuple(
        own(each, said.sha256 or None) for each, said in zip(found, told.values(), strict=True)
    )


class _Columns:
    """The columns of a set, row by row."""

    def __init__(self):
        self.patterns = [array("Q") for _ in COLUMNS]
        self.tags = array("L")
        self.masks: dict[str, int] = {}

    def add(self, cells: list[str]) -> None:
        """A row; ValueError, KeyError or OverflowError where it is none."""
        *patterns, words = cells
        for column, text in zip(self.patterns, patterns, strict=True):
            column.append(int(text, 16))
        if words not in self.masks:
            names = set(words.split(TAG_SEPARATOR)) - {""}
            self.masks[words] = sum(TAGS[each] for each in names)
        self.tags.append(self.masks[words])

    def arrays(self, fmt: Format) -> dict[str, np.ndarray] | None:
        """Patterns of a format, and tags; None where a pattern is too long."""
        found = {}
        for name, column in zip(COLUMNS, self.patterns, strict=True):
            wide = np.frombuffer(column, np.uint64)
            if int(wide.max()) >= 1 << fmt.bits:
                return None
            found[name] = wide.astype(fmt.uint)
        return {**found, "tags": np.array(self.tags, np.uint32)}


def read_about_of(said: dict[str, Said], name: str) -> dict[str, Said]:
    """What rows tell where the first line is lost: their formats and references.

    Raises:
        InputsError: one that is not known.
    """
    for each in said.values():
        if each.dtype not in FORMATS or each.function not in REFERENCES:
            what = f"{name} has a set {shown(f'{each.dtype} {each.function}')}"
            raise InputsError(what, "no such format and reference is known here")
    return said
