"""Files of inputs: what they mean, and one clear line for every bad one."""

import io
import math
import os

import numpy as np
import pytest

from gelucheck.errors import InputsError
from gelucheck.formats import STANDARD
from gelucheck.inputs.files import read_file, read_stdin
from gelucheck.inputs.parse import parse_bits

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()


def read(tmp_path, name, content, fmt=HALF, round_inputs=False):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_file(str(path), fmt, round_inputs)


def numbers(values):
    return [float(value) for value in values]


TEXTS = [
    ("1\n-2.5\n0x1p-3\n", [1, -2.5, 0.125], "decimal and hex"),
    ("1\n2", [1, 2], "no newline at the end"),
    ("1\r\n2\r\n", [1, 2], "CRLF"),
    ("\ufeff1\n2\n", [1, 2], "byte order mark"),
    ("# a title\n\n1 # one\n   \n\t2\t\n#3\n", [1, 2], "comments and blank lines"),
    ("inf\n-inf\n", [math.inf, -math.inf], "infinities"),
    ("bits:0x3c00\nbits:0xc000\n", [1, -2], "patterns"),
    ("1\n" * 10_000, [1] * 10_000, "more than a batch"),
    ("-0\n", [-0.0], "zero with a sign"),
]


@pytest.mark.parametrize("content, expected, why", TEXTS, ids=[row[2] for row in TEXTS])
def test_text(tmp_path, content, expected, why):
    values = read(tmp_path, "x.txt", content)
    assert values.dtype == np.float16 and numbers(values) == expected, why
    assert np.signbit(values).tolist() == [math.copysign(1, v) < 0 for v in expected]
    stream = io.BytesIO(content.encode())
    assert numbers(read_stdin(stream, HALF)) == expected
    wrapped = io.TextIOWrapper(io.BytesIO(content.encode()), "utf-8")
    assert numbers(read_stdin(wrapped, HALF)) == expected


def test_nan_and_its_payload(tmp_path):
    values = read(tmp_path, "x.txt", "1\nnan\nbits:0xfe01\n")
    assert values.view(np.uint16).tolist() == [0x3C00, 0x7E00, 0xFE01]


def test_a_text_stream_without_bytes_is_read_too():
    assert numbers(read_stdin(io.StringIO("1\n2 # two\n"), HALF)) == [1, 2]


TABLES = [
    ("x\n1\n2\n", [1, 2], "header"),
    ("1\n2\n", [1, 2], "no header"),
    ("1,9\n2,9\n", [1, 2], "first column"),
    ("y,x\n9,1\n9,2\n", [1, 2], "the column named x"),
    ("index,X\n0,1\n1,2\n", [1, 2], "or X"),
    (",x\n0,1\n1,2\n", [1, 2], "as pandas writes an index"),
    ("value,y\n1,9\n2,9\n", [1, 2], "a header without x: the first"),
    ('"y","x"\r\n"9","1"\r\n"9"," 2 "\r\n', [1, 2], "quotes, CRLF, spaces"),
    ("# title\n\nx\n1\n\n2\n", [1, 2], "comments and blank lines"),
    ("\ufeffx\n1\n2\n", [1, 2], "byte order mark before the header"),
    ("inf\n1\n", [math.inf, 1], "a number that begins with a letter is no header"),
    ("x," + "y," * 2000 + "\n1,\n2,\n", [1, 2], "a wide table"),
]


@pytest.mark.parametrize("content, expected, why", TABLES, ids=[row[2] for row in TABLES])
def test_csv(tmp_path, content, expected, why):
    assert numbers(read(tmp_path, "x.CSV", content)) == expected, why


BAD_TEXT = [
    ("x.txt", "", "holds no numbers"),
    ("x.txt", "\n# nothing\n", "holds no numbers"),
    ("x.txt", "nan\nNaN\n", "nothing but NaN"),
    ("x.txt", "1\n2\nabc\n", "line 3 of {path}: 'abc' is not a number"),
    ("x.txt", "1 2\n", "line 1 of {path}: '1 2' is not a number"),
    ("x.txt", "1,2\n", "line 1 of {path}"),
    (
        "x.txt",
        "# c\n\n1\n0.33333\n",
        "line 4 of {path}: float16 has no value 0.33333; the nearest is",
    ),
    ("x.txt", "70000\n", "the nearest is inf"),
    ("x.txt", "bits:0x10000\n", "line 1 of {path}: 'bits:0x10000' does not fit float16"),
    ("x.txt", "1e999999999\n", "has no value 1e999999999"),
    ("x.txt", "1\n" + "1" * 5000 + "\n", "line 2 of {path} is longer than 4,096 bytes"),
    ("x.txt", b"\x00" * 10**6, "longer than"),
    ("x.txt", b"1\n\x00\x01\x02\n", "line 2 of {path}"),
    ("x.txt", b"1\n\xe9\n", "line 2 of {path} is not UTF-8"),
    ("x.txt", "1\n2\n".encode("utf-16"), "UTF-16"),
    ("x.txt", b"\x93NUMPY\x01\x00", ".npy"),
    ("x.npz", b"PK\x03\x04" + b"\x00" * 50, "archive"),
    ("x.csv.gz", b"\x1f\x8b\x08", "compressed"),
    ("x.txt", "\x1b[2J\n", r"'\x1b[2J' is not a number"),
    ("x.csv", "", "holds no numbers"),
    ("x.csv", "x\n", "holds no numbers"),
    ("x.csv", "x\nnan\n", "nothing but NaN"),
    ("x.csv", "x,y\n1,2\nq,3\n", "line 3 of {path}: 'q' is not a number"),
    ("x.csv", "# c\nx\n1\n0.33333\n", "line 4 of {path}: float16 has no value 0.33333"),
    ("x.csv", "1.2.3\n1\n", "line 1 of {path}: '1.2.3' is not a number"),
    ("x.csv", "y,x\n1\n", "line 2 of {path} has no number in column 2"),
    ("x.csv", "x,y\n,1\n", "line 2 of {path} has no number in column 1"),
    ("x.csv", 'x\n"1\n' + "2\n" * 200_000, "line "),
    ("x.csv", "x\n1\x00\n", "line 2 of {path}"),
    ("x.csv", b"x\n\xff\n", "line 2 of {path} is not UTF-8"),
    ("x.csv", "1;2\n", "line 1 of {path}: '1;2' is not a number"),
    ("x.csv", "1" * (1 << 21), "longer than 1,048,576 bytes"),
]


