"""``assert_accurate``: what passes, what fails, and what it says."""

import re

import numpy as np
import pytest

import gelucheck
from gelucheck import assert_accurate

PRECISION = {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 53}
BITS_OF_ONE = {
    "float16": "0x3c00",
    "bfloat16": "0x3f80",
    "float32": "0x3f800000",
    "float64": "0x3ff0000000000000",
}


@pytest.mark.parametrize("dtype", PRECISION)
def test_a_sound_function_passes_at_the_usual_limit(dtype, made):
    run = assert_accurate(made.gelu, dtype=dtype, samples=2000)
    (row,) = run.rows
    assert (row.implementation, row.dtype, row.form) == ("gelu", dtype, None)
    assert row.evidence == ("exhaustive" if PRECISION[dtype] < 12 else "sample")


@pytest.mark.parametrize("dtype", PRECISION)
def test_a_fault_of_two_steps_fails_where_one_is_allowed(dtype, made):
    fault = made.planted(2, PRECISION[dtype])
    with pytest.raises(AssertionError) as caught:
        assert_accurate(fault, dtype=dtype, max_steps=1, inputs="0.25:4:5")
    unit, due = 2.0 ** -PRECISION[dtype], made.phi_of_one(PRECISION[dtype])
    first, *_, last = str(caught.value).splitlines()
    assert first == (
        f"FAIL planted · {dtype}: max_steps 2 is beyond 1 step, cause evaluation, at x = 1.0 "
        f"(0x1p+0, bits {BITS_OF_ONE[dtype]}) came {(due + 2) * unit!r} where {due * unit!r} was "
        "due; the limit 2 would pass; again: gelucheck.assert_accurate(planted, "
        f'dtype="{dtype}", max_steps=1, inputs="0x1p+0:0x1p+0")'
    )
    assert last == "FAIL: 0 of 1 rows within 1 step"


def test_one_value_of_all_is_enough(made):
    fault = made.planted(1, 11)
    assert assert_accurate(fault, max_steps=1).rows[0].total.max_steps.value == 1
    with pytest.raises(AssertionError, match=r"max_steps 1 is beyond 0 steps.* at x = 1\.0 "):
        assert_accurate(fault, max_steps=0)


def test_the_usual_limit_of_wide_formats_is_one_with_the_condition(made):
    """k is x·G'/G = 1 + φ(1)/Φ(1) = 1.2876 at 1: there 5·(1 + k) is 11.4 ulp, and a step is one."""
    assert_accurate(made.planted(10, 24), dtype="float32", inputs="0.25:4:5")
    told = r"max_ulp/\(1\+k\) 5\.\d+ is beyond 5\(1\+k\) ulp.* at x = 1\.0 "
    with pytest.raises(AssertionError, match=told) as caught:
        assert_accurate(made.planted(13, 24), dtype="float32", inputs="0.25:4:5")
    assert 'max_ulp="5(1+k)", inputs="0x1p+0:0x1p+0")' in str(caught.value)


def test_narrow_and_wide_formats_have_their_own_limits(made):
    run = assert_accurate(made.gelu, dtype=("bfloat16", "float32"), samples=2000)
    claims = [[claim.name for claim in row.claims] for row in run.rows]
    assert claims == [["max_steps"], ["max_ulp/(1+k)"]]


def test_what_it_says_can_be_run(made):
    planted = made.planted(3, 11)
    with pytest.raises(AssertionError) as caught:
        assert_accurate(planted, declares="erf", max_steps=2, correctly_rounded=0.5, name="mine")
    again = str(caught.value).splitlines()[0].rpartition("; again: ")[2]
    with pytest.raises(AssertionError, match=r"FAIL mine · float16: max_steps 3 is beyond 2"):
        eval(again, {"gelucheck": gelucheck, "planted": planted})


def test_a_fault_of_gelu_is_not_told_to_declare_the_erf_form(made):
    """Which is GELU: it is what counts where nothing is declared."""
    with pytest.raises(AssertionError) as caught:
        assert_accurate(made.planted(3, 11))
    assert "declares" not in str(caught.value)


def test_the_form_that_is_declared_is_what_counts(made):
    assert_accurate(made.gelu_tanh, dtype=("float16", "bfloat16"), declares="tanh")
    with pytest.raises(AssertionError) as caught:
        assert_accurate(made.gelu_tanh)
    # GELU is due where nothing is declared, and why it is not there is said as Python has it
    assert 'give declares="tanh" if that is what it means to be' in str(caught.value)
    with pytest.raises(AssertionError, match="cause method"):
        assert_accurate(made.gelu_tanh, declares="tanh", max_abs=1e-4, against="gelu")


