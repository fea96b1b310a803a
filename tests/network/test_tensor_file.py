"""Tensors of safetensors files: values to the bit, and files that lie or are something else.

The files are made by hand, from the format's own description: eight bytes that say how long the
header is, a JSON header, the bytes of the tensors.
"""

import json
import pickle
import struct
import sys

import numpy as np
import pytest

from gelucheck.errors import GelucheckError, InputsError, UsageError
from gelucheck.network.tensor_file import Stored, TensorFile, open_tensors


def by_hand(header, body=b"") -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + body


def entry(dtype="F32", shape=(2,), offsets=(0, 8)) -> dict:
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}


def opened(folder, data: bytes) -> TensorFile:
    path = folder / "model.safetensors"
    path.write_bytes(data)
    return open_tensors(path)


def refused(folder, data: bytes) -> str:
    with pytest.raises(InputsError) as caught:
        opened(folder, data)
    assert caught.value.exit_code == 2
    return str(caught.value)


@pytest.mark.parametrize(
    ("dtype", "body", "values"),
    [
        ("F32", struct.pack("<2f", 1.5, -0.1), [1.5, float(np.float32(-0.1))]),
        # 2^-24 is float16's smallest, 65504 its largest
        ("F16", struct.pack("<2H", 0x0001, 0x7BFF), [2.0**-24, 65504.0]),
        # bfloat16 is the upper half of float32
        ("BF16", struct.pack("<2H", 0x3FC0, 0xC000), [1.5, -2.0]),
        # once, to the nearest, ties to even: halfway from 1 to the next float32, and beyond it
        ("F64", struct.pack("<2d", 1 + 2**-24, 1 + 2**-24 + 2**-52), [1.0, 1 + 2**-23]),
        # below half of float32's smallest
        ("F64", struct.pack("<2d", 2.0**-150, -(2.0**-149)), [0.0, -(2.0**-149)]),
    ],
)
def test_values(tmp_path, dtype, body, values):
    file = opened(tmp_path, by_hand({"a": entry(dtype, (2, 1), (0, len(body)))}, body))
    assert file.tensors == {"a": Stored(dtype, (2, 1))}
    array = file.read("a")
    assert array.dtype == np.float32
    assert array.tolist() == [[values[0]], [values[1]]]


@pytest.mark.parametrize(
    ("dtype", "body", "told"),
    [
        ("F32", struct.pack("<2f", 0, float("nan")), "'a' of model.safetensors has nan at [1]"),
        ("F32", struct.pack("<2f", float("-inf"), 0), "has -inf at [0]"),
        ("F16", struct.pack("<2H", 0, 0x7C00), "has inf at [1]"),
        ("BF16", struct.pack("<2H", 0x7FC0, 0), "has nan at [0]"),
        # beyond float32's largest
        ("F64", struct.pack("<2d", 0, 1e300), "has 1e+300, which float32 does not hold, at [1]"),
        ("I32", struct.pack("<2i", 1, 2), "of dtype 'I32': one of F16, BF16, F32, F64"),
        ("F8_E4M3", b"\0\0", "of dtype 'F8_E4M3'"),
        ("BOOL", b"\0\1", "of dtype 'BOOL'"),
    ],
)
def test_a_tensor_that_is_refused(tmp_path, dtype, body, told):
    file = opened(tmp_path, by_hand({"a": entry(dtype, (2,), (0, len(body)))}, body))
    with pytest.raises(InputsError) as caught:
        file.read("a")
    assert told in str(caught.value)


