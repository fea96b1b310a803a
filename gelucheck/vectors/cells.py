"""Numbers of a file, as texts or as arrays, as patterns of a format; each rounded once at most."""

import math
import re

import numpy as np

from gelucheck.errors import InputsError
from gelucheck.formats import Format
from gelucheck.inputs.arrays import converted
from gelucheck.inputs.numerals import shown
from gelucheck.inputs.parse import parse_bits

_PATTERN = re.compile(r"0x[0-9a-f]{1,32}", re.ASCII | re.IGNORECASE)
_NOT_FINITE = re.compile(r"[+-]?(nan|inf|infinity)|bits:.*", re.ASCII | re.IGNORECASE)
_PLAIN = re.compile(r"[+-]?[0-9.]{1,40}(?:e[+-]?[0-9]{1,4})?", re.ASCII | re.IGNORECASE)


def patterns_of_texts(texts: list[str], fmt: Format, name: str) -> tuple[np.ndarray, int]:
    """Patterns of a format, and how many texts were no value of it and were rounded.

    A text is a decimal, a hex float (``0x1.8p+1``), inf, nan, ``bits:0x…``, or a bare ``0x…``,
    which is a pattern. A decimal is rounded to the format, as everybody's reader does it; that is
    counted where the nearest float64 is no value of the format.

    Raises:
        InputsError: no number, or a pattern that does not fit.
    """
    numbers = np.array([_plain(text) for text in texts], np.float64)
    values = fmt.round_array(numbers)
    bits = fmt.bits_of_values(values).astype(fmt.uint)
    slow = np.isnan(numbers)
    if fmt.precision < 53:
        # the number lies between the neighbours of its float: where these round alike, so does it
        ends = (np.nextafter(numbers, end) for end in (-np.inf, np.inf))
        below, above = (fmt.bits_of_values(fmt.round_array(end)) for end in ends)
        slow |= below != above
    with np.errstate(invalid="ignore"):
        rounded = values.astype(np.float64) != numbers
    for place in np.flatnonzero(slow):
        bits[place], rounded[place] = _slowly(texts[place], fmt, name, int(place))
    return bits, int(np.count_nonzero(rounded))


def _plain(text: str) -> float:
    """The float nearest to a plain decimal; NaN for all else."""
    if not _PLAIN.fullmatch(text):
        return math.nan
    try:
        value = float(text)
    except ValueError:
        return math.nan
    # what over- or underflows is rounded slowly, and is said
    lost = not math.isfinite(value) or (value == 0 and text.strip("+-0.")[:1] not in "eE")
    return math.nan if lost else value


def _slowly(text: str, fmt: Format, name: str, place: int) -> tuple[int, bool]:
    """The pattern of one text, and whether it was rounded."""
    if _PATTERN.fullmatch(text):
        text = f"bits:{text}"
    try:
        try:
            return parse_bits(text, fmt), False
        except InputsError:
            bits = parse_bits(text, fmt, round_inputs=True)
    except InputsError as problem:
        what = f"{name}, number {place + 1}: {problem.what}"
        raise InputsError(what, problem.mend) from None
    near = _plain(text)
    return bits, fmt.value(bits) != near


def patterns_of_array(array: np.ndarray, fmt: Format, name: str) -> tuple[np.ndarray, int]:
    """The same of an array of any shape: floats and integers are numbers, unsigned integers as
    wide as the format's patterns are patterns.

    Raises:
        InputsError: another dtype.
    """
    array = np.ascontiguousarray(array).reshape(-1)
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    if array.dtype == fmt.uint:
        return array, 0
    if array.dtype.kind == "V" and array.dtype.itemsize == fmt.uint.itemsize:
        # as NumPy saves the dtypes of ml_dtypes
        return array.view(fmt.uint), 0
    if array.dtype.kind not in "fiu" or array.dtype.itemsize > 8:
        dtype = shown(str(array.dtype))[1:-1]
        raise InputsError(f"{name} holds {dtype}, not real numbers", "save it as float64")
    values, held = converted(array, fmt)
    return fmt.bits_of_values(values).astype(fmt.uint), int(np.count_nonzero(~held))


def beyond(told: list[str] | np.ndarray, bits: np.ndarray, fmt: Format) -> tuple[int, str]:
    """How many finite numbers of a column are beyond a format that has no infinity, and the first.

    Args:
        told: as the file has them; bits: the patterns they were rounded to, NaN in that case.
    """
    if fmt.infinities:
        return 0, ""
    places = np.flatnonzero((bits & fmt.uint.type(fmt.sign_bit - 1)) == fmt.nan_bits)
    if isinstance(told, np.ndarray):
        flat = told.reshape(-1)
        if flat.dtype.kind not in "fiu" or flat.dtype == fmt.uint:
            return 0, ""
        found = [f"{flat[place].item()!r}" for place in places if np.isfinite(flat[place])]
    else:
        found = [
            told[place]
            for place in places
            if not (_NOT_FINITE.fullmatch(told[place]) or _PATTERN.fullmatch(told[place]))
        ]
    return len(found), shown(found[0])[1:-1] if found else ""
