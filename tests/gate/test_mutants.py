"""One wrong value among 65,536: every one fails a gate of no steps, at the input where it is.

The sound implementation is GELU correctly rounded, in the 16-bit formats; a mutant is off at one
input. Other mutants: ``test_mutants_formulas.py`` and ``test_mutants_special.py``.
"""

from collections import namedtuple
from functools import cache

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import judge
from gelucheck.record import Run
from gelucheck.reference.evaluate import oracle

TIGHT = Limits(None, max_steps=0)
DTYPES = ("float16", "bfloat16")
Mutant = namedtuple("Mutant", "dtype kind bits wrong")

# DESIGN, section 5: where GELU rounds to -0 and to x from, and its minimum
EDGES = {
    "float16": (-5.7265625, -0.751953125, 3.447265625),
    "bfloat16": (-13.5625, -0.75, 2.78125),
}


@cache
def due_of(dtype):
    """Patterns of the right outputs, by pattern of the input."""
    fmt = FORMATS[dtype]
    return fmt.bits_of_values(oracle(fmt.values_of_bits(np.arange(1 << 16)), dtype))


def places(dtype, seed, count):
    """Patterns of finite inputs: the ends, next to zero, where pieces meet; and some by chance.

    Where few are drawn, few of the others too.
    """
    fmt = FORMATS[dtype]
    top = fmt.end_bits - 1
    least_normal = fmt.bits_of(fmt.smallest_normal)
    marks = [fmt.bits_of(edge) for edge in EDGES[dtype]]
    near = [fmt.bits_at(fmt.ordinal(bits) + step) for bits in marks for step in (-1, 0, 1)]
    fixed = [0, 1, 2, least_normal - 1, least_normal, top - 1, top, fmt.bits_of(1.0)]
    fixed += [fmt.sign_bit | bits for bits in fixed] + near
    chance = np.random.default_rng(seed).integers(-top, top + 1, count)
    if count <= 10:
        fixed = fixed[seed % 6 :: 6]
    return list(dict.fromkeys(fixed + [fmt.bits_at(int(ordinal)) for ordinal in chance]))


def stepped(step):
    """The value that is some steps on; both zeros are one."""

    def wrong(fmt, x, due):
        rank = int(fmt.ranks(fmt.values_of_bits([due]))[0]) + step
        return rank if rank >= 0 else fmt.sign_bit - rank

    return wrong


KINDS = {
    # name: (what comes, of format and patterns of the input and of what is due; seed, how many)
    "one step up": (stepped(1), 1, 15),
    "one step down": (stepped(-1), 2, 15),
    "two steps": (stepped(2), 3, 3),
    "NaN": (lambda fmt, x, due: fmt.nan_bits, 4, 3),
    "a negative NaN": (lambda fmt, x, due: fmt.sign_bit | fmt.nan_bits, 5, 3),
    "infinity": (lambda fmt, x, due: fmt.end_bits, 6, 3),
    "-infinity": (lambda fmt, x, due: fmt.sign_bit | fmt.end_bits, 7, 3),
    "the other sign": (lambda fmt, x, due: due ^ fmt.sign_bit, 8, 10),
    "zero": (lambda fmt, x, due: due & fmt.sign_bit, 9, 10),
    "the input": (lambda fmt, x, due: x, 10, 10),
    "the lowest bit": (lambda fmt, x, due: due ^ 1, 11, 5),
    "the exponent's lowest bit": (lambda fmt, x, due: due ^ (1 << fmt.precision - 1), 12, 5),
}


def same(fmt, one, other):
    """Whether two patterns are one value: ±0 are, and to no limit is it otherwise."""
    return one == other or not (one | other) & (fmt.sign_bit - 1)


def mutants():
    for dtype in DTYPES:
        fmt, due = FORMATS[dtype], due_of(dtype)
        for kind, (wrong, seed, count) in KINDS.items():
            for bits in places(dtype, seed, count):
                value = int(wrong(fmt, bits, int(due[bits])))
                if not same(fmt, value, int(due[bits])):
                    yield Mutant(dtype, kind, bits, value)


