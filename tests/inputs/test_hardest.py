"""The published lists of hardest inputs: readable, in order, and part of what is tried."""

import re

import numpy as np
import pytest

from gelucheck.formats import FORMATS, Format
from gelucheck.inputs.files import read_file
from gelucheck.inputs.hardest import (
    DATA,
    FUNCTIONS,
    all_hardest,
    hardest_ordinals,
    path_of,
    read_published,
)
from gelucheck.inputs.selection import select_inputs

ALL = [(fmt, function) for fmt in FORMATS.values() for function in FUNCTIONS]
every = pytest.mark.parametrize(
    ("fmt", "function"), ALL, ids=[f"{fmt.name}-{function}" for fmt, function in ALL]
)


@every
def test_a_list_is_a_worst_input_file(fmt, function):
    path = path_of(fmt, function)
    values = read_file(str(path), fmt)
    assert fmt.ordinals(values).tolist() == hardest_ordinals(fmt, function).tolist()
    # of an 8-bit format those that are nearer than a quarter of an ulp
    assert len(values) == 50 if fmt.bits > 8 else 16 <= len(values) <= 32
    text = path.read_text(encoding="ascii")
    assert max(map(len, text.splitlines())) < 200
    for word in ("distance: |f(x) - m|/ulp", "evidence: ", "made by: python reports/hardest.py"):
        assert word in text
    # neither clocks nor hosts nor folders
    assert not re.search(r"20\d\d-|\d:\d\d|/home|/root|/tmp|/work", text)


@every
def test_a_list_is_in_order_and_says_what_was_looked_at(fmt, function):
    published = read_published(fmt, function)
    assert published.evidence == ("search" if fmt.bits == 64 else "exhaustive")
    # more than half of the values of a small format are simple; of float32 nine tenths
    assert published.looked > (1 << fmt.bits) // 24 or fmt.bits == 64
    text = path_of(fmt, function).read_text(encoding="ascii")
    exponents = [float(each) for each in re.findall(r"# 2\^(-[0-9.]+) ", text)]
    assert len(exponents) == len(published.inputs) == len(set(published.inputs))
    assert exponents == sorted(exponents)


def test_there_is_no_file_that_nobody_reads():
    named = {path_of(fmt, function) for fmt, function in ALL}
    assert set(DATA.iterdir()) == named


def test_where_nothing_is_kept_there_is_none():
    toy = Format("toy", 6, 3)
    ordinals = hardest_ordinals(toy)
    assert ordinals.dtype == np.int64 and ordinals.size == 0
    assert all_hardest(toy).size == 0


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=lambda fmt: fmt.name)
def test_they_are_tried(fmt):
    due = all_hardest(fmt)
    assert len(set(due.tolist())) == len(due) >= 100 or fmt.bits <= 8
    assert set(hardest_ordinals(fmt).tolist()) <= set(due.tolist())
    for spec in ("special", "sample"):
        inputs = select_inputs(spec, fmt, samples=min(1 << 13, 1 << (fmt.bits - 1)))
        tried = np.concatenate([fmt.ordinals(block) for block in inputs.blocks()])
        assert np.isin(due if spec == "special" else due[:4], tried).all(), spec
    assert due[0] == hardest_ordinals(fmt)[0]
