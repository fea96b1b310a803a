"""Other people's files: pairs of columns in text, CSV, JSON and archives."""

import json

import numpy as np
import pytest

from gelucheck.errors import InputsError, UsageError
from gelucheck.formats import FORMATS
from gelucheck.vectors.read import read_given

ONE, HALF = 0x3F800000, 0x3F000000
PAIR = ([ONE, ONE | 1 << 31], [HALF, 0])


def read(tmp_path, content, name="float32"):
    path = tmp_path / "theirs"
    path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    (found,) = read_given(str(path), FORMATS[name] if name else None)
    assert found.claimed is None
    return found


@pytest.mark.parametrize(
    "text",
    [
        "x,y\n1,0.5\n-1,0\n",
        "y,x\n0.5,1\n0,-1\n",
        "Input;Output\n1;0.5\n-1;0\n",
        "# theirs\n\n1 0.5 # first\n-1\t0\n",
        "name\tinputs\texpected\na\t1\t0.5\nb\t-1\t0\n",
        '"x","y"\r\n"1","0x1p-1"\r\n"-1","0"\r\n',
        "0x3f800000,0x3f000000\n0xbf800000,0x00000000\n",
        "\ufeffx,y\n1,0.5\n-1,0.0",
        json.dumps({"x": [1, -1], "y": [0.5, 0]}),
        json.dumps({"input": [[1], [-1]], "output": [["0x3f000000"], [0]]}),
        json.dumps([{"x": 1, "y": 0.5}, {"y": 0, "x": -1.0}]),
        json.dumps([[1, 0.5], [-1, 0]]),
        json.dumps({"x": [1, -1], "y": [0.5, 0], "dtype": "float32", "function": None}),
    ],
)
def test_columns_are_found(tmp_path, text):
    found = read(tmp_path, text)
    assert (found.inputs.tolist(), found.outputs.tolist()) == PAIR
    assert (found.dtype, found.function, found.rounded) == ("float32", None, (0, 0))


@pytest.mark.parametrize("names", [("x", "y"), ("input", "output"), ("Inputs", "expected")])
@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_archives(tmp_path, names, save):
    x, y = np.array([[1.0], [-1.0]], np.float32), np.array([[0.5], [0.0]], np.float32, order="F")
    save(tmp_path / "theirs.npz", **dict(zip(names, (x, y), strict=True)))
    found = read(tmp_path, (tmp_path / "theirs.npz").read_bytes(), None)
    assert (found.inputs.tolist(), found.outputs.tolist()) == PAIR


def test_the_format_is_that_of_the_outputs_or_what_json_says(tmp_path):
    np.savez(tmp_path / "a.npz", x=np.array([0.1]), y=np.array([0.5], np.float16))
    found = read(tmp_path, (tmp_path / "a.npz").read_bytes(), None)
    assert (found.dtype, found.rounded) == ("float16", (1, 0))
    content = json.dumps({"x": [1], "y": [2], "dtype": "bfloat16", "function": "tanh"})
    found = read(tmp_path, content, None)
    assert (found.dtype, found.function) == ("bfloat16", "tanh")


