"""A certificate that was tampered with is rejected, or what it says is still what is true.

Every leaf, list and object of real certificates is changed in several ways. What is accepted and
says something else must stand in ``TRUE``, with the reason, and be true by mpmath.
"""

import math
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from functools import lru_cache

import pytest

from gelucheck.formats import FORMATS
from gelucheck.proofs.agreement import agreement, relative_agreement
from gelucheck.proofs.certificate import document
from gelucheck.proofs.extremes import extremes
from gelucheck.proofs.replay import Rejected, replay
from gelucheck.proofs.saturation import saturation
from gelucheck.proofs.suprema import relative_supremum, supremum

MADE = {
    "ratio": lambda: relative_supremum("tanh", -1.25, -1.0),
    "minimum": lambda: extremes()[0],
    "agreement": lambda: agreement("sigmoid", Fraction(1, 10), Fraction(10))[0],
    "around zero": lambda: relative_agreement("sigmoid", Fraction(1, 1000))[0],
    "saturation": lambda: saturation(FORMATS["float16"])[0],
}
SLOW = {
    "difference": lambda: supremum("tanh"),
    "factor": lambda: supremum("sigmoid", "phi"),
    "long ratio": lambda: relative_supremum("sigmoid", -3.0, 3.0),
    "crossings": lambda: agreement("tanh", Fraction(1, 10000))[0],
    "to infinity": lambda: relative_agreement("tanh", Fraction(1, 10))[0],
    "float64": lambda: saturation(FORMATS["float64"])[0],
}
CASES = [*MADE, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)]
WORDS = {
    "kind": ("supremum", "agreement", "constant", "saturation", "difference", "ratio", "itself"),
    "form": ("erf", "tanh", "sigmoid"),
    "of": ("gelu", "gelu_grad", "phi"),
    "sign": ("both", "plus", "minus"),
    "domain": ("line", "left"),
}
RULES = (("below", "peak", "end"), ("within", "beyond", "cross"))
# kind, field, what was done: another theorem, and true, because
TRUE = {
    ("supremum", "lower", "down"): "a wider enclosure, within 1e-15",
    ("supremum", "upper", "up"): "the same",
    ("supremum", "at", "down"): "a wider place, within 1e-15",
    ("supremum", "at", "up"): "the same",
    ("supremum", "sign", "plus"): "f is positive where |f| is largest",
    ("supremum", "sign", "minus"): "f is negative where |f| is largest",
    ("supremum", "sign", "both"): "-f is positive where it is largest, and f is smaller",
    ("supremum", "domain", "left"): "the half of the line that settled the whole",
    ("saturation", "largest", "double"): "of a format with one binade more",
    ("saturation", "largest", "half"): "of a format with one binade less",
    ("saturation", "largest", "down"): "of a format that ends a value before",
    ("saturation", "largest", "much down"): "of a format that ends before",
}


@pytest.fixture(scope="module", params=CASES)
def real(request):
    return (MADE | SLOW)[request.param]().certificate


def told(theorem: dict) -> str | None:
    """What the checker says of a theorem; None where it is rejected."""
    try:
        (checked,) = replay(document([]) | {"theorems": [theorem]})
    except Rejected:
        return None
    return checked.statement


def leaves(value, path=()) -> Iterator[tuple]:
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in items:
            yield from leaves(part, (*path, key))
    else:
        yield path, value


def others(path: tuple, value) -> Iterator[tuple[str, object]]:
    """Ways of changing a leaf: a word for each, and the new value."""
    name = path[-1]
    words = next((rules for rules in RULES if value in rules), WORDS.get(name, ()))
    if name in ("name", "sentence", "dtype"):
        return
    for word in words:
        if word != value:
            yield word, word
    if isinstance(value, int):
        yield from (("up", value + 1), ("down", value - 1), ("double", 2 * value), ("text", "1"))
    if isinstance(value, str) and "0x" in value:
        number = float.fromhex(value)
        # "much": 1e-12 of it, more than any enclosure is wide; float64 neighbours; and others
        for word, other in (
            ("up", math.nextafter(number, math.inf)),
            ("down", math.nextafter(number, -math.inf)),
            ("much up", number + abs(number) * 1e-12),
            ("much down", number - abs(number) * 1e-12),
            ("double", 2 * number),
            ("half", number / 2),
            ("negated", -number),
            ("zero", 0.0),
            ("one", 1.0),
        ):
            if other != number and math.isfinite(other):
                yield word, other.hex()
        yield "number", number
    if isinstance(value, str) and "/" in value:
        exact = Fraction(value)
        for word, other in (
            ("more", exact * (1 + Fraction(1, 10**9))),
            ("less", exact * (1 - Fraction(1, 10**9))),
            ("double", exact * 2),
            ("inverse", 1 / exact),
        ):
            yield word, f"{other.numerator}/{other.denominator}"
    if value is None:
        yield from (("one", (1.0).hex()), ("minus one", (-1.0).hex()), ("pair", [(1.0).hex()] * 2))
    else:
        yield "null", None


def changed(value, path: tuple, new):
    made = deepcopy(value)
    part = made
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = new
    return made


@pytest.fixture(scope="module")
def maxima(exact):
    """Of a theorem's function: the places and values of its extremes, by mpmath."""

    @lru_cache
    def of_a_function(kind: str, form: str, of: str, domain: tuple | str) -> list[tuple]:
        if kind == "ratio":
            f = exact.ratio(form)
        else:
            f = (exact.function if kind == "itself" else exact.difference)(form, of)
        if isinstance(domain, str):
            return exact.extremes(f, -20.0, -0.001, 400)
        ends = [exact.number(float.fromhex(end)) for end in domain]
        return [*exact.extremes(f, *map(float, ends), 50), *((x, f(x)) for x in ends)]

    return of_a_function


