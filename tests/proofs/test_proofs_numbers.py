"""Constants and tolerances are read exactly, or refused."""

from fractions import Fraction

import pytest

from gelucheck.errors import UsageError
from gelucheck.proofs.numbers import exact


@pytest.mark.parametrize("text, number", [
    ("0.0443829", Fraction(443829, 10**7)),
    ("8943/200000", Fraction(8943, 200000)),
    ("-0x1p+1", Fraction(-2)),
    ("0x1.8p-1/3", Fraction(1, 4)),
    ("1.5/-3", Fraction(-1, 2)),
    ("1e-3", Fraction(1, 1000)),
    ("-0", Fraction(0)),
])  # fmt: skip
def test_numbers_are_exact(text, number):
    assert exact(text, "--constant") == number


@pytest.mark.parametrize(
    "text", [float("inf"), "", "/", "1/", "/2", "nan", "1/inf", "0x", "1,5", "\x1b[31m1"]
)
def test_what_is_no_number(text):
    with pytest.raises(UsageError) as caught:
        exact(text, "--constant")
    assert caught.value.mend
