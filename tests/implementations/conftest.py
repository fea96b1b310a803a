"""What the tests of the libraries' kinds share: exact values, patterns, and arrays as they come."""

import mpmath
import numpy as np
import pytest

from gelucheck.formats import FORMATS

# each is a value of all four formats
POINTS = (-2.0, -1.5, -1.0, -0.625, -0.25, -0.0078125, 0.0078125, 0.5, 1.0, 1.75, 2.5, 4.0)


def exact(form: str, function: str, x: float) -> mpmath.mpf:
    """The value of a form, or of its derivative, at 40 digits."""
    sigmoid = {
        "erf": mpmath.ncdf,
        "tanh": lambda t: (
            (1 + mpmath.tanh(mpmath.sqrt(2 / mpmath.pi) * (t + mpmath.mpf("0.044715") * t**3))) / 2
        ),
        "sigmoid": lambda t: 1 / (1 + mpmath.exp(-mpmath.mpf("1.702") * t)),
    }[form]
    with mpmath.workdps(40):
        if function == "gelu":
            return x * sigmoid(mpmath.mpf(x))
        return mpmath.diff(lambda t: t * sigmoid(t), mpmath.mpf(x))


@pytest.fixture
def errors():
    """(apply, name of a format, form, function) -> errors at POINTS, and what is asked of them.

    Forward: twice the spacing at 1, times x, for 1 + erf and 1 + tanh cancel on the left.
    Gradient: eight times that spacing, for its terms are of that size and cancel. The spacing is
    that of the format, or of the one that ``digits`` names.
    """

    def measure(apply, name, form, function="gelu", digits=None):
        fmt = FORMATS[name]
        x = np.array(POINTS, fmt.dtype)
        got = apply(x, fmt)
        assert (got.shape, got.dtype) == (x.shape, fmt.dtype)
        due = [exact(form, function, point) for point in POINTS]
        off = [abs(mpmath.mpf(float(g)) - d) for g, d in zip(got, due, strict=True)]
        unit = mpmath.mpf(2) ** (1 - FORMATS[digits or name].precision)
        forward = [2 * unit * abs(point) for point in POINTS]
        return off, [8 * unit] * len(off) if function == "gelu_grad" else forward

    return measure


@pytest.fixture
def steps():
    """(apply, name of a format, form, points) -> steps from the correctly rounded value of each."""

    def measure(apply, name, form, points):
        fmt = FORMATS[name]
        want = fmt.values_of_bits([fmt.round(exact(form, "gelu", point)) for point in points])
        got = apply(np.array(points, fmt.dtype), fmt)
        return np.abs(fmt.ranks(got) - fmt.ranks(want)).tolist()

    return measure


@pytest.fixture
def patterns():
    """Name of a format -> values that show whether bits are kept.

    All of a 16-bit format. Else zeros, infinities, both ends of the subnormals, NaNs with payloads,
    quiet and signalling, of both signs; and 4,096 patterns at random.
    """

    def values(name):
        fmt = FORMATS[name]
        if fmt.bits == 16:
            return fmt.values_of_bits(np.arange(1 << 16))
        top, quiet = fmt.infinity_bits, fmt.nan_bits
        normal = 1 << (fmt.precision - 1)
        chosen = [0, 1, 2, normal - 1, normal, top - 1, top, top + 1, quiet - 1, quiet, quiet + 5]
        chosen += [bits | fmt.sign_bit for bits in chosen]
        others = np.random.default_rng(7).integers(0, 2**fmt.bits, 4096, fmt.uint)
        return fmt.values_of_bits(np.concatenate([np.array(chosen, fmt.uint), others]))

    return values


@pytest.fixture
def layouts():
    """A format's name -> arrays of it: strided, turned round, transposed, broadcast, 0-d, empty."""

    def arrays(name):
        x = np.linspace(-3, 3, 24).astype(FORMATS[name].dtype).reshape(4, 6)
        return {
            "strided": x[::2, 1::2],
            "reversed": x[::-1, ::-1],
            "transposed": x.T,
            "broadcast": np.broadcast_to(x[0], (3, 6)),
            "read only": read_only(x),
            "three dimensions": x.reshape(2, 3, 4),
            "0-d": x[0, 0, ...],
            "empty": x[:0],
            "empty inside": np.empty((2, 0, 3), x.dtype),
        }

    return arrays


def read_only(x: np.ndarray) -> np.ndarray:
    x = x.copy()
    x.flags.writeable = False
    return x
