"""Outputs whose origin is known are identified, or the honest tie that contains it is told."""

import math
from dataclasses import replace
from functools import cache, partial

import numpy as np
import pytest

from gelucheck.conformance.candidates import options
from gelucheck.conformance.identify import identify
from gelucheck.conformance.matching import matches, worse
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.inputs.selection import select_inputs

SEEDS = ("erf", "erfc", "tanh", "sigmoid", "correctly rounded", "truncated")
RANDOM = np.random.default_rng(11).normal(size=200) * 2
ALL_OPTIONS = [
    pytest.param(dtype, function, option, id=f"{dtype}-{function}-{option.form}-{option.label}")
    for dtype in STANDARD
    for function in ("gelu", "gelu_grad")
    for option in options(FORMATS[dtype], function)
]


def holds(found, option):
    """Whether the answer is right: the form, and each of writing and arithmetic told or tied."""
    assert found.verdict == "form" and found.form == option.form, found.sentence
    assert found.writing == option.writing or option.label in found.tied, found.sentence
    assert found.arithmetic in (option.arithmetic, None), found.sentence
    best = found.candidates[0]
    assert best.identical == found.inputs and best.distance == 0
    return True


class Tabled:
    """Candidates whose outputs are computed once for all of some inputs: then looked up."""

    def __init__(self, fmt, function, x):
        self.bits, places = np.unique(fmt.bits_of_values(x), return_index=True)
        self.x = x[places]
        self.options = tuple(
            replace(option, call=partial(self.call, option.call(self.x, fmt)))
            for option in options(fmt, function)
        )

    def call(self, outputs, x, fmt):
        places = np.searchsorted(self.bits, fmt.bits_of_values(x))
        assert np.array_equal(self.bits[places], fmt.bits_of_values(x))
        return outputs[places]


@pytest.fixture(scope="module")
def tabled():
    """(format, function) -> candidates over all values of a 16-bit format, or a sample of another,
    and some random ones."""

    @cache
    def make(dtype, function):
        fmt = FORMATS[dtype]
        x = select_inputs("auto", fmt, samples=4000).some(1 << 17)
        with np.errstate(invalid="ignore"):  # signalling NaNs
            x = x[~np.isnan(x.astype(np.float64))]
        return Tabled(fmt, function, np.concatenate([x, fmt.round_array(RANDOM)]))

    return make


@pytest.fixture
def known(tabled, monkeypatch, dtype, function, option):
    """The candidates, looked up, and among them the one to be found."""
    table = tabled(dtype, function)
    monkeypatch.setattr("gelucheck.conformance.identify.options", lambda *_: table.options)
    (one,) = (o for o in table.options if (o.form, o.label) == (option.form, option.label))
    return table, one


@pytest.mark.parametrize("function", ["gelu", "gelu_grad"])
@pytest.mark.parametrize("dtype", STANDARD)
def test_every_candidate_matches_itself_and_its_equals(tabled, dtype, function):
    """All values of a 16-bit format, a sample of the others: what is not told from a candidate's
    outputs gives every one of them."""
    fmt, table = FORMATS[dtype], tabled(dtype, function)
    telling = np.abs(table.x.astype(np.float64) + 1) < 4
    outputs = {id(each): each.call(table.x, fmt) for each in table.options}
    for one in table.options:
        found = matches(table.options, table.x, outputs[id(one)], fmt, telling)
        tied = [each.option for each in found if not worse(each, found[0])]
        assert any(each is one for each in tied)
        for other in tied:
            bits = [fmt.bits_of_values(outputs[id(each)]) for each in (one, other)]
            both = [np.isnan(outputs[id(each)].astype(np.float64)) for each in (one, other)]
            assert np.all((bits[0] == bits[1]) | (both[0] & both[1])), (one.label, other.label)


@pytest.mark.parametrize(
    "dtype, function, option", [case for case in ALL_OPTIONS if case.values[2].writing in SEEDS]
)
def test_the_seeds_are_told_from_all_values(known, dtype, function, option):
    fmt, (table, one) = FORMATS[dtype], known
    assert holds(identify(table.x, one.call(table.x, fmt), fmt, function), option)


@pytest.mark.parametrize("dtype, function, option", ALL_OPTIONS)
def test_two_hundred_random_values_will_do(known, dtype, function, option):
    fmt = FORMATS[dtype]
    x = fmt.round_array(RANDOM)
    assert holds(identify(x, known[1].call(x, fmt), fmt, function), option)


