"""Files of bare patterns: every pattern is a value, and only the length can be wrong."""

import numpy as np
import pytest

from gelucheck.errors import InputsError
from gelucheck.formats import FORMATS
from gelucheck.inputs.files import read_file, read_values
from gelucheck.inputs.selection import select_inputs


@pytest.mark.parametrize(
    ("fmt", "data", "bits"),
    [
        # the least significant byte first
        ("float16", b"\x00\x3c\x01\x80", [0x3C00, 0x8001]),
        ("bfloat16", b"\x80\x3f\xc1\x7f", [0x3F80, 0x7FC1]),
        ("float32", b"\x00\x00\x80\x3f", [0x3F800000]),
        ("float64", b"\x00\x00\x00\x00\x00\x00\xf0\x3f", [0x3FF0000000000000]),
    ],
)
@pytest.mark.parametrize("suffix", ["bin", "raw", "BIN"])
def test_patterns(tmp_path, fmt, data, bits, suffix):
    path = tmp_path / f"x.{suffix}"
    path.write_bytes(data)
    record = FORMATS[fmt]
    got = read_file(str(path), record)
    assert got.dtype == record.dtype
    assert record.bits_of_values(got).tolist() == bits
    chosen = select_inputs(str(path), fmt)
    assert (chosen.count, chosen.evidence) == (len(bits), "given")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "is empty"),
        (b"\0\0\0", "has 3 bytes, which are no whole number of float32 values"),
        # a NaN alone
        (b"\x00\x00\xc0\x7f", "holds nothing but NaN"),
    ],
)
def test_what_is_no_input(tmp_path, data, told):
    path = tmp_path / "x.bin"
    path.write_bytes(data)
    with pytest.raises(InputsError) as caught:
        read_file(str(path), FORMATS["float32"])
    assert told in str(caught.value)


def test_outputs_may_be_nan_all_of_them(tmp_path):
    path = tmp_path / "y.bin"
    path.write_bytes(b"\x00\x00\xc0\x7f")
    assert np.isnan(read_values(str(path), FORMATS["float32"])).tolist() == [True]


@pytest.mark.parametrize(
    ("text", "column", "due"),
    [
        ("x,y\n1,2\n", "x", 1.0),
        ("x,y\n1,2\n", "y", 2.0),
        ("y,x\n2,1\n", "y", 2.0),
        # no header names it: x is the first, another the last
        ("1,2\n", "x", 1.0),
        ("1,2\n", "y", 2.0),
        ("x,gelu\n1,2\n", "y", 2.0),
        ("gelu\n2\n", "y", 2.0),
        ("2\n", "y", 2.0),
    ],
)
def test_columns(tmp_path, text, column, due):
    path = tmp_path / "both.csv"
    path.write_text(text)
    assert read_values(str(path), FORMATS["float32"], column=column).tolist() == [due]
