"""NumPy files: what they mean, that nothing is unpickled, and one clear line for bad ones."""

import io
import os
import pickle
import struct
import zipfile

import ml_dtypes
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gelucheck.errors import InputsError
from gelucheck.formats import STANDARD
from gelucheck.inputs.files import read_file

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()


def read(tmp_path, name, content, fmt=HALF, round_inputs=False):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_file(str(path), fmt, round_inputs)


def numbers(values):
    return [float(value) for value in values]


def saved(array, **kwargs):
    stream = io.BytesIO()
    np.save(stream, array, **kwargs)
    return stream.getvalue()


EVIL = pickle.dumps(pytest.fail)


def header(text, version=1):
    raw = text.encode("latin1")
    size = struct.pack("<H" if version == 1 else "<I", len(raw))
    return b"\x93NUMPY" + bytes([version, 0]) + size + raw


def described(descr="'<f2'", shape="(2,)", order="False"):
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n"


def test_headers_of_other_writers(tmp_path):
    for text in (
        described(),
        "{'shape':(2,),'fortran_order':False,'descr':'<f2'}",
        '{"descr": "<f2", "fortran_order": False, "shape": (2L,)}',
        described(shape="(1, 2)", order="True"),
    ):
        for version in (1, 2, 3):
            content = header(text, version) + np.array([1, 2], "<f2").tobytes()
            assert numbers(read(tmp_path, "x.npy", content)) == [1, 2]


ARRAYS = [
    (np.array([1, -2.5], np.float16), HALF, "own dtype"),
    (np.array([1, -2.5], ">f2"), HALF, "other byte order"),
    (np.array([1, -2.5], np.float32), HALF, "wider, exact"),
    (np.array([1, -2.5], np.float64), BRAIN, "wider, exact"),
    (np.array([1, -2.5], np.float16), DOUBLE, "narrower"),
    (np.array([1, -2.5], ml_dtypes.bfloat16), BRAIN, "bfloat16, saved as two-byte void"),
    (np.array([3, -7], np.int8), HALF, "integers"),
    (np.array([3, 7], ">u4"), SINGLE, "integers of the other byte order"),
    (np.array([2**63, 2**53 + 2], np.uint64), DOUBLE, "large integers that float64 holds"),
    (np.array([-(2**63), 2**62], np.int64), DOUBLE, "the smallest integer"),
    (np.array(2.5, np.float32), HALF, "no dimension"),
]


@pytest.mark.parametrize("array, fmt, why", ARRAYS, ids=[row[2] for row in ARRAYS])
def test_npy(tmp_path, array, fmt, why):
    values = read(tmp_path, "x.NPY", saved(array), fmt)
    assert values.dtype == fmt.dtype and values.ndim == 1
    assert [int(v * 4) for v in numbers(values)] == [int(v * 4) for v in array.reshape(-1).tolist()]


def test_npy_is_flattened_in_c_order(tmp_path):
    array = np.arange(6, dtype=np.float16).reshape(2, 3)
    for stored in (array, np.asfortranarray(array)):
        assert numbers(read(tmp_path, "x.npy", saved(stored))) == [0, 1, 2, 3, 4, 5]


def test_npy_keeps_every_pattern(tmp_path):
    """NaN payloads, signalling ones too, are not touched when the file has the format's dtype."""
    bits = np.arange(1 << 16, dtype=np.uint16)
    for fmt, array in ((HALF, bits.view(np.float16)), (BRAIN, bits.view(ml_dtypes.bfloat16))):
        assert (
            fmt.bits_of_values(read(tmp_path, "x.npy", saved(array), fmt)).tolist() == bits.tolist()
        )


REFUSED_ARRAYS = [
    (
        np.array([1, 0.1]),
        SINGLE,
        "[1]: float32 has no value 0.1; the nearest is 0.10000000149011612",
    ),
    (np.array([[1, 2], [2049, 4]]), HALF, "[1, 0]: float16 has no value 2049"),
    (np.array(2049), HALF, "float16 has no value 2049"),
    (np.array([2**53 + 1]), DOUBLE, "[0]: float64 has no value 9007199254740993"),
    (np.array([2**64 - 1], np.uint64), SINGLE, "has no value 18446744073709551615"),
    (np.array([1e39]), SINGLE, "the nearest is inf"),
    (np.array([1e-320]), SINGLE, "the nearest is 0.0"),
    (np.ones(2, ml_dtypes.bfloat16), HALF, "two-byte values"),
    (np.ones(2, complex), DOUBLE, "holds complex128, not real numbers"),
    (np.ones(2, bool), DOUBLE, "holds bool"),
    (np.array(["1"]), DOUBLE, "not real numbers"),
    (np.array(["2020-01-01"], "M8[D]"), DOUBLE, "not real numbers"),
    (np.zeros(2, [("a", "u1"), ("b", "u1")]), BRAIN, "no plain array"),
    (np.zeros(2, "V4"), BRAIN, "not real numbers"),
    (np.zeros(0, np.float16), HALF, "holds no numbers"),
    (np.zeros((3, 0), np.float32), HALF, "holds no numbers"),
    (np.full(3, np.nan), HALF, "nothing but NaN"),
]


@pytest.mark.parametrize("array, fmt, words", REFUSED_ARRAYS, ids=range(len(REFUSED_ARRAYS)))
def test_refused_arrays(tmp_path, array, fmt, words):
    with pytest.raises(InputsError) as caught:
        read(tmp_path, "x.npy", saved(array), fmt)
    assert words in caught.value.what and str(tmp_path / "x.npy") in caught.value.what


