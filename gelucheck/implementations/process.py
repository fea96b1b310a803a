"""A child process that answers messages: begun, asked, waited for no longer than so long, ended."""

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

from gelucheck.implementations.wire import Garbled, packed, unpacked

_BOOT = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); "
    "from gelucheck.implementations.child import main; "
    "main(*map(int, sys.argv[2:]))"
)
_TICK_SECONDS = 0.5
_LEAVE_SECONDS = 1.0
"""In which one that has closed its pipe is over, if that was its end."""
_PIPE_BYTES = 1 << 20
_SIGNALS = {
    "SIGSEGV": "segmentation fault",
    "SIGABRT": "abort",
    "SIGBUS": "bus error",
    "SIGFPE": "arithmetic fault",
    "SIGILL": "illegal instruction",
    "SIGKILL": "killed, maybe for want of memory",
    "SIGTRAP": "trap",
}


Place = tuple[str | None, tuple[str, ...]]
"""The working directory and where modules are looked for: what a process inherits, and a name is
looked up by."""
_WAITING: list["Process"] = []
_MOST_WAITING = 4


class Ended(Exception):
    """It is over: in words that go on from a name, "crashed (segmentation fault)".

    Args:
        late: whether it gave no answer in time.
    """

    def __init__(self, told: str, late: bool = False):
        super().__init__(told)
        self.late = late


class Process:
    """A process that answers; begun at once, with pipes of its own.

    Args:
        place: as it is here.

    Raises:
        Ended: the system does not start it.
    """

    def __init__(self, place: Place):
        self.over, self.place = False, place
        pipes = [*os.pipe(), *os.pipe()]
        asked, self._ask, self._answer, answered = pipes
        tied = threading.current_thread() is threading.main_thread()
        words = [json.dumps(place[1]), *map(str, (asked, answered, os.getpid(), int(tied)))]
        flags = subprocess._args_from_interpreter_flags()
        try:
            self._process = subprocess.Popen(
                [sys.executable, *flags, "-c", _BOOT, *words],
                stdin=subprocess.DEVNULL,
                stdout=_errors(),
                stderr=_errors(),
                pass_fds=(asked, answered),
                process_group=0,
            )
        except BaseException as problem:
            for pipe in pipes:
                os.close(pipe)
            if isinstance(problem, OSError):
                raise Ended(f"cannot have a process ({problem.strerror or problem})") from problem
            raise
        for pipe in (asked, answered):
            os.close(pipe)
        for pipe in (self._ask, self._answer):
            os.set_blocking(pipe, False)
            _widen(pipe)

    @classmethod
    def waiting_at(cls, place: Place) -> "Process":
        """One that was prepared, or else one that is begun now; errors as of the class."""
        while _WAITING:
            process = _WAITING.pop()
            if process.place == place and process._process.poll() is None:
                return process
            process.end()
        return cls(place)

    def ask(self, header: dict, pieces, seconds: float) -> tuple[dict, list[bytearray]]:
        """The answer to a message; where there is none, it is ended.

        Raises:
            Ended.
        """
        until = time.monotonic() + seconds
        try:
            for piece in packed(header, pieces):
                self._write(piece, until)
            return unpacked(lambda size: self._read(size, until))
        except TimeoutError:
            self.kill()
            raise Ended(f"gave no answer within {seconds:g} s", late=True) from None
        except Garbled:
            self.kill()
            raise Ended("wrote into a file that it did not open") from None
        except (EOFError, BrokenPipeError):
            raise Ended(self._fate()) from None
        except BaseException:
            # an interruption: an answer that comes late would be taken for the next
            self.kill()
            raise

    def _write(self, piece: memoryview, until: float) -> None:
        while piece:
            self._wait(self._ask, select.POLLOUT, until)
            with suppress(BlockingIOError):
                piece = piece[os.write(self._ask, piece) :]

    def _read(self, size: int, until: float) -> bytearray:
        data = bytearray(size)
        view, done = memoryview(data), 0
        while done < size:
            self._wait(self._answer, select.POLLIN, until)
            with suppress(BlockingIOError):
                more = os.readv(self._answer, [view[done:]])
                if not more:
                    raise EOFError
                done += more
        return data

    def _wait(self, pipe: int, event: int, until: float) -> None:
        poll = select.poll()
        poll.register(pipe, event)
        while not poll.poll(max(0, min(until - time.monotonic(), _TICK_SECONDS)) * 1000):
            # a process that it made may hold the pipe open
            if self._process.poll() is not None and not poll.poll(0):
                raise EOFError
            if time.monotonic() >= until:
                raise TimeoutError

    def _fate(self) -> str:
        try:
            self._process.wait(_LEAVE_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            return "closed files that it did not open"
        self.kill()
        return fate(self._process.returncode)

    def dismiss(self) -> None:
        """Close this side of its pipes."""
        for name in ("_ask", "_answer"):
            pipe = getattr(self, name)
            if pipe >= 0:
                setattr(self, name, -1)
                os.close(pipe)

    def end(self) -> None:
        """End it, and close its pipes. It has nothing to finish: what it printed is written."""
        self.kill()
        self.dismiss()

    def kill(self) -> None:
        """End it at once, and what it began."""
        if self.over:
            return
        self.over = True
        kill_group(self._process)

    def disown(self) -> None:
        """Have nothing more to do with it: it is another process's."""
        self.over = True
        self.dismiss()
        self._process.returncode = 0  # not this one's to wait for


def place_of_this() -> Place:
    """The place of this process."""
    try:
        here = os.getcwd()
    except OSError:
        here = None  # it was removed
    return here, tuple(place for place in sys.path if isinstance(place, str))


def prepare(count: int) -> None:
    """Begin some processes, that they are ready when they are asked: importing takes a while.

    Args:
        count: how many are wanted; there need not be as many.
    """
    if os.name != "posix" or not sys.executable:
        return
    place = place_of_this()
    for process in [each for each in _WAITING if each.place != place]:
        _WAITING.remove(process)
        process.end()
    # what cannot be begun now will tell when it is wanted
    with suppress(Ended):
        while len(_WAITING) < min(count, os.cpu_count() or 1, _MOST_WAITING):
            _WAITING.append(Process(place))


def _end_waiting() -> None:
    while _WAITING:
        _WAITING.pop().end()


def _forget() -> None:
    """In a copy of this process: what waits is not its own."""
    while _WAITING:
        _WAITING.pop().disown()


atexit.register(_end_waiting)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def kill_group(process: subprocess.Popen) -> None:
    """End a process that leads a group, and all of the group, and wait for it."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    with suppress(OSError):
        process.kill()
    process.wait()


def fate(code: int) -> str:
    """How a process ended, in words that go on from its name; its code as in ``subprocess``."""
    if code >= 0:
        return f"ended its process (exit code {code})"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"crashed ({_SIGNALS.get(name, name)})"


def _errors() -> int:
    """Where standard error goes, if anywhere."""
    try:
        os.fstat(2)
    except OSError:
        return subprocess.DEVNULL
    return 2


def _widen(pipe: int) -> None:
    """Have a pipe hold more, where the system lets it: fewer turns for a block of values."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
