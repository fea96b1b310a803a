"""The GELUs of a network against mpmath and against the writings themselves."""

import mpmath
import numpy as np
import pytest

from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS
from gelucheck.forms.arithmetic import ARITHMETICS, compute
from gelucheck.forms.catalogue import find_writing
from gelucheck.network.activation import exact_gelu, writing_gelu

SPECIALS = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 5.0, -3.0]
ROWS = [
    (fmt, arithmetic)
    for fmt in FORMATS.values()
    for arithmetic, wide in ARITHMETICS.items()
    if wide(fmt) is not None
]


def drawn(fmt, count):
    values = np.random.default_rng(5).standard_normal(count) * 2
    values[: len(SPECIALS)] = SPECIALS
    return fmt.round_array(values)


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=str)
def test_the_exact_one_is_correctly_rounded(fmt):
    x = drawn(fmt, 60)
    found = fmt.bits_of_values(exact_gelu(fmt)(x))
    with mpmath.workdps(60):
        for given, bits in zip(x.astype(np.float64).tolist(), found.tolist(), strict=True):
            if given == -np.inf:
                want = fmt.sign_bit  # the limit, -0
            elif not np.isfinite(given) or given == 0:
                want = fmt.round(given)
            else:
                number = mpmath.mpf(given)
                want = fmt.round(number * mpmath.erfc(-number / mpmath.sqrt(2)) / 2)
            assert bits == want, given


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=str)
def test_far_right_it_is_x_in_any_company(fmt):
    """Theorem: GELU rounds to x from 8.3 on in every format."""
    x = fmt.round_array(np.linspace(9, 3000, 20_000))
    for some in (x, x[-100:], x[:1], np.append(x[-3:], fmt.dtype.type(np.inf))):
        assert exact_gelu(fmt)(some).tobytes() == some.tobytes()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("count", [40, 40_000], ids=["few", "many"])
@pytest.mark.parametrize("form", ["erf", "tanh", "sigmoid"])
@pytest.mark.parametrize(("fmt", "arithmetic"), ROWS, ids=str)
def test_a_writing_is_computed_number_by_number(fmt, arithmetic, form, count):
    """Looked up or computed, in any order and company, of any shape: the same bits."""
    x = drawn(fmt, count)
    found = writing_gelu(form, fmt, arithmetic)(x.reshape(4, -1, 2))
    assert (found.shape, found.dtype) == ((4, count // 8, 2), fmt.dtype)
    some = np.arange(count)[:: max(count // 40, 1)]
    alone = [compute(find_writing(form).call, x[i : i + 1], fmt, arithmetic) for i in some]
    assert found.ravel()[some].tobytes() == np.concatenate(alone).tobytes()


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=str)
def test_the_order_of_the_numbers_changes_no_bit(fmt):
    x = drawn(fmt, 20_000)
    order = np.argsort(x.astype(np.float64), kind="stable")
    for gelu in (exact_gelu(fmt), writing_gelu("tanh", fmt, "native")):
        assert gelu(x)[order].tobytes() == gelu(x[order]).tobytes()
        assert gelu(x[:100]).tobytes() == gelu(x)[:100].tobytes()


@pytest.mark.parametrize("count", [8, 40_000])
def test_what_comes_is_a_new_array(count):
    for fmt in FORMATS.values():
        x = np.full(count, 100.0).astype(fmt.dtype)  # GELU is x here
        before = x.copy()
        for gelu in (exact_gelu(fmt), writing_gelu("sigmoid", fmt, "native")):
            found = gelu(x)
            assert not np.shares_memory(found, x)
            found[:] = 0
            assert (x == before).all()
            assert (gelu(x) == before).all()


def test_an_array_that_is_laid_out_otherwise():
    fmt = FORMATS["float32"]
    x = drawn(fmt, 24).reshape(4, 6)
    gelu = exact_gelu(fmt)
    assert gelu(x.T).tobytes() == np.ascontiguousarray(gelu(x).T).tobytes()
    assert gelu(x[:, ::2]).tobytes() == np.ascontiguousarray(gelu(x)[:, ::2]).tobytes()


def test_minus_infinity_is_what_the_writing_makes_of_it():
    fmt = FORMATS["float32"]
    (exact,) = exact_gelu(fmt)(np.array([-np.inf], np.float32))
    (written,) = writing_gelu("erf", fmt, "native")(np.array([-np.inf], np.float32))
    assert exact == 0
    assert np.signbit(exact)
    assert np.isnan(written)  # -inf·(1 - 1)


def test_a_form_that_there_is_not():
    with pytest.raises(UsageError, match="unknown form 'quick'"):
        writing_gelu("quick", FORMATS["float32"], "native")
