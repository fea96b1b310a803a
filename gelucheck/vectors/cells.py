"""Numbers of a file, as texts or as arrays, as patterns of a format; each rounded once at most."""

import math
import re
from decimal import Decimal

import numpy as np

from gelucheck.errors import InputsError
from gelucheck.formats import Format
from gelucheck.inputs.arrays import converted
from gelucheck.inputs.numerals import shown
from gelucheck.inputs.parse import parse_bits

_BATCH = 1 << 14
_PATTERN = re.compile(r"0x[0-9a-f]{1,32}", re.ASCII | re.IGNORECASE)
_NOT_FINITE = re.compile(r"[+-]?(nan|inf|infinity)|bits:.*", re.ASCII | re.IGNORECASE)
_PLAIN = re.compile(r"[+-]?[0-9.]{1,40}(?:e[+-]?[0-9]{1,4})?", re.ASCII | re.IGNORECASE)
_HEX = re.compile(
    r"[+-]?0x([01]?)([0-9a-f]{0,13})(?:\.([0-9a-f]{0,13}))?(?:p([+-]?[0-9]{1,4}))?",
    re.ASCII | re.IGNORECASE,
)


def patterns_of_texts(texts: list[str], fmt: Format, name: str) -> tuple[np.ndarray, int]:
    """Patterns of a format, and how many texts were no value of it and were rounded.

    A text is a decimal, a hex float (``0x1.8p+1``), inf, nan, ``bits:0x…``, or a bare ``0x…``,
    which is a pattern. A decimal is rounded to the format, as everybody's reader does it; that is
    counted where the nearest float64 is no value of the format.

    Raises:
        InputsError: no number, or a pattern that does not fit.
    """
    bits, count = np.empty(len(texts), fmt.uint), 0
    known: dict[str, tuple[int, bool]] = {}
    for start in range(0, len(texts), _BATCH):
        batch = texts[start : start + _BATCH]
        bits[start : start + _BATCH], rounded = _batch(batch, fmt, name, start, known)
        count += rounded
    return bits, count


def _batch(
    texts: list[str], fmt: Format, name: str, start: int, known: dict[str, tuple[int, bool]]
) -> tuple[np.ndarray, int]:
    """The same of a batch; ``known`` keeps what was read slowly."""
    numbers = np.array([_plain(text) for text in texts], np.float64)
    values = fmt.round_array(numbers)
    bits = fmt.bits_of_values(values).astype(fmt.uint)
    with np.errstate(invalid="ignore"):
        rounded = values.astype(np.float64) != numbers
    if fmt.precision < 53:
        # the number lies between the neighbours of its float: where these round alike, so does it
        ends = [fmt.round_array(np.nextafter(numbers, end)) for end in (-np.inf, np.inf)]
        below, above = map(fmt.bits_of_values, ends)
        middles = ends[0].astype(np.float64) / 2 + ends[1].astype(np.float64) / 2
        # a plain zero is zero
        for place in np.flatnonzero((below != above) & (numbers != 0)):
            number, middle = float(numbers[place]), middles[place]
            side = _side(texts[place], number)
            if side and not math.isfinite(middle):
                numbers[place] = math.nan
            elif side and number == middle:
                bits[place] = (below if side < 0 else above)[place]
    for place in np.flatnonzero(np.isnan(numbers)):
        text = texts[place]
        found = known.get(text) or _pattern(text, fmt)
        found = found or _slowly(text, fmt, name, start + int(place))
        bits[place], rounded[place] = found
        if len(known) < _BATCH:
            known[text] = found
    return bits, int(np.count_nonzero(rounded))


def _plain(text: str) -> float:
    """The float nearest to a plain decimal, or a hex float that is one; NaN for all else."""
    if not _PLAIN.fullmatch(text):
        return _hex(text)
    try:
        value = float(text)
    except ValueError:
        return math.nan
    # what over- or underflows is rounded slowly, and is said
    lost = not math.isfinite(value) or (value == 0 and text.strip("+-0.")[:1] not in "eE")
    return math.nan if lost else value


def _hex(text: str) -> float:
    """The float that a hex float is without rounding; NaN for all else, patterns among it."""
    match = _HEX.fullmatch(text)
    if not match or _PATTERN.fullmatch(text):
        return math.nan
    first, whole, part, exponent = (each or "" for each in match.groups())
    # 53 bits at most, and none below the last of float64
    if not 1 <= len(first + whole + part) <= 13 + len(first) or int(exponent or 0) < -1022:
        return math.nan
    try:
        return float.fromhex(text)
    except OverflowError:
        return math.nan


def _side(text: str, number: float) -> int:
    """On which side of its float a plain text is; 0: it is that float."""
    if "x" in text or "X" in text:
        return 0
    exact, near = Decimal(text), Decimal(number)
    return (exact > near) - (exact < near)


def _pattern(text: str, fmt: Format) -> tuple[int, bool] | None:
    """What a pattern is that fits."""
    bits = int(text, 16) if _PATTERN.fullmatch(text) else -1
    return (bits, False) if 0 <= bits < 1 << fmt.bits else None


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
    return bits, fmt.value(bits) != _plain(text)


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