def erf_form(x):
    return np.array([0.5 * v * math.erfc(-v / math.sqrt(2)) if v > -38 else -0.0 for v in x])


def sigmoid(z):
    return 1 / (1 + np.exp(-np.clip(z, -700, 700)))


def noisy(size, relative=True):
    def call(x):
        noise = np.random.default_rng(2).normal(size=x.size) * size
        return erf_form(x) * (1 + noise) if relative else erf_form(x) + noise

    return call


def tanh_form(a, c):
    return lambda x: x * sigmoid(2 * a * (x + c * x**3))


ROOT = math.sqrt(2 / math.pi)
ODD = [
    # name, function, verdict, form, part of the sentence, formats that it is not seen in
    ("relu", lambda x: np.maximum(x, 0), "none", None, "none of the known forms", ()),
    ("identity", lambda x: x, "none", None, "none of the known forms", ()),
    ("half", lambda x: x / 2, "none", None, "none of the known forms", ()),
    ("zero", lambda x: x * 0, "none", None, "none of the known forms", ()),
    ("tanh itself", np.tanh, "none", None, "none of the known forms", ()),
    ("elu", lambda x: np.where(x > 0, x, np.expm1(np.minimum(x, 0))), "none", None, "none of", ()),
    ("mish", lambda x: x * np.tanh(np.logaddexp(0, x)), "none", None, "none of the known", ()),
    ("noise of 1 %", noisy(1e-2, False), "none", None, "none of the known forms", ()),
    ("silu", lambda x: x * sigmoid(x), "form", "sigmoid", "with 1 instead of 1.702", ()),
    ("swish", lambda x: x * sigmoid(1.5 * x), "form", "sigmoid", "with 1.5 instead of 1.702", ()),
    ("1.773", lambda x: x * sigmoid(1.773 * x), "form", "sigmoid", "with 1.773 instead", ()),
    (
        "swapped",
        tanh_form(0.044715, ROOT),
        "form",
        "tanh",
        "with 0.044715 instead of sqrt(2/pi)",
        (),
    ),
    ("page", tanh_form(0.7988, 0.04417), "form", "tanh", "with 0.7988 instead of sqrt(2/pi)", ()),
    (
        "0.0447",
        tanh_form(ROOT, 0.0447),
        "form",
        "tanh",
        "with 0.0447 instead",
        ("bfloat16",),
    ),
    ("noise below the format", noisy(1e-17), "form", "erf", "the erf form", ()),
]


@pytest.mark.parametrize(
    "call, verdict, form, part, unseen", [case[1:] for case in ODD], ids=[case[0] for case in ODD]
)
@pytest.mark.parametrize("dtype", STANDARD)
def test_odd_functions(call, verdict, form, part, unseen, dtype):
    fmt = FORMATS[dtype]
    x = fmt.round_array(np.random.default_rng(4).normal(size=2000) * 2)
    found = identify(x, fmt.round_array(call(x.astype(np.float64))), fmt)
    assert (found.verdict, found.form) == (verdict, form), found.sentence
    assert (part in found.sentence) == (dtype not in unseen), found.sentence
    if verdict == "none":
        assert (found.writing, found.arithmetic, found.tied) == (None, None, ())


COARSE = [
    # format, name, form: where fewer digits than 8 say it
    ("float8_e4m3fn", "zero", None),
    ("float8_e4m3fn", "silu", "sigmoid"),
    ("float8_e4m3fn", "mish", None),
    ("float8_e5m2", "zero", None),
    ("float8_e5m2", "relu", None),
    ("float8_e5m2", "noise below the format", "erf"),
]


@pytest.mark.parametrize("dtype, name, form", COARSE, ids=str)
def test_odd_functions_in_8_bits(dtype, name, form):
    (call,) = (case[1] for case in ODD if case[0] == name)
    fmt = FORMATS[dtype]
    x = fmt.all_values()
    x = x[np.isfinite(x.astype(np.float64))]
    found = identify(x, fmt.round_array(call(x.astype(np.float64))), fmt)
    assert (found.verdict, found.form) == ("form" if form else "none", form), found.sentence


