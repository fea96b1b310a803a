"""A block and the outputs for it: what an implementation may do, and what it may not."""

import numpy as np
import pytest

from gelucheck.block import Block, Outputs
from gelucheck.errors import ImplementationError, UndecidedError
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.implementations.interface import Implementation
from gelucheck.measure import measure
from gelucheck.reference.functions import REFERENCES

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()
X = np.array([3.0, -1.0, np.nan, -0.0, 0.0, np.inf, -np.inf, -1.0], np.float32)


def made(call):
    return Implementation("made", "gelu", "erf", None, None, call, tuple(FORMATS))


def test_order_is_by_ordinal_and_stable():
    block = Block(SINGLE, X)
    finite = [X[i] for i in block.real]
    assert finite == [-1.0, -1.0, 0.0, 0.0, 3.0]
    assert [np.signbit(v) for v in finite] == [True, True, True, False, False]
    assert list(block.real[:2]) == [1, 7], "of twins the first comes first"
    assert list(block.order[:1]) == [6] and set(block.order) == set(range(8))


def test_a_reference_is_evaluated_once():
    block = Block(SINGLE, X)
    first = block.reference(REFERENCES["tanh"])
    assert block.reference(REFERENCES["tanh"]) is first and block.references() == (first,)


def in_place(x, fmt):
    return np.abs(x, out=x)


def test_what_works_in_place_spoils_nothing():
    block = Block(SINGLE, X)
    before = measure(made(lambda x, fmt: np.abs(x)), block)
    kept = block.x.copy()
    assert measure(made(in_place), block) == before
    assert np.array_equal(block.x, kept, equal_nan=True)


REFUSED = [
    (lambda x, fmt: x[:-1], "one value short"),
    (lambda x, fmt: x.reshape(2, 4), "another shape"),
    (lambda x, fmt: x.astype(np.float64), "another dtype"),
    (lambda x, fmt: 1.0, "a number"),
    (lambda x, fmt: None, "nothing"),
    (lambda x, fmt: 1 / 0, "division by zero"),
    (lambda x, fmt: {}["missing"], "a key that is missing"),
    (lambda x, fmt: x @ np.ones(3), "a product of unlike shapes"),
]


@pytest.mark.parametrize("call, why", REFUSED, ids=[why for _, why in REFUSED])
def test_refused_by_name(call, why):
    with pytest.raises(ImplementationError, match=r"^made (returned|raised)"):
        Outputs(made(call), Block(SINGLE, X), "coarse")


def test_an_error_of_our_own_passes():
    def undecided(x, fmt):
        raise UndecidedError("not decided")

    with pytest.raises(UndecidedError):
        Outputs(made(undecided), Block(SINGLE, X), "coarse")


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=lambda fmt: fmt.name)
@pytest.mark.parametrize("values", [[], [np.nan], [np.inf, -np.inf], [np.nan, np.inf]], ids=repr)
def test_blocks_without_a_finite_value(fmt, values):
    tally = measure(made(lambda x, fmt: x), Block(fmt, np.array(values, fmt.dtype)))
    assert tally.inputs == tally.total.count == tally.evaluation.count == tally.faithful == 0
    assert tally.total.peaks == {} and tally.method is None and tally.regions == {}
    assert set(tally.counts) == ({"inf"} if -np.inf in values else set())


def test_errors_at_infinite_inputs_enter_no_maximum():
    got = np.array([3.0, 0.0, 0, -0.0, 0.0, 5.0, 7.0, 0.0], np.float32)
    tally = measure(made(lambda x, fmt: got), Block(SINGLE, X))
    assert tally.total.count == 5
    assert tally.total.peaks["absolute"].x == SINGLE.bits_of(-1.0)
    assert tally.counts["missing_inf"].count == 1 and tally.counts["range"].count == 1
