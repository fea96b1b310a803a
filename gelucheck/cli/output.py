"""Where results go: ``--out FORMAT[:PATH]``, ``--plot PATH``, and what reaches standard output.

Everything that can be wrong about a destination is found out before the work begins, so that a
long run is not lost to a typing error.
"""

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gelucheck.cli import terminal
from gelucheck.cli.options import Talk
from gelucheck.errors import OutputError, UsageError, unknown

if TYPE_CHECKING:
    from gelucheck.record import Run


@dataclass(frozen=True)
class Destinations:
    """Where one command's results go.

    Attributes:
        stdout: the format that standard output gets, or None.
        files: pairs of format and path, in the order given.
        plot: path of the picture, or None.
    """

    stdout: str | None
    files: tuple[tuple[str, Path], ...] = ()
    plot: Path | None = None


def parse_destinations(
    outs: Sequence[str], plot: str | None, *, inputs: str = "", text: bool = True
) -> Destinations:
    """The destinations that ``--out`` and ``--plot`` name, all of them seen to be usable.

    Args:
        outs: the values of ``--out``.
        inputs: the value of ``--inputs``: a file that is read is not written over.
        text: whether standard output gets the table when no ``--out`` claims it.

    Raises:
        UsageError: an unknown format; two results for one place.
        OutputError: a place that cannot be written.
    """
    streams: list[str] = []
    files: list[tuple[str, Path]] = []
    for given in dict.fromkeys(outs):
        name, path = _split(given)
        if path is None:
            streams.append(name)
        else:
            files.append((name, path))
    if len(streams) > 1:
        raise UsageError(
            f"standard output cannot take {' and '.join(streams)} at once",
            "give all but one a file, --out FORMAT:PATH",
        )
    places = [path for _, path in files]
    if plot is not None:
        places.append(_plot_path(plot))
    for number, path in enumerate(places):
        _refuse_overlap(path, places[:number], inputs)
        _check_place(path)
    stdout = streams[0] if streams else "text" if text else None
    if stdout:
        terminal.require_stdout()
    return Destinations(stdout, tuple(files), places[-1] if plot is not None else None)


def _split(given: str) -> tuple[str, Path | None]:
    """``FORMAT[:PATH]`` as a name and a path; None is standard output."""
    from gelucheck.export.registry import EXPORTERS

    name, colon, path = given.partition(":")
    if name not in EXPORTERS:
        problem = unknown("output format", name, EXPORTERS)
        raise UsageError(problem.what, f"{problem.mend}; a file is FORMAT:PATH")
    if colon and not path:
        raise UsageError(f"--out {given!r} names no file", f"write {name} or {name}:PATH")
    return name, Path(path) if path not in ("", "-") else None


def _plot_path(plot: str) -> Path:
    from gelucheck.report.plots import SUFFIXES

    path = Path(plot)
    if path.suffix.lower() not in SUFFIXES:
        raise UsageError(f"--plot {plot!r}", f"a file name that ends in {', '.join(SUFFIXES)}")
    return path


def _refuse_overlap(path: Path, others: Sequence[Path], inputs: str) -> None:
    place = os.path.realpath(path)
    if _is_device(path):
        return
    if any(place == os.path.realpath(other) for other in others):
        raise UsageError(f"two results for {str(path)!r}", "give each its own file")
    if os.path.exists(place) and place == os.path.realpath(inputs or os.devnull):
        raise UsageError(f"{str(path)!r} holds the inputs", "write the result to another file")


def _is_device(path: Path) -> bool:
    """Whether the path is there and neither a file nor a directory: a device, a pipe."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _check_place(path: Path) -> None:
    """See that a file can be written at a path, without touching what is there.

    Raises:
        OutputError: a directory, no parent directory, or no permission.
    """
    try:
        if path.is_dir():
            raise OutputError(f"{str(path)!r} is a directory", "name a file in it")
        if _is_device(path):
            return
        # a link is written through: what matters is where the file itself lies
        parent = Path(os.path.realpath(path)).parent
        if not parent.is_dir():
            raise OutputError(f"no directory {str(parent)!r} for {str(path)!r}", "make it first")
        if path.exists() and not os.access(path, os.W_OK):
            raise OutputError(f"{str(path)!r} is not writable", "choose another file")
        # the only sure question is an attempt: a mount may be read-only even to root
        with tempfile.TemporaryFile(dir=parent):
            pass
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise OutputError(f"cannot write {str(path)!r}, {reason}", "choose another file") from None


def write_run(run: "Run", destinations: Destinations, talk: Talk) -> None:
    """Write a run to all its destinations, the files first.

    Raises:
        OutputError: a destination that failed after all (a full disk).
    """
    from gelucheck.export.registry import EXPORTERS
    from gelucheck.export.write import write_text

    for name, path in destinations.files:
        write_text(EXPORTERS[name].render(run), path)
        _note(f"wrote {path}", talk)
    if destinations.plot:
        from gelucheck.report.plots import plot

        plot(run, destinations.plot)
        _note(f"wrote {destinations.plot}", talk)
    if destinations.stdout:
        terminal.put(_rendered(run, destinations.stdout, talk))


def _rendered(run: "Run", name: str, talk: Talk) -> str:
    from gelucheck.export.registry import EXPORTERS

    render = EXPORTERS[name].render
    if name != "text":
        return render(run)
    return render(run, color=terminal.wants_color(talk.color), width=terminal.table_width())


def _note(sentence: str, talk: Talk) -> None:
    if not talk.quiet:
        terminal.talk(f"gelucheck: {sentence}")