MUTANTS = list(mutants())


def call_of(mutant):
    fmt = FORMATS[mutant.dtype]
    outputs = due_of(mutant.dtype).copy()
    outputs[mutant.bits] = mutant.wrong
    return lambda x: fmt.values_of_bits(outputs[fmt.bits_of_values(x)])


@pytest.fixture(scope="module")
def rows(row_of_outputs):
    """The rows of all of them, in their order."""
    found = {}
    for dtype in DTYPES:
        some = [mutant for mutant in MUTANTS if mutant.dtype == dtype]
        found |= zip(some, row_of_outputs(dtype, "erf", *map(call_of, some)), strict=True)
    return found


def verdict_on(row, limits=TIGHT):
    return judge(Run({}, (row,)), limits)


def caught(rows, limits=TIGHT):
    """How many of some rows fail."""
    return sum(verdict_on(row, limits).exit_code == 1 for row in rows)


def test_there_are_hundreds():
    assert len(MUTANTS) > 200 and len(set(MUTANTS)) == len(MUTANTS)
    assert {mutant.kind for mutant in MUTANTS} == set(KINDS)


def test_every_one_is_caught_where_it_is(rows):
    missed = [mutant for mutant, row in rows.items() if verdict_on(row).exit_code != 1]
    assert missed == []
    for mutant, row in rows.items():
        (failure,) = verdict_on(row).failures
        assert int(failure.claim.witness.bits, 16) == mutant.bits, mutant
        assert failure.claim.cause == "evaluation"


def test_each_is_what_would_pass_away_from_passing(rows):
    """One that is a step off passes where a step is allowed, and no NaN passes anywhere."""
    loose = Limits(None, max_steps=1)
    for mutant, row in rows.items():
        off = row.evaluation.max_steps.value if row.evaluation.max_steps else None
        finite = "broken" not in row.first
        assert verdict_on(row, loose).passed == (finite and off == 1), mutant
        if mutant.kind.startswith("one step") and finite:
            assert off == 1


@pytest.mark.parametrize(
    "limits",
    [
        Limits(0.0),
        Limits(None, max_ulp=0.5),
        Limits(None, correctly_rounded=1.0, against="gelu"),
        Limits(None, max_steps=0, against="gelu"),
    ],
    ids=lambda limits: limits.general()[0].name,
)
def test_other_gates_as_tight_catch_every_one(rows, limits):
    """No error beyond half an ulp, and all of them correctly rounded: it is the same."""
    assert caught(rows.values(), limits) == len(rows)


def test_a_blind_gate_catches_none(rows, monkeypatch):
    """So that the tests above can fail."""
    from gelucheck.gate import verdict
    from gelucheck.gate.standing import Standing

    monkeypatch.setattr(verdict, "standing", lambda *_: Standing(False, 0, 0, 0, None))
    assert caught(rows.values()) == 0


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("seed", range(10))
def test_one_wrong_value_in_a_sample(row_of_outputs, dtype, seed):
    from gelucheck.inputs.selection import select_inputs

    fmt = FORMATS[dtype]
    inputs = select_inputs("sample", fmt, samples=2000, seed=seed)
    values = np.concatenate(list(inputs.blocks()))
    numbers = values[np.isfinite(values)]
    planted = np.random.default_rng(seed).choice(numbers)
    toward = fmt.dtype.type(np.inf if seed % 2 else -np.inf)

    def call(x):
        y = oracle(x, dtype)
        with np.errstate(over="ignore"):
            return np.where(x == planted, np.nextafter(y, toward), y)

    (row,) = row_of_outputs(dtype, "erf", call, inputs=inputs)
    (failure,) = verdict_on(row).failures
    assert failure.claim.witness.x == planted
