"""Write a file whole or not at all, or add to one that others write to as well.

The text goes to a new file beside the target, is forced to the disk, and then takes the target's
name in one step. Whatever goes wrong, the target is as it was and nothing else is left behind.
A pipe, a terminal or a device cannot be replaced, so it is written to as it stands.
"""

import errno
import os
import re
import secrets
import stat
import sys
from contextlib import suppress

from gelucheck.errors import OutputError

_DESCRIPTOR = re.compile(r"/dev/(stdin|stdout|stderr)|(?:/dev/fd|/proc/(?:self|\d+)/fd)/(\d{1,9})")
_STREAMS = {"stdin": 0, "stdout": 1, "stderr": 2}
_MOST_LINKS = 40  # as the kernel

_MENDS = {
    errno.ENOSPC: "free some space, or write to another disk",
    errno.EDQUOT: "free some space, or write to another disk",
    errno.EFBIG: "raise the limit on the size of files, or write to another disk",
    errno.EACCES: "choose a place where you may write",
    errno.EPERM: "choose a place where you may write",
    errno.EROFS: "choose a place where you may write",
    errno.EISDIR: "add a file name to it",
    errno.ENOENT: "make the directory first, or choose another",
    errno.ENOTDIR: "a part of the path is a file; choose another",
    errno.ENAMETOOLONG: "choose a shorter name",
    errno.ELOOP: "the symbolic links go round in a circle; choose another path",
    errno.EBADF: "the stream is closed; name a file",
    errno.EPIPE: "the reader went away; keep it open, or name a file",
}


def write_text(content: str | bytes, path) -> None:
    """Write a text (UTF-8) or bytes to a path, whole or not at all.

    An existing file keeps its mode, a new one follows the umask; a symbolic link stays and its
    target is written; ``/dev/stdout``, a pipe or a device is written to directly. A hard link is
    parted from its other names.

    Args:
        content: str, in which a lone surrogate is written as its escape, or bytes.
        path: str or path.

    Raises:
        OutputError: it cannot be written; says why.
    """
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    try:
        target, descriptor = _resolve(path)
        if descriptor is not None:
            _write_descriptor(descriptor, data)
        elif _is_special(target):
            _write_directly(target, data)
        else:
            _replace(target, data)
    except (OSError, ValueError) as problem:
        raise _refusal(path, problem) from problem


def append_text(content: str, path) -> None:
    """Add a text (UTF-8) at the end of a file that others write to as well, in one write; a file
    that is not there is made.

    Raises:
        OutputError: it cannot be written; says why.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0)
    try:
        descriptor = os.open(path, flags | getattr(os, "O_BINARY", 0), 0o666)
        try:
            _write_all(descriptor, content.encode("utf-8", "backslashreplace"))
        finally:
            os.close(descriptor)
    except (OSError, ValueError) as problem:
        raise _refusal(path, problem) from problem


def make_folder(path) -> None:
    """Make a folder, and those that it lies in, where it is missing.

    Raises:
        OutputError: it cannot be made; says why.
    """
    try:
        os.makedirs(path, exist_ok=True)
    except (OSError, ValueError) as problem:
        raise _refusal(path, problem) from problem


def ensure_writable(path) -> None:
    """Find out before a long run what would stop ``write_text`` after it; touches nothing.

    Raises:
        OutputError: a directory, no directory to write into, no permission, a closed stream.
    """
    try:
        target, descriptor = _resolve(path)
        if descriptor is not None:
            os.fstat(descriptor)
        elif not _is_special(target):
            folder = os.path.dirname(target)
            os.stat(folder)
            if not os.access(folder, os.W_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except (OSError, ValueError) as problem:
        raise _refusal(path, problem) from problem


def _resolve(path) -> tuple[str, int | None]:
    """The path behind all symbolic links, and the open descriptor that it names, if it does."""
    path = os.fspath(path)
    if not path:
        raise FileNotFoundError(errno.ENOENT, "the path is empty")
    if path.endswith(os.sep):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    hop = os.path.abspath(path)
    for _ in range(_MOST_LINKS):
        # before the last link is followed: behind /dev/stdout may lie a file that the shell holds
        # open, and to replace that file would lose what else is written to it
        match = _DESCRIPTOR.fullmatch(hop)
        if match:
            return hop, _STREAMS[match[1]] if match[1] else int(match[2])
        if not os.path.islink(hop):
            return os.path.realpath(hop), None
        hop = os.path.abspath(os.path.join(os.path.dirname(hop), os.readlink(hop)))
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _is_special(target: str) -> bool:
    """Whether a pipe or a device stands there; a directory or a protected file is refused."""
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return not stat.S_ISREG(mode)


def _write_descriptor(descriptor: int, data: bytes) -> None:
    # what has been printed before must not come out behind
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with suppress(OSError, ValueError):
                stream.flush()
    _write_all(descriptor, data)


def _write_directly(target: str, data: bytes) -> None:
    descriptor = os.open(target, os.O_WRONLY | getattr(os, "O_CLOEXEC", 0))
    try:
        _write_all(descriptor, data)
    finally:
        os.close(descriptor)


def _replace(target: str, data: bytes) -> None:
    mode = None
    with suppress(FileNotFoundError):
        mode = stat.S_IMODE(os.stat(target).st_mode)
    folder = os.path.dirname(target)
    # a name of its own, not one made from the target's, which may be as long as names can be
    temporary = os.path.join(folder, f".gelucheck-{secrets.token_hex(8)}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
    descriptor = os.open(temporary, flags | getattr(os, "O_BINARY", 0), 0o666)
    try:
        try:
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(descriptor, mode)
            _write_all(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _write_all(descriptor: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


def _refusal(path, problem: Exception) -> OutputError:
    reason = getattr(problem, "strerror", None) or str(problem)
    mend = _MENDS.get(getattr(problem, "errno", None), "choose another path")
    return OutputError(f"cannot write {os.fspath(path)!r}: {reason[:1].lower()}{reason[1:]}", mend)
