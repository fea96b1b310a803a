"""Workers that take too long: the system ends them, and what is lost says so."""

import signal
import time

import numpy as np
import pytest

from gelucheck import api
from gelucheck.formats import FORMATS
from gelucheck.implementations.guest import here
from gelucheck.implementations.registry import find_implementation
from gelucheck.record import Run
from gelucheck.sweep import worker
from gelucheck.sweep.engine import PoolError
from gelucheck.sweep.run import Engine

pytestmark = pytest.mark.skipif(not worker.ALARM, reason="needs another system: no timers")

MODULE = """
import ctypes, os, pathlib
from misfortunes import ONE, gelu

def hangs(x):
    if x[0] == ONE:
        # the interpreter's lock is held
        while True:
            ctypes.PyDLL(None).pause()
    return gelu(x)
"""


def swept(place, inputs, limit=2.0, **engine) -> Run:
    (place.path / "hanging.py").write_text(MODULE)
    return api.compare(
        dtypes=("float32",),
        forms=(),
        implementations=("it=python:hanging:hangs",),
        declares=("tanh",),
        inputs=inputs,
        limit=limit,
        engine=Engine(**{"little": 0, "size": place.chunk, "jobs": 2, **engine}),
    )


def test_what_hangs_is_lost_and_the_rest_is_kept(place, undisturbed):
    since = time.monotonic()
    run = swept(place, place.inputs, ledger="kept.jsonl")
    # once among others and once alone
    assert time.monotonic() - since < 60
    (row,) = run.rows
    assert row.incomplete
    told = "131,072 float32 inputs from 1.0 to 1.0156248807907104, which gave no answer within 2 s"
    assert told in row.findings[0].sentence
    done = (place.path / "kept.jsonl").read_bytes().count(b"\n") - 1
    assert done == place.chunks - 1


def test_where_nothing_is_ever_done_it_is_said_at_once(place):
    with pytest.raises(PoolError) as caught:
        swept(place, "1:1.01")
    assert "it gave no answer in time, at 83,887 float32 inputs from 1.0 to " in str(caught.value)


def test_a_call_in_time_leaves_no_timer(place):
    item = find_implementation("python:misfortunes:gelu", limit=30.0)
    x = np.array([0.0, 100.0], np.float32)
    with here(worker.within):
        # 0 and x: far out the form is x
        assert item.call(x, FORMATS["float32"]).tolist() == [0.0, 100.0]
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
