"""What a file of ours says falsely of itself is found, with and without a hash that fits."""

import json
from dataclasses import replace

import numpy as np
import pytest

from gelucheck.errors import InputsError
from gelucheck.export.vectors_json import render as render_json
from gelucheck.export.vectors_raw import render as render_raw
from gelucheck.formats import FORMATS
from gelucheck.reference.functions import REFERENCES
from gelucheck.vectors.check import check_given
from gelucheck.vectors.given import own
from gelucheck.vectors.make import make_set
from gelucheck.vectors.raw_layout import HEADER
from gelucheck.vectors.read import read_given
from gelucheck.vectors.records import COLUMNS
from gelucheck.vectors.tags import TAGS

TINY = FORMATS["float8_e5m2"]


@pytest.fixture(scope="module")
def whole():
    """Every value of a format of eight bits."""
    return make_set(TINY, REFERENCES["tanh"])


def told(changed, sha256=None):
    """The damage of a set, whose hash fits or is that of another."""
    return "; ".join(check_given(own(changed, sha256 or changed.sha256)).damage)


def rows(given, places):
    return replace(given, **{name: getattr(given, name)[places] for name in (*COLUMNS, "tags")})


def test_what_is_made_is_sound(whole):
    assert told(whole) == ""
    assert "hash" in told(whole, "0" * 64)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda n: np.r_[0, 2, 1, 3:n], "not in the order"),
        (lambda n: np.r_[0:9, 8, 9:n], "1 row is there again"),
        (lambda n: np.r_[0:9, 10:n], "does not hold every value"),
        (lambda n: np.r_[0 : n - 1], "NaN"),
        (lambda n: np.r_[n - 1, 0 : n - 1], "NaN"),
        (lambda n: np.r_[0:n, n - 1], "NaN"),
    ],
)
def test_rows(whole, change, said):
    assert said in told(rows(whole, change(whole.count)))


@pytest.mark.parametrize("name", [n for n in TAGS if n not in ("hardest", "worst", "branch")])
def test_tags(whole, name):
    # one row at a time: the tag is there and must not be, or the reverse
    for at in (0, 100, whole.count - 1):
        tags = whole.tags.copy()
        there = bool(tags[at] & TAGS[name])
        tags[at] ^= TAGS[name]
        words = f"the tag {name} is {'missing' if there else 'false'} in 1 row, at input bits"
        assert f"{words} 0x{whole.inputs[at]:02x}" in told(replace(whole, tags=tags))


def test_subnormal_tags_are_those_of_ieee(whole):
    # e5m2: exponent field 0, significand not 0
    for column, name in (("inputs", "subnormal-input"), ("outputs", "subnormal-output")):
        magnitude = getattr(whole, column) & 0x7F
        due = (magnitude > 0) & (magnitude < 4)
        assert np.array_equal((whole.tags & TAGS[name]) != 0, due)


def test_evidence(whole, made):
    assert "says sample, and holds every value" in told(replace(whole, evidence="sample"))
    for each in made.sets[::2]:
        assert "does not hold every value" in told(replace(each, evidence="exhaustive"))


def test_a_row_without_a_reason(made):
    each = made.sets[4]
    tags = each.tags.copy()
    at = int(np.flatnonzero(tags == TAGS["stratified"])[0])
    tags[at] = 0
    assert "says why" in told(replace(each, tags=tags))


def _set(key, value):
    return lambda file: file["sets"][0].__setitem__(key, value)


@pytest.mark.parametrize(
    "change",
    [
        lambda file: file.__setitem__("rounding", "toward zero"),
        lambda file: file["tags"].__setitem__("special", 7),
        lambda file: file["tags"].__setitem__("new", 1024),
        lambda file: file.pop("rounding"),
        lambda file: file.__setitem__("more", 1),
        lambda file: file.__setitem__("provenance", []),
        lambda file: file.__setitem__("vectors", "1"),
        _set("name", "float16_tanh"),
        _set("function", "tanh"),
        _set("evidence", "all"),
        _set("count", "41"),
        _set("sha256", None),
        _set("more", 1),
        lambda file: file["sets"][0].pop("sha256"),
    ],
)
def test_words_of_a_file(made, tmp_path, change):
    file = json.loads(render_json(replace(made, sets=made.sets[:1])))
    path = tmp_path / "ours.json"
    path.write_text(json.dumps(file))
    assert check_given(*read_given(str(path))).passed
    change(file)
    path.write_text(json.dumps(file))
    with pytest.raises(InputsError):
        read_given(str(path))


def test_every_bit_of_a_raw_header(made, tmp_path):
    content = render_raw(replace(made, sets=made.sets[:1]))
    offset, length = HEADER.unpack_from(content)[-2:]
    path = tmp_path / "ours.bin"
    for at in (*range(8, HEADER.size), *range(HEADER.size + length, offset)):
        damaged = bytearray(content)
        damaged[at] ^= 1 << at % 8
        path.write_bytes(damaged)
        with pytest.raises(InputsError):
            read_given(str(path))


def test_a_hash_that_is_not_there_is_told(whole):
    assert check_given(own(whole, whole.sha256)).notes == ()
    found = check_given(own(whole, None))
    assert found.passed and "hash was not checked" in found.notes[0]
