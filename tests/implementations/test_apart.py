"""Implementations in processes of their own: what they do there ends no other."""

import os
import sys
import threading
import time

import numpy as np
import pytest

from gelucheck.errors import ImplementationError, UsageError
from gelucheck.formats import FORMATS
from gelucheck.implementations import apart
from gelucheck.implementations.guest import Guest, here

pytestmark = pytest.mark.skipif(not apart.POSSIBLE, reason="needs another system: no poll")

F32 = FORMATS["float32"]


@pytest.fixture(autouse=True)
def there(yard_of_ours):
    (yard_of_ours.path / "crashing.py").write_text("import ctypes\nctypes.string_at(0)\n")
    return yard_of_ours


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
        ("leaves", "called os._exit(0), at the float32 input "),
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
    # fewer inputs are not looked for: each trial would take as long again
    told = "gave no answer within 0.5 s, at 8 float32 inputs from 0.0 (bits 0x0) to 7.0"
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


def test_much_on_standard_error(capfd):
    assert call("shouts").tolist() == call("shouts").tolist()
    assert capfd.readouterr().err.count("!") == 20_000_000


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


def test_not_all_processes_are_kept(monkeypatch):
    monkeypatch.setattr(apart, "MOST_PROCESSES", 2)
    first, second = call("number")[0], call("same")[0]
    assert call("number")[0] == first
    # three functions: "same" was not asked for longest
    call("masked")
    assert call("number")[0] == first
    assert call("same")[0] == second == 1.5
    running = [each for each in apart._HERE.by_words.values() if each.process is not None]
    assert len(running) == 2


def test_what_is_changed_is_loaded_anew(there):
    (there.path / "helping.py").write_text("factor = 2\n")
    (there.path / "changing.py").write_text(
        "import helping\ndef f(x):\n    return x * helping.factor\n"
    )
    changing, x = Guest("python", "changing:f"), np.ones(1, np.float32)
    before = changing.traits().version
    assert changing(x, F32).tolist() == [2]
    # what it imports, and itself; of another length, for Python looks at that
    (there.path / "helping.py").write_text("factor = 30\n")
    assert changing.traits().version == before
    assert changing(x, F32).tolist() == [30]
    (there.path / "changing.py").write_text("def f(x):\n    return -x\n")
    assert changing.traits().version != before
    assert changing(x, F32).tolist() == [-1]
