"""A reference on arrays: every element correctly rounded, with the exact value beside it.

The fast path decides almost everything; what it leaves goes to the oracle.
"""

from dataclasses import dataclass

import numpy as np

from gelucheck.chunks import in_chunks
from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS, Format, find_format
from gelucheck.reference.decide import decide
from gelucheck.reference.enclosure import confirm
from gelucheck.reference.fast import Approximation, approximate
from gelucheck.reference.functions import Function, find_function
from gelucheck.reference.oracle import rounded_bits


@dataclass(frozen=True)
class Reference:
    """What f is at some inputs.

    Attributes:
        function, fmt: of what, and in which format.
        rounded: the nearest values of the format, its dtype; all of them decided.
        exact: the enclosure of each exact value.
        asked: how many needed the oracle.
    """

    function: Function
    fmt: Format
    rounded: np.ndarray
    exact: Approximation
    asked: int


def tier_of(fmt: Format) -> str:
    """The tier of the tables that a format needs."""
    return "double" if fmt.precision > 24 else "single"


def evaluate(function: Function, x: np.ndarray, fmt: Format) -> Reference:
    """Evaluate a reference at values of a format.

    Args:
        x: 1-D, of ``fmt.dtype``; finite or not.

    Raises:
        UndecidedError: the oracle gave up.
    """
    tier = tier_of(fmt)

    def piece(part):
        # a signalling NaN makes the cast complain
        with np.errstate(all="ignore"):
            wide = part.astype(np.float64)
            exact = approximate(function, wide, tier)
        return wide, *decide(function, wide, fmt, exact), *vars(exact).values()

    wide, rounded, undecided, *exact = in_chunks(piece, np.asarray(x, fmt.dtype))
    places = np.flatnonzero(undecided)
    if places.size:
        bits = [rounded_bits(function, float(wide[i]), fmt) for i in places]
        # a list of integers on both sides of 2^63 would become float64
        rounded[places] = fmt.values_of_bits(np.array(bits, fmt.uint))
    return Reference(function, fmt, rounded, Approximation(*exact), int(places.size))


def confirm_some(reference: Reference, x: np.ndarray, count: int, seed: int) -> int:
    """Hold a random share of a reference's roundings against Arb; returns how many.

    Raises:
        DisagreementError: Arb proves another rounding.
    """
    bits = reference.fmt.bits_of_values(reference.rounded)
    places = scattered(x.size, min(count, x.size), seed)
    for i in places:
        confirm(reference.function, float(x[i]), reference.fmt, int(bits[i]))
    return len(places)


def scattered(size: int, count: int, seed: int) -> list[int]:
    """Some indices below a size: a linear congruential generator (Knuth's, MMIX), which needs no
    random number library to be loaded."""
    places, state = [], seed
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        places.append((state >> 20) % size)
    return places


def oracle(x, dtype: str = "float64", function: str = "gelu") -> np.ndarray:
    """GELU, another form, or a derivative: every element correctly rounded to a format.

    Args:
        x: array of any shape and layout, or a scalar. Its values must be values of the format.
        dtype: "float16", "bfloat16", "float32", "float64", "float8_e4m3fn" or "float8_e5m2".
        function: "gelu", "tanh", "sigmoid", or one of these with "_grad".

    Returns:
        An array of the same shape, of the format's dtype (bfloat16, float8: those of
        ``ml_dtypes``). Each element is the value of the format nearest to the exact f(x), ties to
        even: error at most half an ulp. f(-inf) is the limit, -0 for the forms; NaN gives NaN.

    Raises:
        UsageError: unknown format or function, or x is not real numbers, or not of the format.

    >>> oracle([-1.0, 0.0, 1.0], dtype="float32")
    array([-0.15865526,  0.        ,  0.8413448 ], dtype=float32)
    """
    fmt = find_format(dtype)
    record = find_function(function)
    values = _values_of(x, fmt)
    return evaluate(record, values.ravel(), fmt).rounded.reshape(values.shape)


def _values_of(x, fmt: Format) -> np.ndarray:
    """x as an array of the format, without rounding anything."""
    try:
        given = np.asarray(x)
    except (TypeError, ValueError, RuntimeError) as problem:
        raise UsageError(
            f"the input is no array: {problem}", f"give real numbers that {fmt.name} can hold"
        ) from problem
    if given.dtype.kind not in "fiuV" and given.dtype != FORMATS["bfloat16"].dtype:
        raise UsageError(
            f"the input has dtype {given.dtype}", f"give real numbers that {fmt.name} can hold"
        )
    if given.dtype == fmt.dtype:
        return given
    # casts complain of signalling NaNs, and of long doubles
    with np.errstate(all="ignore"):
        try:
            wide = given.astype(np.float64)
        except (TypeError, ValueError) as problem:
            raise UsageError(f"the input has dtype {given.dtype}", "give real numbers") from problem
        values = fmt.round_array(wide)
        lost = np.flatnonzero(~((values.astype(np.float64) == wide) | np.isnan(wide)))
        if not lost.size and given.dtype.kind in "iu":
            lost = np.flatnonzero(wide.astype(object) != given.astype(object))
        elif not lost.size and given.dtype.itemsize > 8:
            # the cast to float64 may have rounded a long double
            lost = np.flatnonzero(~((wide == given) | np.isnan(given)))
    if lost.size:
        raise UsageError(
            f"{fmt.name} has no value {given.ravel()[lost[0]]!r} (element {lost[0]})",
            f"round the input to {fmt.name} first, or ask for a wider dtype",
        )
    return values
