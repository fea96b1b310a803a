"""Mutants that no limit sees: at NaN, at the infinities, and in the sign of a zero.

Steps and errors are those of finite inputs, and ±0 are one value. A gate that asks for the findings
catches each of these, by the public path, and one that does not catches none.
"""

import sys
from types import ModuleType

import numpy as np
import pytest

from gelucheck import api
from gelucheck.formats import FORMATS
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import judge
from gelucheck.implementations.guest import here
from gelucheck.reference.evaluate import oracle

TIGHT = Limits(None, max_steps=0)
STRICT = dict.fromkeys(
    ("nan-at-minus-inf", "nan-at-plus-inf", "infinity-not-kept", "nan-not-kept", "zero-sign"),
    "error",
)

CASES = [
    # input, what comes instead, the finding
    (-np.inf, np.nan, "nan-at-minus-inf"),
    (-np.inf, 0.0, "zero-sign"),
    (-np.inf, -1.0, "infinity-not-kept"),
    (-np.inf, -np.inf, "infinity-not-kept"),
    (np.inf, np.nan, "nan-at-plus-inf"),
    (np.inf, "largest", "infinity-not-kept"),
    (np.inf, -np.inf, "infinity-not-kept"),
    ("NaN", 0.0, "nan-not-kept"),
    ("NaN", np.inf, "nan-not-kept"),
    (0.0, -0.0, "zero-sign"),
    (-0.0, 0.0, "zero-sign"),
    # GELU rounds to -0 there: 1 of thousands of such inputs
    (-16.0, 0.0, "zero-sign"),
    ("lowest", 0.0, "zero-sign"),
    # one pattern of NaN among many
    ("a NaN", 1.0, "nan-not-kept"),
]


def value_of(fmt, word):
    if not isinstance(word, str):
        return fmt.round_array(np.array([word]))[0]
    bits = {
        "largest": fmt.end_bits - 1,
        "lowest": fmt.sign_bit | (fmt.end_bits - 1),
        "NaN": fmt.nan_bits,
        "a NaN": fmt.sign_bit | fmt.nan_bits | 3,
    }[word]
    return fmt.values_of_bits([bits])[0]


def pattern_of(fmt, word):
    return int(fmt.bits_of_values(np.array([value_of(fmt, word)]))[0])


@pytest.fixture
def run_of(monkeypatch):
    """A function as ``python:`` implementation of this process -> the run of it."""
    number = 0

    def run(dtype, call):
        nonlocal number
        number += 1
        # what is loaded once is kept: another name for every one
        name = f"mutant_{id(call)}_{number}"
        module = ModuleType(name)
        module.gelu = call
        monkeypatch.setitem(sys.modules, name, module)
        with here():
            return api.compare(
                dtypes=(dtype,),
                forms=(),
                implementations=(f"it=python:{name}:gelu",),
                declares=("erf",),
            )

    return run


def mutant(dtype, x, wrong):
    """GELU correctly rounded, but for one input; of NaN, but for all patterns of it."""
    fmt = FORMATS[dtype]
    instead, pattern = value_of(fmt, wrong), pattern_of(fmt, x)

    def call(values):
        flat = np.ascontiguousarray(values).ravel()
        outputs = np.array(oracle(flat, dtype))
        outputs[np.isnan(flat) if x == "NaN" else fmt.bits_of_values(flat) == pattern] = instead
        return outputs.reshape(np.shape(values))

    return call


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("x, wrong, slug", CASES)
def test_every_one_is_caught_by_its_finding(run_of, dtype, x, wrong, slug):
    run = run_of(dtype, mutant(dtype, x, wrong))
    assert run.rows[0].evaluation.max_steps.value == 0
    assert judge(run, TIGHT).passed, "no limit sees it"
    verdict = judge(run, TIGHT, levels=STRICT)
    assert verdict.exit_code == 1
    (failure,) = verdict.failures
    assert failure.claim.name == f"finding {slug}"
    if x != "NaN":
        assert int(failure.claim.witness.bits, 16) == pattern_of(FORMATS[dtype], x)
    others = {slug: "error" for slug in STRICT if slug != failure.claim.name.split()[1]}
    assert judge(run, TIGHT, levels=others).passed, "nor does another finding"


@pytest.mark.parametrize("dtype", FORMATS)
def test_without_a_fault_it_passes(run_of, dtype):
    def call(x):
        return np.array(oracle(np.ascontiguousarray(x).ravel(), dtype)).reshape(np.shape(x))

    limits = Limits(0.0, max_ulp=0.5, max_steps=0)
    assert judge(run_of(dtype, call), limits, levels=STRICT).exit_code == 0
