"""Our own files: bit for bit as they were written, and damage is told, never a traceback."""

import random
from dataclasses import replace

import pytest

from gelucheck.errors import GelucheckError, InputsError
from gelucheck.export.vectors_registry import VECTORS_EXPORTERS
from gelucheck.vectors.check import check_given
from gelucheck.vectors.read import read_given
from gelucheck.vectors.records import canonical

READABLE = ("npz", "csv", "json", "raw")


def written(made, kind):
    exporter = VECTORS_EXPORTERS[kind]
    content = exporter.render(replace(made, sets=made.sets[:1]) if exporter.single else made)
    return content.encode("utf-8") if isinstance(content, str) else content


def read(tmp_path, content):
    path = tmp_path / "ours"
    path.write_bytes(content)
    return read_given(str(path))


@pytest.mark.parametrize("kind", READABLE)
def test_every_format_is_read_back_bit_for_bit(made, tmp_path, kind):
    found = read(tmp_path, written(made, kind))
    sets = made.sets[:1] if kind == "raw" else made.sets
    assert [canonical(each.claimed) for each in found] == [canonical(each) for each in sets]
    assert [each.sha256 for each in found] == [each.sha256 for each in sets]
    assert [each.claimed.evidence for each in found] == [each.evidence for each in sets]


@pytest.mark.parametrize("kind", READABLE)
def test_the_same_vectors_give_the_same_bytes(made, kind):
    assert written(made, kind) == written(made, kind)


def test_csv_without_its_first_line_has_no_hash_and_is_read(made, tmp_path):
    found = read(tmp_path, written(made, "csv").partition(b"\n")[2])
    assert [each.sha256 for each in found] == [None] * len(made.sets)
    assert [each.claimed.sha256 for each in found] == [each.sha256 for each in made.sets]


@pytest.mark.parametrize("kind", READABLE)
def test_damage_is_told_or_changes_nothing_that_is_read(made, tmp_path, kind):
    few = replace(made, sets=made.sets[2:3])
    content = written(few, kind)
    dice = random.Random(f"damage {kind}")
    seen = 0
    for _ in range(16):
        damaged = bytearray(content)
        for _ in range(dice.choice((1, 1, 3))):
            damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        if dice.random() < 0.2:
            del damaged[dice.randrange(len(damaged)) :]
        try:
            (found,) = read(tmp_path, bytes(damaged))
        except GelucheckError:
            seen += 1
            continue
        if found.claimed is None or canonical(found.claimed) != canonical(few.sets[0]):
            # the hash, or the rows themselves, tell
            assert found.claimed is None or not check_given(found).passed
            seen += 1
    assert seen > 5


@pytest.mark.parametrize(
    ("kind", "old", "new", "said"),
    [
        ("json", b'"vectors": 1', b'"vectors": 2', "version '2'"),
        ("json", b'"count": 41', b'"count": 42', "has no 42 inputs"),
        ("json", b'"dtype": "float16"', b'"dtype": "float17"', "float17"),
        ("json", b'"function": "gelu"', b'"function": "op.erf"', "op.erf"),
        ("json", b'"tags": [65', b'"tags": ["65"', "32 bits"),
        ("json", b'"inputs": ["0xfc00"', b'"inputs": ["0x1fc00"', "16 bits"),
        ("json", b'"sha256": "', b'"sha256": "g', "what cannot be"),
        ("csv", b'"vectors": 1', b'"vectors": 9', "version '9'"),
        ("csv", b"float16,gelu,0xfc00", b"float16,gelu,0xfc0g", "that is none"),
        ("csv", b"float16,gelu,0xfc00", b"float17,gelu,0xfc00", "first line promises"),
        ("csv", b",special", b",specious", "that is none"),
        ("raw", b"GELUVECS\x01", b"GELUVECS\x02", "version 2"),
        ("raw", b"float16\0", b"float32\0", "different things"),
    ],
)
def test_what_is_wrong_is_said(made, tmp_path, kind, old, new, said):
    content = written(made, kind)
    assert old in content
    with pytest.raises(InputsError, match=said):
        read(tmp_path, content.replace(old, new, 1))


def test_raw_that_is_cut_or_longer_is_refused(made, tmp_path):
    content = written(made, "raw")
    for damaged in (content[:50], content[:-1], content + b"\0"):
        with pytest.raises(InputsError):
            read(tmp_path, damaged)
