"""A correct implementation passes the tightest gate there is, two hundred times of two hundred.

Other samples, other orders of the inputs, other blocks, the four formats and the three forms; and
the writings keep the contracts that stand in their files, which one step more breaks.
"""

import numpy as np
import pytest

from gelucheck.block import Block
from gelucheck.formats import FORMATS
from gelucheck.forms.catalogue import find_writing
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import judge
from gelucheck.implementations.interface import Implementation
from gelucheck.implementations.writing import from_writing
from gelucheck.inputs.selection import select_inputs
from gelucheck.measure import measure
from gelucheck.record import Run
from gelucheck.reference.evaluate import oracle
from gelucheck.rows import row_of
from gelucheck.tally import Tally

# half an ulp at most, no excess over it, no step, and every output right
TIGHTEST = Limits(0.0, max_ulp=0.5, max_steps=0)
ALL_RIGHT = Limits(None, correctly_rounded=1.0, against="gelu")
TIMES = 50
"""For each of the four formats."""


def passes(row, *limits):
    return all(judge(Run({}, (row,)), each).exit_code == 0 for each in limits)


def correct(form, dtype):
    name = {"erf": "gelu"}.get(form, form)
    return Implementation(
        "correct", "gelu", form, None, None, lambda x, fmt: oracle(x, fmt.name, name), (dtype,)
    )


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("seed", range(TIMES))
def test_of_a_sample(row_of_outputs, dtype, seed):
    inputs = select_inputs("sample", FORMATS[dtype], samples=1000, seed=seed)
    (row,) = row_of_outputs(dtype, "erf", lambda x: oracle(x, dtype), inputs=inputs)
    assert row.inputs > 990
    assert passes(row, TIGHTEST, ALL_RIGHT)


@pytest.fixture(scope="module")
def blocks():
    """Blocks with their references, each made once."""
    return {}


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("seed", range(TIMES))
def test_of_all_values_in_any_order(blocks, dtype, seed):
    """Blocks of 2^13 values, made once; joined in another order, two by two or one by one, each
    knowing what came before it or not."""
    fmt, item = FORMATS[dtype], correct("erf", dtype)
    if dtype not in blocks:
        every = np.random.default_rng(0).permutation(1 << 16)
        parts = every.reshape(8, -1)
        blocks[dtype] = [Block(fmt, fmt.values_of_bits(part)) for part in parts]
    draw = np.random.default_rng(seed)
    whole, half = Tally(), Tally()
    for number in draw.permutation(8):
        known = whole.merge(half) if draw.integers(2) else None
        tally = measure(item, blocks[dtype][number], known=known)
        if draw.integers(2):
            whole = tally.merge(whole)
        else:
            half = half.merge(tally)
    row = row_of(item, fmt, "exhaustive", whole.merge(half))
    assert row.inputs == 2 * fmt.end_bits
    assert passes(row, TIGHTEST, ALL_RIGHT)


@pytest.mark.parametrize("dtype", FORMATS)
@pytest.mark.parametrize("form", ["tanh", "sigmoid"])
@pytest.mark.parametrize("inputs", ["auto", "special", "-8:-1:500"])
def test_of_other_forms_against_themselves(row_of_outputs, dtype, form, inputs):
    chosen = select_inputs(inputs, FORMATS[dtype], samples=1000)
    (row,) = row_of_outputs(dtype, form, lambda x: oracle(x, dtype, form), inputs=chosen)
    assert passes(row, Limits(None, max_ulp=0.5, max_steps=0))


CONTRACTS = [
    (name, contract)
    for name in ("erf", "erfc", "tanh", "sigmoid")
    for contract in find_writing(name).contract
    if contract.evidence == "exhaustive" and FORMATS[contract.dtype].bits == 16
]


@pytest.mark.parametrize("name, contract", CONTRACTS, ids=lambda item: getattr(item, "dtype", item))
def test_a_writing_keeps_its_contract_and_no_less(row_of_outputs, name, contract):
    """And one output that is further off at its worst input breaks it there."""
    fmt = FORMATS[contract.dtype]
    item = from_writing(find_writing(name), contract.arithmetic)
    worst = fmt.values_of_bits([fmt.bits_of(float.fromhex(contract.x))])[0]

    def further(x):
        y = np.array(item.call(x, fmt))
        where = fmt.bits_of_values(x) == fmt.bits_of_values(worst)
        due = oracle(x, fmt.name, {"erf": "gelu", "erfc": "gelu"}.get(name, name))
        away = np.where(y[where].astype(float) < due[where].astype(float), -1, 1)
        beyond = fmt.values(fmt.ordinals(y[where]) + away)
        # where all is lost a step is next to nothing
        y[where] = np.where(y[where] == 0, -due[where], beyond)
        return y

    sound, mutant = row_of_outputs(contract.dtype, item.form, lambda x: item.call(x, fmt), further)
    # what stands there is the exact error rounded
    below, above = (float(np.nextafter(contract.max_ulp, end)) for end in (0, np.inf))
    limits = Limits(None, max_ulp=above)
    assert passes(sound, limits) and not passes(sound, Limits(None, max_ulp=below))
    (failure,) = judge(Run({}, (mutant,)), limits).failures
    assert failure.claim.witness.x == float(worst)
