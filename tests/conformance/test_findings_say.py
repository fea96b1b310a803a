"""What a finding says is true: its ranges, its counts, its witness."""

import warnings
from importlib import util
from pathlib import Path

import mpmath
import numpy as np
import pytest

_SPEC = util.spec_from_file_location("planted", Path(__file__).with_name("planted.py"))
p = util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(p)
findings_of = p.findings_of


def zero(x):
    return x * 0


def same(x):
    return x


def test_the_sentence_of_the_issue():
    found = {f.slug: f for f in findings_of(p.one_plus(p.sum_erf), "float32", "erf")}
    # 1 + erf(z) is 0 where erf(z) rounds to -1: z = -3.9192 in 24 bits, x = -5.5426
    sentence = found["left-tail-cancellation"].sentence
    assert sentence.startswith("returns 0 from x = −5.542")
    assert "8.25" in sentence and sentence.endswith("write it as 0.5·x·erfc(−x/√2)")


def the(slug, call, dtype="float16", form="erf"):
    return {f.slug: f for f in findings_of(call, dtype, form)}[slug]


def test_ranges_of_a_wrong_sign_are_true():
    # 1e-3 is more than |GELU| left of -3.44 and between -0.002 and 0, and not at -1
    lifted = the("wrong-sign", lambda x: (p.wide(p.good_erf(x)) + 1e-3).astype(x.dtype))
    assert lifted.sentence.startswith("positive from x = −3.44")
    assert " down and from x = −0.002" in lifted.sentence
    # far left GELU is below half the smallest number, and -0 is due
    assert "where negative values or −0 are due" in lifted.sentence
    assert lifted.witness.want < 0 < lifted.witness.got


def test_of_a_sign_that_is_wrong_here_and_there_the_inputs_are_counted():
    def some(x):
        y = p.good_erf(x)
        return np.where((x > 1) & (x.view(np.uint16) % 16 == 0), -y, y)

    sentence = the("wrong-sign", some).sentence
    # 0x3c00 is 1, and every 16th after it: 0x3c10 to 0x7bf0
    assert sentence.startswith("negative at 1,023 of the 16,353 inputs tried between 1.01562 and ")


def test_a_range_that_begins_at_an_input_has_it():
    def call(x):
        return np.where(np.abs(x) >= 32768, x.dtype.type(np.inf), p.good_erf(x))

    sentence = the("inf-for-finite", call).sentence
    assert sentence.startswith("infinity from x = −32768 down and from x = 32768 on, where ")


def test_what_nothing_explains_is_counted_and_its_largest_error_named():
    def call(x):
        """Cut off left of -3, and five steps up at every seventh input from 0.5 to 1."""
        bits = p.good_erf(x).view(np.uint16)
        some = (x >= 0.5) & (x < 1) & (x.view(np.uint16) % 7 == 0)
        y = np.where(some, bits + np.uint16(5), bits).view(x.dtype)
        return np.where(x < -3, x.dtype.type(-0.0), y)

    found = {f.slug: f for f in findings_of(call, "float16", "erf")}
    assert "saturation-too-early" in found
    rest = found["inaccurate"]
    # 0x3800 to 0x3bff are 1024 values, the first seventh of them 0x3801
    assert rest.sentence.startswith("5 steps off at x = 0.")
    assert "at 147 further inputs that no finding above explains" in rest.sentence
    assert rest.witness.value == 5


def test_what_is_found_alone_is_counted_among_all():
    def call(x):
        bits = p.good_erf(x).view(np.uint16)
        some = (x >= 0.5) & (x < 1) & (x.view(np.uint16) % 7 == 0)
        return np.where(some, bits + np.uint16(5), bits).view(x.dtype)

    # all values of float16 but NaN
    assert "at 147 of the 63,490 inputs tried" in the("inaccurate", call).sentence


def test_the_witness_of_a_later_cause_wants_the_declared_form():
    def call(x):
        y = p.good_tanh(x)
        return np.where((x > 20) & np.isfinite(x), -y, y)

    found = {f.slug: f for f in findings_of(call, "float32", "erf")}
    assert "wrong-form" in found
    for finding in found.values():
        if finding.witness is not None and np.isfinite(finding.witness.x):
            assert finding.witness.want == p_exact(finding.witness.x)


def p_exact(x):
    """GELU by mpmath."""
    with mpmath.workdps(60):
        x = mpmath.mpf(x)
        return float(x * mpmath.erfc(-x / mpmath.sqrt(2)) / 2)


def off_at_last(x):
    """A piece of one input."""
    y = p.good_erf(x)
    return np.where(np.arange(x.size) == x.size - 1, y * x.dtype.type(1.1), y)


@pytest.mark.parametrize(
    "low, high, count", [(-3, 3, 3000), (0.5, 1.5, 40), (50, 90, 12), (1, 1, 1)]
)
@pytest.mark.parametrize(
    "call", [p.good_tanh, p.sum_erf, p.coarse, p.noisy, zero, same, off_at_last]
)
def test_few_inputs_make_no_warning(call, low, high, count):
    """Nothing is taken the mean of that has no elements."""
    x = np.linspace(low, high, count).astype(np.float32)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        findings_of(call, "float32", "erf", inputs=x)


def test_a_slope_says_what_is_due():
    def call(x):
        return np.where(np.abs(x) < 0.001, x.dtype.type(0) * x, p.good_erf(x))

    found = the("near-zero-slope", call)
    assert "x/2" not in found.sentence
    assert "y/x goes to 1/2 at zero" in found.sentence


def test_it_is_said_whose_value_is_due_where_the_constant_is_wrong_too():
    def call(x, root):
        v = x.astype(np.float32)
        z = np.float32(root) * (v + np.float32(0.044715) * v * v * v)
        return (np.float32(0.5) * v * (np.float32(1) + np.tanh(z))).astype(x.dtype)

    word = " (due by what its other outputs follow, not by the declared form)"
    found = the("left-tail-cancellation", lambda x: call(x, 0.8), form="tanh")
    assert found.sentence.endswith(word)
    # the witness is held against the declared form, sqrt(2/pi) = 0.79788…
    with mpmath.workprec(200):
        x = mpmath.mpf(found.witness.x)
        z = mpmath.sqrt(2 / mpmath.pi) * (x + mpmath.mpf("0.044715") * x**3)
        want = x / 2 * (1 + mpmath.tanh(z))
    assert found.witness.want == pytest.approx(float(want), rel=1e-3)
    rooted = the("left-tail-cancellation", lambda x: call(x, 0.7978845608), form="tanh")
    assert word not in rooted.sentence
