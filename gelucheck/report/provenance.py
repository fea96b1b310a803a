"""Where the figures are from: the only part of the page in which two runs of one thing differ."""

from collections.abc import Iterable
from dataclasses import dataclass

from gelucheck.export.figures import clean
from gelucheck.export.reproducer import words_of
from gelucheck.joining import JOINED
from gelucheck.record import Row, Run

_APART = ("implementations", JOINED)


@dataclass(frozen=True)
class Source:
    """What is known of a run, or of one of the runs that were joined in it.

    Attributes:
        title: "part 1" of what was joined, "the earlier run"; empty of the run itself.
        pairs: of a name and a value, those of implementations that are not ours last.
    """

    title: str
    pairs: tuple[tuple[str, str], ...]


def provenance_of(run: Run, earlier: Run | None = None) -> list[Source]:
    """The run, then its parts where several were joined; then the run that it is held against."""
    sources = list(_sources(run, "", "part"))
    if earlier is not None:
        sources += _sources(earlier, "the earlier run", "part of the earlier run:")
    return sources


def _sources(run: Run, title: str, part: str) -> Iterable[Source]:
    yield Source(title, tuple(_pairs(run.provenance)))
    for number, of_part in enumerate(_parts(run), 1):
        yield Source(f"{part} {number}", tuple(_pairs(of_part)))


def command_of(run: Run, row: Row) -> str:
    """The command that measured a row; of runs that were joined, the one that names it."""
    commands = [str(source.get("command") or "") for source in (*_parts(run), run.provenance)]
    name = row.implementation
    naming = (text for text in commands if name in text and words_of(name, text) != name)
    return next(naming, commands[-1])


def _parts(run: Run) -> list[dict]:
    parts = run.provenance.get(JOINED)
    # a stored run may hold anything there
    return [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []


def _pairs(provenance: dict) -> Iterable[tuple[str, str]]:
    known = provenance.get("implementations")
    pairs = [pair for pair in provenance.items() if pair[0] not in _APART]
    pairs += known.items() if isinstance(known, dict) else ()
    return ((clean(name), clean(value)) for name, value in pairs if value is not None)
