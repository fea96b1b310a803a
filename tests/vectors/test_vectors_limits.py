"""What is too much is refused before it costs anything, and what is written can be read again."""

import json
import zipfile

import numpy as np
import pytest

from gelucheck.errors import InputsError, UsageError
from gelucheck.formats import FORMATS
from gelucheck.vectors import given as given_file
from gelucheck.vectors import read_archive, read_json
from gelucheck.vectors.bundle import make_vectors
from gelucheck.vectors.check import check_given
from gelucheck.vectors.checked import Tolerance
from gelucheck.vectors.choose import MOST_SAMPLES
from gelucheck.vectors.given import Given
from gelucheck.vectors.read import MOST_TEXT, read_given
from gelucheck.vectors.records import MOST_ROWS

SINGLE = FORMATS["float32"]


def test_an_archive_is_not_unpacked_where_its_header_says_too_much(tmp_path, monkeypatch):
    path = tmp_path / "zeros.npz"
    np.savez_compressed(path, x=np.zeros(MOST_ROWS + 1, bool), y=np.zeros(1))
    monkeypatch.setattr(read_archive.np, "frombuffer", None)  # nobody gets so far
    with pytest.raises(InputsError, match="more than 2,097,152 rows"):
        read_given(str(path), SINGLE)


@pytest.mark.parametrize(
    "content",
    ["0 0\n" * 9, "# no\n0 0\n" * 9, json.dumps({"x": [1] * 9, "y": [1] * 9})],
)
def test_rows_are_counted(tmp_path, monkeypatch, content):
    path = tmp_path / "many"
    path.write_text(content)
    monkeypatch.setattr(given_file, "MOST_ROWS", 9)
    (found,) = read_given(str(path), SINGLE)
    assert found.inputs.size == 9
    monkeypatch.setattr(given_file, "MOST_ROWS", 8)
    with pytest.raises(InputsError, match="more than 8 rows"):
        read_given(str(path), SINGLE)


@pytest.mark.parametrize("kind", ["csv", "raw", "npz", "json"])
def test_rows_of_ours_are_counted_over_all_sets(made, tmp_path, monkeypatch, kind):
    from dataclasses import replace

    from gelucheck.export.vectors_registry import VECTORS_EXPORTERS

    some = replace(made, sets=made.sets[: 1 if kind == "raw" else 2])
    content = VECTORS_EXPORTERS[kind].render(some)
    path = tmp_path / "ours"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    rows = sum(each.count for each in some.sets)
    monkeypatch.setattr(given_file, "MOST_ROWS", rows)
    assert len(read_given(str(path))) == len(some.sets)
    monkeypatch.setattr(given_file, "MOST_ROWS", rows - 1)
    with pytest.raises(InputsError, match=f"more than {rows - 1} rows"):
        read_given(str(path))


def test_json_of_too_many_values_is_not_taken_apart(tmp_path, monkeypatch):
    path = tmp_path / "many"
    path.write_text("[" + "0," * (2 * MOST_ROWS + 5000) + "0]")
    monkeypatch.setattr(read_json, "loads", None)
    with pytest.raises(InputsError, match="values"):
        read_given(str(path), SINGLE)


def test_the_largest_set_fits_in_every_file():
    # the longest row: dtype, function, four patterns and the tags of most rows
    row = len(
        "float64,sigmoid_grad," + 4 * ("0x" + 16 * "0" + ",") + "stratified|subnormal-input\n"
    )
    assert MOST_SAMPLES * row < MOST_TEXT
    assert MOST_SAMPLES + (1 << 14) < MOST_ROWS


@pytest.mark.parametrize(
    ("dtypes", "samples"), [((), MOST_SAMPLES), (("float32", "float64"), MOST_SAMPLES * 3 // 4)]
)
def test_more_than_can_be_checked_is_not_made(dtypes, samples):
    with pytest.raises(UsageError, match="at most 2,097,152"):
        make_vectors(dtypes, samples=samples)


@pytest.mark.parametrize(
    ("name", "values"), [("float8_e4m3fn", 254), ("float16", 63490), ("float64", 2**64 - 2**53 + 2)]
)
def test_a_tolerance_of_more_steps_than_there_are_values(name, values):
    fmt = FORMATS[name]
    one = np.array([fmt.bits_of(1.0)], fmt.uint)
    given = Given("theirs", name, None, one, one)
    assert check_given(given, tolerance=Tolerance(max_steps=values - 2)).passed
    with pytest.raises(UsageError, match=f"{values:,} values"):
        check_given(given, tolerance=Tolerance(max_steps=values - 1))


def test_steps_beyond_every_format():
    # the last ones are longer than Python prints
    for steps in (1 << 64, 10**5000, -(10**5000)):
        with pytest.raises(UsageError, match="--max-steps"):
            Tolerance(max_steps=steps)


def test_more_in_an_archive_of_ours_than_it_says(made, tmp_path):
    from gelucheck.export.vectors_npz import render

    path = tmp_path / "ours.npz"
    path.write_bytes(render(made))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("float16_tanh/inputs.npy", b"")
    with pytest.raises(InputsError, match="does not say what float16_tanh/inputs is"):
        read_given(str(path))
