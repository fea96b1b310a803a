"""The contract as a whole, on guests that are found by name."""

import sys
import time

import pytest
from numpy.lib.stride_tricks import as_strided

from gelucheck.conformance.contract import CALLS, VALUES, contract
from gelucheck.conformance.subject import Subject
from gelucheck.formats import FORMATS
from gelucheck.forms.catalogue import find_writing
from gelucheck.implementations.registry import find_implementation
from gelucheck.implementations.writing import from_writing
from gelucheck.reference.evaluate import oracle

MODULE = """
import math
import numpy as np

_erfc = np.frompyfunc(math.erfc, 1, 1)

def sound(x):
    v = np.asarray(x, np.float64)
    with np.errstate(all="ignore"):
        y = 0.5 * v * np.asarray(_erfc(-v * math.sqrt(0.5)), np.float64)
    return np.where(v == -np.inf, -0.0, y).astype(x.dtype)

def wide(x):
    return sound(x).astype(np.float64)

def unguarded(x):
    v = np.asarray(x, np.float64)
    with np.errstate(all="ignore"):
        return (0.5 * v * np.asarray(_erfc(-v * math.sqrt(0.5)), np.float64)).astype(x.dtype)

def raises_for_many(x):
    if x.size > 1:
        raise MemoryError("no room")
    return sound(x)

def loses_sign_and_shape(x):
    return np.abs(sound(x)).ravel()
"""


@pytest.fixture
def guest(tmp_path, monkeypatch):
    """name, format -> the subject that is the function of a module in the working directory."""
    (tmp_path / "handmade_gelus.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))

    def find(name, fmt, form="erf"):
        words = f"python:handmade_gelus:{name}"
        return Subject(find_implementation(words, "gelu", form), FORMATS[fmt])

    yield find
    sys.modules.pop("handmade_gelus", None)


@pytest.mark.parametrize(
    ("name", "fmt", "expected"),
    [
        ("sound", "float16", []),
        ("sound", "bfloat16", []),
        ("sound", "float32", []),
        ("sound", "float64", []),
        ("wide", "float32", [("error", "dtype-promotion")]),
        ("wide", "float64", []),
        ("unguarded", "float32", [("warning", "nan-at-minus-inf")]),
    ],
)
def test_findings_of_guests(name, fmt, expected, guest):
    assert [(item.level, item.slug) for item in contract(guest(name, fmt))] == expected


def test_errors_come_before_warnings(guest):
    levels = [item.level for item in contract(guest("loses_sign_and_shape", "float32"))]
    assert {"error", "warning"} == set(levels)
    assert levels == sorted(levels)


def test_sentences_are_short_enough_to_be_read(guest):
    for name in ("loses_sign_and_shape", "wide", "unguarded"):
        for item in contract(guest(name, "float32")):
            assert 0 < len(item.sentence) <= 300, item.sentence


def test_what_raises_for_the_inputs_of_the_checks_ends_in_no_traceback(guest):
    assert all(item.sentence for item in contract(guest("raises_for_many", "float32")))


def test_our_own_writings_are_not_guests():
    item = from_writing(find_writing("erf"), "native")
    assert contract(Subject(item, FORMATS["float32"])) == ()


def test_given_outputs_are_not_called(guest, monkeypatch):
    from gelucheck.implementations.guest import Guest

    subject = guest("wide", "float32")

    class Given:
        given = True

    monkeypatch.setattr(Guest, "traits", lambda self: Given())
    monkeypatch.setattr(Guest, "probe", lambda *args, **how: pytest.fail("it was called"))
    assert contract(subject) == ()


def test_a_call_without_an_answer_is_the_last_one(guest, monkeypatch):
    from gelucheck.errors import ImplementationError
    from gelucheck.implementations.guest import Guest, Probe

    subject = guest("sound", "float32")
    calls, empty = [], []

    def probe(self, memory, fmt, layout=None, times=1, **how):
        calls.append(memory.size)
        if layout is not None and 0 in layout.shape:
            empty.append(layout.shape)
            time.sleep(0.02)
            raise ImplementationError("it gave no answer within 0.02 seconds")
        x = memory
        if layout is not None:
            x = as_strided(memory[layout.offset // memory.itemsize :], layout.shape, layout.strides)
        return (Probe(oracle(x, fmt.name)),) * times

    monkeypatch.setattr(Guest, "probe", probe)
    object.__setattr__(subject.guest, "limit", 0.02)
    (finding,) = contract(subject)
    assert finding.slug == "empty-or-scalar"
    assert "it gave no answer within 0.02 seconds for an empty array (shape [0])" in (
        finding.sentence
    )
    # one empty array was tried, and nothing after it
    assert calls[-1] == 60
    assert empty == [(0,)]


def test_each_check_is_listed_once():
    assert len({*VALUES, *CALLS}) == len(VALUES) + len(CALLS)
    # it looks back on the calls of all others
    assert CALLS[-1].__name__ == "memory"
