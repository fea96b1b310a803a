"""What is said by hand of the functions: symmetries, ranges, what f(x) - x/2 is near 0."""

import mpmath
import pytest
from flint import arb, ctx

from gelucheck.errors import UsageError
from gelucheck.reference.functions import FUNCTIONS, REFERENCES, find_function

LAWS = {
    "odd": lambda x, y: -y,
    "x_plus": lambda x, y: x + y,
    "one_minus": lambda x, y: 1 - y,
    "two_minus": lambda x, y: 2 - y,
    "inverse": lambda x, y: 1 / y,
    "mean": lambda x, y: y,
}


@pytest.fixture(autouse=True)
def precise():
    before = ctx.prec
    ctx.prec = 400
    yield
    ctx.prec = before


@pytest.mark.parametrize("name", list(FUNCTIONS))
def test_fold(name, agree):
    """f(x) from f(-x), by formulas that do not use the law."""
    function, truth = FUNCTIONS[name], agree.TRUTH[name]
    for x in (0.1, 0.75, 1.0, 3.5, 11.0):
        other = LAWS[function.fold](x, truth(arb(-x)))
        assert abs(truth(arb(x)) - other) < abs(other) * arb(2) ** -180


def test_mean():
    """cosh from the function whose table it is read from."""
    function = FUNCTIONS["op.cosh"]
    table = FUNCTIONS[function.table]
    for x in (0.1, 0.75, 11.0, 300.0):
        g = table.arb(arb(table.side * x))
        assert abs((g + 1 / g) / 2 - arb(x).cosh()) < arb(x).cosh() * arb(2) ** -180


@pytest.mark.parametrize("name", [name for name in REFERENCES if FUNCTIONS[name].half])
def test_half(name, agree):
    """0 < f(x) - x/2 <= x² for small x of either sign."""
    for exponent in (-1000, -300, -64, -20, -6, -3):
        ctx.prec = 400 - 2 * exponent
        for x in (arb(2) ** exponent, -(arb(2) ** exponent), arb(1.75) * arb(2) ** exponent):
            rest = agree.TRUTH[name](x) - x / 2
            assert rest > 0
            assert rest < x * x


@pytest.mark.parametrize("name", list(REFERENCES))
def test_range(name):
    """The extremes by mpmath's root finder on a numerical derivative at 60 digits."""
    low, high = FUNCTIONS[name].range
    mp = mpmath.MPContext()
    mp.dps = 60
    value = lambda x: FUNCTIONS[name].mp(mp, x)[0]  # noqa: E731
    start = -1.42 if name.endswith("_grad") else -0.75
    at = mp.findroot(lambda x: mp.diff(value, x), start)
    assert abs(value(at) - mp.mpf(low.numerator) / low.denominator) < mp.mpf(10) ** -39
    # it is the least of a wide grid, and what is given is below it to the digits that it has
    grid = [value(mp.mpf(k) / 16) for k in range(-160, 161)]
    assert min(grid) >= value(at)
    if name.endswith("_grad"):
        assert low + high == 1
        assert max(grid) <= 1 - value(at)
    else:
        assert high == float("inf")


@pytest.mark.parametrize("name", ["", "GELU", "erf", "op.sin", None, ["gelu"], 3])
def test_unknown_function(name):
    with pytest.raises(UsageError) as caught:
        find_function(name)
    assert all(known in str(caught.value) for known in REFERENCES)


def test_find_function():
    assert find_function("gelu") is FUNCTIONS["gelu"]
    assert find_function(FUNCTIONS["op.erf"]) is FUNCTIONS["op.erf"]
