"""The limits of a config: each entry with its figures, no two of them for the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gelucheck.errors import ConfigError, UsageError
from gelucheck.formats import FORMATS
from gelucheck.gate.bounds import idle, parse_bound
from gelucheck.gate.config.keys import IN_A_LIMIT, SELECTORS, against, unknown_key
from gelucheck.gate.config.record import Setting, Written
from gelucheck.gate.figures import FIGURES
from gelucheck.gate.limit import Limit, Place
from gelucheck.gate.limits import LOWER, NAME_MORE
from gelucheck.gate.region import parse_region, without_values


@dataclass(frozen=True)
class Entry:
    """Keys of a ``[[limit]]`` as they were read: value and place of each.

    Attributes:
        place: where it begins; None: the figures at the top.
    """

    cells: dict[str, tuple[Any, Place]]
    place: Place | None = None


def limits_of(
    general: Entry, entries: Sequence[Entry], options: Mapping[str, Setting]
) -> tuple[Written, ...]:
    """The limits of a file.

    Args:
        general: the figures at the top.
        entries: the tables of ``limit``.
        options: of the same file; ``against`` and ``dtypes`` count here.

    Raises:
        ConfigError: an unknown key, a value of the wrong kind, a limit that cannot be broken, one
            that stands there twice, an entry without a figure.
    """
    usual = options["against"].value if "against" in options else "own"
    formats = options["dtypes"].value if "dtypes" in options else ()
    found: dict[tuple, list[Limit]] = {}
    written = []
    for entry in (general, *entries):
        for each in _read(entry, usual):
            _ensure_of_use(each.limit, formats)
            # by name, for a file may have thousands
            for name in each.limit.implementations or (None,):
                same = found.setdefault((each.limit.slot, name), [])
                _ensure_alone(each.limit, same)
                same.append(each.limit)
            written.append(each)
    return tuple(written)


def _read(entry: Entry, usual: str) -> list[Written]:
    """The limits of one entry, each figure one."""
    for key, (_, place) in entry.cells.items():
        if key not in IN_A_LIMIT:
            raise _at(place, unknown_key(key, IN_A_LIMIT, "key of a limit"))
    selectors = [_cell(entry, name, read) or () for name, read in SELECTORS.items()]
    region = _cell(entry, "region", lambda _, value: parse_region(value))
    own = _cell(entry, "against", against)
    limits = []
    for figure in FIGURES:
        if figure in entry.cells:
            bound, scaled = _cell(entry, figure, parse_bound)
            place = entry.cells[figure][1]
            limit = Limit(figure, bound, scaled, own or usual, region, *selectors, place=place)
            limits.append(Written(limit, follows=own is None, general=entry.place is None))
    if not limits and entry.place:
        problem = UsageError("a limit without a figure", f"one of {', '.join(FIGURES)}")
        raise _at(entry.place, problem)
    return limits


def _cell(entry: Entry, key: str, read) -> Any:
    """The value of a key as its reader gives it, None where it is not there."""
    if key not in entry.cells:
        return None
    value, place = entry.cells[key]
    try:
        return read(key, value)
    except UsageError as problem:
        raise _at(place, problem) from problem


def _at(place: Place, problem: UsageError) -> ConfigError:
    return ConfigError(f"{place}: {problem.what}", problem.mend)


def _ensure_of_use(limit: Limit, formats: Sequence[str]) -> None:
    """See that a limit can be broken in each format that it is for.

    Where neither it nor the file names formats, in one: which are measured is not known here.
    """
    named = limit.dtypes or formats
    reasons = [_no_use(limit, name) for name in named or FORMATS]
    reason = next(filter(None, reasons), "")
    if reason if named else all(reasons):
        raise ConfigError(f"{limit.place}: {limit.name}: {reason}", LOWER)


def _no_use(limit: Limit, dtype: str) -> str:
    if limit.region and without_values(limit.region, dtype):
        return f"the region holds no value of {dtype}"
    return idle(limit.figure, limit.bound, FORMATS[dtype])


def _ensure_alone(limit: Limit, others: Sequence[Limit]) -> None:
    """See that none of the limits before is as closely about some row as this one.

    Args:
        others: that name the same implementation, or as little as this one does any.
    """
    for other in others:
        if all(map(_alike, limit.selectors[1:], other.selectors[1:])):
            raise ConfigError(
                f"{limit.place}: {limit.name} is limited at line {other.place.line} already, "
                "for the same rows",
                NAME_MORE,
            )


def _alike(some: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether neither of two selectors names anything, or both name the same in a place."""
    if not some or not others:
        return not some and not others
    return not set(some).isdisjoint(others)
