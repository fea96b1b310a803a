"""Distributions by their words: what they mean, and one clear line for every bad one."""

import os
from fractions import Fraction

import numpy as np
import pytest

from gelucheck.errors import InputsError, UsageError
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.inputs import weights
from gelucheck.inputs.files import read_values
from gelucheck.inputs.weights import parse_weights, read_weights, weighted_inputs

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()

NAMES = [
    ("normal", "normal:1.0", "one by default"),
    ("normal:1", "normal:1.0", "the shortest digits"),
    ("normal:1.0", "normal:1.0", "as it is"),
    ("normal:.5", "normal:0.5", "without a zero"),
    ("normal:2.50e-1", "normal:0.25", "with an exponent"),
    ("normal:+3", "normal:3.0", "with a sign"),
    ("normal:0x1p-2", "normal:0.25", "hexadecimal"),
    ("normal:1e-7", "normal:1e-07", "the smallest"),
    ("normal:100", "normal:100.0", "the largest"),
    ("normal:0.1000000000000000055511151231257827", "normal:0.1", "rounded once"),
    ("acts.npy", "acts.npy", "a file"),
    ("some/folder/acts.npy", "acts.npy", "without its folder"),
    ("normal.csv", "normal.csv", "a file that begins so"),
    ("./normals:1", "normals:1", "a file with a colon"),
]


@pytest.mark.parametrize(("text", "name", "why"), NAMES, ids=[row[2] for row in NAMES])
def test_names(text, name, why):
    found = parse_weights(text)
    assert found.name == name, why
    if found.path is None:
        assert repr(found.sigma) == name.partition(":")[2]
    else:
        assert found.path == text


REFUSED = [
    *("", "  ", "-", "normal:", "normal:x", "normal:0", "normal:-1", "normal:-0", "normal:nan"),
    *("normal:inf", "normal:1e31", "normal:9e-31", "normal:1e999999999999", "normal:1e-99999"),
    *("normal:1,0", "normal:1:2", "normal:bits:0x3c00", "normal:" + "9" * 5000, "normal:1\n\x1b[m"),
    *("./normal:1.0", "folder/normal", 5, None),
]


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: repr(text)[:20])
def test_refused(text):
    with pytest.raises(UsageError) as caught:
        parse_weights(text)
    assert "\n" not in str(caught.value) and "\x1b" not in str(caught.value)
    assert "--weights-by" in caught.value.what and len(str(caught.value)) < 400


def written(path, content):
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def test_a_file_is_counted(tmp_path):
    """Of eight numbers two are left out; the others are three, a zero of each sign among them."""
    path = written(tmp_path / "a.txt", "1.5\n-0\n0\n1.5\nnan\n-inf\n1.5\n0\n")
    found = weighted_inputs(parse_weights(path), HALF)
    assert found.values.tolist() == [0.0, 0.0, 1.5]
    assert np.signbit(found.values).tolist() == [True, False, False]
    assert found.weights.tolist() == [1.0, 2.0, 3.0]
    assert (found.share, found.evidence, found.name) == (0.75, "given", "a.txt")
    assert found.values.dtype == np.float16


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, ">f4", np.int32])
def test_any_real_dtype(tmp_path, dtype):
    path = str(tmp_path / "a.npy")
    np.save(path, np.array([[3, -2], [3, 3]], dtype))
    for fmt in FORMATS.values():
        found = weighted_inputs(parse_weights(path), fmt)
        assert found.values.astype(float).tolist() == [-2.0, 3.0]
        assert found.weights.tolist() == [1.0, 3.0]


ROUNDED = [
    # half-way between 1 and 1 + 2^-10, and a little above: once to float16 it goes up
    ("1.000488281250000000000000001\n", HALF, 1 + 2.0**-10),
    ("1.00048828125\n", HALF, 1.0),
    # by way of float32 or float64 it would be half-way, and go to the even one
    ("1.00390625000000000000000001\n", BRAIN, 1 + 2.0**-7),
    ("65519.99\n", HALF, 65504.0),
    ("0.1\n", SINGLE, 0.10000000149011612),
]


@pytest.mark.parametrize(("text", "fmt", "due"), ROUNDED)
def test_rounded_once(tmp_path, text, fmt, due):
    path = written(tmp_path / "a.txt", text)
    assert weighted_inputs(parse_weights(path), fmt).values.astype(float).tolist() == [due]


