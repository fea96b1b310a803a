"""The decimals of the approximate forms: these numbers, not their neighbours in some format."""

from fractions import Fraction

CUBIC = Fraction(44715, 1_000_000)
QUICK = Fraction(1702, 1000)
