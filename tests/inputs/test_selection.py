"""From the words of --inputs to a set of values."""

import io
import math

import numpy as np
import pytest

from gelucheck.errors import InputsError, UsageError
from gelucheck.formats import STANDARD, Format
from gelucheck.inputs.selection import InputSet, select_inputs

HALF, BRAIN, SINGLE, DOUBLE = STANDARD.values()


def whole(inputs):
    return np.concatenate(list(inputs.blocks()))


@pytest.mark.parametrize("fmt", [HALF, BRAIN], ids=lambda fmt: fmt.name)
@pytest.mark.parametrize("spec", ["auto", "all", "sample"])
def test_all_of_a_16_bit_format(fmt, spec):
    inputs = select_inputs(spec, fmt)
    assert (inputs.evidence, inputs.count) == ("exhaustive", 65_536)
    assert inputs.description == "all 65,536 values"
    values = whole(inputs)
    assert values.dtype == fmt.dtype
    bits = fmt.bits_of_values(values)
    assert sorted(bits.tolist()) == list(range(1 << 16)), "every pattern, once"
    numbers = 2 * (fmt.end_bits + 1)
    assert (bits[:numbers] == fmt.bits_of_values(fmt.all_values())).all(), "in ordinal order"
    assert (bits[numbers:] == fmt.bits_of_values(fmt.nan_values())).all(), "then every NaN"


def test_all_of_float32_is_lazy():
    inputs = select_inputs("all", "float32")
    assert (inputs.evidence, inputs.count) == ("exhaustive", 2**32)
    assert all(isinstance(piece, range) for piece in inputs.pieces)
    first = next(inputs.blocks())
    assert len(first) == 1 << 16 and first[0] == -np.inf and first[1] == np.finfo(np.float32).min
    # the NaNs, both ends of both signs
    low, high = (SINGLE.values(np.array(piece[:: len(piece) - 1])) for piece in inputs.pieces[1:])
    assert SINGLE.bits_of_values(low).tolist() == [0x7F800001, 0x7FFFFFFF]
    assert SINGLE.bits_of_values(high).tolist() == [0xFF800001, 0xFFFFFFFF]


def test_blocks_cover_every_piece_once_whatever_their_size():
    inputs = select_inputs("all", HALF)
    expected = whole(inputs).view(np.uint16)
    for size in (1000, 4096, 10**6):
        blocks = list(inputs.blocks(size))
        assert max(map(len, blocks)) <= size and all(block.ndim == 1 for block in blocks)
        assert (np.concatenate(blocks).view(np.uint16) == expected).all()
    with pytest.raises(ValueError, match="at least one"):
        next(inputs.blocks(0))


def test_a_block_is_the_callers_own():
    inputs = InputSet(SINGLE, (np.arange(4, dtype=np.float32),), "given", "")
    next(inputs.blocks())[:] = 9
    assert whole(inputs).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("fmt", [SINGLE, DOUBLE], ids=lambda fmt: fmt.name)
@pytest.mark.parametrize("spec", ["auto", "sample"])
def test_sample(fmt, spec):
    inputs = select_inputs(spec, fmt)
    assert (inputs.evidence, inputs.count) == ("sample", 1 << 18)
    assert inputs.description == "262,144 sampled values, seed 0"
    values = whole(inputs)
    assert np.isnan(values[-1]) and not np.isnan(values[:-1]).any(), "one NaN, at the end"
    assert (np.diff(fmt.ordinals(values[:-1])) > 0).all(), "ordinal order"


@pytest.mark.parametrize("samples", [1, 2, 3, 10, 63_490, 63_491])
def test_small_and_large_samples(samples):
    inputs = select_inputs("sample", HALF, samples=samples, seed=5)
    values = whole(inputs)
    if samples == 63_491:  # every number and a NaN: then the other NaNs come too
        assert (inputs.count, inputs.evidence) == (65_536, "exhaustive")
    else:
        assert (inputs.count, inputs.evidence) == (samples, "sample")
        assert np.isnan(values).sum() == (samples > 1)
    assert np.isfinite(values).any()
    one = select_inputs("sample", HALF, samples=1)
    assert one.description == "1 sampled value, seed 0"


WORDS = [
    ("1:2", HALF, "given", "every value from 1.0 to 2.0 (1,025)"),
    ("-65504:65504", HALF, "exhaustive", "every value from -65504.0 to 65504.0 (63,488)"),
    ("-inf:inf", SINGLE, "exhaustive", "every value from -inf to inf (4,278,190,082)"),
    ("-65504:65504:100", HALF, "given", "100 values from -65504.0 to 65504.0, even in ordinals"),
    ("-inf:65504", HALF, "exhaustive", "every value from -inf to 65504.0 (63,489)"),
    ("-65504:65472", HALF, "given", "every value from -65504.0 to 65472.0 (63,487)"),
]


