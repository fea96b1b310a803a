"""Identifications as text: what is printed covers what is known, and fits."""

from decimal import Decimal
from types import SimpleNamespace

import pytest

from gelucheck.cli.identify_text import WIDTH, _constant, _table, covering
from gelucheck.conformance.fit import Constant
from gelucheck.conformance.identify import Candidate


@pytest.mark.parametrize(
    ("uncertainty", "text"),
    [
        (1.2e-9, "2e-09"),
        (1e-5, "2e-05"),  # the float64 is 1.00000000000000008e-5
        (0.25, "0.3"),
        (0.5, "0.5"),
        (9.4e-7, "1e-06"),
        (0.96, "1"),
        (3.0001e-6, "4e-06"),
    ],
)
def test_an_uncertainty_is_rounded_up(uncertainty, text):
    assert covering(uncertainty) == text
    assert Decimal(text) >= Decimal(uncertainty)


@pytest.mark.parametrize("uncertainty", [1.2e-9, 1.9e-9, 4.4e-8, 9.6e-5, 1.4e-3])
@pytest.mark.parametrize("value", [0.79788456192, 1.7019999, 0.0446999997])
def test_a_printed_constant_covers_its_interval(value, uncertainty):
    text = _constant(Constant("1.702", value, uncertainty, None), "float32")
    shown, _, rest = text.partition(" = ")[2].partition(" ± ")
    low, high = (Decimal(shown) + side * Decimal(rest.split(",")[0]) for side in (-1, 1))
    assert low <= Decimal(value) - Decimal(uncertainty)
    assert high >= Decimal(value) + Decimal(uncertainty)


@pytest.mark.parametrize("length", [10, 32, 40, 60, 120])
def test_a_table_fits(length):
    candidate = Candidate("w" * length, "sigmoid", "native or upcast", 65354, 0.0606)
    found = SimpleNamespace(candidates=(candidate,), inputs=65536)
    lines = _table(found)
    assert max(map(len, lines)) <= WIDTH
    if length <= 32:
        assert "w" * length in lines[1]
    assert "99.72 %" in lines[1]
