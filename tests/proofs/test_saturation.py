"""Thresholds of GELU in each format, against every value of it, or against mpmath next to them."""

import math

import mpmath
import numpy as np
import pytest

import gelucheck
from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS, Format
from gelucheck.inputs.worst import THRESHOLDS
from gelucheck.proofs.certificate import document
from gelucheck.proofs.replay import Rejected, replay
from gelucheck.proofs.saturation import saturation

# mpmath at 300 bits over every value of the 8- and 16-bit formats; next to the thresholds of the
# others. identity, zero, half, and the number in between
EXPECTED = {
    "float16": ("0x1.b94p+1", "-0x1.6e8p+2", "0x1.958p-12", 27_635),
    "bfloat16": ("0x1.64p+1", "-0x1.b2p+3", "0x1.96p-9", 2_805),
    "float32": ("0x1.563db2p+2", "-0x1.cb64eap+3", "0x1.954eccp-25", 461_079_170),
    "float64": (
        "0x1.06ce5350d65dap+3",
        "-0x1.34a4208ec1ea4p+5",
        "0x1.954eca30f7938p-54",
        518_210_060_646_257_166,
    ),
    "float8_e4m3fn": ("0x1.ep+0", "-0x1.cp+1", "0x1.ap-5", 91),
    "float8_e5m2": ("0x1.8p+0", "-0x1.4p+2", "0x1.cp-4", 37),
}
SMALL = [name for name, fmt in FORMATS.items() if fmt.bits <= 16]
LARGE = ["float32", "float64"]


def thresholds(name: str) -> tuple[float, float, float, float, int]:
    proved = saturation(FORMATS[name])
    assert all(one.lower == one.upper for one in proved[:4])
    return *(one.lower for one in proved[:4]), proved[0].certificate["between"]


@pytest.mark.parametrize("name", FORMATS)
def test_the_thresholds_are_those_of_mpmath(name):
    identity, zero, half, between = EXPECTED[name]
    half = float.fromhex(half)
    expected = float.fromhex(identity), float.fromhex(zero), -half, half, between
    assert thresholds(name) == expected


@pytest.mark.parametrize("name", FORMATS)
def test_the_checker_proves_them(name):
    fmt = FORMATS[name]
    proved = saturation(fmt)
    (checked,) = replay(document(proved))
    assert checked.kind == "saturation"
    identity, zero, left, right, between = thresholds(name)
    for told in (
        f"{fmt.precision} bits",
        f"exponent {fmt.emin},",
        f"value {fmt.largest!r}",
        f"x from {identity!r}",
        f"-0 from {zero!r}",
        f"between {left!r}",
        f"and {right!r}",
        f"{between} values",
    ):
        assert told in checked.statement


@pytest.mark.parametrize("name", FORMATS)
def test_no_neighbour_of_a_threshold_is_proved(name):
    fmt = FORMATS[name]
    real = saturation(fmt)[0].certificate
    given = [(key, None) for key in ("identity", "zero")] + [("half", 0), ("half", 1)]
    for key, end in given:
        value = float.fromhex(real[key] if end is None else real[key][end])
        place = fmt.ordinal(fmt.bits_of(value))
        for step in (-1, 1):
            near = fmt.value(fmt.bits_at(place + step)).hex()
            ends = [near if k == end else text for k, text in enumerate(real["half"])]
            made = real | {key: near if end is None else ends}
            # nor with the count put right
            for between in (real["between"] + change for change in (-1, 0, 1)):
                theorems = [made | {"between": between}]
                with pytest.raises(Rejected):
                    replay(document([]) | {"theorems": theorems})


def test_a_format_that_ends_before_a_threshold_is_refused():
    """In one whose largest value is 3.5 there is no -5.7265625, and fewer values are between."""
    real = saturation(FORMATS["float16"])[0].certificate
    for largest in (3.5, 4.0, 5.72265625):
        theorems = [real | {"largest": largest.hex()}]
        with pytest.raises(Rejected, match="out of order"):
            replay(document([]) | {"theorems": theorems})


def rounded_half(fmt, x: np.ndarray) -> np.ndarray:
    """x/2, where it is halfway between two values the upper one; x in float64, exact."""
    steps = x / fmt.smallest_subnormal / 2
    return np.where(
        abs(x) < 2 * fmt.smallest_normal, np.ceil(steps) * fmt.smallest_subnormal, x / 2
    )


