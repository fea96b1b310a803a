"""Which rows a limit is about, how closely, and what it is called."""

from types import SimpleNamespace

import pytest

from gelucheck.gate.limit import Limit, Place, fits

GLOBS = [
    # pattern, name, whether it fits, why
    ("tanh", "tanh", True, "the name itself"),
    ("tanh", "tanh2", False, "not its beginning"),
    ("tanh", "atanh", False, "nor its end"),
    ("*", "torch:gelu", True, "anything"),
    ("*", "", True, "nothing is anything"),
    ("torch:*", "torch:gelu", True, "a beginning"),
    ("torch:*", "torch:", True, "and nothing behind it"),
    ("torch:*", "jax:gelu", False, "another beginning"),
    ("*gelu", "torch:gelu", True, "an end"),
    ("*gelu", "gelus", False, "another end"),
    ("a*a", "a", False, "one letter is not both ends"),
    ("a*a", "aa", True, "two are"),
    ("a*b*c", "a-b-c", True, "in the middle"),
    ("a*b*c", "acb", False, "in another order"),
    ("ab*ba", "aba", False, "ends that overlap"),
    ("*b*b*", "ab", False, "one is not two"),
    ("*b*b*", "abba", True, "two are"),
    ("**", "x", True, "two stars are one"),
    ("[a]?.", "[a]?.", True, "nothing else has a meaning"),
    ("?", "x", False, "nothing else has a meaning"),
    ("TANH", "tanh", False, "case counts"),
]


@pytest.mark.parametrize(
    "pattern, name, expected, why", GLOBS, ids=[f"{c[0]}-{c[1]}" for c in GLOBS]
)
def test_fits(pattern, name, expected, why):
    assert fits(pattern, name) is expected, why


def key(implementation="torch:gelu", dtype="float16", arithmetic=None, function="gelu"):
    return SimpleNamespace(
        implementation=implementation, dtype=dtype, arithmetic=arithmetic, function=function
    )


ROWS = [
    # selectors, whether the row is meant, (how many are named, whether by its whole name)
    ({}, True, (0, 0)),
    ({"dtypes": ("float16",)}, True, (1, 0)),
    ({"dtypes": ("float32", "float16")}, True, (1, 0)),
    ({"dtypes": ("float32",)}, False, None),
    ({"functions": ("gelu_grad",)}, False, None),
    ({"arithmetics": ("native",)}, False, None),
    ({"implementations": ("torch:*",)}, True, (1, 0)),
    ({"implementations": ("torch:gelu",)}, True, (1, 1)),
    ({"implementations": ("*", "torch:gelu")}, True, (1, 1)),
    ({"implementations": ("jax:*", "torch:*")}, True, (1, 0)),
    ({"implementations": ("jax:gelu",), "dtypes": ("float16",)}, False, None),
    ({"implementations": ("torch:*",), "dtypes": ("float16",)}, True, (2, 0)),
    ({"dtypes": ("float16",), "functions": ("gelu",)}, True, (2, 0)),
]


@pytest.mark.parametrize("selectors, matches, rank", ROWS)
def test_rows(selectors, matches, rank):
    limit = Limit("max_steps", 2, **selectors)
    assert limit.matches(key()) is matches
    if matches:
        assert limit.rank(key()) == rank


def test_an_arithmetic_is_meant_by_name():
    limit = Limit("max_steps", 2, arithmetics=("native",))
    assert limit.matches(key(arithmetic="native"))
    assert not limit.matches(key(arithmetic="upcast"))
    assert not limit.matches(key(arithmetic=None)), "what has none is not of this one"


WORDS = [
    (Limit("atol", 1e-3), "atol", "0.001"),
    (Limit("atol", 1e-3, against="gelu"), "atol", "0.001"),
    (Limit("max_steps", 1), "max_steps", "1 step"),
    (Limit("max_steps", 0), "max_steps", "0 steps"),
    (Limit("max_steps", 2, region="-6.0:-2.0"), "max_steps in -6.0:-2.0", "2 steps"),
    (Limit("max_ulp", 1.0), "max_ulp", "1 ulp"),
    (Limit("max_ulp", 5.0, scaled=True), "max_ulp/(1+k)", "5(1+k) ulp"),
    (Limit("max_rel", 1e-7, against="gelu"), "max_rel against gelu", "1e-07"),
    (
        Limit("max_ulp", 0.5, True, "gelu", "0.0:inf"),
        "max_ulp/(1+k) against gelu in 0.0:inf",
        "0.5(1+k) ulp",
    ),
    (Limit("correctly_rounded", 0.07), "correctly_rounded", "0.07"),
]


@pytest.mark.parametrize("limit, name, text", WORDS, ids=[c[1] for c in WORDS])
def test_words(limit, name, text):
    assert (limit.name, limit.bound_text) == (name, text)


def test_slots():
    """A bound with the condition takes the place of one without; another region is another."""
    plain = Limit("max_ulp", 2.0)
    assert plain.slot == Limit("max_ulp", 5.0, scaled=True, dtypes=("float32",)).slot
    assert plain.slot != Limit("max_ulp", 2.0, against="gelu").slot
    assert plain.slot != Limit("max_ulp", 2.0, region="0.0:1.0").slot
    assert plain.slot != Limit("max_steps", 2).slot
    assert Limit("atol", 1.0).slot == Limit("atol", 1.0, against="gelu").slot


def test_a_place_is_no_part_of_a_limit():
    assert Limit("atol", 1.0, place=Place("a.toml", 3)) == Limit("atol", 1.0)
    assert str(Place("a.toml", 3)) == "a.toml:3"
