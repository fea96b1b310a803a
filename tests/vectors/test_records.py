"""The hash, recomputed as its description says, and what tells sets apart."""

import hashlib
import struct
from dataclasses import replace

import numpy as np
import pytest

from gelucheck.vectors.records import VectorSet, about

INPUTS, OUTPUTS = (0xC000, 0x3C00, 0x7E00), (0xA9D0, 0x3ABB, 0x7E00)


def small():
    columns = [np.array(each, np.uint16) for each in (INPUTS, OUTPUTS, OUTPUTS, OUTPUTS)]
    return VectorSet("float16", "gelu", *columns, np.array([1, 2, 512], np.uint32), "sample")


def test_hash_is_that_of_the_bytes_that_are_described():
    data = b"gelucheck vectors 1\nfloat16\ngelu\nnearest even\n3\n"
    for column in (INPUTS, OUTPUTS, OUTPUTS, OUTPUTS):
        data += struct.pack("<3H", *column)
    data += struct.pack("<3I", 1, 2, 512)
    assert small().sha256 == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize("column", ["inputs", "outputs", "below", "above", "tags"])
def test_every_column_is_hashed(column):
    changed = getattr(small(), column).copy()
    changed[1] ^= 1
    assert replace(small(), **{column: changed}).sha256 != small().sha256


@pytest.mark.parametrize(("field", "value"), [("dtype", "bfloat16"), ("function", "tanh")])
def test_format_and_reference_are_hashed(field, value):
    assert replace(small(), **{field: value}).sha256 != small().sha256


def test_what_is_said_of_sets(made):
    told = about(made)
    assert told["rounding"] == "nearest even"
    assert [each["sha256"] for each in told["sets"]] == [each.sha256 for each in made.sets]
    assert len({each.sha256 for each in made.sets}) == len(made.sets)
