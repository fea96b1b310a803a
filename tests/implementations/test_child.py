"""The command with implementations that end their process: what it says, and what it leaves."""

import json
import os
import signal
import subprocess
import sys
import textwrap

import pytest

from gelucheck.implementations import apart

pytestmark = pytest.mark.skipif(not apart.POSSIBLE, reason="needs another system: no poll")


@pytest.fixture(autouse=True)
def there(yard_of_ours):
    return yard_of_ours


@pytest.mark.parametrize(
    ("function", "told"),
    [
        ("segfault", "python:yard_of_ours:segfault crashed (segmentation fault), at the float16"),
        ("leaves_in_c", "ended its process (exit code 0), at the float16 input "),
    ],
)
def test_the_command_goes_on_to_say_so(yard, function, told):
    line = yard.failed("compare", "--impl", f"python:yard_of_ours:{function}", "--dtype", "float16")
    assert told in line


def test_a_hang_and_the_option(yard):
    words = ("--impl", "python:yard_of_ours:hangs", "--dtype", "float16", "--time-limit", "1")
    assert "gave no answer within 1 s, at " in yard.failed("compare", *words)
    yard.until(lambda: not yard.children(str(yard.path)), 5)


@pytest.mark.skipif(not os.path.exists("/proc/self"), reason="needs another system: no /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_is_left_behind(yard, number):
    process = yard.started("compare", "--impl", "python:yard_of_ours:slow", "--dtype", "float16")
    (place,) = yard.until(lambda: list(yard.path.glob("slow.*")))
    child = int(place.suffix[1:])
    assert yard.children(str(yard.path)) or os.path.exists(f"/proc/{child}")
    os.kill(process.pid, number)
    _, err = process.communicate(timeout=20)
    assert process.returncode == (-9 if number == signal.SIGKILL else 130)
    assert "Traceback" not in err

    def gone():
        try:
            return open(f"/proc/{child}/stat").read().rpartition(")")[2].split()[0] == "Z"
        except OSError:
            return True

    yard.until(gone, 5)


def test_a_sweep_goes_on_after_a_crash(yard):
    words = (
        *("compare", "--impl", "it=python:yard_of_ours:crashes_while_there", "--dtype", "float16"),
        *("--dtype", "float32", "--declares", "tanh", "--inputs", "0.5:0.50390625"),
        *("--ledger", "kept.jsonl", "--jobs", "1", "--out", "json:out.json"),
    )
    assert yard.command(*words).code == 0
    whole = json.loads((yard.path / "out.json").read_text())["rows"]
    lines = (yard.path / "kept.jsonl").read_bytes().splitlines(True)
    assert len(lines) > 2
    # as it was after the first chunk, when it crashed
    (yard.path / "kept.jsonl").write_bytes(b"".join(lines[:2]))
    (yard.path / "crash").touch()
    assert "crashed (segmentation fault)" in yard.failed(*words)
    assert (yard.path / "kept.jsonl").read_bytes().startswith(b"".join(lines[:2]))
    (yard.path / "crash").unlink()
    assert yard.command(*words).code == 0
    assert json.loads((yard.path / "out.json").read_text())["rows"] == whole


def test_a_program_that_uses_threads_and_ends_at_once(yard):
    """A process that is begun by a thread does not end with it."""
    (yard.path / "uses.py").write_text(
        textwrap.dedent("""
        import threading
        import numpy as np
        from gelucheck.formats import FORMATS
        from gelucheck.implementations.guest import Guest

        def work():
            x = np.zeros(2, np.float32)
            numbers.append(Guest("python", "yard_of_ours:number")(x, FORMATS["float32"])[0])

        numbers = []
        for _ in range(2):
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
        assert numbers[0] == numbers[1], numbers
        print(int(numbers[0]))
        """)
    )
    words = [sys.executable, "uses.py"]
    ended = subprocess.run(
        words, env=yard.environment(), capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr == ""
    assert not os.path.exists(f"/proc/{int(ended.stdout)}")