def test_npy_rounds_once(tmp_path):
    """Through float32 the first would be a tie of bfloat16; the integer, a tie of float64 first."""
    array = np.array([1 + 2**-8 + 2**-40])
    assert numbers(read(tmp_path, "x.npy", saved(array), BRAIN, True)) == [1 + 2**-7]
    # 2^63 + 2^39 is a tie of float32; 1 more is above it, but not in float64
    array = np.array([2**63 + 2**39 + 1], np.uint64)
    assert numbers(read(tmp_path, "x.npy", saved(array), SINGLE, True)) == [2**63 + 2**40]


def test_large_npy_is_mapped_or_converted_in_parts(tmp_path):
    array = np.tile(np.arange(2048, dtype=np.float64), 1000)
    array[-1] = 0.1
    content = saved(array)
    with pytest.raises(InputsError, match=r"\[2047999\]: float16 has no value 0.1"):
        read(tmp_path, "x.npy", content)
    assert read(tmp_path, "x.npy", content, DOUBLE).tolist() == array.tolist()


whole = saved(np.ones(100, np.float32))
BAD_NPY = [
    (b"", "is empty"),
    (b"\x93NUM", "not a .npy file"),
    (b"1\n2\n", "not a .npy file"),
    (b"\x80" + os.urandom(1000), "not a .npy file"),
    (EVIL, "not a .npy file"),
    (whole[:-1], "cut off: its header promises 100 values"),
    (whole[:130], "cut off"),
    (whole[:100], "describes no plain array"),
    (whole[:9], "cut off"),
    (whole[:8], "cut off"),
    (b"\x93NUMPY\x09\x00" + whole[8:], "unknown .npy version"),
    (saved(np.array([{}], object), allow_pickle=True), "pickled"),
    (header(described("'|O'")) + EVIL, "pickled"),
    (header(described("'O,O'")) + EVIL, "no plain array"),
    (header(described(shape="(10**18,)")), "describes no plain array"),
    (header(described(shape="(999999999999999999,)")), "cut off"),
    (header(described(shape="(99999999999, 99999999999)")), "cut off"),
    (header(described(shape=f"({'9' * 5000},)")), "describes no plain array"),
    (header(described(shape=f"({'1,' * 33})")) + b"\0\0", "describes no plain array"),
    (header(described(shape="(-1,)")) + b"\0" * 8, "describes no plain array"),
    (header(described(shape="(True,)")) + b"\0" * 2, "describes no plain array"),
    (header(described(shape="(0, 999999999999999999)", order="True")), "holds no numbers"),
    (header(described(shape="'ab'")), "describes no plain array"),
    (header(described("'<f3'")), "unknown dtype"),
    (header(described("'\x1b[2J'")), "no plain array"),
    (header(described("'V0'")), "holds"),
    (header(described("'(2,)<f2'")) + b"\0" * 8, "no plain array"),
    (header(described("'<f2,<f2,'*9999")), "no plain array"),
    (header(described("'<f2,<f2,<f2,<f2,<f2,<f2,<f2'")), "describes no plain array"),
    (header(described("__import__('os').system('touch hacked')")), "describes no plain array"),
    (header("("), "describes no plain array"),
    (header("\x00" * 50), "describes no plain array"),
    (header("-" * 9000 + "1"), "describes no plain array"),
    (header("[" * 9000), "describes no plain array"),
    (header("{" * 300 + "}" * 300), "describes no plain array"),
    (header("'shape':(" + "1," * 4000), "describes no plain array"),
    (header(described() + " " * 60_000), "header of"),
    (header(" " * (1 << 22), version=2), "header of"),
    (b"\x93NUMPY\x02\x00\xff\xff\xff\xff", "header of"),
    (b"\x93NUMPY\x03\x00\x02\x00\x00\x00\xff\xff", "describes no plain array"),
]


@pytest.mark.parametrize("content, words", BAD_NPY, ids=range(len(BAD_NPY)))
def test_bad_npy_is_one_clear_line(tmp_path, content, words, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pickle, "load", None)  # NumPy's door to the pickle, nailed up
    with pytest.raises(InputsError) as caught:
        read(tmp_path, "x.npy", content)
    path = str(tmp_path / "x.npy")
    assert words.format(path=path) in caught.value.what and path in caught.value.what
    assert str(caught.value).isprintable() and len(str(caught.value)) < 600
    assert os.listdir(tmp_path) == ["x.npy"]


def test_an_archive_named_npy(tmp_path):
    with zipfile.ZipFile(tmp_path / "x.npy", "w") as archive:
        archive.writestr("a.npy", whole)
    with pytest.raises(InputsError, match=r"not a \.npy file"):
        read_file(str(tmp_path / "x.npy"), HALF)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.sampled_from(["x.npy", "x.csv", "x.txt"]),
    st.one_of(
        st.binary(max_size=300),
        st.text(max_size=100).map(str.encode),
        st.tuples(st.integers(0, 300), st.binary(min_size=1, max_size=8)).map(
            lambda t: whole[: t[0]] + t[1] + whole[t[0] + len(t[1]) :]
        ),
    ),
)
def test_any_file_is_values_or_a_clear_error(tmp_path, name, content):
    try:
        values = read(tmp_path, name, content, SINGLE, round_inputs=True)
        assert values.dtype == np.float32 and len(values)
    except InputsError as error:
        assert error.what.isprintable()