@pytest.mark.parametrize("content", ["x,y\n1,2\n", "[[1,2]]", '{"x":[1],"y":[1]}'])
def test_a_format_that_nobody_says_is_asked_for(tmp_path, content):
    with pytest.raises(UsageError, match="add --dtype"):
        read(tmp_path, content, None)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "is empty"),
        ("\n  \n", "is empty"),
        ("# nothing\n", "holds no numbers"),
        ("x,y\n", "holds no numbers"),
        ("x,z\n1,2\n", "but x, z"),
        ("1\n2\n", "no two columns"),
        ("1,2\n3\n", "line 2 of"),
        ("1,two\n", "not a number"),
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("{}", "no inputs and outputs"),
        ("[]", "empty list"),
        ("[1]", "no inputs and outputs"),
        ('{"x": [1, 2], "y": [1]}', "2 inputs and 1 outputs"),
        ('{"x": [], "y": []}', "holds no numbers"),
        ('{"x": [null], "y": [1]}', "null"),
        ('{"x": [true], "y": [1]}', "true or false"),
        ('{"x": [{}], "y": [1]}', "an object"),
        ('[{"x": 1, "y": 2}, {"x": 1}]', "no x or no y"),
        ('{"x": [1], "y": [1], "dtype": ["float16"]}', "its dtype is"),
        ('{"x": [' + "9" * 6000 + '], "y": [1]}', "longer than"),
        (b"\x80\x04K\x01.", "is a pickle"),
        (b"\x93NUMPY\x01\x00", "a single NumPy array"),
        (b"\x1f\x8b\x08\x00", "is compressed"),
        (b"\xff\xfe1\x00", "is UTF-16"),
        (b"/* C */\n#include", "is C"),
        (b"<!doctype html>", "is a web page"),
        (b"\xff\x00\xff", "neither text"),
        (b"PK\x03\x04 no archive", "is no sound archive"),
    ],
)
def test_what_holds_no_vectors_says_so(tmp_path, content, said):
    fmt = None if "dtype" in str(content) else "float32"
    with pytest.raises(InputsError, match=said):
        read(tmp_path, content, fmt)


@pytest.mark.parametrize("path", [".", "nowhere", "a\0b", "/dev/null"])
def test_what_is_no_file_says_so(path):
    with pytest.raises(InputsError):
        read_given(path)


def test_archives_run_nothing_and_do_not_blow_up(tmp_path, monkeypatch):
    import zipfile

    from gelucheck.vectors import read_archive

    class Loud:
        def __reduce__(self):
            return print, ("unpickled",)

    path = tmp_path / "bad.npz"
    np.savez(path, x=np.array([Loud()], dtype=object), y=np.array([1.0]))
    with pytest.raises(InputsError, match="never loaded"):
        read(tmp_path, path.read_bytes())
    monkeypatch.setattr(read_archive, "MOST_BYTES", 10_000)
    np.savez_compressed(path, x=np.zeros(100_000), y=np.zeros(100_000))
    assert path.stat().st_size < 10_000
    with pytest.raises(InputsError, match="unpacks to more"):
        read(tmp_path, path.read_bytes())
    with zipfile.ZipFile(path, "w") as archive, pytest.warns(UserWarning, match="Duplicate"):
        for _ in range(2):
            archive.writestr("x.npy", b"1")
    with pytest.raises(InputsError, match="two members"):
        read(tmp_path, path.read_bytes())
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("x.npy", b"1")
        archive.writestr("y.npy", b"1")
    with pytest.raises(InputsError, match="packed in a way"):
        read(tmp_path, path.read_bytes())
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (9999999999999,), }\n"
    npy = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x.npy", npy)
        archive.writestr("y.npy", npy)
    with pytest.raises(InputsError, match="more than 2,097,152 rows"):
        read(tmp_path, path.read_bytes())


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("x,y,y\n1,2,3\n", "2 columns y"),
        ('{"x": [1], "X": [2], "y": [1]}', "2 columns x"),
        ('{"x": [1], "x": [2], "y": [1]}', "two values of one name"),
        ('{"x": [1], "y": [1], "dtype": "float16"}', "says that its dtype is float16"),
        ('{"x": [1], "y": [1], "dtype": "single"}', "says that its dtype is single"),
        ('{"x": [1], "y": [1], "dtype": ["float32"]}', "says that its dtype is"),
        ('{"x": [1], "y": [1], "function": "relu"}', "says that its function is relu"),
        ('{"x": [1], "y": [1], "function": {}}', "says that its function is"),
        ('[{"x": 1, "y": 1, "dtype": "float16"}]', "says that its dtype is float16"),
        (
            '[{"x": 1, "y": 1, "function": "gelu"}, {"x": 1, "y": 1, "function": "tanh"}]',
            "more than one function",
        ),
        ("\ufeff1,1".encode("utf-32-le"), "is UTF-32"),
        ("\ufeff1,1".encode("utf-32-be"), "is UTF-32"),
    ],
)
def test_what_contradicts_itself_or_the_options_is_refused(tmp_path, content, said):
    with pytest.raises((InputsError, UsageError), match=said):
        read(tmp_path, content)
