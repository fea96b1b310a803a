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


def refused(fmt, reference, x, vectors):
    with pytest.raises(DisagreementError, match="Arb proves otherwise"):
        confirm_vectors(fmt, reference, x, tuple(vectors))


@pytest.mark.parametrize("function", ["gelu", "sigmoid_grad"])
@pytest.mark.parametrize("column", [0, 1, 2])
def test_a_value_that_is_moved_is_seen(function, column):
    fmt, reference = FORMATS["float32"], REFERENCES[function]
    x = fmt.round_array(np.array(X))
    for place in range(len(X)):
        for by in (-1, 1):
            vectors = list(bracket(fmt, reference, x))
            if by > 0 and np.isposinf(float(vectors[column][place])):
                continue  # beyond it there is none
            vectors[column] = moved(fmt, vectors[column], place, by)
            refused(fmt, reference, x, vectors)


def test_the_farther_neighbour_and_a_shifted_pair_are_seen():
    fmt, reference = FORMATS["float32"], REFERENCES["gelu"]
    x = fmt.round_array(np.array(X))
    rounded, below, above = bracket(fmt, reference, x)
    other = np.where(rounded == below, above, below)
    for place in range(8):
        farther = rounded.copy()
        farther[place] = other[place]
        refused(fmt, reference, x, (farther, below, above))
        refused(fmt, reference, x, (moved(fmt, each, place, 1) for each in (rounded, below, above)))


def test_a_zero_of_the_wrong_sign_is_seen():
    fmt, reference = FORMATS["float32"], REFERENCES["gelu"]
    for at in (-700.0, -np.inf, -0.0):
        x = np.array([at], np.float32)
        rounded, below, above = bracket(fmt, reference, x)
        with pytest.raises(DisagreementError):
            confirm_vectors(fmt, reference, x, (np.zeros(1, np.float32), below, above))
        assert np.signbit(rounded[0])
