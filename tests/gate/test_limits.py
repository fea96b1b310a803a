"""What can be asked, and what cannot."""

import math
from types import SimpleNamespace

import pytest

from gelucheck.errors import UsageError
from gelucheck.gate.limit import Limit, Place
from gelucheck.gate.limits import Limits, ensure_limits, limits_on


def test_by_default_the_claim_alone():
    assert Limits() == Limits(atol=1e-3, max_ulp=None, max_steps=None)


@pytest.mark.parametrize("name", ["atol", "max_ulp", "max_steps"])
@pytest.mark.parametrize("bound", [math.nan, -1, -math.inf])
def test_a_bound_that_nothing_can_be_held_to_is_refused(name, bound):
    """Nothing is above NaN: such a limit would pass everything."""
    with pytest.raises(UsageError, match=name):
        Limits(**{name: bound})


@pytest.mark.parametrize("name", ["atol", "max_ulp", "max_steps"])
def test_an_infinite_bound_would_pass_everything(name):
    with pytest.raises(UsageError, match=name):
        Limits(**{name: math.inf})


@pytest.mark.parametrize("bound", [0, 0.0, None])
def test_bounds(bound):
    assert Limits(bound, bound, bound).max_ulp == bound


def key(implementation="torch:gelu", dtype="float16", arithmetic=None, function="gelu"):
    return SimpleNamespace(
        implementation=implementation, dtype=dtype, arithmetic=arithmetic, function=function
    )


def steps(bound, line=None, **selectors):
    place = Place("pyproject.toml", line) if line else None
    return Limit("max_steps", bound, place=place, **selectors)


NAMED, STAR = {"implementations": ("torch:gelu",)}, {"implementations": ("torch:*",)}
HALF, GELU = {"dtypes": ("float16",)}, {"functions": ("gelu",)}

CLOSEST = [
    # limits, the bounds that count for torch:gelu in float16, why
    ([], [], "nothing is asked"),
    ([steps(1)], [1], "one for all"),
    ([steps(1), steps(2, **HALF)], [2], "one that names the format is closer"),
    ([steps(2, **HALF), steps(1)], [2], "in whatever order"),
    ([steps(1), steps(2, dtypes=("float32",))], [1], "another format is not meant"),
    ([steps(1, **STAR), steps(2, **NAMED)], [2], "a whole name is closer than an asterisk"),
    ([steps(1, **NAMED), steps(2, **STAR, **HALF)], [2], "two selectors are closer than one"),
    ([steps(1, **STAR, **HALF), steps(2, **NAMED, **HALF)], [2], "of two with two the whole name"),
    ([steps(1, **HALF), steps(2, **NAMED)], [2], "of two with one the whole name"),
    ([steps(1, **NAMED, **HALF), steps(2, **STAR, **HALF, **GELU)], [2], "three before two"),
    ([steps(1), steps(2, region="0.0:1.0")], [1, 2], "a region is besides"),
    ([steps(1, region="0.0:1.0"), steps(2, region="0.0:1.0", **HALF)], [2], "and has its own"),
    ([steps(1), steps(2, against="gelu")], [1, 2], "GELU and the form are two questions"),
    ([steps(9), steps(8, **HALF), steps(7, **HALF, **GELU)], [7], "the closest of three"),
]


@pytest.mark.parametrize("more, bounds, why", CLOSEST, ids=[c[2] for c in CLOSEST])
def test_the_closest_counts(more, bounds, why):
    found = limits_on(Limits(None, more=tuple(more)), key())
    assert [limit.bound for limit in found] == bounds


def test_what_is_said_of_some_rows_takes_the_place_of_what_is_said_of_all():
    limits = Limits(1e-3, max_ulp=2, more=(Limit("max_ulp", 5.0, True, **HALF),))
    assert [limit.bound_text for limit in limits_on(limits, key())] == ["0.001", "5(1+k) ulp"]
    assert [x.bound_text for x in limits_on(limits, key(dtype="float64"))] == ["0.001", "2 ulp"]


