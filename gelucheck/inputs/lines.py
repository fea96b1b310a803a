"""Numbers in text and CSV files, or on standard input, read line by line into a format.

Text holds one number a line: a decimal, a hex float, ``inf``, ``nan`` or ``bits:0x…``; ``#`` begins
a comment. CSV holds them in the column named ``x``, or in the first; a header is optional.
"""

import csv
import itertools
import math
from collections.abc import Iterable, Iterator

import numpy as np

from gelucheck.errors import InputsError
from gelucheck.formats import Format
from gelucheck.inputs import numerals
from gelucheck.inputs.numerals import MAX_LENGTH, shown
from gelucheck.inputs.parse import parse_bits

MEND = "a text file holds one decimal, hex float (0x1.8p+1) or bits:0x… a line; # is a comment"
CSV_MEND = "a CSV file holds numbers in the column named x, or in its first; a header is optional"
_BATCH = 4096
# a row of a wide table may be long; a longer one is no table
_ROW_LENGTH = 1 << 20
_MAGIC = {
    b"\x93NUMPY": "is a NumPy array: give the file a name that ends in .npy",
    b"PK\x03\x04": "is an archive (.npz, .xlsx, .zip): take the array or table out of it first",
    b"\x1f\x8b": "is compressed: unpack it first",
    b"\xff\xfe": "is UTF-16: save it as UTF-8",
    b"\xfe\xff": "is UTF-16: save it as UTF-8",
}

Place = tuple[int, str]  # line number, text of one number


def read_text(stream, name: str, fmt: Format, round_inputs: bool = False) -> np.ndarray:
    """Values of ``fmt`` from lines of text, 1-D.

    Args:
        stream: has ``readline(size)``, of bytes or str.
        name: what to call it in messages.

    Raises:
        InputsError: not UTF-8, a line that is no number, a value that ``fmt`` does not hold.
        OSError: the stream's own.
    """
    places = ((at, line.partition("#")[0].strip()) for at, line in _lines(stream, name, MAX_LENGTH))
    return _values(((at, text) for at, text in places if text), name, fmt, round_inputs, MEND)


def read_csv(
    stream, name: str, fmt: Format, round_inputs: bool = False, wanted: str = "x"
) -> np.ndarray:
    """Values of ``fmt`` from one column of a CSV file; arguments and errors as ``read_text``.

    Args:
        wanted: the name of the column. Where no header names it, x is the first, and another the
            last.
    """
    return _values(_column(stream, name, wanted), name, fmt, round_inputs, CSV_MEND)


def _lines(stream, name: str, limit: int) -> Iterator[tuple[int, str]]:
    """Line numbers from 1 and lines without their ends; a byte order mark is dropped."""
    for at in itertools.count(1):
        line = stream.readline(limit + 2)
        if not line:
            return
        raw = line.encode("utf-8", "surrogateescape") if isinstance(line, str) else line
        raw = raw.rstrip(b"\r\n")
        if at == 1:
            for magic, words in _MAGIC.items():
                if raw.startswith(magic):
                    raise InputsError(f"{name} {words}")
        if len(raw) > limit:
            begin = shown(raw[:30].decode("ascii", "replace"))
            raise InputsError(f"line {at} of {name} is longer than {limit:,} bytes: {begin}", MEND)
        try:
            yield at, raw.decode("utf-8-sig" if at == 1 else "utf-8")
        except UnicodeDecodeError:
            raise InputsError(f"line {at} of {name} is not UTF-8 text", MEND) from None


def _column(stream, name: str, wanted: str) -> Iterator[Place]:
    lines = _lines(stream, name, _ROW_LENGTH)
    # a comment becomes an empty line, so that line numbers stay right
    rows = csv.reader("\n" if line.startswith("#") else line + "\n" for _, line in lines)
    column = None
    while True:
        try:
            row = next(rows, None)
        except csv.Error as error:
            where = f"line {rows.line_num} of {name}"
            raise InputsError(f"{where} is not CSV ({error})", CSV_MEND) from None
        if row is None:
            return
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        if column is None:
            named = _header(cells, wanted)
            column = named if named is not None else _unnamed(cells, wanted)
            if named is not None:
                continue
        if column >= len(cells) or not cells[column]:
            where = f"line {rows.line_num} of {name}"
            raise InputsError(f"{where} has no number in column {column + 1}", CSV_MEND)
        yield rows.line_num, cells[column]


def _unnamed(cells: list[str], wanted: str) -> int:
    """The column where no header names it."""
    return 0 if wanted == "x" else len(cells) - 1


def _header(cells: list[str], wanted: str) -> int | None:
    """The column that a first row names, or None where it is a row of numbers already.

    A first row is a header when it names the column, or when its first cell begins as a name does
    and is no number: a misspelt number is never taken for a header.
    """
    names = [cell.lower() for cell in cells]
    if wanted in names:
        return names.index(wanted)
    first = names[0].lstrip("+-")
    named = first[:1].isalpha() or first[:1] == "_"
    number = first.startswith("bits:") or first in ("inf", "infinity", "nan")
    return _unnamed(cells, wanted) if named and not number else None


def _values(
    places: Iterable[Place], name: str, fmt: Format, round_inputs: bool, mend: str
) -> np.ndarray:
    batches = []
    places = iter(places)
    while batch := list(itertools.islice(places, _BATCH)):
        batches.append(_batch(batch, name, fmt, round_inputs, mend))
    return np.concatenate(batches) if batches else fmt.values_of_bits([])


def _batch(batch: list[Place], name, fmt: Format, round_inputs: bool, mend: str) -> np.ndarray:
    """A batch at once: what Python prints exactly so, and the format holds (or is meant to round
    beyond doubt), needs no more work."""
    plain = np.array([_plain(text) for _, text in batch])
    values = fmt.round_array(plain)
    slow = values.astype(np.float64) != plain  # the NaN of _plain among them
    if round_inputs:
        # the number lies between the neighbours of its float: where these round alike, so does it
        ends = (np.nextafter(plain, end) for end in (-np.inf, np.inf))
        below, above = (fmt.bits_of_values(fmt.round_array(end)) for end in ends)
        slow &= (below != above) | np.isnan(plain)
    bits = fmt.bits_of_values(values)
    for index in np.flatnonzero(slow):
        at, text = batch[index]
        try:
            bits[index] = parse_bits(text, fmt, round_inputs)
        except InputsError as error:
            own = mend if error.mend == numerals.MEND else error.mend
            raise InputsError(f"line {at} of {name}: {error.what}", own) from None
    return fmt.values_of_bits(bits)


def _plain(text: str) -> float:
    """The float that Python or C prints as ``text``, or NaN where none is: then it is read slowly.

    The three prints are those of ``parse.py``: ``float.hex``, ``repr``, and 17 digits or more.
    """
    try:
        if "x" in text:
            value = float.fromhex(text)
            return value if value.hex() == text else math.nan
        value = float(text)
    except (ValueError, OverflowError):
        return math.nan
    if repr(value) == text:
        return value
    digits = text.find("e") - text.find(".") - 1
    return value if 16 <= digits <= 50 and f"{value:.{digits}e}" == text else math.nan
