"""Proofs as a function: what is asked for is proved, and independent figures are within."""

from fractions import Fraction

import mpmath
import pytest

import gelucheck
from gelucheck.api_prove import KINDS, USUAL, prove
from gelucheck.errors import UsageError
from gelucheck.export.json import render
from gelucheck.export.schema import first_fault
from gelucheck.export.theorems import value_words
from gelucheck.record import Run

MP = mpmath.mp.clone()
MP.dps = 40


def names(found):
    return [known.name for known in found.run.theorems]


def phi(x):
    return MP.erfc(-x / MP.sqrt(2)) / 2


def factor(form, x, constant):
    if form == "sigmoid":
        return 1 / (1 + MP.exp(-constant * x))
    return 1 / (1 + MP.exp(-2 * MP.sqrt(2 / MP.pi) * (x + constant * x**3)))


@pytest.mark.parametrize("form, constant", [
    ("tanh", "0.044715"), ("sigmoid", "1.702"), ("tanh", "0.0443829"),
])  # fmt: skip
def test_the_printed_supremum_is_that_of_mpmath(form, constant):
    """The place is a critical point of the difference, and there it is what is printed."""
    run = prove(("suprema",), forms=(form,), functions=("gelu",), constant=constant).run
    (known,) = run.theorems
    number = MP.mpf(constant)

    def difference(x):
        return x * (factor(form, x, number) - phi(x))

    x = MP.findroot(lambda x: MP.diff(difference, x), MP.mpf(known.at))
    exact = abs(difference(x))
    assert abs(x - MP.mpf(known.at)) < 1e-12
    assert known.lower <= exact <= known.upper
    shown = MP.mpf(value_words(known))
    digits = len(value_words(known).partition("e")[0].replace(".", ""))
    assert digits >= 14
    assert abs(exact - shown) <= MP.mpf(10) ** (MP.floor(MP.log10(exact)) - digits + 1) / 2


def test_what_a_constant_is_worth():
    """0.0443829 and 0.044715 beside the best: the quotients are those of the suprema."""
    (known,) = (
        each
        for each in prove(("constants",), forms=("tanh",), dtypes=("bfloat16",)).run.theorems
        if "over the least possible" in each.name
    )
    # of mpmath, on a grid and then refined: 4.732355e-4 and 3.874187e-4
    assert known.lower == pytest.approx(4.7323552068728e-4 / 3.8741873831e-4, rel=1e-9)
    assert known.lower < known.upper < known.lower * (1 + 1e-13)
    assert "0.044715 is what a minimax fit of Φ gives, to 5 digits" in known.sentence
    assert "not what a minimax fit of GELU gives" in known.sentence


def test_what_is_asked_for_is_proved_in_the_order_of_kinds():
    found = prove(
        ("extremes", "agreement"),
        forms=("tanh",),
        functions=("gelu",),
        atols=("1e-3", 1e-4),
        rtols=(Fraction(1, 100),),
    )
    groups = [known.group for known in found.run.theorems]
    assert groups == sorted(groups, key=KINDS.index)
    assert names(found)[:3] == ["min gelu", "min tanh", "|tanh - gelu| <= 0.001"]
    assert len(set(names(found))) == len(names(found))
    assert all(known.sentence.endswith(".") for known in found.run.theorems)
    assert len(found.proved) == len(found.run.theorems)
    assert all(each.certificate for each in found.proved)


def test_the_run_is_stored_and_read_back():
    run = prove(("extremes",), functions=("gelu",), command="gelucheck prove").run
    stored = run.to_dict()
    assert first_fault(stored) is None and Run.from_dict(stored) == run
    assert run.rows == () and run.provenance["command"] == "gelucheck prove"
    assert '"group": "extremes"' in render(run)


