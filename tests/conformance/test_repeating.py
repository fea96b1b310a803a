"""Functions that give other results on other calls: that is found, and nothing that it makes up."""

import sys
from dataclasses import replace

import pytest

from gelucheck.conformance.bench import Bench
from gelucheck.conformance.contract import contract
from gelucheck.conformance.explain import explain_row
from gelucheck.conformance.repeating import Repeats
from gelucheck.conformance.study import study_of
from gelucheck.conformance.subject import Subject
from gelucheck.formats import FORMATS
from gelucheck.implementations.guest import Probe
from gelucheck.implementations.interface import Implementation
from gelucheck.implementations.registry import find_implementation

MODULE = """
import itertools
import math
import numpy as np

_erfc = np.frompyfunc(math.erfc, 1, 1)
_random = np.random.default_rng(5)
_calls = itertools.count()

def sound(x):
    v = np.asarray(x, np.float64)
    with np.errstate(all="ignore"):
        y = 0.5 * v * np.asarray(_erfc(-v * math.sqrt(0.5)), np.float64)
        return np.where(v == -np.inf, -0.0, y).astype(x.dtype)

def scattered(x):
    return sound(x) * _random.choice([1, 0.999], size=x.shape).astype(x.dtype)

def every_other(x):
    return sound(x) * x.dtype.type(1 - 2**-9 * (next(_calls) % 2))

def dropping(x):
    return np.where(_random.random(x.shape) < 0.1, 0, sound(x)).astype(x.dtype)

def scattered_and_cut(x):
    return np.where((x < -3) & (x > -1e30), 0, scattered(x)).astype(x.dtype)

def late(x):
    # the first calls are alike, those at the end are not
    return sound(x) * x.dtype.type(1 if next(_calls) < 12 else 0.5)
"""
COMPARING = {"shape-dependence", "layout", "shape", "mode-dependence"}


@pytest.fixture
def found(tmp_path, monkeypatch):
    """name, format, values -> the findings of a function, as an examination makes them."""
    (tmp_path / "changing_gelus.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))

    def find(name, fmt="float32", values=True, form="erf"):
        item = find_implementation(f"python:changing_gelus:{name}", "gelu", form)
        subject = Subject(replace(item, call=item.guest), FORMATS[fmt])
        repeats = Repeats(Bench(subject))
        repeats.look()
        study = study_of(subject, None)
        repeats.compare(study.x, study.got)
        return explain_row(None, study, contract(subject, values, repeats), repeats.ulp)

    yield find
    sys.modules.pop("changing_gelus", None)


@pytest.mark.parametrize("fmt", ["float16", "float32", "float64"])
def test_a_sound_function_repeats(fmt, found):
    assert found("sound", fmt) == ()


@pytest.mark.parametrize("values", [True, False])
@pytest.mark.parametrize("fmt", ["float16", "float32"])
@pytest.mark.parametrize("name", ["scattered", "every_other", "dropping"])
def test_that_calls_differ_is_the_first_finding_and_the_only_error(name, fmt, values, found):
    first, *others = found(name, fmt, values)
    assert (first.slug, first.level) == ("not-repeatable", "error")
    slugs = {item.slug for item in others}
    assert not slugs & COMPARING
    assert [item for item in others if item.level == "error"] == []


def test_how_many_inputs_differ_and_by_how_much_is_said(found):
    first = found("scattered")[0]
    count, total = (
        int(word.replace(",", ""))
        for word in first.sentence.split(" differ at ")[1].split(" inputs")[0].split(" of ")
    )
    # one of two calls is lower at half of them: few in the tails, which give zeros
    assert 0.2 * total < count < 0.98 * total
    assert total > 2000
    # 0.001 of y is at most 0.001·2^24 ulp, at least half of that
    ulp = float(first.sentence.split("by up to ")[1].split(" ulp")[0])
    assert 8000 < ulp < 17000
    # what is due is GELU there
    assert abs(first.witness.got / first.witness.want - 1) == pytest.approx(1e-3, rel=0.01)


def test_a_fault_above_the_scatter_is_found_too(found):
    slugs = [item.slug for item in found("scattered_and_cut") if item.level == "error"]
    assert slugs == ["not-repeatable", "saturation-too-early"]


def test_a_change_between_the_first_calls_and_the_last_is_found(found):
    assert found("late", "float16")[0].slug == "not-repeatable"


class Once:
    """A guest that answers a single time."""

    kind, limit, look = "python", 5.0, "calls"

    def probe(self, memory, fmt, layout=None, times=1, **how):
        failed = Probe(None, "ValueError('again')")
        return (Probe(memory.copy()), *(failed for _ in range(times - 1)))


def test_a_later_call_that_fails_is_found():
    item = Implementation("once", "gelu", "erf", None, None, None, ("float32",), guest=Once())
    repeats = Repeats(Bench(Subject(item, FORMATS["float32"])))
    repeats.look()
    (finding,) = repeats.findings()
    assert "a later call with the same inputs raises ValueError('again')" in finding.sentence
