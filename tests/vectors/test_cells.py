"""Numbers as people write them: patterns of formats, and what was rounded."""

from fractions import Fraction

import numpy as np
import pytest

from gelucheck.errors import InputsError
from gelucheck.formats import FORMATS
from gelucheck.vectors import cells
from gelucheck.vectors.cells import patterns_of_array, patterns_of_texts


@pytest.mark.parametrize(
    ("text", "name", "bits", "rounded", "why"),
    [
        ("-2.5", "float16", 0xC100, 0, "exact"),
        ("0.84134475", "float32", 0x3F57625F, 1, "nearest to 0.8413447737693787"),
        ("0x1.8p+1", "float32", 0x40400000, 0, "a hex float"),
        ("0x3f800000", "float32", 0x3F800000, 0, "a pattern"),
        ("0XFF800000", "float32", 0xFF800000, 0, "a pattern, in capitals"),
        ("bits:0x3c00", "float16", 0x3C00, 0, "a pattern that says so"),
        ("-0", "float32", 0x80000000, 0, "the sign of a zero"),
        ("-1e-400", "float64", 1 << 63, 1, "below the smallest: a zero with a sign"),
        ("1e400", "float64", 0x7FF << 52, 1, "beyond the largest"),
        ("nan", "float32", 0x7FC00000, 0, "the canonical NaN"),
        ("-INF", "float16", 0xFC00, 0, "infinity"),
        ("2049", "float16", 0x6800, 1, "a tie: to even"),
        ("2049.0000000000000000000001", "float16", 0x6801, 1, "above it, beyond float64"),
        ("1.00000005960464477539062501", "float32", 0x3F800001, 1, "above a tie, beyond float64"),
    ],
)
def test_texts(text, name, bits, rounded, why):
    found, count = patterns_of_texts([text], FORMATS[name], "file")
    assert (int(found[0]), count) == (bits, rounded), why
    assert found.dtype == FORMATS[name].uint


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "1_000",
        "1..2",
        "0x",
        "0x1ffffffff",
        "bits:0x1ffffffff",
        "١",
        "1" * 5000,
        "1,5",
        "--1",
    ],
)
def test_what_is_no_number_is_refused(text):
    with pytest.raises(InputsError, match="file, number 2"):
        patterns_of_texts(["1", text], FORMATS["float32"], "file")


def test_many_decimals_are_rounded_once():
    # thirds of a hundred, at every length: against the definition in fractions
    fmt = FORMATS["bfloat16"]
    texts = [f"{k / 300:.{digits}f}" for k in range(60) for digits in (3, 9, 20)]
    found, _ = patterns_of_texts(texts, fmt, "file")
    assert found.tolist() == [fmt.round(Fraction(text)) for text in texts]


@pytest.mark.parametrize(
    ("array", "name", "bits", "rounded"),
    [
        (np.array([1.0, -2.0]), "float16", [0x3C00, 0xC000], 0),
        (np.array([[1.0]], ">f4"), "float16", [0x3C00], 0),
        (np.array([0.1]), "float32", [0x3DCCCCCD], 1),
        (np.array([3], np.int64), "float32", [0x40400000], 0),
        (np.array([0x3F800000], np.uint32), "float32", [0x3F800000], 0),
        (np.array([0x3F800000], ">u4"), "float32", [0x3F800000], 0),
        (np.array([0x3F80], np.uint16).view("V2"), "bfloat16", [0x3F80], 0),
    ],
)
def test_arrays(array, name, bits, rounded):
    found, count = patterns_of_array(array, FORMATS[name], "file")
    assert (found.tolist(), count) == (bits, rounded)


@pytest.mark.parametrize("dtype", ["c16", "?", "S3", "U2", "M8[s]", "V3"])
def test_arrays_of_no_numbers_are_refused(dtype):
    with pytest.raises(InputsError, match="not real numbers"):
        patterns_of_array(np.zeros(2, dtype), FORMATS["float32"], "file")


@pytest.mark.parametrize(
    ("text", "name", "bits", "rounded", "why"),
    [
        ("0", "float32", 0, 0, "a zero"),
        ("-0.0e7", "float16", 0x8000, 0, "a zero with a sign"),
        ("-0x0p+0", "float16", 0x8000, 0, "a hex zero with a sign"),
        ("0x1.fffffep+127", "float32", 0x7F7FFFFF, 0, "the largest"),
        ("0x1p-1074", "float64", 1, 0, "the smallest"),
        ("0x1.8p-1074", "float64", 2, 1, "a tie, not of float64: to even"),
        ("0x1.000001p0", "float32", 0x3F800000, 1, "a tie: to even"),
        ("0x1.000003p0", "float32", 0x3F800002, 1, "a tie: to even, up"),
        ("0x1.00000100000000001p0", "float32", 0x3F800001, 1, "above it, beyond float64"),
        ("2048.9999999999999999999999", "float16", 0x6800, 1, "below a tie, beyond float64"),
        ("-2050.9999999999999999999999", "float16", 0xE801, 1, "the same of an odd one"),
        ("65520", "float16", 0x7C00, 1, "a tie with what overflows"),
        ("65519.99999999999999999999", "float16", 0x7BFF, 1, "below it, beyond float64"),
    ],
)
def test_ties_and_zeros_are_settled_rightly(text, name, bits, rounded, why):
    found, count = patterns_of_texts([text] * 3, FORMATS[name], "file")
    assert (found.tolist(), count) == ([bits] * 3, 3 * rounded), why


@pytest.mark.parametrize("text", ["0", "0x1.8p+1", "1.000000059604644775390625", "nan", "16777217"])
def test_texts_that_many_files_hold_are_not_read_one_by_one(monkeypatch, text):
    slow = []
    monkeypatch.setattr(cells, "_slowly", lambda *given: slow.append(given) or (0, False))
    cells.patterns_of_texts([text] * 100, FORMATS["float32"], "file")
    assert len(slow) <= 1


def test_a_number_that_is_none_is_told_by_its_place_in_the_file():
    with pytest.raises(InputsError, match="number 20001"):
        patterns_of_texts(["0"] * 20_000 + ["zero"], FORMATS["float32"], "file")