def test_a_derivative_of_numpy_is_the_function_itself(made):
    run = assert_accurate(made.gelu_grad, dtype="bfloat16", function="gelu_grad")
    assert run.rows[0].label == "gelu_grad · bfloat16 · gelu_grad"
    with pytest.raises(AssertionError, match='function="gelu_grad"'):
        assert_accurate(made.gelu, function="gelu_grad")


def test_a_finding_counts_where_it_is_asked_for():
    def naive(x):
        v = x.astype(np.float64)
        z = 0.7978845608028654 * (v + 0.044715 * v**3)
        # 0·(-inf) is NaN
        return (0.5 * v * (1 + np.tanh(z))).astype(x.dtype)

    asked = {"dtype": "bfloat16", "declares": "tanh", "max_abs": 0.01}
    assert_accurate(naive, **asked)
    with pytest.raises(AssertionError) as caught:
        assert_accurate(naive, **asked, findings={"nan-at-minus-inf": "error"})
    first = str(caught.value).splitlines()[0]
    assert first.startswith("FAIL naive · bfloat16: finding nan-at-minus-inf: NaN at x = −inf")
    assert first.endswith(
        'gelucheck.assert_accurate(naive, dtype="bfloat16", declares="tanh", max_abs=0.01, '
        'findings={"nan-at-minus-inf": "error"})'
    )


def test_a_limit_without_an_answer_is_no_success(made):
    """Relative to a zero no error is counted."""
    with pytest.raises(AssertionError) as caught:
        assert_accurate(made.gelu, inputs="0:0", max_rel=0.1)
    first, last = str(caught.value).splitlines()
    assert first.startswith("gelu · float16: max_rel 0.1 has no answer: ")
    assert last == "NO ANSWER: 1 limit without an answer"


def test_nine_failures_are_told_and_the_others_counted():
    with pytest.raises(AssertionError) as caught:
        assert_accurate(
            lambda x: x, dtype=tuple(PRECISION), inputs="1:1", max_steps=0, max_abs=0, max_rel=0
        )
    lines = str(caught.value).splitlines()
    # 4 formats × 3 limits
    assert [line.startswith("FAIL <lambda> · ") for line in lines[:10]] == [True] * 9 + [False]
    assert lines[9] == "and 3 more"
    assert lines[-1] == "FAIL: 0 of 4 rows within 0 steps and max_abs 0 and max_rel 0"


def test_words_are_measured_as_impl_is(tmp_path, monkeypatch):
    (tmp_path / "halves.py").write_text("def half(x):\n    return x / 2\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AssertionError) as caught:
        assert_accurate("python:halves:half", name="mine", inputs="1:1", max_abs=0.1)
    # Φ(1) - 1/2
    assert str(caught.value).startswith("FAIL mine · float16: max_abs 0.3413 is beyond 0.1")
    assert 'assert_accurate("python:halves:half", dtype="float16", name="mine"' in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"dtype": "float24"}, "float24"),
        ({"dtype": ()}, "dtypes"),
        ({"declares": "relu"}, "relu"),
        ({"kind": "cupy"}, "cupy"),
        ({"function": "swish"}, "swish"),
        ({"inputs": "2:1"}, "2:1"),
        ({"against": "torch"}, "torch"),
        ({"max_steps": 1.5}, "1.5"),
        ({"max_ulp": "five"}, "five"),
        ({"mean_abs": -1}, "-1"),
        ({"correctly_rounded": 99}, "99"),
        # losing every digit is 2^10 ulp in float16
        ({"max_ulp": 1025}, "1024 ulp"),
        ({"findings": {"innacurate": "error"}}, "innacurate"),
        ({"findings": {"inaccurate": "fatal"}}, "fatal"),
        ({"findings": ["inaccurate"]}, "list"),
        ({"name": "two\nlines"}, "two"),
        ({"device": "cpu"}, "cpu"),
    ],
)
def test_refused(arguments, told, made):
    with pytest.raises(gelucheck.GelucheckError, match=re.escape(told)) as caught:
        assert_accurate(made.gelu, **arguments)
    assert caught.value.exit_code == 2
