"""Which known constant a value is."""

import math

import numpy as np
import pytest

from gelucheck.conformance.constants import KNOWN, nearest_known, shortest, value_of, variants
from gelucheck.formats import FORMATS

SINGLE, DOUBLE = FORMATS["float32"], FORMATS["float64"]
CASES = [
    # name, value, uncertainty, format, text, why
    ("1.702", 1.7020001, 1e-6, None, "1.702", "the form's own"),
    ("1.702", 1.77301, 2e-5, None, "1.773", "another one"),
    ("1.702", 1.0000001, 1e-6, None, "1", "SiLU"),
    ("1.702", 1.7, 0.01, None, "1.702", "its own comes first where both are possible"),
    ("1.702", 1.345, 1e-3, None, "", "nobody's"),
    ("sqrt(2/pi)", 0.79788456, 1e-12, DOUBLE, "0.79788456", "eight decimals, and it is seen"),
    ("sqrt(2/pi)", 0.79788456, 1e-8, SINGLE, "sqrt(2/pi)", "not seen"),
    (
        "sqrt(2/pi)",
        float(np.float32((2 / math.pi) ** 0.5)),
        1e-12,
        SINGLE,
        "sqrt(2/pi)",
        "its float32 neighbour",
    ),
    (
        "0.044715",
        float(np.float32(0.044715)),
        1e-14,
        DOUBLE,
        "0.044715 rounded to float32",
        "by mistake",
    ),
    ("sqrt(2)", 1 / float(np.float32(0.5**0.5)), 1e-13, SINGLE, "sqrt(2)", "1/√2 in float32"),
    ("sqrt(2)", 1.41421, 1e-9, SINGLE, "1.41421", "Megatron-LM"),
]


@pytest.mark.parametrize("name, value, room, fmt, text, why", CASES, ids=[c[5] for c in CASES])
def test_nearest(name, value, room, fmt, text, why):
    assert nearest_known(name, value, room, fmt) == text, why


@pytest.mark.parametrize("name", KNOWN)
def test_the_first_is_the_forms_own_and_named_like_it(name):
    own = KNOWN[name][0]
    due = {"sqrt(2)": math.sqrt(2), "sqrt(2/pi)": math.sqrt(2 / math.pi)}
    assert own.text == name
    assert own.value == due.get(name) or own.value == float(name)
    assert all(known.source for known in KNOWN[name])


def test_the_value_of_a_text():
    assert value_of("1.702", "1.773", 1.773) == 1.773
    rounded = float(np.float32(0.044715))
    assert value_of("0.044715", "0.044715 rounded to float32", rounded, DOUBLE) == rounded


def test_no_narrower_format_of_a_narrow_one():
    assert not any("rounded" in text for text, _ in variants("1.702", FORMATS["bfloat16"]))


@pytest.mark.parametrize(
    ("value", "room", "due"),
    [(1.50001682, 8e-5, 1.5), (0.331831913, 1e-3, 0.332), (0.1, 0.0, 0.1), (1 / 3, 0.0, 1 / 3)],
)
def test_the_shortest_number(value, room, due):
    assert shortest(value, room) == due
