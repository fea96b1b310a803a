"""A progress bar on standard error, for runs that last."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gelucheck.cli.options import Talk
from gelucheck.cli.terminal import is_terminal

# a run that is over sooner than this shows no bar: it would only flicker
PATIENCE_SECONDS = 0.5

Progress = Callable[[int, int, str], None]


@contextmanager
def progress_bar(talk: Talk) -> Iterator[Progress | None]:
    """A callable ``(done, total, label)`` that draws, or None where nobody looks.

    The bar goes away when the work is done; standard output is never touched.
    """
    wanted = talk.progress == "always" or (
        talk.progress == "auto" and not talk.quiet and is_terminal(sys.stderr)
    )
    if not wanted or sys.stderr is None:
        yield None
        return
    bar = _Bar(0.0 if talk.progress == "always" else PATIENCE_SECONDS)
    try:
        yield bar
    finally:
        bar.close()


class _Bar:
    """Draws itself at the first call after ``patience`` seconds."""

    def __init__(self, patience: float):
        self._due = time.monotonic() + patience
        self._progress = None
        self._task = None

    def __call__(self, done: int, total: int, label: str) -> None:
        if self._progress is None:
            if time.monotonic() < self._due:
                return
            self._open()
        self._progress.update(self._task, completed=done, total=total, description=label)

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f} %"),
            TimeRemainingColumn(),
            console=Console(stderr=True, force_terminal=True),
            transient=True,
            # what others print is theirs
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._progress.add_task("", total=None)
        self._progress.start()

    def close(self) -> None:
        if self._progress is not None:
            self._progress.stop()
