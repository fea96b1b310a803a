"""Implementations in processes of their own: what they do there ends no other."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

from gelucheck.errors import ImplementationError, UsageError
from gelucheck.formats import FORMATS
from gelucheck.implementations import apart
from gelucheck.implementations.guest import Guest, Layout, here

pytestmark = pytest.mark.skipif(not apart.POSSIBLE, reason="needs another system: no poll")

F32 = FORMATS["float32"]

MODULE = """
import ctypes, os, pathlib, signal, sys, time
import numpy as np

def same(x):
    return x

def number(x):
    return np.full(x.shape, os.getpid(), x.dtype)

def segfault(x):
    if 3 in x:
        ctypes.string_at(0)
    return x

def in_company(x):
    if x.size > 1:
        os.kill(os.getpid(), signal.SIGBUS)
    return x

def aborts(x):
    os.abort()

def leaves_in_c(x):
    ctypes.CDLL(None)._exit(0)

def leaves(x):
    os._exit(0)

def hangs(x):
    time.sleep(100)

def hangs_in_c(x):
    # the interpreter's lock is held
    ctypes.PyDLL(None).pause()

def slow(x):
    pathlib.Path(f"slow.{os.getpid()}").touch()
    time.sleep(100)

def interrupts(x):
    raise KeyboardInterrupt

class Odd:
    def __array__(self, *_words, **_more):
        raise RuntimeError("no array")

def odd(x):
    return Odd()

class Mute(Exception):
    def __repr__(self):
        raise ValueError

def mute(x):
    raise Mute

def endless(x):
    return np.broadcast_to(x.dtype.type(0), (1 << 40,))

def masked(x):
    return np.ma.array(x, mask=x > 0)

def matrix(x):
    return np.matrix(x)

def closes(x):
    os.closerange(3, 64)
    return x

def moves(x):
    os.chdir("/")
    return x

def prints(x):
    print("of Python")
    os.write(1, b"of the system\\n")
    ctypes.CDLL(None).printf(b"of C\\n")
    return x

def reads(x):
    return np.full(x.shape, len(sys.stdin.read()), x.dtype)

def shouts(x):
    os.write(2, b"!" * 10_000_000)
    return x

def in_place(x):
    x[...] = 7
    return x

def wide(x):
    return x.astype(">f8")

def record(x):
    return np.zeros(2, [("a", "f4"), ("b", "i2")])

def things(x):
    return np.array([None, 1])

def flushes(x):
    ctypes.CDLL(None).fesetround
    return x

def crashes_while_there(x):
    if pathlib.Path("crash").exists():
        ctypes.string_at(0)
    w = x.astype(np.float64)
    return (0.5 * w * (1 + np.tanh(0.7978845608028654 * (w + 0.044715 * w**3)))).astype(x.dtype)
