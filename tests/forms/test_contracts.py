"""Every contract at the foot of a writing's file: the witness attains it, nothing tried exceeds it.

The error at the witness is computed here from mpmath at 60 digits, by other formulas than the
program's, from the output of the writing; the outputs are checked step by step elsewhere.
"""

from functools import cache

import mpmath
import numpy as np
import pytest

from gelucheck.block import Block
from gelucheck.formats import FORMATS
from gelucheck.forms.arithmetic import ARITHMETICS, compute
from gelucheck.forms.catalogue import ALL
from gelucheck.implementations.writing import from_writing
from gelucheck.inputs.selection import select_inputs
from gelucheck.measure import measure

SEEDS = ("erf", "erfc", "tanh", "sigmoid")
"""Of these all of float32 was swept; their witnesses are in ``inputs/worst.py``."""

CONTRACTS = [
    pytest.param(
        writing,
        contract,
        id=f"{writing.function}-{writing.name}-{contract.dtype}-{contract.arithmetic}",
    )
    for writing in ALL
    for contract in writing.contract
]


def exact(writing, x):
    """The form, or its derivative, in mpmath."""
    root, cubic = mpmath.sqrt(2 / mpmath.pi), mpmath.mpf("0.044715")
    quick = mpmath.mpf("1.702")

    def s(z):
        return 1 / (1 + mpmath.exp(-z))

    if writing.form == "erf":
        if writing.function == "gelu":
            if x < -(10**30):
                # mpmath's own asks for too much there; 1 - 1/x² + … is 1 to 60 digits
                return -mpmath.npdf(x)
            return x * mpmath.ncdf(x)
        return mpmath.ncdf(x) + x * mpmath.npdf(x)
    slope = quick if writing.form == "sigmoid" else 2 * root * (1 + 3 * cubic * x**2)
    z = quick * x if writing.form == "sigmoid" else 2 * root * (x + cubic * x**3)
    if writing.function == "gelu":
        return x * s(z)
    return s(z) + x * slope * s(z) * s(-z)


@pytest.mark.parametrize("writing, contract", CONTRACTS)
def test_the_witness_attains_the_limit(writing, contract):
    fmt = FORMATS[contract.dtype]
    x = float.fromhex(contract.x)
    got = compute(writing.call, np.array([x], fmt.dtype), fmt, contract.arithmetic)[0]
    with mpmath.workdps(80):
        y = exact(writing, mpmath.mpf(x))
        mantissa, exponent = mpmath.frexp(y)
        # a form is below x for x > 0, by less than 80 digits show: below a power of two, too
        exponent -= 2 if y == x > 0 and mantissa == 0.5 and writing.function == "gelu" else 1
        exponent = max(exponent, fmt.emin)
        error = abs(mpmath.mpf(float(got)) - y) / mpmath.ldexp(1, exponent - fmt.precision + 1)
        assert float(error) == contract.max_ulp


@cache
def every_value(dtype: str) -> Block:
    """All of a format of at most 16 bits; the references are evaluated once for all writings."""
    return Block(FORMATS[dtype], FORMATS[dtype].all_values())


@pytest.mark.parametrize("writing, contract", CONTRACTS)
def test_nothing_exceeds_it(writing, contract):
    """Exhaustive in formats of at most 16 bits; above, values of the worst binade and its
    neighbours. All of float32: tests/test_sweeps.py."""
    fmt = FORMATS[contract.dtype]
    every = contract.evidence == "exhaustive" and fmt.bits <= 16
    if every:
        block = every_value(contract.dtype)
    else:
        x = float.fromhex(contract.x)
        with np.errstate(over="ignore"):
            near = x * np.linspace(0.5, 2.0, 4001 if writing.name in SEEDS else 401)
        block = Block(fmt, np.unique(fmt.round_array(near[np.abs(near) <= fmt.largest])))
    tally = measure(from_writing(writing, contract.arithmetic), block)
    worst = tally.evaluation.peaks["ulp"].value
    assert worst <= contract.max_ulp
    if every:
        assert worst == contract.max_ulp


def test_every_writing_has_a_contract_for_every_format_it_has():
    for writing in ALL:
        due = {
            (name, arithmetic)
            for name, fmt in FORMATS.items()
            for arithmetic, widen in ARITHMETICS.items()
            if widen(fmt) is not None
        }
        assert {(c.dtype, c.arithmetic) for c in writing.contract} == due
        for c in writing.contract:
            allowed = {"search", "sample"}
            swept = c.dtype == "float32" and writing.function == "gelu" and writing.name in SEEDS
            if FORMATS[c.dtype].bits <= 16 or swept:
                allowed = {"exhaustive"}
            assert c.evidence in allowed


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_sample_has_every_witness(dtype):
    """So that no check passes a limit that is known to be broken."""
    fmt = FORMATS[dtype]
    sample = set(fmt.ordinals(next(select_inputs("sample", fmt).blocks(1 << 20))).tolist())
    for writing in (w for w in ALL if w.name in SEEDS):
        for contract in writing.contract:
            if contract.dtype == dtype and contract.max_ulp > 0.5:
                assert fmt.ordinal(fmt.round(float.fromhex(contract.x))) in sample
