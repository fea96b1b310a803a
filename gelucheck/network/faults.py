"""What is wrong with a plan: where it stands, and what stands there."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gelucheck.errors import PlanError
from gelucheck.inputs import numerals

_LONGEST = 60  # characters of what stands there; a path may be longer
_KINDS = {bool: "a truth value", list: "a list", dict: "an object", type(None): "null"}


@dataclass(frozen=True)
class Word:
    """What stands in a plan's text where a value is due, and is neither number nor text."""

    text: str


@contextmanager
def at(place: str) -> Iterator[None]:
    """Errors inside begin with a place: "plan.txt:3", "plan.json: operators[2]"."""
    try:
        yield
    except PlanError as problem:
        raise PlanError(f"{place}: {problem.what}", problem.mend) from problem


def clean(name: str) -> str:
    """A file's name on one line, with nothing in it that a terminal obeys."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in str(name))


def shown(value: object) -> str:
    """What stands there, in a few words: a text in quotes, its control characters spelt out."""
    if isinstance(value, Word):
        return clean(_clipped(value.text))
    if isinstance(value, str):
        return numerals.shown(value)
    if type(value) is int:
        # Python refuses to print integers of thousands of digits
        return str(value) if abs(value) < 10**_LONGEST else "a number of very many digits"
    if type(value) is float:
        return repr(value)
    return _KINDS.get(type(value), f"a {type(value).__name__}")


def _clipped(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
