"""A run as plain dicts, lists, numbers and strings, as run.json has it, and back."""

import math
from dataclasses import asdict, fields
from typing import Any

from gelucheck.plain_networks import study_from_dict, study_to_dict
from gelucheck.record import (
    MAXIMA,
    SCHEMA,
    Claim,
    Errors,
    Expected,
    Finding,
    Means,
    Region,
    Row,
    Run,
    Theorem,
    Window,
    Witness,
)


def run_to_dict(run: Run) -> dict[str, Any]:
    """See ``Run.to_dict``."""
    stored = {
        "schema": SCHEMA,
        "provenance": dict(run.provenance),
        "rows": [_row_to_dict(row) for row in run.rows],
        "theorems": [_theorem_to_dict(theorem) for theorem in run.theorems],
    }
    if run.networks:
        stored["networks"] = [study_to_dict(study) for study in run.networks]
    return stored


def run_from_dict(stored: dict[str, Any]) -> Run:
    """See ``Run.from_dict``.

    Raises:
        ValueError: another schema, or not a run.
    """
    if not isinstance(stored, dict) or stored.get("schema") != SCHEMA:
        raise ValueError(f"not a gelucheck run of schema {SCHEMA}")
    try:
        return Run(
            stored["provenance"],
            tuple(_row_from_dict(row) for row in stored["rows"]),
            tuple(_theorem(theorem) for theorem in stored["theorems"]),
            tuple(study_from_dict(study) for study in stored.get("networks", ())),
        )
    except (AttributeError, KeyError, TypeError) as problem:
        raise ValueError(f"not a gelucheck run: {problem}") from problem


def _plain(value):
    """Recursively: dicts and lists of what JSON can hold."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def _number(value):
    """A number that JSON could not hold, from the string that stands for it."""
    return float(value) if isinstance(value, str) and value in ("inf", "-inf", "nan") else value


def _numbers(record: dict, *names: str) -> dict:
    """A flat record with some of its entries made numbers again."""
    return {key: _number(value) if key in names else value for key, value in record.items()}


def _row_to_dict(row: Row) -> dict[str, Any]:
    stored = {
        item.name: getattr(row, item.name)
        for item in fields(row)
        if item.metadata.get("stored", True)
    }
    for name in ("total", "evaluation"):
        stored[name] = asdict(stored[name]) if stored[name] else None
    stored["method"] = {"max_abs": asdict(row.method)} if row.method else None
    stored["regions"] = [_region_to_dict(region) for region in row.regions]
    for name in ("findings", "claims"):
        stored[name] = [asdict(item) for item in stored[name]]
    del stored["profile"], stored["expected"]
    if row.profile:
        stored["profile"] = _profile_to_dict(row.profile)
    if row.expected:
        stored["expected"] = [asdict(item) for item in row.expected]
    return _plain(stored)


def _profile_to_dict(profile: tuple[Window, ...]) -> dict[str, Any]:
    """The windows column by column; "own" is None where no form is declared."""
    columns = dict(zip(Window._fields, map(list, zip(*profile, strict=True)), strict=True))
    if None in columns["own"]:
        columns["own"] = None
    return columns


def _profile(stored: dict) -> tuple[Window, ...]:
    """The windows of a profile.

    Raises:
        ValueError: columns that do not fit together, or figures that cannot be.
    """
    columns = [stored[name] for name in Window._fields]
    if columns[-1] is None:
        columns[-1] = [None] * len(columns[0])
    elif None in columns[-1]:
        raise ValueError("not a gelucheck run: a profile has own errors here and none there")
    if len({len(column) for column in columns}) != 1:
        raise ValueError("not a gelucheck run: the columns of a profile differ in length")
    profile = tuple(Window(*map(_number, window)) for window in zip(*columns, strict=True))
    before = -math.inf
    for window in profile:
        # written so that a NaN is refused
        if not before <= window.start < window.stop:
            raise ValueError("not a gelucheck run: the windows of a profile are not in order")
        before = window.stop
        if not (window.abs_low <= 0 <= window.abs_high and window.ulp_low <= 0 <= window.ulp_high):
            raise ValueError("not a gelucheck run: a profile has 0 outside its errors")
        if not (window.rel >= 0 and (window.own is None or window.own >= 0)):
            raise ValueError("not a gelucheck run: a profile has a negative size")
    return profile


def _region_to_dict(region: Region) -> dict[str, Any]:
    stored = asdict(region)
    return {"from": stored.pop("start"), "to": stored.pop("stop"), **stored}


def _witness(stored: dict | None) -> Witness | None:
    return Witness(**_numbers(stored, "value", "x", "got", "want")) if stored else None


def _errors(stored: dict | None) -> Errors | None:
    if stored is None:
        return None
    maxima = {name: _witness(stored[name]) for name in MAXIMA}
    means = {name: _number(stored[name]) for name in ("mean_abs", "rms_abs")}
    return Errors(**maxima, **means)


def _region(stored: dict) -> Region:
    maxima = {name: _witness(stored[name]) for name in ("max_abs", "max_ulp", "max_steps")}
    return Region(_number(stored["from"]), _number(stored["to"]), stored["inputs"], **maxima)


def _theorem_to_dict(theorem: Theorem) -> dict[str, Any]:
    """Its fields; a sentence and a group where it has them."""
    stored = asdict(theorem)
    for name in ("sentence", "group"):
        if not stored[name]:
            del stored[name]
    return _plain(stored)


def _theorem(stored: dict) -> Theorem:
    return Theorem(**_numbers(stored, "value", "lower", "upper", "at"))


def _claim(stored: dict) -> Claim:
    numbers = _numbers(stored, "atol", "margin")
    return Claim(**{**numbers, "witness": _witness(stored["witness"])})


def _expected(stored: dict) -> Expected:
    means = {
        name: Means(**_numbers(stored[name], "abs", "ulp")) if stored[name] else None
        for name in ("total", "evaluation")
    }
    return Expected(**{**stored, **means})


def _row_from_dict(stored: dict) -> Row:
    return Row(
        **{
            **stored,
            "total": _errors(stored["total"]),
            "evaluation": _errors(stored["evaluation"]),
            "method": _witness(stored["method"]["max_abs"]) if stored["method"] else None,
            "regions": tuple(_region(region) for region in stored["regions"]),
            "findings": tuple(
                Finding(**{**item, "witness": _witness(item["witness"])})
                for item in stored["findings"]
            ),
            "claims": tuple(_claim(item) for item in stored["claims"]),
            "profile": _profile(stored["profile"]) if "profile" in stored else (),
            "expected": tuple(_expected(item) for item in stored.get("expected", ())),
        }
    )
