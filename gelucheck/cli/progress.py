"""Progress on standard error, for runs that last: a bar on a terminal, else a line now and then."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gelucheck.cli.guard import one_line
from gelucheck.cli.terminal import Talk, is_terminal
from gelucheck.cli.terminal import talk as say

# a run that is over sooner than this shows no bar: it would only flicker
PATIENCE_SECONDS = 0.5
# where lines stay on the page
LINE_SECONDS = 30.0

Progress = Callable[[int, int, str], None]


@contextmanager
def progress_bar(talk: Talk, counted: str = "inputs") -> Iterator[Progress | None]:
    """A callable ``(done, total, label)`` that tells, or None where nobody is to be told.

    The bar goes away when the work is done; standard output is never touched.

    Args:
        counted: what is counted: "inputs", which are told in millions, or others.
    """
    told = None
    if sys.stderr is not None and talk.progress != "never":
        if is_terminal(sys.stderr) and (talk.progress == "always" or not talk.quiet):
            told = _Bar(0.0 if talk.progress == "always" else PATIENCE_SECONDS, counted)
        elif talk.progress == "always":
            told = _Bar(0.0, counted)
        elif not talk.quiet:
            told = _Lines(counted)
    try:
        yield told
    finally:
        if told is not None:
            told.close()


class Pace:
    """How fast it goes: what was done before it began (a ledger's part) does not count."""

    def __init__(self):
        self._first = None

    def __call__(self, done: int) -> float:
        """Values a second so far; 0 where that is not known yet."""
        now = time.monotonic()
        if self._first is None:
            self._first = now, done
        since, before = self._first
        return (done - before) / (now - since) if now > since else 0.0


def in_words(done: int, total: int, rate: float, counted: str = "inputs") -> str:
    """ "12 %, 515 M of 4,295 M inputs, 58 M/s, 65 s left"; of the rate only what is known."""
    share = f"{100 * done // total if total else 100} %"
    if counted != "inputs":
        words = f"{share}, {done:,} of {total:,} {counted}"
        return f"{words}, {duration((total - done) / rate)} left" if rate > 0 else words
    digits = 0 if total >= 1e8 else 2
    words = f"{share}, {done / 1e6:,.{digits}f} M of {total / 1e6:,.{digits}f} M inputs"
    if rate <= 0:
        return words
    return f"{words}, {rate / 1e6:,.3g} M/s, {duration((total - done) / rate)} left"


def duration(seconds: float) -> str:
    """ "42 s", "3 min 20 s", "2 h 05 min"."""
    minutes, rest = divmod(round(seconds), 60)
    hours, left = divmod(minutes, 60)
    if hours:
        return f"{hours:,} h {left:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


class _Lines:
    """One plain line every half a minute."""

    def __init__(self, counted: str = "inputs"):
        self._due = time.monotonic() + LINE_SECONDS
        self._pace = Pace()
        self._counted = counted

    def __call__(self, done: int, total: int, label: str) -> None:
        rate = self._pace(done)
        now = time.monotonic()
        if now >= self._due:
            # after a pause (Ctrl-Z) the lines that were not written are not made up for
            self._due += LINE_SECONDS * (1 + (now - self._due) // LINE_SECONDS)
            named = f" ({one_line(label)})" if label else ""
            say(f"gelucheck: {in_words(done, total, rate, self._counted)}{named}")

    def close(self) -> None:
        """The last line said it."""


class _Bar:
    """Draws itself at the first call after ``patience`` seconds."""

    def __init__(self, patience: float, counted: str = "inputs"):
        self._due = time.monotonic() + patience
        self._progress = None
        self._task = None
        self._pace = Pace()
        self._counted = counted

    def __call__(self, done: int, total: int, label: str) -> None:
        rate = self._pace(done)
        if self._progress is None:
            if time.monotonic() < self._due:
                return
            self._open()
        told = f"{duration((total - done) / rate)} left" if rate else ""
        if rate and self._counted == "inputs":
            told = f"{rate / 1e6:,.3g} M/s, {told}"
        self._progress.update(
            self._task, completed=done, total=total, description=one_line(label), told=told
        )

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f} %"),
            TextColumn("{task.fields[told]}", markup=False),
            console=Console(stderr=True, force_terminal=True),
            transient=True,
            # what others print is theirs
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._progress.add_task("", total=None, told="")
        self._progress.start()

    def close(self) -> None:
        if self._progress is not None:
            self._progress.stop()
