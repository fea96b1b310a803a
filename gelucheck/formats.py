"""Floating-point formats as records: bits, ordinals, values, and rounding to nearest.

Adding a format is one record in ``FORMATS``. No other module asks which format it has.

Three views of one value:

* **bits**, the pattern as an unsigned integer;
* **ordinal**, an integer that orders all values: 0 is +0, 1 the smallest subnormal, -1 is -0,
  -2 the smallest negative subnormal. Bijective on everything but NaN, which has none;
* **value**, in the format's own NumPy dtype, or exactly as a Python float (float64 holds them all).

**rank** is the ordinal with the two zeros made one; differences of ranks are steps.

The magnitudes of the patterns run, from 0 on, over the finite values, one infinity where the format
has infinities, and NaN. Two of them are asked for by name, and they are not the same where there is
no infinity:

* **end_bits**, the first that is not finite: +inf, or the one NaN. There are ``2·end_bits`` finite
  patterns, and what overflows is rounded to it;
* **top_bits**, the last that has an ordinal: +inf, or the largest finite value.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gelucheck.errors import unknown
from gelucheck.rounding import nearest, nearest_array


@dataclass(frozen=True)
class Format:
    """A binary format with subnormals: IEEE 754's, or the same without infinities.

    Without infinities (the OCP 8-bit formats call that "fn", finite and NaN) the largest exponent
    holds finite values too, all but the last pattern, which is NaN; what overflows, an infinity
    included, is rounded to NaN. (OCP 8-bit Floating Point Specification, revision 1.0, 2023,
    section 5; its saturating conversion, to the largest value, is another choice, which ml_dtypes,
    PyTorch and JAX do not make when they cast.)

    Attributes:
        name: the word used on the command line.
        bits: width of the pattern.
        precision: p, bits of the significand, the hidden one included.
        dtype_name: the NumPy (or ``ml_dtypes``) dtype; None where NumPy has none, and then arrays
            of values are float64.
        wider: the name of the format that arithmetic "upcast" evaluates in; None: there is none.
        infinities: whether it has the two infinities.
    """

    name: str
    bits: int
    precision: int
    dtype_name: str | None = None
    wider: str | None = None
    infinities: bool = True

    # ---- parameters ------------------------------------------------------------------------

    @cached_property
    def emax(self) -> int:
        """Exponent of the largest binade: its values are in [2^emax, 2^(emax+1))."""
        return self.bias if self.infinities else self.bias + 1

    @cached_property
    def bias(self) -> int:
        """What is added to an exponent to make the field of the pattern."""
        return (1 << (self.bits - self.precision - 1)) - 1

    @cached_property
    def emin(self) -> int:
        """Exponent of the smallest normal binade; also that of the subnormals."""
        return 1 - self.bias

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
        return self.value(self.end_bits - 1)

    @cached_property
    def sign_bit(self) -> int:
        return 1 << (self.bits - 1)

    @cached_property
    def end_bits(self) -> int:
        """The first magnitude that is not finite: +infinity, or NaN where there is none.

        What overflows is rounded to it.
        """
        if not self.infinities:
            return self.sign_bit - 1
        return ((1 << (self.bits - self.precision)) - 1) << (self.precision - 1)

    @cached_property
    def top_bits(self) -> int:
        """The last magnitude that has an ordinal: +infinity, or the largest where there is none."""
        return self.end_bits if self.infinities else self.end_bits - 1

    @cached_property
    def top(self) -> float:
        """The last value: +infinity, or the largest where there is none."""
        return self.value(self.top_bits)

    @cached_property
    def nan_bits(self) -> int:
        """Pattern of the canonical quiet NaN."""
        return self.end_bits | (1 << (self.precision - 2) if self.infinities else 0)

    @cached_property
    def dtype(self) -> np.dtype:
        """NumPy dtype of arrays of values."""
        name = self.dtype_name or "float64"
        if hasattr(np, name):
            return np.dtype(name)
        import ml_dtypes

        return np.dtype(getattr(ml_dtypes, name))

    @cached_property
    def uint(self) -> np.dtype:
        """Unsigned dtype that holds a pattern."""
        return np.dtype(f"uint{max(8, 1 << (self.bits - 1).bit_length())}")

    # ---- one value -------------------------------------------------------------------------

    def value(self, bits: int) -> float:
        """The exact value of a pattern, as a Python float."""
        magnitude = bits & (self.sign_bit - 1)
        if magnitude > self.top_bits:
            return float("nan")
        sign = -1.0 if bits & self.sign_bit else 1.0
        if magnitude == self.end_bits:
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
        if magnitude > self.top_bits:
            raise ValueError("a NaN has no ordinal")
        return -1 - magnitude if bits & self.sign_bit else magnitude

    def bits_at(self, ordinal: int) -> int:
        """The pattern at an ordinal.

        Raises:
            ValueError: beyond the last value.
        """
        magnitude = -1 - ordinal if ordinal < 0 else ordinal
        if magnitude > self.top_bits:
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
        top = self.top_bits
        low = -1 - top if first is None else self.ordinal(self.bits_of(first))
        high = top if last is None else self.ordinal(self.bits_of(last))
        return range(low, high + 1)

    def all_values(self) -> np.ndarray:
        """Every value in ordinal order, infinities included; NaN is not among them."""
        span = self.ordinal_range()
        return self.values(np.arange(span.start, span.stop))

    def nan_values(self) -> np.ndarray:
        """Every NaN of a format of at most 16 bits, in the order of the patterns."""
        magnitudes = np.arange(self.top_bits + 1, self.sign_bit)
        return self.values_of_bits(np.concatenate([magnitudes, magnitudes + self.sign_bit]))

    def round_array(self, numbers) -> np.ndarray:
        """Float64 numbers rounded once into ``dtype``; see ``rounding.nearest_array``."""
        return nearest_array(self, numbers)


FORMATS = {
    record.name: record
    for record in (
        Format("float16", 16, 11, "float16", "float32"),
        Format("bfloat16", 16, 8, "bfloat16", "float32"),
        Format("float32", 32, 24, "float32", "float64"),
        Format("float64", 64, 53, "float64"),
        Format("float8_e4m3fn", 8, 4, "float8_e4m3fn", "float32", infinities=False),
        Format("float8_e5m2", 8, 3, "float8_e5m2", "float32"),
    )
}
"""Every format that is known, by name."""

STANDARD = {name: FORMATS[name] for name in ("float16", "bfloat16", "float32", "float64")}
"""Those that are measured where nobody names one."""


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
