"""Files of outputs, for files of inputs: which output stands for which input."""

import numpy as np
import pytest

from gelucheck.errors import ImplementationError, InputsError, UsageError
from gelucheck.formats import FORMATS
from gelucheck.implementations.guest import Guest, found_by_name

F32 = FORMATS["float32"]
X = [1.5, -2.0, 0.0]
Y = [1.25, -0.5, 0.0]


@pytest.fixture(autouse=True)
def there(yard):
    found_by_name.cache_clear()
    return yard


def save(path, values, fmt="float32"):
    """Values in a file of any kind, by the end of its name."""
    fmt = FORMATS[fmt]
    array = np.array(values, fmt.dtype)
    if path.suffix == ".npy":
        np.save(path, array)
    elif path.suffix in (".bin", ".raw"):
        bits = fmt.bits_of_values(array)
        path.write_bytes(bits.astype(bits.dtype.newbyteorder("<")).tobytes())
    elif path.suffix == ".csv":
        path.write_text("n,y,z\n" + "".join(f"1,{float(v)!r},2\n" for v in array))
    else:
        path.write_text("".join(f"{float(v).hex()}\n" for v in array))
    return path.name


def guest(there, outputs, inputs, fmt="float32", names=("y.npy", "x.npy")):
    target = save(there.path / names[0], outputs, fmt)
    return Guest("outputs", target, inputs=save(there.path / names[1], inputs, fmt))


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("name", ["y.npy", "y.bin", "y.raw", "y.csv", "y.txt"])
def test_each_input_has_its_output(there, fmt, name):
    record = FORMATS[fmt]
    found = guest(there, Y, X, fmt, (name, "x.npy"))
    # in another order than the file's, and one twice
    got = found(np.array([0.0, 1.5, -2.0, 1.5], record.dtype), record)
    assert got.dtype == record.dtype
    assert got.astype(float).tolist() == [0.0, 1.25, -0.5, 1.25]
    assert found.conflicts(record) == ()


def test_a_table_of_both(there):
    (there.path / "both.csv").write_text("x,gelu\n1.5,1.25\n-2.0,-0.5\n")
    found = Guest("outputs", "both.csv", inputs="both.csv")
    assert found(np.array([-2.0, 1.5], np.float32), F32).tolist() == [-0.5, 1.25]


def test_both_zeros_and_nans_are_inputs_of_their_own(there):
    record = FORMATS["float16"]
    bits = [0x0000, 0x8000, 0x7E00, 0x7E01]
    x = record.values_of_bits(bits)
    found = guest(there, [1, 2, 3, 4], x, "float16")
    assert found(x, record).tolist() == [1, 2, 3, 4]


def test_an_input_that_is_not_there(there):
    with pytest.raises(ImplementationError) as caught:
        guest(there, Y, X)(np.array([1.5, 3.0], np.float32), F32)
    # 3 = 1.5·2^1 has the pattern 0x40400000
    assert "outputs:y.npy has no output for the input 3.0 (bits 0x40400000)" in str(caught.value)


def test_an_input_with_two_outputs(there):
    found = guest(there, [1.25, -0.5, 1.5, 1.25], [1.5, -2.0, 1.5, 1.5])
    assert found(np.array([1.5], np.float32), F32).tolist() == [1.25]
    # 1.5 is 0x3fc00000, 1.25 is 0x3fa00000: sign, exponent 127, first bits of the fraction
    assert found.conflicts(F32) == ((0x3FC00000, 0x3FA00000, 0x3FC00000),)


def test_inputs_that_are_rounded_together_are_no_conflict(there):
    (there.path / "x.txt").write_text("1.00001\n1.00002\n")
    (there.path / "y.txt").write_text("0.5\n0.25\n")
    found = Guest("outputs", "y.txt", inputs="x.txt")
    assert found.conflicts(FORMATS["float16"]) == ()
    assert found(np.ones(1, np.float16), FORMATS["float16"]).tolist() == [0.5]


def test_no_number_at_all_is_an_output_like_others(there):
    got = guest(there, [np.nan] * 3, X)(np.array(X, np.float32), F32)
    assert np.isnan(got).all()


def test_traits(there):
    found = guest(there, Y, X).traits()
    assert (found.given, found.flat) == (True, True)
    assert found.version.startswith("y.npy sha256:")
    assert ", x.npy sha256:" in found.version


@pytest.mark.parametrize(
    "inputs", ["", "auto", "all", "sample", "search", "special", "hardest", "-", "0:1"]
)
def test_it_needs_a_file_of_inputs(there, inputs):
    target = save(there.path / "y.npy", Y)
    with pytest.raises(UsageError, match=r"outputs:y\.npy needs --inputs FILE"):
        Guest("outputs", target, inputs=inputs).traits()


def test_files_that_are_not_there(there):
    name = save(there.path / "y.npy", Y)
    for words in (("no.npy", name), (name, "no.npy")):
        with pytest.raises(InputsError, match=r"there is no file 'no\.npy'"):
            Guest("outputs", words[0], inputs=words[1]).traits()


def test_lengths_agree(there):
    with pytest.raises(InputsError, match=r"y\.npy has 2 outputs for the 3 inputs in x\.npy"):
        guest(there, Y[:2], X)(np.array(X, np.float32), F32)


@pytest.mark.parametrize(
    ("bits", "probably"),
    [
        # of float32: 2^-30, which float16 has not, with a fraction of 7 bits, and of 23
        (0x30810000, "bfloat16"),
        (0x30800001, "float32"),
    ],
)
def test_outputs_of_another_format(there, bits, probably):
    target = save(there.path / "y.npy", F32.values_of_bits([bits, 0x3F800000]))
    inputs = save(there.path / "x.npy", [1, 2], "float16")
    with pytest.raises(InputsError) as caught:
        Guest("outputs", target, inputs=inputs)(np.ones(1, np.float16), FORMATS["float16"])
    assert caught.value.what.startswith("y.npy[0]: float16 has no value ")
    assert caught.value.mend == f"probably --dtype {probably}"


def test_end_to_end(there):
    """The outputs are x/2: off by 0.3413447 at x = 1 (GELU(1) = 0.8413447)."""
    save(there.path / "x.npy", [1.0, 0.0])
    save(there.path / "y.npy", [0.5, 0.0])
    words = ("--impl", "outputs:y.npy", "--inputs", "x.npy", "--dtype", "float32")
    row = there.row(*words)
    assert (row["evidence"], row["inputs"]) == ("given", 2)
    assert row["total"]["max_abs"]["value"] == pytest.approx(0.3413447460685429, rel=1e-12)
    line = there.failed("compare", "--impl", "outputs:y.npy", "--dtype", "float32")
    assert "outputs:y.npy needs --inputs FILE" in line
