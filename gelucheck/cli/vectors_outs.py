"""Where golden vectors go: ``--out FORMAT[:PATH]``, seen to be usable before they are made."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gelucheck.cli import terminal
from gelucheck.cli.guard import one_line
from gelucheck.cli.output import refuse_overlap
from gelucheck.cli.terminal import Talk
from gelucheck.errors import UsageError, unknown

if TYPE_CHECKING:
    from gelucheck.export.vectors_registry import VectorsExporter
    from gelucheck.vectors.records import Vectors

SET = "{set}"
"""In the path of a raw file: the name of the set."""


@dataclass(frozen=True)
class Out:
    """One destination; without a path standard output."""

    exporter: "VectorsExporter"
    path: str | None


def parse_outs(given: Sequence[str], quiet: bool = False) -> tuple[Out, ...]:
    """The destinations; where none is standard output, that gets the text, unless it is quiet.

    Raises:
        UsageError: an unknown format, bytes without a file, two results for one place.
        OutputError: a place that cannot be written.
    """
    from gelucheck.export.vectors_registry import VECTORS_EXPORTERS
    from gelucheck.export.write import ensure_writable

    outs: list[Out] = []
    for words in dict.fromkeys(given):
        name, colon, path = words.partition(":")
        if name not in VECTORS_EXPORTERS:
            problem = unknown("output format", name, VECTORS_EXPORTERS)
            raise UsageError(problem.what, f"{problem.mend}; a file is FORMAT:PATH")
        if colon and not path:
            raise UsageError(f"--out {words!r} names no file", f"write {name} or {name}:PATH")
        exporter = VECTORS_EXPORTERS[name]
        if path in ("", "-"):
            if exporter.binary:
                raise UsageError(
                    f"--out {one_line(words)} is bytes",
                    f"name a file: {name}:PATH{exporter.suffix}",
                )
            outs.append(Out(exporter, None))
            continue
        refuse_overlap(path, [out.path for out in outs if out.path])
        # a place with {set} in it is known when the sets are
        if SET not in path:
            ensure_writable(path)
        elif not exporter.single:
            raise UsageError(
                f"--out {one_line(words)}", f"{name} holds all sets in one file: leave {SET} out"
            )
        outs.append(Out(exporter, path))
    streams = [out.exporter.name for out in outs if out.path is None]
    if len(streams) > 1:
        raise UsageError(
            f"standard output cannot take {' and '.join(streams)} at once",
            "give all but one a file, --out FORMAT:PATH",
        )
    if not streams and not (quiet and outs):
        outs.append(Out(VECTORS_EXPORTERS["text"], None))
        streams.append("text")
    if streams:
        terminal.require_stdout()
    return tuple(outs)


def write_outs(made: "Vectors", outs: Sequence[Out], talk: Talk) -> None:
    """Write vectors to all destinations, the files first.

    Raises:
        OutputError: a destination that failed.
        UsageError: several sets for one raw file.
    """
    from gelucheck.export.write import write_text

    for out in outs:
        if out.path is None:
            continue
        if out.exporter.single and SET in out.path:
            files = [
                (replace(made, sets=(each,)), out.path.replace(SET, each.name))
                for each in made.sets
            ]
        else:
            files = [(made, out.path)]
        for some, path in files:
            write_text(out.exporter.render(some), path)
            if not talk.quiet:
                terminal.talk(f"gelucheck: {one_line(f'wrote {path}')}")
    for out in outs:
        if out.path is None:
            fitting = {"width": terminal.table_width()} if out.exporter.wrapped else {}
            terminal.put(out.exporter.render(made, **fitting))
