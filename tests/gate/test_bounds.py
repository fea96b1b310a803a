"""Bounds as they are written, and bounds that cannot fail."""

import math

import numpy as np
import pytest

from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS
from gelucheck.gate.bounds import idle, parse_bound

READ = [
    # figure, as written, bound, times 1 + k
    ("max_ulp", 2, 2.0, False),
    ("max_ulp", 0, 0.0, False),
    ("max_ulp", -0.0, 0.0, False),
    ("max_ulp", "2", 2.0, False),
    ("max_ulp", " .5 ", 0.5, False),
    ("max_ulp", "2.", 2.0, False),
    ("max_ulp", "1e-3", 0.001, False),
    ("max_ulp", "5(1+k)", 5.0, True),
    ("max_ulp", "5*(1+k)", 5.0, True),
    ("max_ulp", " 2.5 * ( 1 + k ) ", 2.5, True),
    ("max_ulp", ".5(1+k)", 0.5, True),
    ("max_ulp", "5e-1(1+k)", 0.5, True),
    ("max_ulp", "0(1+k)", 0.0, True),
    ("max_ulp", np.float64(1.5), 1.5, False),
    ("max_steps", 3, 3, False),
    ("max_steps", 3.0, 3, False),
    ("max_steps", "3", 3, False),
    ("max_steps", "1e1", 10, False),
    ("max_steps", np.int64(3), 3, False),
    ("max_steps", 2**60 + 1, 2**60 + 1, False),
    ("max_steps", str(2**60 + 1), 2**60 + 1, False),
    ("atol", 5e-324, 5e-324, False),
    ("mean_abs", 0, 0.0, False),
    ("correctly_rounded", 1, 1.0, False),
    ("correctly_rounded", "0.07", 0.07, False),
    ("correctly_rounded", "99%", 0.99, False),
    # divided exactly: 99.9 / 100 in float64 is another number
    ("correctly_rounded", "99.9 %", 0.999, False),
    ("correctly_rounded", 1e-300, 1e-300, False),
]


@pytest.mark.parametrize("figure, written, bound, scaled", READ)
def test_read(figure, written, bound, scaled):
    found = parse_bound(figure, written)
    assert found == (bound, scaled)
    assert type(found[0]) is (int if figure == "max_steps" else float)
    assert math.copysign(1, found[0]) == 1, "a zero has no sign that shows"


REFUSED = [
    *[
        (figure, written)
        for figure in ("atol", "max_ulp", "max_steps", "max_abs", "max_rel", "mean_abs")
        for written in (-1, -5e-324, math.nan, math.inf, True, None, [], "", "-1", "nan", "inf",
                        "1e999", "x", "1 2", "0x10", "1_000", "٣", 10**400, "9" * 400, b"1")
    ],
    ("max_steps", 1.5),
    ("max_steps", "1.5"),
    ("max_steps", "5(1+k)"),
    ("max_abs", "5(1+k)"),
    ("atol", "5(1+k)"),
    ("max_ulp", "5(1+x)"),
    ("max_ulp", "5(k+1)"),
    ("max_ulp", "(1+k)"),
    ("max_ulp", "-5(1+k)"),
    ("max_ulp", "1e999(1+k)"),
    ("max_ulp", "5(1+k) ulp"),
    ("correctly_rounded", 0),
    ("correctly_rounded", 0.0),
    ("correctly_rounded", 1.0000000000000002),
    ("correctly_rounded", 99),
    ("correctly_rounded", "101%"),
    ("correctly_rounded", "0%"),
    ("correctly_rounded", "%"),
    ("max_ulp", "99%"),
]  # fmt: skip


@pytest.mark.parametrize("figure, written", REFUSED)
def test_refused(figure, written):
    """Nothing is above NaN or infinity: such a limit would pass everything."""
    with pytest.raises(UsageError, match=figure) as caught:
        parse_bound(figure, written)
    assert len(str(caught.value)) < 250 and caught.value.mend


# beyond it a bound lets a result through of which every digit is lost
IDLE = [
    ("max_ulp", "float16", 2.0**10),
    ("max_ulp", "bfloat16", 2.0**7),
    ("max_ulp", "float32", 2.0**23),
    ("max_ulp", "float64", 2.0**52),
]


@pytest.mark.parametrize("figure, dtype, most", IDLE)
def test_ulp_that_cannot_fail(figure, dtype, most):
    assert idle(figure, most, FORMATS[dtype]) == ""
    reason = idle(figure, math.nextafter(most, math.inf), FORMATS[dtype])
    assert dtype in reason and "cannot fail" in reason


@pytest.mark.parametrize("dtype", FORMATS)
def test_steps_that_cannot_fail(dtype):
    fmt = FORMATS[dtype]
    ends = fmt.round_array(np.array([-fmt.largest, fmt.largest]))
    apart = int(fmt.ranks(ends)[1]) - int(fmt.ranks(ends)[0])
    assert idle("max_steps", apart - 1, fmt) == ""
    assert "cannot fail" in idle("max_steps", apart, fmt)


@pytest.mark.parametrize("figure", ["atol", "max_abs", "mean_abs"])
def test_absolute_errors_that_cannot_fail(figure):
    """65504 is the largest number of float16: a zero instead of it is that much off."""
    assert idle(figure, 65503.99, FORMATS["float16"]) == ""
    assert idle(figure, 65504.0, FORMATS["float16"])
    assert idle(figure, 65504.0, FORMATS["float32"]) == ""


@pytest.mark.parametrize("figure", ["max_rel", "correctly_rounded"])
def test_figures_that_can_always_fail(figure):
    """A number for next to nothing is off by any factor; and none may be right."""
    for fmt in FORMATS.values():
        assert idle(figure, 1.0, fmt) == ""
