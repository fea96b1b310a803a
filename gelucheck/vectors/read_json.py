"""Read golden vectors from JSON: ours, or lists of inputs and outputs.

Others' JSON is an object with two lists, under the names of a pair (``columns.PAIRS``), a list of
objects with these names, or a list of pairs. Lists may be nested, as tensors are.
"""

import numpy as np

from gelucheck.errors import InputsError
from gelucheck.formats import Format, find_format
from gelucheck.vectors.cells import patterns_of_texts
from gelucheck.vectors.columns import find_pair, format_of, given_of
from gelucheck.vectors.given import MEND, Given, own
from gelucheck.vectors.plain_json import Number, loads
from gelucheck.vectors.read_about import AGAIN, read_about, set_of
from gelucheck.vectors.records import COLUMNS, MOST_ROWS

_BESIDES = 4096


def read(text: str, name: str, fmt: Format | None) -> tuple[Given, ...]:
    """The vectors of a JSON text.

    Raises:
        InputsError: not JSON, or no vectors.
        UsageError: no format is known.
    """
    # every row has two values at least, and each of ours five
    most = (5 if '"sets"' in text else 2) * MOST_ROWS + _BESIDES
    if text.count(",") > most:
        raise InputsError(f"{name} has more than {most:,} values", "check it in parts")
    value = loads(text, name)
    if isinstance(value, dict) and "vectors" in value and "sets" in value:
        return _own(value, name)
    said, function = None, None
    if isinstance(value, dict):
        said, function = value.get("dtype"), value.get("function")
        x_name, y_name = find_pair(list(value), name)
        x, y = _flat(value[x_name], name), _flat(value[y_name], name)
    elif all(isinstance(each, dict) for each in value):
        if not value:
            raise InputsError(f"{name} holds an empty list", MEND)
        x_name, y_name = find_pair(list(value[0]), name)
        if not all(x_name in each and y_name in each for each in value):
            raise InputsError(f"an entry of {name} has no {x_name} or no {y_name}", MEND)
        said, function = (_one(value, word, name) for word in ("dtype", "function"))
        x = _flat([each[x_name] for each in value], name)
        y = _flat([each[y_name] for each in value], name)
    elif all(isinstance(each, list) and len(each) == 2 for each in value):
        x, y = _flat([each[0] for each in value], name), _flat([each[1] for each in value], name)
    else:
        raise InputsError(f"{name} holds no inputs and outputs", MEND)
    fmt = format_of(said, fmt, name)
    columns = [patterns_of_texts(texts, fmt, name) for texts in (x, y)]
    return (given_of(name, fmt, function, *columns, (x, y)),)


def _one(entries: list[dict], word: str, name: str) -> object:
    """What entries say, if they say it; None where none does."""
    found = [each[word] for each in entries if each.get(word) is not None]
    if any(each != found[0] for each in found):
        raise InputsError(f"the entries of {name} are of more than one {word}", "check each apart")
    return found[0] if found else None


def _flat(value: object, name: str) -> list[str]:
    """The texts and numbers of nested lists, in order; a value by itself is a list of one."""
    found, left = [], [value]
    while left:
        each = left.pop()
        if isinstance(each, list):
            left.extend(reversed(each))
        elif isinstance(each, str):
            found.append(each.strip())
        else:
            said = (
                "null"
                if each is None
                else "true or false"
                if each in (True, False)
                else "an object"
            )
            raise InputsError(f"{name} holds {said} where a number is due", MEND)
    return found


def _own(value: dict, name: str) -> tuple[Given, ...]:
    said = read_about(value, name)
    found = []
    for each, told in zip(said.values(), value["sets"], strict=True):
        fmt = find_format(each.dtype)
        columns = {}
        for column in (*COLUMNS, "tags"):
            texts = told.get(column)
            if not isinstance(texts, list):
                raise InputsError(f"{name} has no {column} of {each.dtype}_{each.function}", AGAIN)
            limit, kind = (fmt.bits, str) if column in COLUMNS else (32, Number)
            dtype = fmt.uint if column in COLUMNS else np.dtype("uint32")
            columns[column] = _integers(texts, kind, limit, dtype, f"{name}, {column}")
        found.append(own(set_of(each, columns, name), each.sha256))
    return tuple(found)


def _integers(texts: list, kind: type, bits: int, dtype: np.dtype, where: str) -> np.ndarray:
    try:
        values = [
            int(text, 16 if kind is str else 10) if type(text) is kind else -1 for text in texts
        ]
    except ValueError:
        values = [-1]
    if values and not 0 <= min(values) <= max(values) < 1 << bits:
        raise InputsError(f"{where}: not every entry is a number of {bits} bits", AGAIN)
    return np.array(values, dtype)