TIES = [
    (steps(1, 3, **HALF), steps(2, 7, **HALF), "the same twice"),
    (steps(1, 3, **HALF), steps(2, 7, **GELU), "one selector each"),
    (steps(1, 3, **NAMED), steps(2, 7, **NAMED), "the whole name twice"),
    (steps(1, 3, **STAR), steps(2, 7, implementations=("*gelu",)), "two asterisks"),
    (steps(1, 3, **STAR), steps(2, 7, **HALF), "an asterisk and a format"),
    (steps(1, 3), steps(2, 7), "none each"),
    (steps(1, 3, region="0.0:1.0"), steps(1, 7, region="0.0:1.0"), "equal bounds are no excuse"),
]


@pytest.mark.parametrize("one, other, why", TIES, ids=[c[2] for c in TIES])
def test_two_that_are_as_close_are_an_error(one, other, why):
    for more in ((one, other), (other, one)):
        with pytest.raises(UsageError) as caught:
            limits_on(Limits(None, more=more), key())
        text = str(caught.value)
        for part in ("pyproject.toml:3", "pyproject.toml:7", "max_steps", "torch:gelu", "float16"):
            assert part in text


def test_a_tie_that_a_closer_one_decides_is_none():
    more = (steps(1, **HALF), steps(2, **GELU), steps(3, **HALF, **GELU))
    assert [limit.bound for limit in limits_on(Limits(None, more=more), key())] == [3]


def test_a_tie_of_other_rows_is_none_here():
    more = (steps(1, dtypes=("float32",)), steps(2, dtypes=("float32",)))
    limits = Limits(None, more=more)
    assert limits_on(limits, key()) == ()
    with pytest.raises(UsageError):
        limits_on(limits, key(dtype="float32"))


def test_a_tie_of_a_command_line_and_a_file():
    with pytest.raises(UsageError, match=r"^pyproject.toml:3: two on max_steps"):
        limits_on(Limits(None, max_steps=1, more=(steps(2, 3),)), key())


def test_limits_that_cannot_fail_are_told_before_anything_is_measured():
    limits = Limits(None, more=(Limit("max_ulp", 500.0, place=Place("a.toml", 4)),))
    ensure_limits(limits, [key(dtype="float32"), key(dtype="float16")])
    with pytest.raises(UsageError, match=r"^a.toml:4: max_ulp: 500 ulp cannot fail in bfloat16"):
        ensure_limits(limits, [key(dtype="float32"), key(dtype="bfloat16")])


def test_one_that_does_not_count_need_not_be_possible():
    closer = Limit("max_ulp", 2.0, dtypes=("bfloat16",))
    ensure_limits(Limits(None, max_ulp=500, more=(closer,)), [key(dtype="bfloat16")])


EXTRAS = [
    (Limits(), set(), ()),
    (Limits(max_ulp=2), set(), ()),
    (Limits(max_ulp="5(1+k)"), {"scaled"}, ()),
    (Limits(correctly_rounded=0.9), {"correct"}, ()),
    (Limits(correctly_rounded=0.9, against="gelu"), set(), ()),
    (Limits(more=(Limit("max_ulp", 5.0, True, region="0.0:1.0"),)), {"scaled"}, ("0.0:1.0",)),
    (
        Limits(more=(steps(1, region="0.0:1.0"), steps(2, region="2.0:3.0"),
                     steps(3, region="0.0:1.0", **HALF))),
        set(), ("0.0:1.0", "2.0:3.0"),
    ),
]  # fmt: skip


@pytest.mark.parametrize("limits, extras, regions", EXTRAS)
def test_what_must_be_measured_besides(limits, extras, regions):
    assert (limits.extras, limits.regions) == (extras, regions)


def test_what_is_asked_of_all():
    limits = Limits(1e-3, "5(1+k)", 2, 0.1, 0.2, 0.3, 0.9, "gelu")
    assert [(x.figure, x.bound, x.scaled, x.against) for x in limits.general()] == [
        ("atol", 1e-3, False, "gelu"),
        ("max_ulp", 5.0, True, "gelu"),
        ("max_steps", 2, False, "gelu"),
        ("max_abs", 0.1, False, "gelu"),
        ("max_rel", 0.2, False, "gelu"),
        ("mean_abs", 0.3, False, "gelu"),
        ("correctly_rounded", 0.9, False, "gelu"),
    ]


def test_against_something_else():
    with pytest.raises(UsageError, match="against = 'both'"):
        Limits(against="both")