"""


@pytest.fixture(autouse=True)
def module(yard):
    (yard.path / "yard_of_ours.py").write_text(MODULE)
    (yard.path / "crashing.py").write_text("import ctypes\nctypes.string_at(0)\n")
    yield
    apart.end_all()


def guest(function, **words):
    return Guest("python", f"yard_of_ours:{function}", **words)


def call(function, values=(1.5, 2.0), fmt="float32", **words):
    fmt = FORMATS[fmt]
    return guest(function, **words)(np.array(values, fmt.dtype), fmt)


@pytest.mark.parametrize("fmt", FORMATS)
def test_bits_come_back_as_they_went(fmt):
    record = FORMATS[fmt]
    # a NaN with a payload, a negative one, both zeros and the least subnormal
    odd = [record.nan_bits | 1, record.nan_bits | record.sign_bit, 0, record.sign_bit, 1]
    x = record.values_of_bits(odd)
    got = guest("same")(x, record)
    assert got.dtype == record.dtype
    assert record.bits_of_values(got).tolist() == odd


def test_no_values_at_all():
    assert call("same", ()).shape == (0,)


def test_one_process_for_all_calls_and_another_than_this():
    first, second = call("number"), call("number", (3, 4, 5))
    assert first[0] == second[0] != os.getpid()


@pytest.mark.parametrize(
    ("function", "told"),
    [
        # 3 = 1.5·2^1 has the pattern 0x40400000
        ("segfault", "crashed (segmentation fault), at the float32 input 3.0 (bits 0x40400000)"),
        # each half of two passes
        ("in_company", "crashed (bus error), at 2 float32 inputs from "),
        ("aborts", "crashed (abort), at the float32 input "),
        ("leaves_in_c", "ended its process (exit code 0), at the float32 input "),
        ("leaves", "raised SystemExit(0), at the float32 input "),
        ("interrupts", "raised KeyboardInterrupt(), at the float32 input "),
        ("odd", "raised RuntimeError('no array'), at the float32 input "),
        ("mute", "raised Mute, at the float32 input "),
        ("endless", "returned float32 of shape (1099511627776,), at 8 float32 inputs from "),
        ("matrix", "returned float32 of shape (1, 8), at 8 float32 inputs from "),
        ("closes", "ended its process (exit code 1), at the float32 input "),
    ],
)
def test_what_ends_a_process_is_an_error(function, told):
    with pytest.raises(ImplementationError) as caught:
        call(function, range(8))
    assert f"python:yard_of_ours:{function} {told}" in str(caught.value)
    # and the next is asked as if nothing had been
    assert call("same").tolist() == [1.5, 2.0]


@pytest.mark.parametrize("function", ["hangs", "hangs_in_c"])
def test_a_hang(function):
    since = time.monotonic()
    with pytest.raises(ImplementationError) as caught:
        call(function, range(8), limit=0.5)
    # the first halves of 8 and of 4 hang too, and then it is enough
    told = "gave no answer within 0.5 s, at 2 float32 inputs from 0.0 (bits 0x0) to 1.0"
    assert told in str(caught.value)
    assert time.monotonic() - since < 15


def test_a_longer_call_may_take_longer():
    assert guest("same", limit=3.0).seconds(1 << 17) == 3.0
    assert guest("same", limit=3.0).seconds((1 << 17) + 1) == 6.0


def test_a_crash_while_it_is_loaded():
    with pytest.raises(ImplementationError) as caught:
        Guest("python", "crashing:f").traits()
    assert "crashing:f crashed (segmentation fault), while it was loaded" in str(caught.value)


@pytest.mark.parametrize(
    ("target", "kind", "told"),
    [
        ("no_such_module:f", UsageError, "there is no Python module 'no_such_module'"),
        ("yard_of_ours:no", UsageError, "yard_of_ours has no 'no'"),
    ],
)
def test_errors_of_loading_keep_their_class(target, kind, told):
    with pytest.raises(kind) as caught:
        Guest("python", target).traits()
    assert caught.value.what.startswith(told)
    assert caught.value.mend


def test_what_is_known_is_the_same_from_both_sides():
    with here():
        mine = guest("same").traits()
    assert guest("same").traits() == mine
    assert "yard_of_ours sha256:" in mine.version


def test_a_view_of_the_input_outlives_the_next_call():
    first = call("same", [1, 2])
    call("same", [3, 4])
    assert first.tolist() == [1, 2]


def test_subclasses_and_byte_order():
    assert type(call("masked")) is np.ndarray
    assert call("masked").tolist() == [1.5, 2.0]
    assert call("wide").tolist() == [1.5, 2.0]


def test_prints_and_reads(capfd):
    call("prints")
    out, err = capfd.readouterr()
    assert out == ""
    assert {"of Python", "of the system", "of C"} <= set(err.splitlines())
    assert call("reads").tolist() == [0, 0]


def test_much_on_standard_error(yard):
    ended = yard.command(
        *("compare", "--impl", "python:yard_of_ours:shouts", "--dtype", "float16"),
        *("--inputs", "0:1", "-q"),
    )
    assert ended.code == 0
    # the scouts and one block
    assert ended.err.count("!") == 20_000_000


def test_where_it_goes_we_do_not():
    before = os.getcwd()
    call("moves")
    assert os.getcwd() == before
    assert call("same").tolist() == [1.5, 2.0]


def test_another_place_is_another_process(yard, monkeypatch, tmp_path):
    there = tmp_path / "there"
    there.mkdir()
    (there / "yard_of_ours.py").write_text("def same(x):\n    return -x\n")
    assert call("same").tolist() == [1.5, 2.0]
    # what is found first is what is meant
    with monkeypatch.context() as patch:
        patch.setattr(sys, "path", [str(there), *sys.path])
        assert call("same").tolist() == [-1.5, -2.0]
    assert call("same").tolist() == [1.5, 2.0]
    monkeypatch.chdir(there)
    assert call("same").tolist() == [-1.5, -2.0]


def test_threads_do_not_mix_their_answers():
    x = np.arange(1 << 14, dtype=np.float32)
    wrong = []

    def work(k):
        for _ in range(20):
            if not np.array_equal(guest("same")(x + k, F32), x + k):
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs another system: no fork")
def test_a_copy_of_this_process_asks_its_own():
    mine = call("number")[0]
    read, write = os.pipe()
    if not (child := os.fork()):
        theirs = b"?"
        try:
            theirs = repr(float(call("number")[0])).encode()
            apart.end_all()
        finally:
            os.write(write, theirs)
            os._exit(0)
    os.close(write)
    with open(read) as source:
        theirs = source.read()
    os.waitpid(child, 0)
    assert float(theirs) != mine
    assert call("number")[0] == mine


def test_probes():
    memory = np.arange(6, dtype=np.float32)
    two, again = guest("in_place").probe(memory, F32, times=2)
    assert (two.modified, two.aliased, two.raised) == (True, True, "")
    assert two.got.tolist() == again.got.tolist() == [7] * 6
    assert memory.tolist() == [0, 1, 2, 3, 4, 5]
    # every other of the six, backwards, as two rows
    layout = Layout((1, 3), (0, -8), 20)
    (seen,) = guest("same").probe(memory, F32, layout)
    assert seen.got.tolist() == [[5, 3, 1]]
    assert (seen.modified, seen.aliased) == (False, True)
    (raised,) = guest("mute").probe(memory, F32)
    assert (raised.got, raised.raised) == (None, "Mute")
    (large,) = guest("endless").probe(memory, F32)
    assert large.got is None and "too large" in large.raised


@pytest.mark.parametrize(
    ("function", "shape", "dtype"),
    [("wide", (6,), ">f8"), ("record", (2,), "V6"), ("things", (2,), "O")],
)
def test_a_probe_shows_shape_and_dtype(function, shape, dtype):
    (seen,) = guest(function).probe(np.arange(6, dtype=np.float32), F32)
    assert (seen.got.shape, seen.got.dtype) == (shape, np.dtype(dtype))


def test_a_probe_of_bfloat16():
    fmt = FORMATS["bfloat16"]
    (seen,) = guest("same").probe(fmt.values_of_bits([0x3FC0, 0x7FC1]), fmt)
    assert seen.got.dtype == fmt.dtype
    assert fmt.bits_of_values(seen.got).tolist() == [0x3FC0, 0x7FC1]


def test_a_probe_that_crashes_says_with_which_shape():
    with pytest.raises(ImplementationError) as caught:
        guest("aborts").probe(np.ones(6, np.float32), F32, Layout((2, 3), (12, 4)))
    assert "crashed (abort), at 6 float32 inputs" in str(caught.value)
    assert "with shape (2, 3)" in str(caught.value)


# ---- the command ---------------------------------------------------------------------------


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
