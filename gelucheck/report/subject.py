"""What a page is about, in a sentence or two."""

from collections import Counter
from collections.abc import Iterable

from gelucheck.export.figures import clean, format_count
from gelucheck.record import Run
from gelucheck.report.labels import short

_MOST_NAMED = 4  # implementations
_FUNCTIONS = {
    "gelu": "exact GELU, x·Φ(x)",
    "gelu_grad": "the exact derivative of GELU",
}
_TRIED = {
    "theorem": "the whole real line",
    "exhaustive": "every value of the format",
    "search": "a search for the worst input",
    "sample": "a sample of the values",
    "given": "the inputs that were given",
}


def subject_of(run: Run) -> str:
    """How many rows there are of what, what they are held against, and how much was tried."""
    if not run.rows:
        return "Nothing was measured."
    names = [short(name) for name in _once(row.implementation for row in run.rows)]
    if len(names) > _MOST_NAMED:
        names = [*names[: _MOST_NAMED - 1], f"{len(names) - _MOST_NAMED + 1} more"]
    formats = [clean(name) for name in _once(row.dtype for row in run.rows)]
    functions = _once(row.function for row in run.rows)
    exact = [_FUNCTIONS.get(name, f"the exact {clean(name)}") for name in functions]
    told = f"{_rows(len(run.rows))}: {_and(names)} in {_and(formats)}, held against {_and(exact)}."
    return f"{told} {_evidence(run)}"


def _evidence(run: Run) -> str:
    """How much was tried, in a sentence."""
    counted = Counter(row.evidence for row in run.rows)
    told = [_TRIED.get(word, clean(word)) for word in counted]
    if len(told) > 1:
        told = [
            f"{words} ({_rows(counted[word])})" for words, word in zip(told, counted, strict=True)
        ]
    return f"Tried: {_and(told)}."


def _rows(count: int) -> str:
    return f"{format_count(count)} {'row' if count == 1 else 'rows'}"


def _once(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


def _and(parts: list[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last
