"""Shapes as they are written."""

import pytest

from gelucheck.errors import PlanError
from gelucheck.network.language import parse_shape


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("B,128", (128,)),
        ("[B, 128]", (128,)),
        ("['B', 128]", (128,)),
        ('["B", 128]', (128,)),
        ("  [ B ,6,16 ]\t", (6, 16)),
        ("['B', 3, 8, 8]", (3, 8, 8)),
        ("B,1", (1,)),
        ("B,16777216", (1 << 24,)),
        ("B,4,16777216", (4, 1 << 24)),  # 2^26 numbers, the most
    ],
)
def test_shape(text, shape):
    assert parse_shape(text) == shape


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "''"),
        ("128", "does not begin with B"),
        ("128,B", "does not begin with B"),
        ("b,128", "does not begin with B"),
        ("'B\",128", "does not begin with B"),
        ("[B,128", "does not begin with B"),
        ("B,128]", "'128]'"),
        ("B", "0 sizes"),
        ("B,2,3,4,5", "4 sizes"),
        ("B,B,3", "'B' stands first only"),
        ("B,,3", "''"),
        ("B,x", "'x'"),
        ("B,1.5", "'1.5'"),
        ("B,²", "'²'"),  # a digit to Python, and no number
        ("B,0", "0"),
        ("B,-1", "-1"),
        ("B,--1", "'--1'"),
        ("B,16777217", "16777217"),
        ("B,32768,32768", "1,073,741,824"),  # 4 GiB of float32
        ("B," + "9" * 150, "very many digits"),
        ("B," + "9" * 5000, "5,002 characters"),
        ("B,3\x1b[31m", r"'3\x1b[31m'"),
    ],
)
def test_no_shape(text, named):
    with pytest.raises(PlanError) as caught:
        parse_shape(text)
    assert named in caught.value.what
    assert caught.value.mend and caught.value.what.isprintable() and len(caught.value.what) < 200
