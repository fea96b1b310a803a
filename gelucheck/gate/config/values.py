"""Values of a config: from what TOML has to what options take. A reader takes the key's name and
the value, and raises a ``UsageError`` that says what is wrong; who calls it knows the line.
"""

import re
from collections.abc import Callable, Container, Iterable
from typing import Any

from gelucheck.errors import UsageError, unknown
from gelucheck.gate.config.seconds import seconds_of

# no exponent that could be too large to be multiplied out
_SHARE = re.compile(r"([0-9]{1,9}(?:\.[0-9]{0,30})?|\.[0-9]{1,30}|[0-9]e-[0-9]{1,2})\s*(%?)")

Reader = Callable[[str, Any], Any]


def wrong(key: str, value: object, mend: str) -> UsageError:
    """The error for a value of the wrong kind."""
    return UsageError(f"{key} = {written(value)}", mend)


def written(value: object) -> str:
    """A value as TOML has it, cut to a length."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        text = repr(value)
    except ValueError:
        # a number of more digits than Python prints
        text = "a number that is far too long"
    return text if len(text) <= 80 else f"{text[:79]}…"


def text(key: str, value: Any) -> str:
    """A text that says something."""
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise wrong(key, value, "a text in quotation marks")
    return value


def flag(key: str, value: Any) -> bool:
    """true or false."""
    if not isinstance(value, bool):
        raise wrong(key, value, "true or false")
    return value


def number(least: int, most: int | None = None) -> Reader:
    """A whole number from ``least`` on."""
    mend = f"a whole number from {least} {f'to {most:,}' if most is not None else 'up'}"

    def read(key: str, value: Any) -> int:
        if type(value) is not int or value < least or (most is not None and value > most):
            raise wrong(key, value, mend)
        return value

    return read


def time(most: int) -> Reader:
    """A time as text, "30s", or a number of seconds; kept as text."""

    def read(key: str, given: Any) -> str:
        value = given
        if isinstance(value, int | float) and not isinstance(value, bool):
            # without an exponent, which no time is written with
            value = f"{value:.9f}".rstrip("0").rstrip(".") if abs(value) <= most else None
        if not isinstance(value, str):
            raise wrong(key, given, f"a time, as in 30s, 5m, 1h, at most {most:,} seconds")
        if not 0 < seconds_of(key, value) <= most:
            raise wrong(key, given, f"more than nothing, and at most {most:,} seconds")
        return value

    return read


def share(key: str, value: Any) -> float:
    """A share from 0 to 1, as 0.1 or as "10%"."""
    mend = 'a share from 0 to 1, as in 0.1 or "10%"'
    if isinstance(value, str):
        try:
            value = share_of(value)
        except ValueError:
            raise wrong(key, value, mend) from None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise wrong(key, value, mend)
    return float(value)


def share_of(words: str) -> float:
    """The number that a share is: "0.1", or "10%" of it.

    Raises:
        ValueError: neither.
    """
    match = _SHARE.fullmatch(words.strip())
    if not match:
        raise ValueError(words)
    from fractions import Fraction

    # divided exactly: 99.9% is 0.999
    return float(Fraction(match[1]) / (100 if match[2] else 1))


def word(kind: str, known: Iterable[str]) -> Reader:
    """One name of those there are."""

    def read(key: str, value: Any) -> str:
        if not isinstance(value, str):
            raise wrong(key, value, f"one of {', '.join(known)}")
        if value not in known:
            raise unknown(kind, value[:80], known)
        return value

    return read


def names(each: Reader) -> Reader:
    """A name or a list of names, as a tuple, each once."""

    def read(key: str, value: Any) -> tuple[str, ...]:
        some = value if isinstance(value, list) else [value]
        if not some:
            raise wrong(key, value, "name one at least")
        return tuple(dict.fromkeys(each(key, item) for item in some))

    return read


def many(each: Reader) -> Reader:
    """As ``names``, with every one kept."""

    def read(key: str, value: Any) -> tuple[str, ...]:
        names(each)(key, value)
        return tuple(value) if isinstance(value, list) else (value,)

    return read


def implementation(key: str, value: Any) -> str:
    """``[NAME=]KIND:TARGET`` of a kind that there is."""
    from gelucheck.implementations.kinds import KINDS
    from gelucheck.implementations.registry import GRAMMAR

    words = text(key, value)
    head, colon, target = words.partition(":")
    name, equals, kind = head.rpartition("=")
    if not colon or not target.strip() or (equals and not name):
        raise wrong(key, value, GRAMMAR)
    return words if kind in KINDS else word("kind of implementation", KINDS)(key, kind)


def form(key: str, value: Any) -> str:
    """A form, or a writing of one or of its derivative."""
    from gelucheck.forms.catalogue import GRADIENTS, WRITINGS, find_writing

    known: tuple[Container[str], ...] = (WRITINGS, GRADIENTS)
    if not isinstance(value, str) or not any(value in some for some in known):
        find_writing(value if isinstance(value, str) else written(value))
    return value