def simple(fmt, x: np.ndarray):
    """Where the correctly rounded GELU is x, -0, or x/2; the oracle is of mpmath and tables."""
    exact = x.astype(np.float64)
    y = gelucheck.oracle(x, dtype=fmt.name).astype(np.float64)
    gone = (y == 0) & np.signbit(y) & (exact != 0)
    return y == exact, gone, (y == rounded_half(fmt, exact)) | (exact == 0)


@pytest.mark.parametrize("name", SMALL)
def test_every_value_of_a_small_format(name):
    fmt = FORMATS[name]
    values = fmt.all_values()
    values = values[np.isfinite(values.astype(np.float64))]
    x = values.astype(np.float64)
    same, gone, halves = simple(fmt, values)
    identity = x[len(x) - np.argmin(same[::-1])]
    zero = x[np.argmin(gone) - 1]
    middle = len(x) // 2  # +0
    right = x[middle + np.argmin(halves[middle:])]
    left = x[middle - 1 - np.argmin(halves[:middle][::-1])]
    between = ~((x >= identity) | (x <= zero) | ((x > left) & (x < right)))
    assert thresholds(name) == (identity, zero, left, right, np.count_nonzero(between))
    # before the threshold the result is x at both zeros and, a tie upward, at the least value
    before = x[same & (x < identity)]
    assert before.tolist() == [0, 0, fmt.smallest_subnormal]


def exact_gelu(x: float) -> mpmath.mpf:
    with mpmath.workprec(400):
        return mpmath.mpf(x) * mpmath.erfc(-mpmath.mpf(x) / mpmath.sqrt(2)) / 2


def gives(fmt, x: float, y: float) -> bool:
    """Whether GELU(x) is nearer to y than half-way to each neighbour."""
    place = fmt.ranks(np.array([y], fmt.dtype))[0]
    near = [float(fmt.values(int(place) + step - (place + step < 0))) for step in (-1, 1)]
    with mpmath.workprec(400):
        low, high = ((mpmath.mpf(y) + other) / 2 for other in near)
        return bool(low < exact_gelu(x) < high)


@pytest.mark.parametrize("name", LARGE)
def test_a_threshold_and_its_neighbour(name):
    fmt = FORMATS[name]

    def after(x, toward):
        return float(np.nextafter(np.array(x, fmt.dtype), np.array(toward, fmt.dtype)))

    identity, zero, left, right, between = thresholds(name)
    assert gives(fmt, identity, identity) and not gives(fmt, after(identity, 0), after(identity, 0))
    assert gives(fmt, zero, 0.0) and not gives(fmt, after(zero, 0), 0.0)
    for end in (left, right):
        assert gives(fmt, after(end, 0), after(end, 0) / 2) and not gives(fmt, end, end / 2)
    # the patterns of positive values are consecutive integers
    counted = [
        int(np.array(abs(x), fmt.dtype).view(fmt.uint)) for x in (identity, right, zero, left)
    ]
    assert between == counted[0] - counted[1] + counted[2] - counted[3]


def test_regions_of_float32():
    fmt = FORMATS["float32"]
    identity, zero, left, right, _ = thresholds("float32")
    drawn = np.random.default_rng(0)
    for low, high, which in (
        (identity, fmt.largest, 0),
        (-fmt.largest, zero, 1),
        (math.nextafter(left, 0), -0.0, 2),
        (0.0, math.nextafter(right, 0), 2),
    ):
        ends = fmt.ordinals(np.array([low, high], np.float32))
        x = fmt.values(drawn.integers(ends[0], ends[1], 20_000))
        assert simple(fmt, x)[which].all()


@pytest.mark.parametrize("name", THRESHOLDS)
def test_the_inputs_know_the_thresholds(name):
    identity, zero, left, right, _ = thresholds(name)
    assert THRESHOLDS[name].values() == (identity, zero, right, left)


@pytest.mark.parametrize("name", FORMATS)
def test_a_count_is_enclosed(name):
    proved = saturation(FORMATS[name])[-1]
    between = EXPECTED[name][-1]
    assert proved.lower <= between <= proved.upper <= math.nextafter(proved.lower, math.inf)
    assert (proved.lower == proved.upper) == (float(between) == between)
    assert f"{between:,} are between" in proved.sentence


@pytest.mark.parametrize("name", FORMATS)
def test_what_stands_in_a_run(name):
    proved = saturation(FORMATS[name])
    assert len({one.name for one in proved}) == 5 and {one.group for one in proved} == {
        "saturation"
    }
    assert all(one.certificate is proved[0].certificate for one in proved)
    assert all(name in one.sentence for one in proved)


def test_a_format_without_such_regions():
    with pytest.raises(UsageError, match="coarse"):
        saturation(Format("coarse", 6, 3))
