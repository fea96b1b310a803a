"""Real processes that are killed, interrupted and gone on with; none is left behind."""

import json
import os
import signal
import sys
import time

import pytest

from gelucheck.errors import ImplementationError
from gelucheck.export.stored import read_run
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import judge

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs another system: no signals")

STARTS = (
    *("compare", "--impl", "it=python:misfortunes:slow", "--declares", "tanh"),
    # what is said is counted, and a slow machine would have progress to tell
    *("--dtype", "float32", "--jobs", "2", "--progress", "never"),
)


def test_a_chunk_that_kills_its_worker_twice_is_tried_again(place, undisturbed):
    assert place.stored(place.swept("kills_twice")) == undisturbed
    assert (place.path / "second").exists()


def test_a_chunk_that_always_kills_is_lost_and_the_rest_goes_on(place, undisturbed):
    words = [word.replace("slow", "crashes_always") for word in STARTS]
    process = place.command(*words, "--inputs", place.inputs, "--out", "json:out.json")
    _, err = process.communicate(timeout=300)
    assert process.returncode == 2
    # a crash is told in a line, and that the file was written in another
    assert err.count("\n") == 2
    # 1 is the first value of its chunk, and 1 + 131071·2^-23 the last
    lost = "every process that tried was killed: 131,072 float32 inputs from 1.0 to 1.01562488"
    assert lost in err
    run = read_run(str(place.path / "out.json"))
    (row,) = run.rows
    assert row.incomplete
    assert lost in row.findings[0].sentence
    assert row.inputs == json.loads(undisturbed)["rows"][0]["inputs"] - place.chunk
    # what was measured keeps the claim, and that is no answer
    assert row.claims == ()
    assert judge(run, Limits(), forms_asked=True).exit_code == 2


def test_an_exception_names_the_input(place):
    with pytest.raises(ImplementationError) as caught:
        place.swept("raises")
    # 1.0078125 = 0x1.02p+0: sign 0, exponent 127, fraction 0x010000
    for part in ("ValueError", "this x is not for me", "1.0078125", "0x3f810000"):
        assert part in str(caught.value)


def test_a_planted_value_is_found(place):
    worst = place.swept("wrong_once", little=1 << 40).rows[0].evaluation.max_abs
    assert (worst.x, worst.got) == (1.0078125, 0.5)


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_and_go_on(place, undisturbed, by):
    words = (*STARTS, "--inputs", place.inputs, "--ledger", "kept.jsonl")
    process = place.command(*words, start_new_session=True)
    ledger = place.path / "kept.jsonl"
    # in the middle of the work: a few chunks done, not all
    place.until(lambda: ledger.exists() and ledger.read_bytes().count(b"\n") > 2, of=process)
    begun = place.workers()
    since = time.monotonic()
    # a terminal's Ctrl-C goes to all processes; and an impatient hand does it again
    for _ in range(2):
        (os.killpg if by == signal.SIGINT else os.kill)(process.pid, by)
        time.sleep(0.05)
    _, err = process.communicate(timeout=30)
    assert time.monotonic() - since < 5  # a second or two, and a busy machine
    assert process.returncode == 130
    assert begun
    place.until(lambda: not any(place.alive(pid) for pid in place.workers()), 2)
    done = ledger.read_bytes().count(b"\n") - 1
    assert 0 < done < place.chunks
    assert f"{done} of {place.chunks} chunks are done and kept in kept.jsonl" in err
    again = "gelucheck compare --impl it=python:misfortunes:slow"
    assert again in err
    assert err.count("\n") == 2
    run = place.swept("slow", ledger="kept.jsonl")
    assert place.stored(run) == undisturbed
    # what was done was not done again
    assert ledger.read_bytes().count(b"\n") == 1 + place.chunks


def test_a_worker_killed_in_mid_chunk(place, undisturbed):
    process = place.command(*STARTS, "--inputs", place.inputs, "--out", "json:out.json")
    victim = place.until(place.workers, of=process)[0]
    os.kill(victim, signal.SIGKILL)
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert not place.alive(victim)
    run = read_run(str(place.path / "out.json"))
    assert place.stored(run) == undisturbed


def test_workers_end_with_a_parent_that_is_killed(place):
    process = place.command(*STARTS, "--inputs", place.inputs)
    place.until(lambda: len(place.workers()) == 2, of=process)
    process.kill()
    process.communicate()
    place.until(lambda: not any(place.alive(pid) for pid in place.workers()), 10)
