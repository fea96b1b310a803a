"""x³ with one rounding, against exact fractions: ties, subnormals, overflow."""

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.forms.cube import cube_double, cube_single

CUBES = [("float32", cube_single), ("float64", cube_double)]


def check(fmt, cube, x, slow):
    exact = slow(fmt)
    with np.errstate(all="ignore"):
        got = cube(x.astype(fmt.dtype))
    assert got.dtype == fmt.dtype
    due = np.array([exact.cube(v) for v in x.astype(np.float64).tolist()])
    wrong = ~((got == due) & (np.signbit(got) == np.signbit(due)))
    assert not wrong.any(), (x[wrong][:3], got[wrong][:3], due[wrong][:3])
    return due


@pytest.mark.parametrize(("dtype", "cube"), CUBES)
def test_exact_ties(dtype, cube, slow):
    """Odd n whose n³ has p + 1 bits: every cube lies halfway between two values."""
    fmt = FORMATS[dtype]
    first, last = (int(2 ** ((fmt.precision + k) / 3)) + k for k in (0, 1))
    n = np.arange(first | 1, last, 2)[:3000].astype(float)
    cubes = [int(v) ** 3 for v in n]
    n = n[[c.bit_length() == fmt.precision + 1 for c in cubes]]
    assert n.size > 20
    for scale in (1.0, -1.0, 2.0**-20, 2.0 ** (fmt.emin // 3 + 20), 2.0 ** (fmt.emax // 3 - 25)):
        check(fmt, cube, n * scale, slow)


@pytest.mark.parametrize(("dtype", "cube"), CUBES)
def test_next_to_a_tie(dtype, cube, slow):
    """Cube roots of halfway points and their neighbours: the worst cases that are cheap to find."""
    fmt, rng = FORMATS[dtype], np.random.default_rng(3)
    spacing = 2.0 ** (1 - fmt.precision)
    y = 1 + (np.floor(rng.uniform(0, 7, 800) / spacing) + 0.5) * spacing
    root = np.cbrt(y).astype(fmt.dtype).astype(float)
    step = spacing * rng.integers(-2, 3, root.size)
    check(fmt, cube, (root + step) * rng.choice([-1, 1], root.size), slow)


@pytest.mark.parametrize(("dtype", "cube"), CUBES)
def test_subnormal_results(dtype, cube, slow):
    """Around k and k + 1/2 units of the subnormal range; 2^-50 cubed is exactly half of one."""
    fmt = FORMATS[dtype]
    k = np.arange(1, 400) / 2
    unit = 2.0 ** (fmt.quantum % 3)
    root = np.cbrt(k * unit) * 2.0 ** (fmt.quantum // 3)
    near = [root, np.nextafter(root, 0), np.nextafter(root, 1)]
    if dtype == "float32":
        single = root.astype(np.float32)
        one = np.float32(1)
        near = [single, np.nextafter(single, 0 * one), np.nextafter(single, one)]
    exponents = np.random.default_rng(5).uniform(fmt.quantum / 3 - 1, fmt.emin / 3 + 1, 800)
    near.append((2.0**exponents).astype(fmt.dtype))
    near.append(np.array([2.0**-50, -(2.0**-50), 2.0**-358, 2.0**-359, -(2.0**-358)]))
    x = np.concatenate([part.astype(float) for part in near])
    due = check(fmt, cube, np.concatenate([x, -x]), slow)
    assert ((np.abs(due) < fmt.smallest_normal) & (due != 0)).sum() > 500


@pytest.mark.parametrize(("dtype", "cube"), CUBES)
def test_random_and_special(dtype, cube, slow, agree):
    fmt = FORMATS[dtype]
    x = agree.draw(fmt, 3000, 4)
    x = x[np.isfinite(x)]
    edge = np.cbrt(fmt.largest)
    far = edge * (1 + np.arange(-20, 21) * 2.0 ** (2 - fmt.precision))
    small = fmt.smallest_subnormal
    odd = [0.0, -0.0, np.inf, -np.inf, fmt.largest, -fmt.largest, small, -small, 3 * small]
    x = np.concatenate([x.astype(float), far, -far, odd]).astype(fmt.dtype)
    check(fmt, cube, x, slow)
    with np.errstate(all="ignore"):
        assert np.isnan(cube(np.array([np.nan], fmt.dtype))).all()


@pytest.mark.parametrize(("dtype", "cube"), CUBES)
@pytest.mark.parametrize("shape", [(), (0,), (2, 3)])
def test_shapes(dtype, cube, shape):
    for value, due in ((0.5, 0.125), (2.0**-500, 0.0 if dtype == "float64" else None)):
        if due is not None:
            got = cube(np.full(shape, value, dtype))
            assert np.shape(got) == shape
            assert (got == due).all()


def test_layouts_of_exact_cubes(slow):
    """Values that go through exact integers are put back where they came from."""
    x = np.array([[2.0**-357.5, 1.0, -(2.0**-358)], [3.0, 2.0**-357, 208065.0]])
    due = cube_double(x.ravel()).reshape(x.shape)
    for given in (np.asfortranarray(x), x[::-1][::-1], np.ascontiguousarray(x.T).T):
        np.testing.assert_array_equal(cube_double(given), due)
    exact = slow(FORMATS["float64"])
    np.testing.assert_array_equal(due.ravel(), [exact.cube(v) for v in x.ravel().tolist()])
