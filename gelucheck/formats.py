"""Floating-point formats as records: bits, ordinals, values, and rounding to nearest.

Adding an IEEE-like format is one record in ``FORMATS``. No other module asks which format it has.

Three views of one value:

* **bits**, the pattern as an unsigned integer;
* **ordinal**, an integer that orders all values: 0 is +0, 1 the smallest subnormal, -1 is -0,
  -2 the smallest negative subnormal. Bijective on everything but NaN, which has none;
* **value**, in the format's own NumPy dtype, or exactly as a Python float (float64 holds them all).

**rank** is the ordinal with the two zeros made one; differences of ranks are steps.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gelucheck.errors import unknown
from gelucheck.rounding import nearest, nearest_array


@dataclass(frozen=True)
class Format:
    """An IEEE 754 binary format, with subnormals, two infinities and NaNs.

    Attributes:
        name: the word used on the command line.
        bits: width of the pattern.
        precision: p, bits of the significand, the hidden one included.
        dtype_name: the NumPy (or ``ml_dtypes``) dtype; None where NumPy has none, and then arrays
            of values are float64.
    """

    name: str
    bits: int
    precision: int
    dtype_name: str | None = None

    # ---- parameters ------------------------------------------------------------------------

    @cached_property
    def emax(self) -> int:
        """Exponent of the largest binade: its values are in [2^emax, 2^(emax+1))."""
        return (1 << (self.bits - self.precision - 1)) - 1

    @cached_property
    def emin(self) -> int:
        """Exponent of the smallest normal binade; also that of the subnormals."""
        return 1 - self.emax

    @cached_property
    def quantum(self) -> int:
        """log2 of the smallest subnormal."""
        return self.emin - self.precision + 1

    @cached_property
    def smallest_subnormal(self) -> float:
        return 2.0**self.quantum

    @cached_property
    def smallest_normal(self) -> float:
        return 2.0**self.emin

    @cached_property
    def largest(self) -> float:
        """The largest finite value."""
        return self.value(self.infinity_bits - 1)

    @cached_property
    def sign_bit(self) -> int:
        return 1 << (self.bits - 1)

    @cached_property
    def infinity_bits(self) -> int:
        """Pattern of +infinity; smaller magnitudes are finite, larger ones NaN."""
        return ((1 << (self.bits - self.precision)) - 1) << (self.precision - 1)

    @cached_property
    def nan_bits(self) -> int:
        """Pattern of the canonical quiet NaN."""
        return self.infinity_bits | 1 << (self.precision - 2)

    @cached_property
    def dtype(self) -> np.dtype:
        """NumPy dtype of arrays of values."""
        if self.dtype_name == "bfloat16":
            import ml_dtypes

            return np.dtype(ml_dtypes.bfloat16)
        return np.dtype(self.dtype_name or "float64")

    @cached_property
    def uint(self) -> np.dtype:
        """Unsigned dtype that holds a pattern."""
        return np.dtype(f"uint{max(8, 1 << (self.bits - 1).bit_length())}")

    # ---- one value -------------------------------------------------------------------------

    def value(self, bits: int) -> float:
        """The exact value of a pattern, as a Python float."""
        magnitude = bits & (self.sign_bit - 1)
        if magnitude > self.infinity_bits:
            return float("nan")
        sign = -1.0 if bits & self.sign_bit else 1.0
        if magnitude == self.infinity_bits:
            return sign * float("inf")
        field = magnitude >> (self.precision - 1)
        significand = magnitude & ((1 << (self.precision - 1)) - 1)
        if field:
            significand |= 1 << (self.precision - 1)
        # exact: an integer below 2^53 times a power of two, and a value of float64
        return sign * math.ldexp(significand, max(field, 1) - 1 + self.quantum)

    def bits_of(self, value: float) -> int:
        """The pattern of a value that the format holds exactly (any NaN gives the canonical one).

        Raises:
            ValueError: the format does not hold the value.
        """
        value = float(value)
        if math.isnan(value):
            return self.nan_bits
        bits = self.round(value)
        if self.value(bits) != value:
            raise ValueError(
                f"{self.name} has no value {value!r}; the nearest is {self.value(bits)!r}"
            )
        return bits

    def ordinal(self, bits: int) -> int:
        """The ordinal of a pattern.

        Raises:
            ValueError: the pattern is a NaN.
        """
        magnitude = bits & (self.sign_bit - 1)
        if magnitude > self.infinity_bits:
            raise ValueError("a NaN has no ordinal")
        return -1 - magnitude if bits & self.sign_bit else magnitude

    def bits_at(self, ordinal: int) -> int:
        """The pattern at an ordinal.

        Raises:
            ValueError: beyond an infinity.
        """
        magnitude = -1 - ordinal if ordinal < 0 else ordinal
        if magnitude > self.infinity_bits:
            raise ValueError(f"{self.name} has no ordinal {ordinal}")
        return magnitude | (self.sign_bit if ordinal < 0 else 0)

    def round(self, number) -> int:
        """The pattern nearest to a real number, ties to even; see ``rounding.nearest``."""
        return nearest(self, number)

    def round_interval(self, lower, upper) -> int | None:
        """The pattern that both ends round to, or None: then the rounding is not decided.

        Two zeros of unlike sign are not alike.
        """
        bits = self.round(lower)
        return bits if bits == self.round(upper) else None

    # ---- arrays ----------------------------------------------------------------------------

    def values_of_bits(self, bits) -> np.ndarray:
        """Patterns (any integer dtype, any shape) to values of ``dtype``."""
        if not isinstance(bits, np.ndarray):
            # a list on both sides of 2^63 would become float64
            bits = np.array(bits, self.uint)
        bits = bits.astype(self.uint)
        if self.dtype_name:
            return bits.view(self.dtype)
        return np.array([self.value(int(b)) for b in bits.flat]).reshape(bits.shape)

    def bits_of_values(self, values) -> np.ndarray:
        """Values of ``dtype``, any shape, to patterns of dtype ``uint``."""
        values = np.ascontiguousarray(values, self.dtype).reshape(np.shape(values))
        if self.dtype_name:
            return values.view(self.uint)
        return np.array([self.bits_of(v) for v in values.flat], self.uint).reshape(values.shape)

    def ordinals(self, values) -> np.ndarray:
        """int64 ordinals of values; what stands at a NaN means nothing."""
        return self._signed(self.bits_of_values(values), -1)

    def ranks(self, values) -> np.ndarray:
        """int64 ranks: as ``ordinals``, but both zeros are 0. Differences are steps."""
        return self._signed(self.bits_of_values(values), 0)

    def _signed(self, bits: np.ndarray, negative_zero: int) -> np.ndarray:
        magnitude = (bits & self.uint.type(self.sign_bit - 1)).astype(np.int64)
        return np.where(bits >= self.uint.type(self.sign_bit), negative_zero - magnitude, magnitude)

    def values(self, ordinals) -> np.ndarray:
        """Values of ``dtype`` at int64 ordinals, any shape."""
        ordinals = np.asarray(ordinals, np.int64)
        magnitude = np.where(ordinals < 0, -1 - ordinals, ordinals).astype(np.uint64)
        sign = np.where(ordinals < 0, np.uint64(self.sign_bit), np.uint64(0))
        return self.values_of_bits(magnitude | sign)

    def ordinal_range(self, first: float | None = None, last: float | None = None) -> range:
        """The ordinals from ``first`` to ``last``, both included; by default every value but NaN.

        Both ends are values of the format. A range that begins at 0 begins at +0; one that ends
        at 0 ends at +0 too, and so takes -0 in when it comes from the left.
        """
        top = self.infinity_bits
        low = -1 - top if first is None else self.ordinal(self.bits_of(first))
        high = top if last is None else self.ordinal(self.bits_of(last))
        return range(low, high + 1)

    def all_values(self) -> np.ndarray:
        """Every value in ordinal order, from -inf over -0 and +0 to +inf; NaN is not among them."""
        span = self.ordinal_range()
        return self.values(np.arange(span.start, span.stop))

    def nan_values(self) -> np.ndarray:
        """Every NaN of a format of at most 16 bits, in the order of the patterns."""
        magnitudes = np.arange(self.infinity_bits + 1, self.sign_bit)
        return self.values_of_bits(np.concatenate([magnitudes, magnitudes + self.sign_bit]))

    def round_array(self, numbers) -> np.ndarray:
        """Float64 numbers rounded once into ``dtype``; see ``rounding.nearest_array``."""
        return nearest_array(self, numbers)


FORMATS = {
    record.name: record
    for record in (
        Format("float16", 16, 11, "float16"),
        Format("bfloat16", 16, 8, "bfloat16"),
        Format("float32", 32, 24, "float32"),
        Format("float64", 64, 53, "float64"),
    )
}


def find_format(name: "str | Format") -> Format:
    """The record of a format's name.

    Raises:
        UsageError: no such format; the message names those there are.
    """
    if isinstance(name, Format):
        return name
    if not isinstance(name, str) or name not in FORMATS:
        raise unknown("format", name, FORMATS)
    return FORMATS[name]