@pytest.mark.parametrize("fmt", [HALF, BRAIN, SINGLE], ids=lambda fmt: fmt.name)
def test_many_lines_are_rounded_as_one_is(tmp_path, fmt):
    """Next to half-way places, at both ends of the format, and anywhere."""
    draw = np.random.default_rng(0)
    numbers = draw.normal(size=200)
    values = fmt.values(draw.integers(0, fmt.end_bits - 1, 200)).astype(float)
    middles = (values + np.array([fmt.value(fmt.round(v) + 1) for v in values])) / 2
    around = [np.nextafter(middles, end) for end in (-np.inf, np.inf)]
    numbers = np.concatenate([numbers, middles, *around, [5e-324, 1e308, fmt.largest * 1.01]])
    texts = [repr(float(number)) for number in numbers]
    path = written(tmp_path / "a.txt", "\n".join(texts))
    found = read_values(path, fmt, round_inputs=True)
    assert fmt.bits_of_values(found).tolist() == [fmt.round(Fraction(text)) for text in texts]


def test_what_overflows_is_left_out(tmp_path):
    path = written(tmp_path / "a.csv", "x,other\n65520,1\n2,1\n-1e9,1\n1e9,1\n")
    found = weighted_inputs(parse_weights(path), HALF)
    assert (found.values.tolist(), found.share) == ([2.0], 0.25)
    assert weighted_inputs(parse_weights(path), SINGLE).share == 1.0


def test_bare_values_are_of_one_format(tmp_path):
    path = written(tmp_path / "a.bin", np.array([1.0, 2.0, 1.0], "<f4").tobytes())
    (found,) = read_weights([path], [SINGLE])
    assert (found.values.tolist(), found.weights.tolist()) == ([1.0, 2.0], [2.0, 1.0])
    with pytest.raises(UsageError, match="one format"):
        list(read_weights([path], [SINGLE, DOUBLE]))


def test_named_twice_is_meant_once(tmp_path):
    path = written(tmp_path / "a.txt", "1\n")
    found = list(read_weights(["normal:1", path, "normal", path], [HALF, BRAIN]))
    assert [(each.name, each.fmt.name) for each in found] == [
        ("normal:1.0", "float16"),
        ("a.txt", "float16"),
        ("normal:1.0", "bfloat16"),
        ("a.txt", "bfloat16"),
    ]


def test_two_files_of_one_name(tmp_path):
    (tmp_path / "b").mkdir()
    paths = [written(tmp_path / "a.txt", "1\n"), written(tmp_path / "b" / "a.txt", "1\n")]
    with pytest.raises(UsageError, match="tell them apart"):
        list(read_weights(paths, [HALF]))


BAD = {
    "empty.txt": "",
    "comments.txt": "# nothing\n\n",
    "nothing.csv": "x\n",
    "nan.txt": "nan\nnan\n",
    "infinite.txt": "inf\n-inf\n",
    "words.txt": "1\nhello\n",
    "control.txt": "1\x1b[31m\n",
    "latin.txt": b"\xff1\n",
    "zeros.txt": bytes(100_000),
    "long.txt": "1" * 5000,
    "empty.npy": b"",
    "short.npy": b"\x93NUMPY\x01\x00",
    "lying.npy": b"\x93NUMPY\x01\x00\x46\x00"
    + b"{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,), }".ljust(70),
    "objects.npy": b"\x93NUMPY\x01\x00\x46\x00"
    + b"{'descr': '|O', 'fortran_order': False, 'shape': (1,), }".ljust(70),
    "odd.bin": b"abc",
    "empty.raw": b"",
    "packed.txt": b"PK\x03\x04zip",
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files(tmp_path, name):
    path = written(tmp_path / name, BAD[name])
    with pytest.raises(InputsError) as caught:
        weighted_inputs(parse_weights(path), HALF)
    assert name in caught.value.what and "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)


def test_not_a_file(tmp_path):
    for path in (str(tmp_path), str(tmp_path / "gone.npy"), "a\0b", "x" * 5000):
        with pytest.raises(InputsError, match="cannot read"):
            weighted_inputs(parse_weights(path), HALF)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes by name")
def test_a_pipe_is_not_waited_for(tmp_path):
    path = str(tmp_path / "pipe")
    os.mkfifo(path)
    with pytest.raises(InputsError, match="not a regular file"):
        weighted_inputs(parse_weights(path), HALF)


def test_too_large(tmp_path, monkeypatch):
    monkeypatch.setattr(weights, "MOST_VALUES", 10)
    array, text = str(tmp_path / "a.npy"), written(tmp_path / "a.txt", "1\n" * 2000)
    np.save(array, np.ones(11, np.float16))
    for path in (array, text):
        with pytest.raises(InputsError, match="more than --weights-by takes"):
            weighted_inputs(parse_weights(path), HALF)
    np.save(array, np.ones(10, np.float16))
    assert weighted_inputs(parse_weights(array), HALF).weights.tolist() == [10.0]
    monkeypatch.setattr(weights, "LARGEST", 100)
    with pytest.raises(InputsError, match="bytes"):
        weighted_inputs(parse_weights(array), HALF)