# the reason that follows is in the words of the library, which change
NOT_ONE = "is not a safetensors file: "
BODY = bytes(8)
HOLE = {"a": entry(), "b": entry(offsets=(16, 24))}


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "is empty"),
        (b"abc", "is no safetensors file, or is cut off: it has 3 bytes"),
        (struct.pack("<Q", 1 << 63) + b"{}", "say that 9,223,372,036,854,775,808 more are"),
        (b"\xff" * 8 + b"{}", "say that 18,446,744,073,709,551,615 more are"),
        (struct.pack("<Q", 3) + b"{}", "it has 10 bytes, and the first 8 say that 3 more are"),
        (by_hand(b"hello, world"), NOT_ONE),
        (by_hand(b'{"\xff\xfe": 1}'), NOT_ONE),
        (by_hand(b"[]"), NOT_ONE),
        (by_hand(b"[" * 100_000), NOT_ONE),
        (by_hand(b'{"a":' * 100_000), NOT_ONE),
        (by_hand({"a": 1}), NOT_ONE),
        (by_hand({"a": entry(offsets=(-8, 0))}, BODY), NOT_ONE),
        (by_hand({"a": entry(offsets=(8, 0))}, BODY), NOT_ONE),
        (by_hand({"a": entry(offsets=(0, 1 << 40))}, BODY), NOT_ONE),
        (by_hand({"a": entry(shape=(1 << 38,), offsets=(0, 1 << 40))}, BODY), "is cut off"),
        (by_hand({"a": entry(offsets=(0, 1 << 64))}, BODY), NOT_ONE),
        (by_hand({"a": entry(), "b": entry()}, BODY), NOT_ONE),
        (by_hand({"a": entry(), "b": entry(offsets=(4, 12))}, bytes(12)), NOT_ONE),
        (by_hand(HOLE, bytes(24)), NOT_ONE),
        (by_hand({"a": entry(shape=(3,))}, BODY), NOT_ONE),
        (by_hand({"a": entry(shape=(-2,))}, BODY), NOT_ONE),
        (by_hand({"a": entry(shape=(2.0,))}, BODY), NOT_ONE),
        (by_hand({"a": entry(shape=(1 << 62, 1 << 62))}, BODY), NOT_ONE),
        (by_hand({"a": entry("X9")}, BODY), NOT_ONE),
        (by_hand({"a": entry()}, BODY + b"\0"), "its header does not speak of"),
        (by_hand({"a": entry()}, BODY[:-1]), "is cut off"),
        # what people give instead
        (b"<!DOCTYPE html><html></html>", "is a web page"),
        (b"\n <html>", "is a web page"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", "git lfs pull"),
        (pickle.dumps({"a": 1}), "is a pickle, which can run code"),
        (b"PK\x03\x04" + bytes(40), "is a zip archive, as torch.save writes"),
        (b'{"metadata": {}, "weight_map": {}}', "is JSON"),
        (b"GGUF\x03\0\0\0" + bytes(40), "is a GGUF file"),
        (b"\x89HDF\r\n\x1a\n" + bytes(40), "is an HDF5 file"),
    ],
)
def test_a_file_that_is_refused(tmp_path, data, told):
    message = refused(tmp_path, data)
    assert message.startswith("model.safetensors ")
    assert told in message
    assert len(message) < 400 and message.isprintable()


def test_what_a_file_says_cannot_reach_the_terminal(tmp_path):
    body = struct.pack("<2f", 0, float("nan"))
    file = opened(tmp_path, by_hand({"\x1b[31m": entry()}, body))
    with pytest.raises(InputsError) as caught:
        file.read("\x1b[31m")
    assert str(caught.value).isprintable()
    message = refused(tmp_path, by_hand({"\x1b[31m" + "x" * 999: entry(offsets=(8, 0))}, BODY))
    assert len(message) < 400 and message.isprintable()


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("", "is a directory"),
        ("nowhere.safetensors", "cannot read nowhere.safetensors (No such file or directory)"),
        ("a\0b", "cannot read a\\x00b"),
        ("/dev/null", "null is not a regular file"),
    ],
)
def test_a_path_that_is_refused(tmp_path, path, told):
    with pytest.raises(InputsError) as caught:
        open_tensors(str(tmp_path / path))
    assert told in str(caught.value)


def test_cut_off_at_any_byte(tmp_path):
    whole = by_hand({"a": entry(), "b": entry(offsets=(8, 16))}, bytes(16))
    assert len(opened(tmp_path, whole).tensors) == 2
    for length in range(len(whole)):
        assert refused(tmp_path, whole[:length])


def test_a_file_that_changes_while_it_is_read(tmp_path):
    file = opened(tmp_path, by_hand({"a": entry()}, BODY))
    (tmp_path / "model.safetensors").write_bytes(by_hand({"a": entry(shape=(2, 1))}, BODY))
    with pytest.raises(InputsError, match="has changed"):
        file.read("a")
    (tmp_path / "model.safetensors").write_bytes(by_hand({"b": entry()}, BODY))
    with pytest.raises(InputsError, match="has changed"):
        file.read("a")
    (tmp_path / "model.safetensors").unlink()
    with pytest.raises(InputsError, match="cannot read"):
        file.read("a")


def test_without_the_library(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "safetensors", None)
    with pytest.raises(UsageError) as caught:
        open_tensors(tmp_path)
    assert str(caught.value) == 'safetensors is not installed: pip install "gelucheck[safetensors]"'


def test_an_array_is_its_own(tmp_path):
    file = opened(tmp_path, by_hand({"a": entry()}, struct.pack("<2f", 1, 2)))
    file.read("a")[:] = 7
    assert file.read("a").tolist() == [1, 2]


def test_mutated_and_cut_at_random(tmp_path):
    header = {
        "__metadata__": {"format": "pt"},
        "h.0": entry("F32", (20, 3), (0, 240)),
        "h.1": entry("BF16", (40,), (240, 320)),
        "h.2": entry("F64", (10,), (320, 400)),
    }
    whole = by_hand(header, bytes(range(48, 68)) * 20)
    draw = np.random.default_rng(7)
    read = 0
    for turn in range(500):
        data = bytearray(whole)
        data[int(draw.integers(len(data)))] = int(draw.integers(256))
        if turn % 4 == 0:
            del data[int(draw.integers(len(data))) :]
        try:
            file = opened(tmp_path, bytes(data))
            for name, stored in file.tensors.items():
                assert file.read(name).shape == stored.shape
            read += 1
        except GelucheckError as error:
            assert str(error).isprintable()
    assert 100 < read < 450
