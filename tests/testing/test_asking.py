"""Limits and levels from the arguments of an assertion."""

import pytest

from gelucheck.errors import UsageError
from gelucheck.gate.limit import Limit
from gelucheck.gate.limits import Limits
from gelucheck.testing.asking import ensure_levels, limits_asked, look_for, names_of

NONE = {"atol": None, "max_ulp": None, "max_steps": None, "mean_abs": None}


@pytest.mark.parametrize(
    ("figures", "dtypes", "limits"),
    [
        # what is asked, and nothing besides: not even the claim
        ({"max_ulp": 2}, ("float16", "float32"), Limits(atol=None, max_ulp=2)),
        ({"max_steps": 0}, ("float32",), Limits(atol=None, max_steps=0)),
        ({"atol": 1e-3}, ("float16",), Limits(atol=1e-3)),
        # what is usual
        ({}, ("float16", "bfloat16"), Limits(atol=None, max_steps=1)),
        ({}, ("float64",), Limits(atol=None, max_ulp="5(1+k)")),
        (
            {},
            ("float32", "bfloat16"),
            Limits(
                atol=None,
                more=(
                    Limit("max_steps", 1, dtypes=("bfloat16",)),
                    Limit("max_ulp", 5.0, scaled=True, dtypes=("float32",)),
                ),
            ),
        ),
    ],
)
def test_limits_asked(figures, dtypes, limits):
    assert limits_asked({**NONE, **figures}, "own", dtypes) == limits


def test_against_what():
    for figures in ({"max_ulp": 2}, {}):
        found = limits_asked({**NONE, **figures}, "gelu", ("float16", "float32"))
        assert {limit.against for limit in found.all()} == {"gelu"}


@pytest.mark.parametrize(
    ("findings", "look"),
    [
        ({}, "nothing"),
        ({"inaccurate": "warning", "layout": "off"}, "nothing"),
        ({"nan-at-minus-inf": "error"}, "values"),
        ({"not-repeatable": "error"}, "values"),
        ({"layout": "error"}, "calls"),
        ({"inaccurate": "error", "mode-dependence": "error"}, "calls"),
    ],
)
def test_how_closely(findings, look):
    ensure_levels(findings)
    assert look_for(findings) == look


@pytest.mark.parametrize(
    ("findings", "told"),
    [
        ({"layuot": "error"}, "unknown finding 'layuot'"),
        ({"layout": "ERROR"}, "unknown level 'ERROR'"),
        ({"layout": True}, "unknown level 'True'"),
        ("layout", "findings is a str"),
        ({"layout": ["error"]}, "unknown level"),
        ({3: "error"}, "unknown finding '3'"),
    ],
)
def test_findings_that_there_are_not(findings, told):
    with pytest.raises(UsageError) as caught:
        ensure_levels(findings)
    assert told in str(caught.value)


@pytest.mark.parametrize("dtype", [3, None, b"float16", ["float16", 3], [None]])
def test_formats_are_named(dtype):
    with pytest.raises(UsageError, match="dtype = "):
        names_of(dtype)
    assert names_of("float16") == names_of(["float16"]) == ("float16",)
