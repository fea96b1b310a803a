"""Files are written whole or not at all."""

import errno
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gelucheck.errors import OutputError
from gelucheck.export.write import append_text, ensure_writable, write_text

as_root = os.geteuid() == 0
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
needs_proc = pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no /dev/fd")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize(
    ("content", "stored"),
    [
        ("½ ulp\n", "½ ulp\n".encode()),
        (b"\x89PNG\r\n", b"\x89PNG\r\n"),
        ("", b""),
        ("\udc80", b"\\udc80"),
        ("x" * 300_000, b"x" * 300_000),
    ],
)
def test_content(tmp_path, content, stored):
    write_text(content, tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == stored
    assert names(tmp_path) == ["out"]


def test_a_relative_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_text("new", "out")
    assert (tmp_path / "out").read_text() == "new"


def test_an_old_file_keeps_its_mode(tmp_path):
    target = tmp_path / "out"
    target.write_text("old, and longer than the new")
    target.chmod(0o640)
    write_text("new", target)
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_new_file_follows_the_umask(tmp_path):
    before = os.umask(0o027)
    try:
        write_text("new", tmp_path / "out")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o640


def test_a_link_is_written_through(tmp_path):
    (tmp_path / "real").mkdir()
    target = tmp_path / "real" / "file"
    target.write_text("old")
    link, second = tmp_path / "link", tmp_path / "second"
    link.symlink_to("real/file")
    second.symlink_to("link")
    write_text("new", second)
    assert target.read_text() == "new"
    assert link.is_symlink() and second.is_symlink()
    assert names(tmp_path / "real") == ["file"]


def test_a_link_to_nothing_makes_its_target(tmp_path):
    (tmp_path / "link").symlink_to("file")
    write_text("new", tmp_path / "link")
    assert (tmp_path / "file").read_text() == "new"


def test_the_longest_name(tmp_path):
    name = "n" * 255
    write_text("new", tmp_path / name)
    assert names(tmp_path) == [name]


@pytest.mark.parametrize("call", ["write", "fsync", "replace", "close"])
@pytest.mark.parametrize("old", [None, "old"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_a_full_disk_leaves_nothing_behind(tmp_path, monkeypatch, call, old, code):
    target = tmp_path / "out"
    if old:
        target.write_text(old)
    real = getattr(os, call)

    def fail(*args):
        if call == "close":
            real(*args)
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        patch.setattr(f"gelucheck.export.write.os.{call}", fail)
        with pytest.raises(OutputError, match=os.strerror(code)[1:]) as caught:
            write_text("new", target)
    assert str(target) in caught.value.what
    assert names(tmp_path) == (["out"] if old else [])
    assert not old or target.read_text() == old


def test_a_disk_that_fills_in_the_middle(tmp_path, monkeypatch):
    """Short writes are taken up again; then there is no more room."""
    real, calls = os.write, []

    def write(descriptor, data):
        calls.append(len(data))
        if len(calls) == 3:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(descriptor, data[:10])

    with monkeypatch.context() as patch:
        patch.setattr("gelucheck.export.write.os.write", write)
        with pytest.raises(OutputError, match="free some space"):
            write_text("x" * 100, tmp_path / "out")
    assert calls == [100, 90, 80]
    assert names(tmp_path) == []


def test_an_interrupt_leaves_nothing_behind(tmp_path, monkeypatch):
    def fail(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("gelucheck.export.write.os.fsync", fail)
        with pytest.raises(KeyboardInterrupt):
            write_text("new", tmp_path / "out")
    assert names(tmp_path) == []


def test_the_limit_on_file_size(tmp_path):
    """A real refusal by the kernel in the middle of a file, in a process of its own."""
    program = (
        "import resource, sys\n"
        "from gelucheck.errors import OutputError\n"
        "from gelucheck.export.write import write_text\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "try: write_text('x' * 100_000, sys.argv[1])\n"
        "except OutputError: sys.exit(7)\n"
    )
    target = tmp_path / "out"
    target.write_text("old")
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run([sys.executable, "-c", program, target], env=environment, check=False)
    assert done.returncode == 7
    assert target.read_text() == "old"
    assert names(tmp_path) == ["out"]


@pytest.mark.parametrize(
    ("path", "says", "why"),
    [
        ("", "empty", "no path"),
        (".", "directory", "a directory"),
        ("folder/", "directory", "meant as a directory"),
        ("missing/out", "make the directory", "no parent"),
        ("file/out", "is a file", "the parent is a file"),
        ("loop", "circle", "links go round"),
        ("a\0b", "null", "no file has such a name"),
    ],
)
@pytest.mark.parametrize("ask", [write_text, lambda _, path: ensure_writable(path)])
def test_places_that_cannot_be_written(tmp_path, monkeypatch, path, says, why, ask):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("old")
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(OutputError, match=says):
        ask("new", path)
    assert names(tmp_path) == ["file", "loop"], why


def test_too_long_a_name(tmp_path):
    """Found out when it is written: no name is tried beforehand."""
    with pytest.raises(OutputError, match="shorter"):
        write_text("new", tmp_path / ("n" * 256))
    assert names(tmp_path) == []


@pytest.mark.skipif(as_root, reason="root may write everywhere")
@pytest.mark.parametrize("ask", [write_text, lambda _, path: ensure_writable(path)])
def test_no_permission(tmp_path, ask):
    target = tmp_path / "out"
    target.write_text("old")
    target.chmod(0o444)
    with pytest.raises(OutputError, match="may write"):
        ask("new", target)
    tmp_path.chmod(0o555)
    with pytest.raises(OutputError, match="may write"):
        ask("new", tmp_path / "other")
    tmp_path.chmod(0o755)
    assert names(tmp_path) == ["out"]


@pytest.mark.parametrize("ask", [write_text, lambda _, path: ensure_writable(path)])
def test_no_permission_as_the_system_tells_it(tmp_path, monkeypatch, ask):
    """Root is asked too: the answer of the system is put in."""
    target = tmp_path / "out"
    target.write_text("old")
    monkeypatch.setattr("gelucheck.export.write.os.access", lambda *_: False)
    with pytest.raises(OutputError, match="may write"):
        ask("new", target)
    assert target.read_text() == "old"


def test_asking_beforehand_touches_nothing(tmp_path):
    ensure_writable(tmp_path / "out")
    assert names(tmp_path) == []


@needs_full
def test_a_device_that_is_full():
    with pytest.raises(OutputError, match="no space"):
        write_text("new", "/dev/full")
    assert Path("/dev/full").is_char_device()


def test_the_null_device_stays_a_device():
    write_text("new", os.devnull)
    assert Path(os.devnull).is_char_device()


def test_a_pipe_is_written_directly(tmp_path):
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_text("new", pipe)
    reader.join(10)
    assert got == [b"new"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@needs_proc
def test_a_descriptor_is_written_where_it_stands(tmp_path):
    """A file that the shell holds open for standard output is neither replaced nor cut short."""
    target, link = tmp_path / "out", tmp_path / "link"
    with open(target, "wb", buffering=0) as held:
        held.write(b"before ")
        inode = target.stat().st_ino
        link.symlink_to(f"/dev/fd/{held.fileno()}")
        write_text("first ", f"/dev/fd/{held.fileno()}")
        write_text("second ", link)
        held.write(b"after")
    assert target.read_text() == "before first second after"
    assert target.stat().st_ino == inode


@needs_proc
@pytest.mark.parametrize("ask", [write_text, lambda _, path: ensure_writable(path)])
def test_a_closed_descriptor(tmp_path, ask):
    with open(tmp_path / "out", "wb") as held:
        number = held.fileno()
    with pytest.raises(OutputError, match="closed"):
        ask("new", f"/dev/fd/{number}")


@needs_proc
def test_a_reader_that_went_away():
    reading, writing = os.pipe()
    os.close(reading)
    try:
        with pytest.raises(OutputError, match="reader"):
            write_text("new", f"/dev/fd/{writing}")
    finally:
        os.close(writing)


def test_a_text_is_added_at_the_end(tmp_path):
    for text in ("a ½\n", "b \udc80\n"):
        append_text(text, tmp_path / "summary")
    assert (tmp_path / "summary").read_bytes() == "a ½\nb \\udc80\n".encode()


@pytest.mark.parametrize("name", ["gone/summary", ".", "", "a\0b"])
def test_where_nothing_can_be_added(tmp_path, name):
    with pytest.raises(OutputError, match="cannot write"):
        append_text("a", f"{tmp_path}/{name}" if name else "")
