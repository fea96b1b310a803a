"""Planted faults are seen by Arb; what is right passes."""

import numpy as np
import pytest

from gelucheck.errors import DisagreementError
from gelucheck.formats import FORMATS
from gelucheck.reference.functions import REFERENCES
from gelucheck.vectors.confirm import confirm_vectors
from gelucheck.vectors.make import bracket

X = [-700.0, -20.0, -1.5, -(2.0**-100), 2.0**-140, 0.75, 3.0, 1e30, 0.0, -np.inf, np.inf]


def moved(fmt, array, place, by):
    """An array with one value moved by some values of the format."""
    ordinals = fmt.ordinals(array).copy()
    ordinals[place] += by
    return fmt.values(ordinals)


@pytest.mark.parametrize("function", REFERENCES)
@pytest.mark.parametrize("name", ["bfloat16", "float32", "float64"])
def test_what_is_right_passes(name, function):
    fmt, reference = FORMATS[name], REFERENCES[function]
    x = fmt.round_array(np.array(X))
    confirm_vectors(fmt, reference, x, bracket(fmt, reference, x))


@pytest.mark.parametrize("function", ["gelu", "sigmoid_grad"])
@pytest.mark.parametrize("column", [0, 1, 2])
@pytest.mark.parametrize("place", range(len(X)))
@pytest.mark.parametrize("by", [-1, 1])
def test_a_value_that_is_moved_is_seen(function, column, place, by):
    fmt, reference = FORMATS["float32"], REFERENCES[function]
    x = fmt.round_array(np.array(X))
    vectors = list(bracket(fmt, reference, x))
    if np.isposinf(vectors[column][place].astype(float)) and by > 0:
        by = -1  # beyond it there is none
    vectors[column] = moved(fmt, vectors[column], place, by)
    with pytest.raises(DisagreementError, match="Arb proves otherwise"):
        confirm_vectors(fmt, reference, x, tuple(vectors))


@pytest.mark.parametrize("place", range(8))
def test_the_farther_neighbour_and_a_shifted_pair_are_seen(place):
    fmt, reference = FORMATS["float32"], REFERENCES["gelu"]
    x = fmt.round_array(np.array(X))
    rounded, below, above = bracket(fmt, reference, x)
    other = np.where(rounded == below, above, below)
    farther = rounded.copy()
    farther[place] = other[place]
    with pytest.raises(DisagreementError):
        confirm_vectors(fmt, reference, x, (farther, below, above))
    shifted = tuple(moved(fmt, each, place, 1) for each in (rounded, below, above))
    with pytest.raises(DisagreementError):
        confirm_vectors(fmt, reference, x, shifted)


def test_a_zero_of_the_wrong_sign_is_seen():
    fmt, reference = FORMATS["float32"], REFERENCES["gelu"]
    for at in (-700.0, -np.inf, -0.0):
        x = np.array([at], np.float32)
        rounded, below, above = bracket(fmt, reference, x)
        with pytest.raises(DisagreementError):
            confirm_vectors(fmt, reference, x, (np.zeros(1, np.float32), below, above))
        assert np.signbit(rounded[0])