def test_e4m3fn_does_not_tell_tanh_from_erf():
    """The tanh form rounded once to it is GELU rounded once to it, everywhere: facts of the
    formats, held in tests/reference/test_float8.py."""
    fmt = FORMATS["float8_e4m3fn"]
    x = fmt.all_values()
    (option,) = (each for each in options(fmt) if each.label == "tanh, upcast")
    found = identify(x, option.call(x, fmt), fmt)
    assert found.verdict == "tie" and {"tanh, upcast", "erf, upcast"} <= {*found.tied}
    assert "cannot tell the erf form from the tanh form" in found.sentence


def test_a_wrong_constant_is_found_with_its_writing():
    """x·sigmoid(1.773·x), every operation rounded to float16."""
    fmt = FORMATS["float16"]
    x = fmt.all_values()
    with np.errstate(all="ignore"):
        z = (x * np.float16(1.773)).astype(float)
        got = x * (1 / (1 + np.exp(-z))).astype(np.float16)
    found = identify(x, got, fmt)
    assert (found.form, found.writing, found.arithmetic) == ("sigmoid", "sigmoid", "native")
    assert "1.773 instead of 1.702" in found.sentence
    assert found.candidates[0].writing == "sigmoid (1.773)"


AGREE = [
    # inputs, verdict, part of the sentence, why
    (np.linspace(20, 60, 300), "nothing", "every form gives these outputs", "all are x there"),
    (np.linspace(-900, -500, 50), "nothing", "every form gives", "all are -0 there, or NaN"),
    ([0.0, -0.0, np.inf], "nothing", "every form gives", "the same at the ends"),
]


@pytest.mark.parametrize("x, verdict, part, why", AGREE, ids=[case[3] for case in AGREE])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
def test_inputs_where_the_forms_agree(x, verdict, part, why, dtype):
    fmt = FORMATS[dtype]
    x = fmt.round_array(x)
    found = identify(x, fmt.round_array(erf_form(x.astype(float))), fmt)
    assert found.verdict == verdict and part in found.sentence, found.sentence
    assert found.form is None and found.tied


def test_inputs_that_tell_two_forms_from_the_third():
    """In bfloat16 erf and tanh, correctly rounded, mostly are the same on [0.25, 1.25], where the
    sigmoid form is up to 6e-3 off: inputs where they are."""
    fmt = FORMATS["bfloat16"]
    x = fmt.round_array(np.linspace(0.25, 1.25, 60))
    wide = x.astype(float)
    erf, tanh = (fmt.round_array(y) for y in (erf_form(wide), tanh_form(ROOT, 0.044715)(wide)))
    alike = erf == tanh
    assert alike.sum() > 40
    found = identify(x[alike], erf[alike], fmt)
    assert (found.verdict, found.form) == ("tie", None)
    assert "cannot tell the erf form from the tanh form" in found.sentence
    assert "the sigmoid form it is not" in found.sentence
    assert found.arithmetic == "upcast"


def test_one_input():
    """GELU(-2.75) = -0.0081946…, the tanh form -0.0077232…, the sigmoid form -0.0252…"""
    x = np.array([-2.75], np.float32)
    found = identify(x, erf_form(x).astype(np.float32), FORMATS["float32"])
    assert (found.inputs, found.verdict, found.form) == (1, "form", "erf")
    assert found.constants == ()


@pytest.mark.parametrize(
    ("x", "got", "part"),
    [
        ([1.0, 2.0], [np.nan, np.nan], "every output is NaN"),
        ([], [], "there is no input"),
        ([np.nan, np.nan], [np.nan, np.nan], "there is no input"),
    ],
)
def test_nothing_to_go_by(x, got, part):
    found = identify(np.array(x, np.float32), np.array(got, np.float32), FORMATS["float32"])
    assert found.verdict == "nothing" and part in found.sentence
    assert (found.form, found.candidates, found.tied) == (None, (), ())


def test_nan_at_some_inputs_is_compared_as_it_is():
    """-inf·0 is NaN in the writings and -0 in a sound implementation: one of 63,490 outputs."""
    fmt = FORMATS["float16"]
    x = fmt.all_values()
    (native,) = (o for o in options(fmt) if o.label == "erf, native")
    got = native.call(x, fmt)
    got[x == -np.inf] = -0.0
    found = identify(x, got, fmt)
    assert (found.form, found.arithmetic) == ("erf", "native")
    assert found.writing == "erf" or "erf, native" in found.tied
    assert found.candidates[0].identical == found.inputs - 1
