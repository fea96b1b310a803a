"""Which functions and options mean something with which kinds of theorem."""

from fractions import Fraction

import pytest

from gelucheck.api_prove import KINDS, kinds_of, prove
from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS
from gelucheck.proofs.effects import FUNCTIONS, FUNCTIONS_OF, KINDS_OF
from gelucheck.proofs.kinds import PROVERS, Question

CHEAP = ("suprema", "extremes", "agreement", "constants", "saturation")


def asked(function: str) -> Question:
    formats, tolerance = (FORMATS["float16"],), (Fraction(1, 10),)
    return Question(("sigmoid",), (function,), None, tolerance, (), (), formats, (), ())


@pytest.mark.parametrize("kind", CHEAP)
def test_a_kind_has_theorems_of_its_functions_and_of_no_others(kind):
    for function in FUNCTIONS:
        found = next(iter(PROVERS[kind](asked(function))), None)
        assert (found is not None) == (function in FUNCTIONS_OF[kind]), function


def test_every_kind_and_argument_has_its_line():
    assert set(FUNCTIONS_OF) == set(KINDS)
    assert set(KINDS_OF) == set(Question._fields) - {"named", "functions"} | {"forms"}
    assert {kind for kinds in KINDS_OF.values() for kind in kinds} == set(KINDS)


NOTHING = [
    ({"kinds": ("saturation",), "functions": ("phi",)}, "functions phi with saturation"),
    ({"kinds": ("constants", "saturation"), "functions": ("phi",)}, "saturation with functions"),
    ({"kinds": ("suprema",), "rtols": ("1e-3",)}, "rtols with suprema"),
    ({"kinds": ("agreement",), "intervals": ((0.0, 1.0),)}, "intervals with agreement"),
    ({"kinds": ("extremes",), "forms": ("tanh",), "constant": 1}, "constant with extremes"),
    ({"functions": ("gelu_grad",), "dtypes": ("float16",)}, "dtypes with functions gelu_grad"),
    ({"regions": ((0.0, 1.0),)}, "regions without rounding"),
    ({"kinds": ()}, "no theorem"),
    ({"kinds": ("agreement",), "atols": ()}, "no theorem"),
]


@pytest.mark.parametrize("arguments, told", NOTHING)
def test_what_has_no_answer_is_refused(arguments, told):
    with pytest.raises(UsageError) as caught:
        prove(**arguments)
    assert told in str(caught.value)


BEFORE = [
    {"kinds": ("rounding", "hardest"), "forms": ("erfc",)},
    {"kinds": ("rounding", "hardest"), "forms": ("tanh",), "dtypes": ("float64", "float64x")},
    {"kinds": ("rounding",), "forms": ("tanh", "relu")},
    {"kinds": ("rounding",), "dtypes": ("float32", "float64"), "arithmetics": ("upcast",)},
    {"kinds": ("rounding",), "dtypes": ("float32",), "regions": ((0.0, 1.0), (1e300, 1e301))},
]


@pytest.mark.parametrize("arguments", BEFORE)
def test_it_is_refused_before_the_work(arguments, monkeypatch):
    monkeypatch.setattr("gelucheck.proofs.rounding.bounds.bounds", lambda *_, **__: 1 / 0)
    with pytest.raises(UsageError):
        prove(**arguments)


def test_with_a_constant_the_usual_kinds_are_those_that_have_it():
    assert kinds_of(("suprema", "saturation"), 1) == ("suprema", "saturation")
    run = prove(forms=("sigmoid",), functions=("gelu_grad",), constant="1.7").run
    assert [each.name for each in run.theorems] == ["sup |sigmoid(1.7)_grad - gelu_grad|"]
