"""The JSON Schema of run.json, and a check against it that needs no other package.

The check knows the keywords that the schema file uses, and refuses a schema that uses another.
"""

import json
import math
import re
from functools import cache
from importlib.resources import files
from typing import Any

_TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}
_SILENT = {"$schema", "$defs", "title", "description"}


@cache
def load_schema() -> dict[str, Any]:
    """The schema of run.json, schema 1, as a dict (JSON Schema 2020-12)."""
    text = files("gelucheck.export").joinpath("run.schema.json").read_text("utf-8")
    return json.loads(text)


def first_fault(value) -> str | None:
    """Where and how a parsed JSON document departs from the schema, or None when it does not."""
    return _fault(value, load_schema(), "")


def _fault(value, schema: dict, place: str) -> str | None:
    for keyword in schema:
        if keyword not in _SILENT:
            fault = _CHECKS[keyword](value, schema, place)
            if fault:
                return fault
    return None


def _reference(value, schema: dict, place: str) -> str | None:
    return _fault(value, load_schema()["$defs"][schema["$ref"].rsplit("/", 1)[1]], place)


def _type(value, schema: dict, place: str) -> str | None:
    names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    # JSON's true and false are not numbers, though Python's are
    if not isinstance(value, bool) and any(isinstance(value, _TYPES[name]) for name in names):
        return None
    return _say(place, f"{_show(value)} where {' or '.join(names)} is due")


def _const(value, schema: dict, place: str) -> str | None:
    return _enum(value, {"enum": [schema["const"]]}, place)


def _enum(value, schema: dict, place: str) -> str | None:
    if any(type(value) is type(item) and value == item for item in schema["enum"]):
        return None
    return _say(place, f"{_show(value)} where {', '.join(map(_show, schema['enum']))} is due")


def _any_of(value, schema: dict, place: str) -> str | None:
    faults = []
    for item in schema["anyOf"]:
        fault = _fault(value, item, place)
        if fault is None:
            return None
        faults.append(fault)
    # the fault that lies deepest is of the alternative that was meant
    return max(faults, key=lambda fault: fault.partition(": ")[0].count("."))


def _required(value, schema: dict, place: str) -> str | None:
    if isinstance(value, dict):
        for name in schema["required"]:
            if name not in value:
                return _say(place, f"has no {name!r}")
    return None


def _properties(value, schema: dict, place: str) -> str | None:
    if isinstance(value, dict):
        for name, item in schema["properties"].items():
            fault = _fault(value[name], item, f"{place}.{name}") if name in value else None
            if fault:
                return fault
    return None


def _others(value, schema: dict, place: str) -> str | None:
    allowed = schema["additionalProperties"]
    if isinstance(value, dict):
        for name, item in value.items():
            if name in schema.get("properties", {}):
                continue
            if allowed is False:
                return _say(place, f"has {_show(name)}, which the schema does not know")
            fault = _fault(item, allowed, f"{place}.{_show(name)}")
            if fault:
                return fault
    return None


def _items(value, schema: dict, place: str) -> str | None:
    # the columns of a profile are thousands of plain numbers
    if isinstance(value, list) and not (_takes_floats(schema["items"]) and _finite(value)):
        for index, item in enumerate(value):
            fault = _fault(item, schema["items"], f"{place}.{index}")
            if fault:
                return fault
    return None


def _takes_floats(schema: dict) -> bool:
    """Whether every finite float is right."""
    return schema == {"$ref": "#/$defs/number"}


def _finite(values: list) -> bool:
    return set(map(type, values)) == {float} and all(map(math.isfinite, values))


def _minimum(value, schema: dict, place: str) -> str | None:
    # written so that a NaN, which is not JSON but which Python reads, is refused
    if isinstance(value, int | float) and not value >= schema["minimum"]:
        return _say(place, f"{_show(value)} is too small")
    return None


def _maximum(value, schema: dict, place: str) -> str | None:
    if isinstance(value, int | float) and not value <= schema["maximum"]:
        return _say(place, f"{_show(value)} is too large")
    return None


def _pattern(value, schema: dict, place: str) -> str | None:
    # JSON Schema's $ is the end of the text, Python's may stand before a last line feed
    pattern = schema["pattern"].removesuffix("$") + r"\Z"
    if isinstance(value, str) and not re.search(pattern, value):
        return _say(place, f"{_show(value)} is not of the form {schema['pattern']}")
    return None


_CHECKS = {
    "$ref": _reference,
    "type": _type,
    "const": _const,
    "enum": _enum,
    "anyOf": _any_of,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _others,
    "items": _items,
    "minimum": _minimum,
    "maximum": _maximum,
    "pattern": _pattern,
}


def _say(place: str, fault: str) -> str:
    return f"{place.lstrip('.') or 'the document'}: {fault}"


def _show(value) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "an array"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**40:
        return "a number"
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:39] + "…"