@pytest.mark.parametrize("spec, fmt, evidence, description", WORDS, ids=lambda v: str(v)[:20])
def test_evidence_and_description(spec, fmt, evidence, description):
    inputs = select_inputs(spec, fmt)
    assert (inputs.evidence, inputs.description) == (evidence, description)


def test_special():
    inputs = select_inputs("special", DOUBLE)
    values = whole(inputs)
    assert inputs.evidence == "given" and np.isnan(values[-1])
    assert inputs.description == f"{len(values):,} special values"
    assert {0.0, 1.0, math.inf, -math.inf, 5e-324} <= set(values[:-1].tolist())


def test_hardest():
    """0x1.5fp-10 of float16 is gelu's, and 125·2^-51 of float64 the derivative's of its sigmoid."""
    for fmt, x in ((HALF, float.fromhex("0x1.5fp-10")), (DOUBLE, 125 * 2.0**-51)):
        inputs = select_inputs("hardest", fmt)
        values = whole(inputs).tolist()
        assert x in values and 100 < len(values) == len(set(values)) <= 6 * 50
        assert inputs.evidence == "given" and all(map(math.isfinite, values))
        assert inputs.description == f"{len(values)} values that are hardest to round, as published"
    with pytest.raises(UsageError, match="none are kept of toy"):
        select_inputs("hardest", Format("toy", 6, 3))


def test_file_and_standard_input(tmp_path):
    np.save(tmp_path / "x.npy", np.array([1, 2.5]))
    inputs = select_inputs(tmp_path / "x.npy", HALF)
    assert whole(inputs).tolist() == [1, 2.5] and whole(inputs).dtype == np.float16
    assert (inputs.evidence, inputs.description) == ("given", "2 values from x.npy")
    inputs = select_inputs("-", BRAIN, stdin=io.StringIO("1\n"))
    assert whole(inputs).tolist() == [1]
    assert inputs.description == "1 value from standard input"


def test_round_inputs(tmp_path):
    (tmp_path / "x.txt").write_text("2049\n")
    with pytest.raises(InputsError, match="float16 has no value 2049"):
        select_inputs(str(tmp_path / "x.txt"), HALF)
    inputs = select_inputs(str(tmp_path / "x.txt"), HALF, round_inputs=True)
    assert whole(inputs).tolist() == [2048]
    assert select_inputs("2049:2053", HALF, round_inputs=True).count == 2, "2050, 2052"


def test_no_signs_of_the_machine_in_the_description(tmp_path):
    path = tmp_path / "odd\x1b\nname.txt"
    path.write_text("1\n")
    description = select_inputs(str(path), HALF).description
    assert str(tmp_path) not in description and description.isprintable()


REFUSED = [
    ("all", DOUBLE, {}, UsageError, "cannot be exhausted"),
    ("auto", HALF, {"samples": 0}, UsageError, "--samples 0"),
    ("sample", DOUBLE, {"samples": -1}, UsageError, "--samples -1"),
    ("sample", DOUBLE, {"samples": 10**12}, UsageError, "--samples 1000000000000"),
    ("sample", DOUBLE, {"seed": -1}, UsageError, "--seed -1"),
    ("-", HALF, {}, UsageError, "no standard input"),
    ("-", HALF, {"stdin": io.BytesIO()}, InputsError, "holds no numbers"),
    ("2:1", HALF, {}, UsageError, "runs backwards"),
    ("a:b", HALF, {}, InputsError, "cannot read a:b"),
    ("everything", HALF, {}, InputsError, "cannot read everything"),
    ("", HALF, {}, InputsError, "cannot read"),
    (".", HALF, {}, InputsError, "is a directory"),
]


@pytest.mark.parametrize("spec, fmt, options, kind, words", REFUSED, ids=range(len(REFUSED)))
def test_refused(spec, fmt, options, kind, words):
    with pytest.raises(kind) as caught:
        select_inputs(spec, fmt, **options)
    assert words in caught.value.what and caught.value.mend
    assert caught.value.exit_code == 2 and str(caught.value).isprintable()


def test_an_unknown_format_names_those_there_are():
    with pytest.raises(UsageError, match=r"float24.*float16, bfloat16, float32, float64"):
        select_inputs("auto", "float24")
