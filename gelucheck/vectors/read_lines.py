"""Read golden vectors from lines: our CSV, or two columns of numbers.

Others' lines hold an input and an output, with commas, semicolons, tabs or blanks between; ``#``
begins a comment. A first line may name the columns; without one they are the first and the last.
"""

import re

import numpy as np

from gelucheck.errors import InputsError
from gelucheck.formats import FORMATS, Format, find_format
from gelucheck.inputs.numerals import shown
from gelucheck.vectors.cells import patterns_of_texts
from gelucheck.vectors.columns import find_pair, format_of, given_of
from gelucheck.vectors.csv_layout import ABOUT, HEADER, TAG_SEPARATOR
from gelucheck.vectors.given import MEND, Given, own
from gelucheck.vectors.plain_json import loads
from gelucheck.vectors.read_about import AGAIN, Said, read_about, set_of
from gelucheck.vectors.records import COLUMNS
from gelucheck.vectors.tags import TAGS

_NAME = re.compile(r"[a-z_][\w .()/-]*", re.ASCII | re.IGNORECASE)
_NUMBER = re.compile(r"(nan|inf|infinity|bits:.*)", re.ASCII | re.IGNORECASE)


def read(text: str, name: str, fmt: Format | None) -> tuple[Given, ...]:
    """The vectors of some lines.

    Raises:
        InputsError: no table, no numbers, or lines that are damaged.
        UsageError: no format is known.
    """
    lines = text.splitlines()
    about = lines[0][len(ABOUT) :] if lines[0].startswith(ABOUT) else None
    rows = [(at, line.partition("#")[0].strip()) for at, line in enumerate(lines, 1)]
    rows = [(at, line) for at, line in rows if line]
    if not rows:
        raise InputsError(f"{name} holds no numbers", MEND)
    if rows[0][1] == ",".join(HEADER):
        return _own(rows[1:], name, about)
    if about is not None:
        raise InputsError(f"{name} has not the columns of golden vectors", AGAIN)
    return (_others(rows, name, fmt),)


def _others(rows: list[tuple[int, str]], name: str, fmt: Format | None) -> Given:
    first = _cells(rows[0][1])
    at_x, at_y = 0, len(first) - 1
    if all(_NAME.fullmatch(cell) and not _NUMBER.fullmatch(cell) for cell in first):
        at_x, at_y = (first.index(each) for each in find_pair(first, name))
        rows = rows[1:]
    elif len(first) < 2:
        raise InputsError(f"line {rows[0][0]} of {name} has no two columns", MEND)
    fmt = format_of(None, fmt, name)
    pairs = []
    for at, line in rows:
        cells = _cells(line)
        if len(cells) <= max(at_x, at_y):
            raise InputsError(f"line {at} of {name} has {len(cells)} columns: {shown(line)}", MEND)
        pairs.append((cells[at_x], cells[at_y]))
    texts = [[pair[k] for pair in pairs] for k in (0, 1)]
    columns = [patterns_of_texts(each, fmt, name) for each in texts]
    return given_of(name, fmt, None, *columns, texts)


def _cells(line: str) -> list[str]:
    mark = next((mark for mark in ",;\t" if mark in line), None)
    return [cell.strip().strip('"').strip() for cell in line.split(mark)]


def _own(rows: list[tuple[int, str]], name: str, about: str | None) -> tuple[Given, ...]:
    sets: dict[tuple[str, str], list[list[str]]] = {}
    for at, line in rows:
        cells = line.split(",")
        if len(cells) != len(HEADER):
            raise InputsError(f"line {at} of {name} has {len(cells)} columns", AGAIN)
        sets.setdefault((cells[0], cells[1]), []).append(cells)
    if about is None:
        said = {
            f"{dtype}_{function}": Said(dtype, function, "sample", len(cells), "")
            for (dtype, function), cells in sets.items()
        }
        told = read_about_of(said, name)
    else:
        told = read_about(loads(about, name), name)
    if set(told) != {"_".join(key) for key in sets}:
        raise InputsError(f"{name} has not the sets that its first line promises", AGAIN)
    return tuple(
        own(_set(each, sets[each.dtype, each.function], name), each.sha256 or None)
        for each in told.values()
    )


def read_about_of(said: dict[str, Said], name: str) -> dict[str, Said]:
    """What rows tell where the first line is lost: their formats and references.

    Raises:
        InputsError: one that is not known.
    """
    from gelucheck.reference.functions import REFERENCES

    for each in said.values():
        if each.dtype not in FORMATS or each.function not in REFERENCES:
            what = f"{name} has a set {shown(f'{each.dtype} {each.function}')}"
            raise InputsError(what, "no such format and reference is known here")
    return said


def _set(said: Said, rows: list[list[str]], name: str):
    fmt = find_format(said.dtype)
    columns = {}
    try:
        for number, column in enumerate(COLUMNS, 2):
            values = [int(row[number], 16) for row in rows]
            if not 0 <= min(values) <= max(values) < 1 << fmt.bits:
                raise ValueError
            columns[column] = np.array(values, fmt.uint)
        words = {row[-1] for row in rows}
        masks = {
            each: sum(TAGS[tag] for tag in set(each.split(TAG_SEPARATOR)) - {""}) for each in words
        }
    except (ValueError, KeyError):
        raise InputsError(
            f"{name} has a row of {said.dtype}_{said.function} that is none", AGAIN
        ) from None
    columns["tags"] = np.array([masks[row[-1]] for row in rows], np.uint32)
    return set_of(said, columns, name)
