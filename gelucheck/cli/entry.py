"""Where the command begins and ends: a signal at either moment is understood."""

import atexit
import os
import signal
import sys
import time

INTERRUPTED = 130
# for so long an interruption that follows another, from an impatient hand, is the same
_GRACE_SECONDS = 2.0


def main() -> int:
    """Run this process's command line and return the exit code.

    SIGTERM is a Ctrl-C from the first moment to the last; one while everything else is imported is
    one too, and one when all is done changes nothing.
    """
    _fill_streams()
    listened = _listen(_hear())
    # the first that is registered is the last that is run; then no handler of ours would be called
    atexit.register(_on, listened, signal.SIG_IGN)
    code = INTERRUPTED
    try:
        from gelucheck.cli.main import main as run

        code = run()
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("gelucheck: interrupted\n")
    # nothing is left to do but to end
    _on(listened, lambda *_: os._exit(code))
    return code


def _fill_streams() -> None:
    """See that 0, 1 and 2 are not given to files: what others print would go into these."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            # the lowest that is free, and those below are taken
            os.open(os.devnull, os.O_RDWR)


def _listen(hear) -> list[int]:
    """Which of the signals were not ignored, and are now heard."""
    kinds = [
        kind
        for kind in (signal.SIGINT, signal.SIGTERM)
        if signal.getsignal(kind) in (signal.SIG_DFL, signal.default_int_handler)
    ]
    _on(kinds, hear)
    return kinds


def _on(kinds: list[int], handler) -> None:
    for kind in kinds:
        signal.signal(kind, handler)


def _hear():
    last = -_GRACE_SECONDS

    def hear(_number, _frame):
        nonlocal last
        now = time.monotonic()
        if now - last >= _GRACE_SECONDS:
            last = now
            raise KeyboardInterrupt

    return hear