def is_true(theorem: dict, maxima) -> bool:
    """Whether a supremum with the usual constant is what it says."""
    given, domain, sign = theorem["function"], theorem["domain"], theorem["sign"]
    domain = domain if isinstance(domain, str) else tuple(domain)
    found = maxima(given["kind"], given["form"], given["of"], domain)
    h = {"both": abs, "plus": lambda y: y, "minus": lambda y: -y}[sign]
    most = max(h(y) for _, y in found)
    lower, upper = (float.fromhex(theorem[end]) for end in ("lower", "upper"))
    spots = [[float.fromhex(end) for end in spot] for spot in theorem["at"]]
    return lower <= most <= upper and all(
        any(p <= x <= q for p, q in spots) for x, y in found if h(y) > most * (1 - 1e-15)
    )


def test_every_leaf(real, maxima):
    due, tried, passed = told(real), 0, []
    assert due is not None
    for path, value in leaves(real):
        for word, other in others(path, value):
            made = changed(real, path, other)
            tried, got = tried + 1, told(made)
            if got is not None:
                assert got != due, f"{path} {word}: nobody reads it"
                passed.append((path, word, made))
    assert tried > 50
    for path, word, made in passed:
        assert (real["kind"], path[0], word) in TRUE, f"{path}: {word}"
        assert real["kind"] != "supremum" or is_true(made, maxima), f"{path}: {word}"


def test_what_makes_a_theorem_false_is_rejected(real):
    if real["kind"] == "supremum":
        lower, upper = (float.fromhex(real[end]) for end in ("lower", "upper"))
        for key, value in (
            ("lower", math.nextafter(upper, 9e9)),
            ("lower", upper),
            ("upper", lower),
        ):
            assert told(real | {key: value.hex()}) is None
        for steps in (-3, -1, 1, 3):
            spots = [[moved(end, steps) for end in spot] for spot in real["at"]]
            assert told(real | {"at": spots}) is None
    if real["kind"] == "agreement":
        spots = [[end and [moved(x, 1) for x in end] for end in pair] for pair in real["within"]]
        assert told(real | {"within": spots}) is None


def moved(text: str, steps: int) -> str:
    number = float.fromhex(text)
    for _ in range(abs(steps)):
        number = math.nextafter(number, math.copysign(math.inf, steps))
    return number.hex()


def containers(value, path=()) -> Iterator[tuple]:
    if isinstance(value, dict | list):
        yield path, value
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in items:
            yield from containers(part, (*path, key))


def rearranged(value) -> Iterator:
    if isinstance(value, dict):
        yield from ({k: v for k, v in value.items() if k != key} for key in value)
        yield value | {"more": 1}
        return
    yield []
    for k, part in enumerate(value):
        yield value[:k] + value[k + 1 :]
        yield [*value[:k], part, *value[k:]]
    for k in range(len(value) - 1):
        yield [*value[:k], value[k + 1], value[k], *value[k + 2 :]]


def test_every_list_and_object(real):
    tried = 0
    for path, value in containers(real):
        for other in rearranged(value):
            if other == value:
                continue
            made = changed(real, path, other) if path else other
            tried += 1
            assert told(made) is None, (path, other)
    assert tried > 10


def halfway(low: str, high: str) -> str:
    return ((float.fromhex(low) + float.fromhex(high)) / 2).hex()


def test_boxes(real):
    due, boxes = told(real), real.get("boxes", [])
    splits = 0
    for k, (low, high, rule) in enumerate(boxes):
        middle = halfway(low, high)
        outside = float.fromhex(high) - float.fromhex(low)
        wider = [(float.fromhex(low) - outside).hex(), (float.fromhex(high) + outside).hex()]
        left, right = wider
        cases = (
            [left, high],
            [low, right],
            [middle, high],
            [low, middle],
            [middle, right],
            [low, low],
        )
        for ends in cases:
            made = [*boxes[:k], [*ends, rule], *boxes[k + 1 :]]
            # between neighbouring float64 there is no middle
            assert ends == [low, high] or told(real | {"boxes": made}) is None, (k, ends)
        # two boxes in the place of one prove no less, but a peak or a crossing is in one of them
        made = [*boxes[:k], [low, middle, rule], [middle, high, rule], *boxes[k + 1 :]]
        if rule in ("below", "within", "beyond"):
            assert told(real | {"boxes": made}) == due
            splits += 1
        else:
            assert told(real | {"boxes": made}) is None
    assert splits or not boxes


def test_borders_and_neighbours(real):
    due, boxes, accepted = told(real), real.get("boxes", []), 0
    for k in range(len(boxes) - 1):
        (low, border, rule), (_, high, other) = boxes[k : k + 2]
        pairs = [
            [[low, near, rule], [near, high, other]]
            for near in (halfway(low, border), halfway(border, high))
        ]
        for pair in (*pairs, [[low, high, rule]], [[low, high, other]]):
            got = told(real | {"boxes": [*boxes[:k], *pair, *boxes[k + 2 :]]})
            assert got in (None, due)
            accepted += got is not None
    assert accepted or len(boxes) < 6


def test_a_false_supremum_with_every_box_below_it(real):
    if real["kind"] != "supremum":
        return
    lower = float.fromhex(real["lower"]) * 0.999
    made = real | {"lower": lower.hex(), "upper": math.nextafter(lower, 1).hex()}
    assert told(made) is None
    below = [[*box[:2], "below"] for box in real["boxes"]]
    assert told(made | {"boxes": below, "at": []}) is None
