"""What one of our own files says of its sets, checked as far as it can be without their rows."""

import re
from dataclasses import dataclass

import numpy as np

from gelucheck.errors import InputsError
from gelucheck.formats import FORMATS, find_format
from gelucheck.inputs.numerals import shown
from gelucheck.reference.functions import REFERENCES
from gelucheck.vectors.given import see_rows
from gelucheck.vectors.plain_json import Number
from gelucheck.vectors.records import COLUMNS, ROUNDING, VERSION, VectorSet
from gelucheck.vectors.tags import TAGS

AGAIN = "it is damaged or was changed: write it again, with gelucheck vectors --out"
_WORDS = {"vectors", "rounding", "provenance", "tags", "sets"}
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True)
class Said:
    """What a file says of a set."""

    dtype: str
    function: str
    evidence: str
    count: int
    sha256: str


def read_about(told: object, name: str) -> dict[str, Said]:
    """What a file says, by the names of its sets.

    Args:
        told: of ``json.loads``.

    Raises:
        InputsError: it is not what we write, or of another version.
    """
    version = told.get("vectors") if isinstance(told, dict) else None
    if type(version) is not Number or version != str(VERSION):
        what = f"{name} is of version {shown(str(version), 20)} of golden vectors"
        raise InputsError(what, f"this gelucheck reads version {VERSION}")
    tags = {tag: Number(bit) for tag, bit in TAGS.items()}
    for key, due in (("rounding", ROUNDING), ("tags", tags)):
        if told.get(key) != due:
            raise InputsError(f"{name} says of its {key} what cannot be", AGAIN)
    if set(told) != _WORDS or not isinstance(told["provenance"], dict):
        raise InputsError(f"{name} says too little or too much of its sets", AGAIN)
    sets = told.get("sets")
    if not isinstance(sets, list):
        raise InputsError(f"{name} does not say which sets it has", AGAIN)
    found = {}
    for each in sets:
        said = _said(each, name)
        key = f"{said.dtype}_{said.function}"
        if key in found:
            raise InputsError(f"{name} has two sets {key}", AGAIN)
        found[key] = said
    see_rows(sum(each.count for each in found.values()), name)
    if not found:
        raise InputsError(f"{name} has no set", AGAIN)
    return found


def _said(told: object, name: str) -> Said:
    fields = ("dtype", "function", "evidence", "sha256", "name", "count")
    # of JSON the columns are there, too
    if not isinstance(told, dict) or set(told) - {*COLUMNS, "tags"} != set(fields):
        raise InputsError(f"{name} says too little or too much of a set", AGAIN)
    *texts, count = (told[field] for field in fields)
    if not all(type(text) is str for text in texts) or type(count) is not Number:
        raise InputsError(f"{name} says of a set what cannot be", AGAIN)
    dtype, function, evidence, sha256, called = texts
    if dtype not in FORMATS or function not in REFERENCES:
        what = f"{name} has a set {shown(f'{dtype} {function}')}"
        raise InputsError(what, "no such format and reference is known here")
    counts = count.isascii() and count.isdecimal() and len(count) < 12 and int(count) > 0
    if called != f"{dtype}_{function}":
        raise InputsError(f"{name} calls {dtype}_{function} {shown(called)}", AGAIN)
    if not counts or not _HASH.fullmatch(sha256) or evidence not in ("exhaustive", "sample"):
        raise InputsError(f"{name} says of {dtype}_{function} what cannot be", AGAIN)
    return Said(dtype, function, evidence, int(count), sha256)


def set_of(said: Said, columns: dict[str, np.ndarray], name: str) -> VectorSet:
    """A set from its columns.

    Args:
        columns: patterns by the names in ``COLUMNS``, and "tags".

    Raises:
        InputsError: columns that are missing, of another length, or no patterns of the format.
    """
    fmt = find_format(said.dtype)
    taken = {}
    for column in (*COLUMNS, "tags"):
        array = columns.get(column)
        dtype = np.dtype("uint32") if column == "tags" else fmt.uint
        if array is None or array.ndim != 1 or array.size != said.count:
            what = f"{name} has no {said.count:,} {column} of {said.dtype}_{said.function}"
            raise InputsError(what, AGAIN)
        if array.dtype.newbyteorder("=") != dtype:
            what = f"the {column} of {said.dtype}_{said.function} in {name} are no {dtype}"
            raise InputsError(what, AGAIN)
        taken[column] = array.astype(dtype)
    return VectorSet(said.dtype, said.function, **taken, evidence=said.evidence)
