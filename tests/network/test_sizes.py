"""Sizes as people write them, with digits enough."""

import math

import pytest

from gelucheck.network.sizes import apart, as_text, times

TEXTS = [
    (0.0, "0"),
    (0.0123456, "0.0123"),
    (1.23456e-5, "1.23e-5"),
    (1e-3, "0.001"),
    (9.996e-4, "0.001"),
    (9.994e-4, "9.99e-4"),
    (398.4, "398"),
    (999.6, "1e3"),
    (12345.0, "1.23e4"),
    (7.1e11, "7.1e11"),
    (2e-16, "2e-16"),
    (math.inf, "infinity"),
]


@pytest.mark.parametrize("value, text", TEXTS)
def test_as_text(value, text):
    assert as_text(value) == text


@pytest.mark.parametrize("one, other, texts", [
    (1.0, 2.0, ("1", "2")),
    (1.2341, 1.2342, ("1.2341", "1.2342")),
    (9.9999e-4, 1.0001e-3, ("9.9999e-4", "1.0001e-3")),
    (0.5, 0.5, ("0.5", "0.5")),
    (0.5, math.nextafter(0.5, 1), ("0.5", "0.50000000000000011")),
])  # fmt: skip
def test_apart(one, other, texts):
    found = apart(one, other)
    assert tuple(map(float, found)) == tuple(map(float, texts))
    assert (float(found[0]) < float(found[1])) == (one < other)


@pytest.mark.parametrize("more, less, text", [
    (5.0, 2.0, "2.5 times "),
    (3.9190004, 1e-3, "3,919 times "),
    (1.0001, 1.0, "1.0001 times "),
    (7.1e11, 1.0, "7.1e11 times "),
    (1.0, 0.0, "against "),
    (math.inf, 1.0, "against "),
])  # fmt: skip
def test_times(more, less, text):
    assert times(more, less) == text
