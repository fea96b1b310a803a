"""A Ctrl-C or SIGTERM that is heard between steps, and never tears one.

Python raises ``KeyboardInterrupt`` anywhere, also between a line that was written and the note that
it was. Here a signal is noted, and raised where that does no harm.
"""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE_SECONDS = 5.0
"""How long those that follow the first are taken for it: what is left is to clear up."""


class Interruption:
    """A context in which SIGINT and SIGTERM wait until they are heard.

    What a signal means is what its handler did before: ``KeyboardInterrupt`` as a rule. One that
    is ignored, or ends the process, goes on doing so; and outside of the main thread, which gets
    all signals, nothing changes.

    >>> with Interruption() as interruption:
    ...     while interruption.check() is None:
    ...         with interruption.heard():
    ...             pass  # may be torn
    ...         break
    """

    def __init__(self):
        self._handlers = {}
        self._came = None
        self._since = 0.0
        self._passed_on = False
        self._heard = False

    def __enter__(self):
        if threading.current_thread() is threading.main_thread():
            for kind in (signal.SIGINT, signal.SIGTERM):
                handler = signal.getsignal(kind)
                if callable(handler):
                    self._handlers[kind] = handler
                    signal.signal(kind, self._note)
        return self

    def __exit__(self, *_problem) -> None:
        for kind, handler in self._handlers.items():
            signal.signal(kind, handler)
        self.check()

    def check(self) -> None:
        """Let one that came be raised."""
        if self._came is not None and not self._passed_on:
            self._pass_on(None)

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Where one is raised at once: what is done in here may be torn."""
        self._heard = True
        try:
            self.check()
            yield
        finally:
            self._heard = False

    def _note(self, number, frame) -> None:
        impatient = self._came is not None and time.monotonic() - self._since > PATIENCE_SECONDS
        if self._came is None or impatient:
            self._came, self._since, self._passed_on = number, time.monotonic(), False
        if (self._heard or impatient) and not self._passed_on:
            self._pass_on(frame)

    def _pass_on(self, frame) -> None:
        self._passed_on = True
        self._handlers[self._came](self._came, frame)
        # it meant nothing: the next may
        self._came, self._passed_on = None, False
