"""From the parsed JSON of a baseline to its records: every field is checked, with its place."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from gelucheck.formats import FORMATS
from gelucheck.gate.baseline.make import FIGURES_KEPT
from gelucheck.gate.baseline.record import (
    Baseline,
    Conditions,
    Entry,
    Expected,
    Figures,
    key_of,
)
from gelucheck.gate.figures import FIGURES
from gelucheck.gate.standing import has_method
from gelucheck.record import COUNTS
from gelucheck.sweep.plan import FUNCTIONS, SUBNORMALS
from gelucheck.ulp import CONVENTIONS

EVIDENCE = ("exhaustive", "sample", "search", "given")
_LARGEST = 2**64
_DUE = "a number from 0 up is due"
_SHOWN = 40  # characters of a value that is wrong

Check = Callable[[Any, str], Any]
"""A value and its place -> the value as a record has it; raises ``Fault``."""


class Fault(Exception):
    """A value that cannot be, and where."""


def ensure_kind(document: Any) -> None:
    """See that a document says that it is a baseline, and of which schema.

    Raises:
        Fault: it does not.
    """
    if not isinstance(document, dict) or document.get("gelucheck") != "baseline":
        raise Fault('not a baseline: "gelucheck": "baseline" is not in it')
    if type(document.get("schema")) is not int or document["schema"] < 1:
        raise Fault('"schema" is not in it, or is no number from 1 up')


def baseline_from(document: dict[str, Any]) -> Baseline:
    """The baseline that a document of schema 1 holds.

    Raises:
        Fault: a field that is missing, unknown, or of a value that it cannot have.
    """
    _ensure_keys(document, "the file", ("gelucheck", "schema", *_BASELINE))
    found = {name: check(document[name], name) for name, check in _BASELINE.items()}
    entries: dict[tuple, int] = {}
    for place, entry in enumerate(found["rows"]):
        if key_of(entry) in entries:
            raise Fault(f"rows.{place}: {entry.label} stands in rows.{entries[key_of(entry)]} too")
        entries[key_of(entry)] = place
    rows = sorted(found.pop("rows"), key=key_of)
    return Baseline(entries=tuple(rows), **found)


def _record(kind: type, **checks: Check) -> Check:
    """The check of an object that becomes a record: a field that is missing hides no loss."""

    def check(value: Any, place: str):
        _ensure_keys(value, place, checks)
        return kind(**{name: checks[name](item, f"{place}.{name}") for name, item in value.items()})

    return check


def _ensure_keys(value: Any, place: str, needed: Iterable[str], others: Iterable[str] = ()) -> None:
    if not isinstance(value, dict):
        raise _wrong(value, place, "an object is due")
    for name in needed:
        if name not in value:
            raise Fault(f"{place}: has no {name!r}")
    for name in value:
        if name not in needed and name not in others:
            raise Fault(f"{place}: {name[:_SHOWN]!r} is not known")


def _text(value: Any, place: str) -> str:
    if not isinstance(value, str):
        raise _wrong(value, place, "a text is due")
    return value


def _word(*known: str) -> Check:
    def check(value: Any, place: str) -> str:
        if not isinstance(value, str) or value not in known:
            raise _wrong(value, place, f"one of {', '.join(known)} is due")
        return value

    return check


def _whole(value: Any, place: str) -> int:
    if type(value) is not int or not 0 <= value <= _LARGEST:
        raise _wrong(value, place, "a whole number from 0 up is due")
    return value


def _seed(value: Any, place: str) -> int:
    if type(value) is not int:
        raise _wrong(value, place, "a whole number is due")
    return value


def _real(value: Any, place: str) -> float:
    if value == "inf":
        return float(value)
    if type(value) not in (int, float) or not value >= 0:
        raise _wrong(value, place, _DUE)
    return float(value)


def _bound(value: Any, place: str) -> float | int:
    """A number as it stands: a limit of steps is whole."""
    if type(value) not in (int, float) or not value >= 0:
        raise _wrong(value, place, _DUE)
    return value


def _or_none(check: Check) -> Check:
    return lambda value, place: None if value is None else check(value, place)


def _list(check: Check) -> Check:
    def checked(value: Any, place: str) -> tuple:
        if not isinstance(value, list):
            raise _wrong(value, place, "an array is due")
        return tuple(check(item, f"{place}.{number}") for number, item in enumerate(value))

    return checked


def _texts(value: Any, place: str) -> dict[str, str]:
    if not isinstance(value, dict):
        raise _wrong(value, place, "an object is due")
    return {key: _text(item, f"{place}.{key[:_SHOWN]}") for key, item in value.items()}


def _counts(value: Any, place: str) -> dict[str, int]:
    _ensure_keys(value, place, (), COUNTS)
    return {name: _whole(item, f"{place}.{name}") for name, item in value.items()}


def _wrong(value: Any, place: str, due: str) -> Fault:
    if isinstance(value, dict | list):
        shown = "an object" if isinstance(value, dict) else "an array"
    else:
        shown = json.dumps(value)[:_SHOWN]
    return Fault(f"{place}: {due}, not {shown}")


def _expected(value: Any, place: str) -> Expected:
    found = _EXPECTED(value, place)
    figure = found.name.partition(" ")[0].partition("/")[0]
    if figure not in FIGURES and figure != "finding":
        raise _wrong(found.name, f"{place}.name", "the name of a limit or a finding is due")
    return found


def _entry(value: Any, place: str) -> Entry:
    found = _ENTRY(value, place)
    for name in ("correctly_rounded", "faithful"):
        if getattr(found, name) > found.inputs:
            raise Fault(f"{place}.{name}: {getattr(found, name)} of {found.inputs} inputs")
    if has_method(found.form) != (found.gelu is not None):
        due = "an object is due" if found.gelu is None else "null is due"
        raise Fault(f"{place}.gelu: {due} where form is {json.dumps(found.form)[:_SHOWN]}")
    return found


_FIGURES = _record(
    Figures,
    **{name: _or_none(_whole if name == "max_steps" else _real) for name in FIGURES_KEPT},
)
_EXPECTED = _record(Expected, name=_text, bound=_bound, needed=_or_none(_bound))
_ENTRY = _record(
    Entry,
    implementation=_text,
    form=_or_none(_text),
    dtype=_word(*FORMATS),
    arithmetic=_or_none(_text),
    function=_word(*FUNCTIONS),
    evidence=_word(*EVIDENCE),
    inputs=_whole,
    own=_FIGURES,
    gelu=_or_none(_FIGURES),
    correctly_rounded=_whole,
    faithful=_whole,
    counts=_counts,
    findings=_list(_text),
    failing=_list(_expected),
)
_CONDITIONS = _record(
    Conditions, seed=_seed, subnormals=_word(*SUBNORMALS), ulp=_word(*CONVENTIONS)
)
_BASELINE: dict[str, Check] = {
    "versions": _texts,
    "implementations": _texts,
    "conditions": _CONDITIONS,
    "rows": _list(_entry),
}
