"""Where results go: ``--out FORMAT[:PATH]``, ``--plot [KIND:]PATH``, and what reaches standard
output.

Everything that can be wrong about a destination is found out before the work begins, so that a
long run is not lost to a typing error.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from gelucheck.cli import terminal
from gelucheck.cli.guard import one_line
from gelucheck.cli.pictures import parse_pictures
from gelucheck.cli.terminal import Talk
from gelucheck.errors import UsageError, unknown

if TYPE_CHECKING:
    from gelucheck.gate.config.record import Config
    from gelucheck.gate.verdict import Verdict
    from gelucheck.record import Run
    from gelucheck.report.changes import Changes

WITH_CHANGES = ("html",)
"""The outputs that show what changed since another run."""


@dataclass(frozen=True)
class Destinations:
    """Where one command's results go.

    Attributes:
        stdout: the format that standard output gets, or None.
        files: pairs of format and path, in the order given.
        plots: pairs of kind and path of the pictures, in the order given.
        folder: what is made before they are written, where it is missing.
    """

    stdout: str | None
    files: tuple[tuple[str, str], ...] = ()
    plots: tuple[tuple[str, str], ...] = ()
    folder: str | None = None


def parse_destinations(
    outs: Sequence[str],
    plots: Sequence[str],
    *,
    reads: Mapping[str, str] | None = None,
    text: bool = True,
    folder: str | None = None,
    networks: bool | None = False,
) -> Destinations:
    """The destinations that ``--out`` and ``--plot`` name, all of them seen to be usable.

    Args:
        outs: the values of ``--out``; plots: those of ``--plot``.
        reads: of ``files_read``: they are not written over.
        text: whether standard output gets the table when no ``--out`` claims it.
        folder: one that will be made if it is missing.
        networks: whether the pictures are of networks; None where they may be of either.

    Raises:
        UsageError: an unknown format or kind of picture; two results for one place.
        OutputError: a place that cannot be written.
    """
    from gelucheck.export.write import ensure_writable

    streams: list[str] = []
    files: list[tuple[str, str]] = []
    for given in dict.fromkeys(outs):
        name, path = split_destination(given)
        if path is None:
            streams.append(name)
        else:
            files.append((name, path))
    streams = list(dict.fromkeys(streams))
    if len(streams) > 1:
        raise UsageError(
            f"standard output cannot take {' and '.join(streams)} at once",
            "give all but one a file, --out FORMAT:PATH",
        )
    pictures = parse_pictures(plots, networks)
    places = [path for _, path in (*files, *pictures)]
    for number, path in enumerate(places):
        refuse_overlap(path, places[:number])
        ensure_not_read(path, reads or {})
        missing = folder and os.path.dirname(path) == folder and not os.path.lexists(folder)
        ensure_writable(folder if missing else path)
    stdout = streams[0] if streams else "text" if text else None
    if stdout:
        terminal.require_stdout()
    return Destinations(stdout, tuple(files), pictures, folder)


def split_destination(given: str) -> tuple[str, str | None]:
    """``FORMAT[:PATH]`` as a name and a path; None is standard output.

    Raises:
        UsageError: an unknown format, or no path behind the colon.
    """
    from gelucheck.report.outputs import find_output

    name, colon, path = given.partition(":")
    try:
        find_output(name)
    except UsageError as problem:
        raise UsageError(problem.what, f"{problem.mend}; a file is FORMAT:PATH") from None
    if colon and not path:
        raise UsageError(f"--out {given!r} names no file", f"write {name} or {name}:PATH")
    return name, path if path not in ("", "-") else None


def files_read(given: Mapping[str, Any], config: "Config | None") -> dict[str, str]:
    """What a command reads, or keeps its work in -> the path of it."""
    reads = {
        "the baseline": given.get("baseline"),
        "the ledger": given.get("ledger"),
        "the config": config.path if config else None,
    }
    inputs = given.get("inputs")
    if inputs and os.path.exists(inputs):
        # else it is a word, or an interval
        reads["the inputs"] = inputs
    for words in given.get("implementations") or ():
        target = words.partition(":")[2]
        if os.path.isfile(target):
            reads[f"the implementation {words}"] = target
    for words in given.get("weights") or ():
        if os.path.isfile(words):
            reads[f"the values of --weights-by {words}"] = words
    return {what: path for what, path in reads.items() if path}


def ensure_not_read(path: str, reads: Mapping[str, str]) -> None:
    """See that a result goes to no file that is read: it would be the last time.

    Raises:
        UsageError: it does.
    """
    if _takes_anything(path):
        return
    for what, other in reads.items():
        if os.path.realpath(path) == os.path.realpath(other):
            raise UsageError(f"{path!r} holds {what}", "write the result to another file")


def _takes_anything(path: str) -> bool:
    """Whether it is a device or a pipe."""
    return os.path.exists(path) and not os.path.isfile(path)


def refuse_overlap(path: str, others: Sequence[str]) -> None:
    if _takes_anything(path):
        return
    if any(os.path.realpath(path) == os.path.realpath(other) for other in others):
        raise UsageError(f"two results for {path!r}", "give each its own file")


def write_run(
    run: "Run",
    destinations: Destinations,
    talk: Talk,
    *,
    forms_asked: bool = False,
    verdict: "Verdict | None" = None,
    changes: "Changes | None" = None,
    networks: bool = False,
) -> None:
    """Write a run to all its destinations, the files first.

    Args:
        forms_asked: whether ``--form`` named the forms: then the claim is made of all of them.
        verdict: on the run; None where nobody asked.
        changes: since another run, for the outputs that show them.
        networks: the run is about its networks: CSV is of them, and -v shows all operators.

    Raises:
        OutputError: a destination that failed after all (a full disk).
        UsageError: a picture that there is nothing for; all else is written.
    """
    from gelucheck.export.write import make_folder, write_text
    from gelucheck.report.outputs import find_output

    if destinations.folder:
        make_folder(destinations.folder)
    asked = {"forms_asked": forms_asked, "verdict": verdict}

    def rendered(name: str, **more) -> str:
        if changes is not None and name in WITH_CHANGES:
            more["changes"] = changes
        if networks and name == "text" and talk.verbosity:
            more["every"] = True
        shown = replace(run, rows=()) if networks and name == "csv" else run
        return find_output(name).render(shown, **asked, **more)

    for name, path in destinations.files:
        write_text(rendered(name, path=path), path)
        _note(f"wrote {path}", talk)
    undrawn = None
    for kind, path in destinations.plots:
        from gelucheck.report.plots import draw

        try:
            picture = draw(run, path, kind)
        except UsageError as problem:
            # nothing to draw: what else there is was worth the work
            undrawn = undrawn or problem
            continue
        write_text(picture, path)
        _note(f"wrote {path}", talk)
    if destinations.stdout:
        color, width = terminal.wants_color(talk.color), terminal.table_width()
        terminal.put(rendered(destinations.stdout, color=color, width=width))
    if undrawn:
        raise undrawn


def parse_destination(
    out: str, formats: Sequence[str] = ("text", "json")
) -> tuple[str, str | None]:
    """``FORMAT[:PATH]`` of a command with one result, seen to be usable before the work begins.

    Returns:
        The format, and the path; None is standard output.

    Raises:
        UsageError: another format, or no path behind the colon.
        OutputError: a place that cannot be written.
    """
    name, colon, path = out.partition(":")
    if name not in formats:
        raise unknown("output format", name, formats)
    if colon and not path:
        raise UsageError(f"--out {out!r} names no file", f"write {name} or {name}:PATH")
    if path in ("", "-"):
        terminal.require_stdout()
        return name, None
    from gelucheck.export.write import ensure_writable

    ensure_writable(path)
    return name, path


def put_text(text: str, path: str | None) -> None:
    """Write a text to a file, or to standard output where there is none.

    Raises:
        OutputError: it cannot be written.
    """
    if path is None:
        terminal.put(text)
        return
    from gelucheck.export.write import write_text

    write_text(text, path)


def _note(sentence: str, talk: Talk) -> None:
    if not talk.quiet:
        terminal.talk(f"gelucheck: {one_line(sentence)}")