def test_a_relative_error_on_an_interval():
    """A grid of mpmath comes up to it, and never above."""
    found = prove(("suprema",), forms=("tanh",), functions=("gelu",), intervals=((-2.0, 3.0),))
    known = found.run.theorems[-1]
    assert known.name == "sup |tanh/gelu - 1| on [-2.0, 3.0]"
    grid = [MP.mpf(n) / 100 for n in range(-200, 301) if n]
    seen = max(abs(factor("tanh", x, MP.mpf("0.044715")) / phi(x) - 1) for x in grid)
    assert 0.999 * known.upper < seen <= known.upper


def test_hardest_inputs_have_their_bits():
    """0x1.5fp-10 has the pattern 0x157c in float16: 2^-10·(1 + 0x17c/2^10), exponent field 5."""
    run = prove(("hardest",), dtypes=("float16",)).run
    (first,) = (each for each in run.theorems[:2] if each.at > 0)
    assert run.theorems[0].name == "gelu in float16, hardest 1"
    assert first.at == float.fromhex("0x1.5fp-10") and "bits 0x157c" in first.sentence
    exact = MP.mpf(first.at) * phi(MP.mpf(first.at))
    # the spacing of float16 in [2^-11, 2^-10) is 2^-21
    place = exact * 2**21
    assert first.lower <= abs(place - MP.floor(place) - 0.5) <= first.upper
    assert [each.lower for each in run.theorems] == sorted(each.lower for each in run.theorems)


def test_what_a_search_found_is_not_called_the_hardest():
    """Up to float32 every input is looked at; of float64 what is said holds of each input alone."""
    for fmt, searched in (("float32", False), ("float64", True)):
        run = prove(("hardest",), dtypes=(fmt,), functions=("gelu_grad",)).run
        assert len(run.theorems) == 3
        for rank, each in enumerate(run.theorems, 1):
            assert each.name == f"gelu_grad in {fmt}, hardest {rank}{' found' * searched}"
            assert each.searched == searched
            assert ("search" in each.sentence) == ("may be" in each.sentence) == searched
            assert ("No other input" in each.sentence) == (rank == 1 and not searched)
            exact = MP.mpf(each.at)
            exact = phi(exact) + exact * MP.npdf(exact)
            # the least relative error that crosses the boundary, in [2^-n, 2^-(n-1))
            ulp = MP.ldexp(1, int(MP.floor(MP.log(abs(exact), 2))) - (52 if searched else 23))
            n = int(MP.ceil(-MP.log(each.lower * ulp / abs(exact), 2)))
            assert f"a reference whose relative error is at most 2^-{n} rounds it" in each.sentence


REFUSED = [
    ({"kinds": ("limits",)}, "limits"),
    ({"functions": ("erf",)}, "erf"),
    ({"forms": ("relu",)}, "relu"),
    ({"forms": ("erf",)}, "GELU itself"),
    ({"constant": 1}, "without one form"),
    ({"forms": ("tanh",), "constant": "x"}, "'x' is not a number"),
    ({"atols": (float("inf"),)}, "inf"),
    ({"kinds": ("saturation",), "dtypes": ("float8",)}, "float8"),
    ({"intervals": ((1.0, 0.0),)}, "[1.0, 0.0]"),
]


@pytest.mark.parametrize("arguments, told", REFUSED)
def test_refusals(arguments, told):
    given = {"kinds": ("suprema", "agreement"), "functions": ("gelu",), **arguments}
    with pytest.raises(UsageError) as caught:
        prove(**given)
    assert told in str(caught.value)


def test_it_is_a_public_name():
    assert gelucheck.prove is prove and set(USUAL) < set(KINDS)


@pytest.mark.parametrize("function", ["gelu", "gelu_grad"])
def test_a_comparison_says_the_same_of_the_same(function):
    """By other enclosures, kept with the package."""
    rows = {"forms": ("tanh",), "arithmetics": ("upcast",), "functions": (function,)}
    (kept,) = gelucheck.compare(dtypes=("float16",), inputs="special", **rows).theorems
    known = prove(("suprema",), forms=("tanh",), functions=(function,)).run.theorems[0]
    assert (kept.name, kept.sentence) == (known.name, known.sentence)
    assert kept.lower <= known.upper and known.lower <= kept.upper
