"""Run a program: bytes in, bytes out, within a time; what it began ends with it."""

import contextlib
import os
import selectors
import subprocess
import time
from collections.abc import Sequence

from gelucheck.implementations.kind import Failed
from gelucheck.implementations.process import fate, kill_group

MOST_SAID = 200
_TAIL_BYTES = 1 << 13
_PIECE = 1 << 16
_TICK_SECONDS = 0.5
_LEFT: set[int] = set()


def run(words: Sequence[str], data: bytes, most: int, seconds: float) -> bytes:
    """What a program writes when it reads some bytes, one byte more than ``most`` at most.

    Raises:
        Failed: it cannot be run, ended with a code other than 0 or by a signal, or did not end in
            time; with the last line that it wrote on standard error.
    """
    try:
        process = subprocess.Popen(
            list(words),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            process_group=0,
        )
    except OSError as problem:
        told = problem.strerror or str(problem)
        raise Failed(f"cannot be run ({told})", "see that it runs by hand", narrow=False) from None
    with process:
        _LEFT.add(process.pid)
        try:
            talk = _Talk(process, data, most, time.monotonic() + seconds)
            late = not talk.through()
        finally:
            # its last bytes are read: what it began and left behind is not wanted either
            code = process.poll()
            kill_group(process)
            _LEFT.discard(process.pid)
    if late:
        raise Failed(
            f"gave no answer within {seconds:g} s{talk.said()}",
            "mend it, or allow it more time",
            narrow=False,
        )
    if len(talk.got) > most:
        return bytes(talk.got)
    code = process.returncode if code is None else code
    if code:
        told = f"ended with exit code {code}" if code > 0 else fate(code)
        raise Failed(f"{told}{talk.said()}", "run it by hand on that input")
    return bytes(talk.got)


def end_all() -> None:
    """End what is run by this process: it will not end it itself."""
    for group in tuple(_LEFT):
        with contextlib.suppress(OSError):
            os.killpg(group, 9)


class _Talk:
    """What is written to a program and read from it, as it comes."""

    def __init__(self, process: subprocess.Popen, data: bytes, most: int, until: float):
        self.process, self.rest, self.most, self.until = process, memoryview(data), most, until
        self.got, self.tail = bytearray(), b""

    def through(self) -> bool:
        """Whether it ended, or wrote too much, in time."""
        process = self.process
        with selectors.DefaultSelector() as selector:
            for stream in (process.stdout, process.stderr):
                selector.register(stream, selectors.EVENT_READ)
            os.set_blocking(process.stdin.fileno(), False)
            selector.register(process.stdin, selectors.EVENT_WRITE)
            while selector.get_map():
                left = self.until - time.monotonic()
                if left <= 0:
                    return False
                ready = selector.select(min(left, _TICK_SECONDS))
                for key, _ in ready:
                    if not self._step(key.fileobj):
                        selector.unregister(key.fileobj)
                        key.fileobj.close()
                if len(self.got) > self.most:
                    return True
                # what it left behind may hold the pipes open
                if not ready and process.poll() is not None:
                    return True
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(max(self.until - time.monotonic(), 0.01))
            return True
        return False

    def _step(self, stream) -> bool:
        """Write or read some; whether there may be more."""
        if stream is self.process.stdin:
            try:
                self.rest = self.rest[os.write(stream.fileno(), self.rest[:_PIECE]) :]
            except BlockingIOError:
                return True
            except OSError:
                return False  # it reads no more: what it writes will tell
            return bool(self.rest)
        piece = os.read(stream.fileno(), _PIECE)
        if stream is self.process.stdout:
            self.got += piece
        else:
            self.tail = (self.tail + piece)[-_TAIL_BYTES:]
        return bool(piece)

    def said(self) -> str:
        """The last line that it wrote on standard error, in words that go on; "" for none."""
        lines = self.tail.decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        clean = "".join(c if c.isprintable() else " " for c in last)[:MOST_SAID]
        return f", saying {clean!r}" if clean else ""
