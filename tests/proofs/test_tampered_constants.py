"""The certificate of a best constant, tampered with: each of its parts must be the one it names."""

import math
from fractions import Fraction

import pytest

from gelucheck.proofs.certificate import document
from gelucheck.proofs.constants import _part, best
from gelucheck.proofs.expressions import expression
from gelucheck.proofs.replay import Rejected, replay


def told(theorem: dict) -> str | None:
    """What the checker says of a theorem; None where it is rejected."""
    try:
        (checked,) = replay(document([]) | {"theorems": [theorem]})
    except Rejected:
        return None
    return checked.statement


def near(text: str, step: int) -> str:
    """A neighbouring float64."""
    return math.nextafter(float.fromhex(text), step * math.inf).hex()


@pytest.fixture(scope="module", params=["gelu", "phi"])
def constant(request):
    return best("sigmoid", request.param)[0].certificate


def test_the_fields_of_a_constant(constant):
    assert told(constant) is not None
    for key, values in (
        ("form", ("tanh", "erf", None)),
        ("of", ("gelu" if constant["of"] == "phi" else "phi", "gelu_grad")),
        ("kind", ("supremum", "agreement")),
    ):
        for value in values:
            assert told(constant | {key: value}) is None
    for key, inwards in (("lower", 1), ("upper", -1)):
        assert told(constant | {key: near(constant[key], inwards)}) is None
        # a wider enclosure is as true, but for the width that is promised
        assert told(constant | {key: near(constant[key], -inwards)}) is not None
        far = float.fromhex(constant[key]) * (1 - inwards * 2e-15)
        assert told(constant | {key: far.hex()}) is None
    low, high = constant["error"]
    for error in (
        [near(low, -1), high],
        [near(low, 1), high],
        [low, near(high, -1)],
        [low, near(high, 1)],
        [high, low],
        [low],
        [low, high, high],
    ):
        assert told(constant | {"error": error}) is None


def test_the_fields_of_its_parts(constant):
    """A part by itself would still be true with another domain or sign: here it must not be."""
    for name in ("low_plus", "high_minus"):
        part = constant["parts"][name]
        other = {"plus": "minus", "minus": "plus"}[part["sign"]]
        for key, value in (
            ("domain", "line"),
            ("sign", "both"),
            ("sign", other),
            ("kind", "agreement"),
            ("lower", near(part["upper"], 1)),
            ("upper", near(part["lower"], -1)),
            ("far", near(part["far"], 1)),
            ("function", part["function"] | {"of": "gelu_grad"}),
            ("function", part["function"] | {"form": "tanh"}),
            ("function", part["function"] | {"kind": "itself"}),
            ("function", part["function"] | {"constant": "851/500"}),
        ):
            made = part | {key: value}
            assert told(constant | {"parts": constant["parts"] | {name: made}}) is None, (name, key)


def test_parts_exchanged(constant):
    parts = constant["parts"]
    for first in parts:
        assert told(constant | {"parts": {k: v for k, v in parts.items() if k != first}}) is None
        for second in parts:
            if first < second:
                swapped = parts | {first: parts[second], second: parts[first]}
                assert told(constant | {"parts": swapped}) is None
                assert told(constant | {"parts": parts | {first: parts[second]}}) is None


def test_a_part_that_is_false(constant):
    for name, part in constant["parts"].items():
        for key in ("boxes", "at"):
            made = part | {key: part[key][1:]}
            assert told(constant | {"parts": constant["parts"] | {name: made}}) is None
        made = part | {"boxes": [[*box[:2], "below"] for box in part["boxes"]], "at": []}
        assert told(constant | {"parts": constant["parts"] | {name: made}}) is None


@pytest.mark.parametrize(
    "form, of",
    [
        ("sigmoid", "gelu"),
        *(pytest.param("tanh", of, marks=pytest.mark.slow) for of in ("gelu", "phi")),
    ],
)
def test_a_constant_that_is_not_the_best(form, of):
    """Both constants on one side of the best one, and the error put right."""
    real = best(form, of)[0].certificate
    falls, rises = ("minus", "plus") if of == "gelu" else ("plus", "minus")
    for word, far in (("low", "high"), ("high", "low")):
        parts = dict(real["parts"])
        for sign in ("plus", "minus"):
            parts[f"{word}_{sign}"] = parts[f"{far}_{sign}"]
        value = {
            f"{name} {end}": float.fromhex(part[end])
            for name, part in parts.items()
            for end in ("lower", "upper")
        }
        error = (
            max(value[f"low_{rises} lower"], value[f"high_{falls} lower"]),
            min(value[f"low_{falls} upper"], value[f"high_{rises} upper"]),
        )
        made = real | {"parts": parts, "error": sorted(map(float.hex, error))}
        # in either order of its ends, for one that does not lie between has none
        for told_error in (made["error"], made["error"][::-1]):
            with pytest.raises(Rejected) as caught:
                replay(document([]) | {"theorems": [made | {"error": told_error}]})
            assert caught.value.place == "parts"
    # and two constants below the best one, or above it, one after the other
    middle = {key: Fraction(real["parts"][key]["function"]["constant"]) for key in real["parts"]}
    room = middle["high_plus"] - middle["low_plus"]
    for word, step in (("low", 2), ("high", -2)):
        parts = {
            key: _part(expression("difference", form, of), value + step * room, key.split("_")[1])[
                1
            ]
            for key, value in middle.items()
        }
        moved = {"lower": middle["low_plus"], "upper": middle["high_plus"]}
        bounds = {
            key: near(float(value + step * room).hex(), -1 if key == "lower" else 1)
            for key, value in moved.items()
        }
        made = real | bounds | {"parts": parts}
        with pytest.raises(Rejected) as caught:
            replay(document([]) | {"theorems": [made]})
        assert caught.value.place == {"low": "lower", "high": "upper"}[word]
