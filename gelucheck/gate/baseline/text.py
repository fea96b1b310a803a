"""A baseline as text and back: JSON, sorted, one figure a line, so that a change reads well.

It is the same wherever it is written: no clock, no host, no path. Schema: ``baseline.schema.json``.
"""

import json
import math
import os
import stat
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from typing import Any

from gelucheck.errors import InputsError
from gelucheck.gate.baseline.fields import Fault, baseline_from, ensure_kind
from gelucheck.gate.baseline.record import Baseline

SCHEMA = 1
LARGEST = 16 << 20  # bytes; a row takes about 1 kB
_LONGEST_WHOLE = 30  # digits; 2^64 has 20
_MEND = "put it right, or write it again with gelucheck check --write-baseline"


@cache
def load_schema() -> dict[str, Any]:
    """The schema of a baseline, schema 1, as a dict (JSON Schema 2020-12)."""
    return json.loads(
        files("gelucheck.gate.baseline").joinpath("baseline.schema.json").read_text("utf-8")
    )


def baseline_text(baseline: Baseline) -> str:
    """The text of a baseline; ASCII, with a line feed at its end."""
    document = {
        "gelucheck": "baseline",
        "schema": SCHEMA,
        "versions": dict(baseline.versions),
        "implementations": dict(baseline.implementations),
        "conditions": asdict(baseline.conditions),
        "rows": [_plain(asdict(entry)) for entry in baseline.entries],
    }
    return json.dumps(document, sort_keys=True, indent=1, allow_nan=False) + "\n"


def read_baseline(path) -> Baseline:
    """The baseline in a file.

    Args:
        path: str or path.

    Raises:
        InputsError: no such file, not readable, too large, or as ``parse_baseline``.
    """
    try:
        with open(path, "rb") as source:
            if stat.S_ISDIR(os.fstat(source.fileno()).st_mode):
                raise IsADirectoryError
            data = source.read(LARGEST + 1)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem) or "it is a directory"
        raise InputsError(
            f"cannot read the baseline {os.fspath(path)!r}: {reason[:1].lower()}{reason[1:]}",
            "write one with gelucheck check --write-baseline",
        ) from problem
    return parse_baseline(data, os.fspath(path))


def parse_baseline(data: bytes, path: str) -> Baseline:
    """The baseline in a text, every part of which is checked.

    Args:
        data: UTF-8.
        path: what messages call it.

    Raises:
        InputsError: too large, not UTF-8, not JSON, another schema, a field that is missing,
            unknown, twice there or of a value that it cannot have; the message says where.
    """
    if len(data) > LARGEST:
        raise InputsError(f"{path}: larger than {LARGEST >> 20} MiB", _MEND)
    try:
        document = json.loads(
            data.decode("utf-8-sig"),
            parse_constant=_refuse,
            parse_int=_whole,
            parse_float=_real,
            object_pairs_hook=_object,
        )
        ensure_kind(document)
        schema = document["schema"]
        if type(schema) is int and schema > SCHEMA:
            raise InputsError(
                f"{path}: of schema {schema}, this reads {SCHEMA}",
                "a newer gelucheck wrote it; use that one",
            )
        return baseline_from(document)
    except RecursionError as problem:
        raise InputsError(f"{path}: nested too deep", _MEND) from problem
    except UnicodeDecodeError as problem:
        raise InputsError(f"{path}: byte {problem.start} is not UTF-8", _MEND) from problem
    except json.JSONDecodeError as problem:
        place = f"line {problem.lineno}, column {problem.colno}"
        raise InputsError(f"{path}: not JSON, {place}: {problem.msg}", _MEND) from problem
    except Fault as problem:
        raise InputsError(f"{path}: {problem}", _MEND) from problem


def _plain(value):
    """What JSON can hold of the fields of a record; None where there is nothing to tell."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _refuse(word: str):
    raise Fault(f"{word} stands where a number is due")


def _whole(digits: str) -> int:
    if len(digits) > _LONGEST_WHOLE:
        raise Fault(f"a number of {len(digits)} digits")
    return int(digits)


def _real(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise Fault(f"{digits:.40} is beyond float64")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Fault(f"{key[:40]!r} stands there twice in one object")
        found[key] = value
    return found
