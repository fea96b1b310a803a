"""Callables as implementations: what is measured is what is here, and in this process."""

import os
from dataclasses import replace

import numpy as np
import pytest

from gelucheck.api import check, compare
from gelucheck.errors import ImplementationError, UsageError
from gelucheck.formats import FORMATS
from gelucheck.gate.limits import Limits
from gelucheck.implementations.in_process import InProcess, from_callable
from gelucheck.sweep.run import Engine

HALF = {"dtypes": ("float16",), "forms": (), "inputs": "0.25:4:5"}


def relu(x):
    return np.maximum(x, 0)


def test_callables_beside_words_and_forms(tmp_path, monkeypatch):
    (tmp_path / "halves.py").write_text("def half(x):\n    return x / 2\n")
    monkeypatch.chdir(tmp_path)
    given = (relu, InProcess(lambda x: x, "same"), "python:halves:half")
    run = compare(**{**HALF, "forms": ("erf",), "arithmetics": "upcast"}, implementations=given)
    names = [row.implementation for row in run.rows]
    assert names == ["erf", "relu", "same", "python:halves:half"]
    # at 4 relu is 4, where GELU is 4·Φ(4) = 3.99987
    assert run.rows[1].total.max_abs.x == 1.0
    assert set(run.provenance["implementations"]) == set(names[1:])
    assert f"numpy {np.__version__}" in run.provenance["implementations"]["relu"]


def test_forms_that_are_declared_one_for_each():
    rows = compare(**HALF, implementations=(relu, abs), declares=("erf", "tanh")).rows
    assert [(row.implementation, row.form) for row in rows] == [("relu", "erf"), ("abs", "tanh")]


def test_check_holds_them_to_limits():
    verdict = check(**HALF, implementations=(relu,), limits=Limits(atol=None, max_abs=0.1))
    (failure,) = verdict.failures
    # relu(1) - GELU(1) = 1 - Φ(1)
    assert failure.value == pytest.approx(0.158655, abs=1e-6) and failure.claim.witness.x == 1


@pytest.mark.parametrize("fmt", FORMATS)
def test_it_gets_a_flat_copy_of_the_format(fmt):
    seen = []

    def looks(x):
        seen.append((x.dtype, x.ndim, x.flags.c_contiguous, x.flags.writeable))
        x[...] = 0
        return x

    item, x = from_callable(looks), np.ones(3, FORMATS[fmt].dtype)
    assert item.call(x, FORMATS[fmt]).tolist() == [0, 0, 0]
    assert x.tolist() == [1, 1, 1] and seen == [(FORMATS[fmt].dtype, 1, True, True)]
    assert item.formats == tuple(FORMATS)


def test_it_is_called_in_this_process_however_much_there_is():
    seen = set()

    def looks(x):
        seen.add(os.getpid())
        return relu(x)

    def rows(engine):
        selection = {"dtypes": ("float32",), "forms": (), "samples": 3000}
        return compare(**selection, implementations=(looks,), engine=engine).rows

    one, other = rows(Engine()), rows(Engine(jobs=2, little=1))
    assert seen == {os.getpid()}
    assert repr(one) == repr(other)


@pytest.mark.parametrize("engine", [{"ledger": "x.jsonl"}, {"cluster": "tcp://127.0.0.1:1"}])
def test_what_others_would_go_on_with_is_refused(engine, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (word,) = engine
    with pytest.raises(UsageError, match=f"relu with a {word}"):
        compare(**HALF, implementations=(relu,), engine=Engine(**engine))
    assert not list(tmp_path.iterdir())


def test_an_interruption_is_not_its_own():
    def interrupted(x):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compare(**HALF, implementations=(interrupted,))


def test_leaving_is_an_exception_like_others():
    def leaves(x):
        raise SystemExit(3)

    with pytest.raises(ImplementationError, match=r"leaves raised SystemExit\(3\)"):
        compare(**HALF, implementations=(leaves,))


def test_tensors_are_thought_of_where_there_are_some(monkeypatch):
    def raising(x):
        raise TypeError("no array, please")

    call, x = from_callable(raising).call, np.ones(1, np.float32)
    for name in ("torch", "jax", "tensorflow", "mlx"):
        monkeypatch.delitem(__import__("sys").modules, name, raising=False)
    with pytest.raises(ImplementationError) as caught:
        call(x, FORMATS["float32"])
    assert "kind=" not in str(caught.value)
    monkeypatch.setitem(__import__("sys").modules, "torch", object())
    with pytest.raises(ImplementationError, match='if it takes tensors, say whose, as in kind="t'):
        call(x, FORMATS["float32"])
    # who says that it takes NumPy arrays knows
    call = from_callable(InProcess(raising, kind="numpy")).call
    with pytest.raises(ImplementationError) as caught:
        call(x, FORMATS["float32"])
    assert "kind=" not in str(caught.value)


LOOKED = [
    # how closely, slugs that are there, shapes that it was called with
    ("nothing", set(), {1}),
    ("values", {"undeclared-form"}, {1}),
    ("calls", {"undeclared-form", "dtype-promotion"}, {0, 1, 2}),
]


@pytest.mark.parametrize(("look", "slugs", "ndims"), LOOKED)
def test_how_closely_it_is_looked_at(look, slugs, ndims):
    seen = set()

    def wide(x):
        seen.add(x.ndim)
        return relu(x).astype(np.float64)

    (row,) = compare(**HALF, implementations=(InProcess(wide, look=look),)).rows
    found = {finding.slug for finding in row.findings}
    assert {"undeclared-form", "dtype-promotion"} & found == slugs
    assert ndims <= seen and (0 in seen) == (0 in ndims)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"call": 3}, "a int cannot be called"),
        ({"call": "relu"}, "a str cannot be called"),
        ({"name": "two\nlines"}, "name = "),
        ({"name": 3}, "name = 3"),
        ({"kind": "cupy"}, "unknown kind of callable 'cupy'"),
        # a file of a model is no callable
        ({"kind": "onnx"}, "unknown kind of callable 'onnx'"),
        ({"look": "closely"}, "unknown look 'closely'"),
    ],
)
def test_refused(fields, told):
    with pytest.raises(UsageError) as caught:
        replace(InProcess(relu), **fields)
    assert told in str(caught.value)


def test_two_of_one_name_need_names():
    others = (relu, InProcess(abs, "relu"))
    with pytest.raises(UsageError, match="two implementations are called 'relu'"):
        compare(**HALF, implementations=others)


def test_a_form_that_there_is_not():
    with pytest.raises(UsageError, match="unknown form 'swish'"):
        from_callable(relu, declares="swish")