@pytest.mark.parametrize("name, content, words", BAD_TEXT, ids=range(len(BAD_TEXT)))
def test_bad_text_is_one_clear_line(tmp_path, name, content, words):
    with pytest.raises(InputsError) as caught:
        read(tmp_path, name, content)
    path = str(tmp_path / name)
    assert words.format(path=path) in caught.value.what
    assert path in caught.value.what and caught.value.exit_code == 2
    assert str(caught.value).isprintable() and len(str(caught.value)) < 600


def test_round_inputs(tmp_path):
    content = "0.3\n2049\n70000\n-1e-999\n1\n"
    # 0.3 = 1228.8·2^-12
    expected = [1229 / 4096, 2048, math.inf, -0.0, 1]
    assert numbers(read(tmp_path, "x.txt", content, HALF, True)) == expected
    assert numbers(read(tmp_path, "x.csv", content, HALF, True)) == expected


def test_savetxt_is_read_back(tmp_path):
    """NumPy's default is %.18e, which no binary format holds exactly."""
    for fmt in (DOUBLE, SINGLE, HALF):
        values = np.array([0.1, -1 / 3, 1e-3, 3.0]).astype(fmt.dtype)
        np.savetxt(tmp_path / "x.txt", values)
        assert read_file(str(tmp_path / "x.txt"), fmt).tobytes() == values.tobytes()


def test_places_that_are_no_files(tmp_path):
    cases = [
        (str(tmp_path), "is a directory"),
        (str(tmp_path / "none.npy"), "No such file"),
        (str(tmp_path / "none.txt" / "x.csv"), "cannot read"),
        ("", "cannot read"),
        ("nul\0.txt", "cannot read"),
        ("y" * 5000, "cannot read"),
        (os.devnull, "holds no numbers"),
    ]
    for path, words in cases:
        with pytest.raises(InputsError) as caught:
            read_file(path, HALF)
        assert words in caught.value.what and caught.value.mend, path
        assert len(str(caught.value)) < 500


def test_a_folder_or_pipe_named_npy(tmp_path):
    (tmp_path / "d.npy").mkdir()
    os.mkfifo(tmp_path / "p.npy")
    for name, words in (("d.npy", "is a directory"), ("p.npy", "is not a regular file")):
        with pytest.raises(InputsError, match=words):
            read_file(str(tmp_path / name), HALF)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no /dev/zero here")
def test_an_endless_file_ends():
    with pytest.raises(InputsError, match="longer than"):
        read_file("/dev/zero", HALF)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_no_permission(tmp_path):
    path = tmp_path / "x.txt"
    path.write_text("1\n")
    path.chmod(0)
    with pytest.raises(InputsError, match="Permission denied"):
        read_file(str(path), HALF)


def test_closed_and_empty_standard_input():
    closed = io.BytesIO(b"1\n")
    closed.close()
    for stream, words in ((closed, "cannot read standard input"), (io.BytesIO(), "no numbers")):
        with pytest.raises(InputsError, match=words):
            read_stdin(stream, HALF)


@pytest.mark.parametrize("fmt", [HALF, SINGLE, DOUBLE], ids=lambda fmt: fmt.name)
def test_the_quick_way_and_the_careful_one_agree(fmt):
    """What a batch takes in bulk is what ``parse_bits`` takes alone, and nothing else."""
    texts = []
    for value in (1.0, 0.1, 1 / 3, -2.5e-7, 6e4, 1e300, 5e-324, -0.0, math.inf, 0.0999755859375):
        texts += [repr(value), value.hex(), f"{value:.16e}", f"{value:.18e}", f"{value:.8e}"]
    for text in texts:
        try:
            alone = parse_bits(text, fmt)
        except InputsError:
            with pytest.raises(InputsError):
                read_stdin(io.StringIO(text), fmt)
        else:
            assert fmt.bits_of_values(read_stdin(io.StringIO(text), fmt)).tolist() == [alone]
