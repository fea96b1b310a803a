"""The checker of certificates: what it proves, and that nothing else gets past it."""

import ast
import math
import re
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import flint
import mpmath
import pytest

from gelucheck.proofs import replay as module
from gelucheck.proofs.agreement import relative_agreement
from gelucheck.proofs.bound import boxes_of
from gelucheck.proofs.crossings import Crossings
from gelucheck.proofs.expressions import expression
from gelucheck.proofs.intervals import Work, working
from gelucheck.proofs.replay import Rejected, replay

OWN = ("replay", "replay_fields", "replay_functions", "replay_saturation")
ALLOWED = {"dataclasses", "decimal", "flint", "fractions", "math", "re"}
# of GELU, mpmath at 60 digits: the minimum is the root of the derivative
LOWEST = "0.169971207479903661693868470982433922832879"
ROOT = "-0.751791524693564457457904947455860757"


def around(decimal: str) -> list[str]:
    """The float64 on either side of a number, as a certificate writes them."""
    near, exact = float(decimal), Fraction(decimal)
    low = near if Fraction(near) <= exact else math.nextafter(near, -math.inf)
    return [low.hex(), math.nextafter(low, math.inf).hex()]


def hexed(*numbers: float) -> list[str]:
    return [float(number).hex() for number in numbers]


def function(kind="itself", form="erf", constant=None, of="gelu") -> dict:
    return {"kind": kind, "form": form, "constant": constant, "of": of}


def supremum(**changes) -> dict:
    """How low GELU goes on [-1, -1/2]: one box on which it is convex."""
    lower, upper = around(LOWEST)
    made = {
        "name": "the minimum",
        "sentence": "GELU is not below this.",
        "kind": "supremum",
        "function": function(),
        "sign": "minus",
        "domain": hexed(-1, -0.5),
        "lower": lower,
        "upper": upper,
        "at": [around(ROOT)],
        "far": None,
        "boxes": [[*hexed(-1, -0.5), "peak"]],
    }
    return made | changes


def agreement(**changes) -> dict:
    """|tanh - gelu| <= 1/2 everywhere: half of |x| bounds it on [-1, 0], the tails beyond."""
    made = {
        "name": "within a half",
        "sentence": "They differ by at most a half.",
        "kind": "agreement",
        "function": function("difference", "tanh", "8943/200000"),
        "tolerance": "1/2",
        "far": (8.0).hex(),
        "boxes": [[*hexed(k, k + 0.25), "within"] for k in (-j / 4 for j in range(32, 0, -1))],
        "within": [[None, None]],
    }
    return made | changes


def document(*theorems: dict) -> dict:
    return {"certificate": 1, "program": "gelucheck", "theorems": list(theorems)}


def refused(*theorems: dict) -> Rejected:
    with pytest.raises(Rejected) as caught:
        replay(document(*theorems))
    return caught.value


# ---- what it proves ------------------------------------------------------------------------


def batched(four: list) -> tuple:
    return tuple(four[:2]), tuple(four[2:])


def test_a_minimum():
    (checked,) = replay(document(supremum()))
    assert (checked.name, checked.kind, checked.boxes) == ("the minimum", "supremum", 1)
    words = re.fullmatch(
        r"sup of -\(gelu\) over \[-1.0, -0.5\] is in \[(.*), (.*)\], "
        r"attained in \[(.*), (.*)\], nowhere else",
        checked.statement,
    )
    # the decimals hold what was checked, and hardly more
    told = [Fraction(word) for word in words.groups()]
    ends = [Fraction(float.fromhex(word)) for word in (*around(LOWEST), *around(ROOT))]
    for (low, high), (least, most) in zip(batched(told), batched(ends), strict=True):
        assert low <= least < most <= high < low + (most - least) * 2


def test_a_name_that_lies_is_seen_through():
    (honest,) = replay(document(supremum()))
    (lying,) = replay(document(supremum(name="sup |tanh - gelu|", sentence="It is below 1e-9.")))
    assert lying.name == "sup |tanh - gelu|" and lying.statement == honest.statement


def test_the_end_of_an_interval():
    # -gelu rises up to the root of its derivative, which is to the right of -0.76
    with mpmath.workdps(60):
        x = mpmath.mpf(-0.76)
        lower, upper = around(mpmath.nstr(-x * mpmath.ncdf(x), 50))
    borders = (-1.25, -1, -0.9, -0.85, -0.8, -0.76)
    rules = ["below"] * 4 + ["end"]
    boxes = [[*hexed(*pair), rule] for pair, rule in zip(pairwise(borders), rules, strict=True)]
    at, domain = [hexed(-0.76, -0.76)], hexed(-1.25, -0.76)
    made = supremum(lower=lower, upper=upper, at=at, boxes=boxes, domain=domain)
    assert "attained in [-0.76 (-0x1.851eb851eb852p-1)]," in replay(document(made))[0].statement
    # the other end is no maximum
    boxes[0][2], boxes[-1][2] = "end", "below"
    assert refused(made | {"at": [hexed(-1.25, -1.25)]}).reason == "does not rise to the end"


def test_agreement_everywhere():
    (checked,) = replay(document(agreement()))
    assert checked.statement == (
        "|tanh(0.044715) - gelu| <= 1/2 for x <= 0, and mirrored, exactly from -inf to 0"
    )
    assert checked.boxes == 32


def test_the_theorems_are_checked_in_order():
    assert [one.kind for one in replay(document(supremum(), agreement()))] == [
        "supremum",
        "agreement",
    ]
    fault = refused(supremum(), agreement(name="this one", tolerance="1/100000"))
    assert fault.theorem == "this one" and fault.place.startswith("box ")
    assert "within" in fault.reason and str(fault).startswith("this one: box ")


# ---- what does not follow ------------------------------------------------------------------

PARABOLA = hexed(-1, -0.5)
TANH = function("difference", "tanh", "8943/200000")
UNPROVED = [
    # what, where it fails, why
    (supremum(domain="line", far=(8.0).hex()), "boxes", "the boxes are of an interval"),
    (supremum(domain="left", far=(8.0).hex()), "boxes", "the boxes are of an interval"),
    (supremum(far=(8.0).hex()), "far", "an interval has no tail"),
    (supremum(domain=hexed(-1, -0.25)), "boxes", "a part is not covered"),
    (supremum(domain="line", far=(8.0).hex(), sign="plus"), "domain", "gelu grows on the right"),
    (
        supremum(domain="line", far=(8.0).hex(), function=function(of="phi")),
        "domain",
        "Φ - and not -Φ - is largest on the right",
    ),
    (
        supremum(domain="line", far=(8.0).hex(), sign="plus", function=TANH | {"of": "phi"}),
        "domain",
        "an odd function: the right half has the other sign",
    ),
    (
        supremum(domain="left", far=(8.0).hex(), function=TANH | {"kind": "ratio"}),
        "far",
        "a ratio has no tail on the left",
    ),
    (supremum(domain="left", far=(4.5).hex()), "far", "the lemma of the tail begins at 5"),
    (
        supremum(
            domain="left",
            far=(5.0).hex(),
            function=function("difference", "sigmoid", "1/10"),
        ),
        "far",
        "the form's own tail still grows at 5: 5·0.1 < 2",
    ),
    (supremum(upper=around(LOWEST)[0]), "box 0", "the maximum may be above"),
    (supremum(lower=around(LOWEST)[1]), "lower", "it is not attained"),
    (supremum(sign="plus"), "box 0", "gelu is convex there"),
    (supremum(sign="both", function=function(of="gelu_grad")), "box 0", "gelu' changes sign there"),
    (supremum(function=function(of="gelu_grad")), "box 0", "another function"),
    (supremum(at=[around("-0.752")]), "box 0", "not where the derivative vanishes"),
    (supremum(at=[hexed(-0.76, -0.74)]), "box 0", "too wide a place"),
    (
        supremum(domain=hexed(-1.25, -0.875), boxes=[[*hexed(-1.25, -0.875), "peak"]]),
        "box 0",
        "the peak is outside of the interval",
    ),
    (
        supremum(domain=hexed(-1.75, -0.5), boxes=[[*hexed(-1.75, -0.5), "peak"]]),
        "box 0",
        "gelu bends the other way beyond -√2",
    ),
    (
        supremum(sign="both", domain=hexed(-1.25, 1), boxes=[[*hexed(-1.25, 1), "peak"]]),
        "box 0",
        "-gelu has its only peak there, but |gelu| is larger at 1",
    ),
    (supremum(at=[]), "at", "a peak without a place"),
    (supremum(at=[around(ROOT)] * 2), "at", "a place without a peak"),
    (supremum(lower=(0.0).hex()), "bounds", "not positive"),
    (
        supremum(sign="plus", lower=(-0.16).hex(), upper=(-0.16).hex()),
        "bounds",
        "a supremum below 0, where the tails are not below it",
    ),
    (supremum(upper=(0.17).hex()), "bounds", "wider than 1e-15"),
    (supremum(boxes=[[*PARABOLA, "below"]], at=[]), "box 0", "it is not below"),
    (supremum(boxes=[[*PARABOLA, "end"]]), "box 0", "no end of the interval"),
    (supremum(function=function("difference")), "function", "gelu - gelu is nothing"),
    (supremum(function=TANH | {"constant": "11/1"}), "constant", "beyond what the lemmas hold for"),
    (agreement(within=[]), "within", "it says less"),
    (agreement(within=[[None, hexed(-1, -1)], [None, None]]), "within", "it says something else"),
    (agreement(tolerance="1/10000"), "box", "the difference is larger"),
    (agreement(function=TANH | {"of": "phi"}), "function", "no agreement of factors"),
    (
        agreement(function=TANH | {"kind": "ratio"}, boxes=[[*hexed(-0.5, -0.25), "within"]]),
        "box 0",
        "nothing says that the interval ends on the left",
    ),
    (
        agreement(boxes=agreement()["boxes"][-12:], far=(3.0).hex()),
        "far",
        "the lemma of the tail begins at 5 here too",
    ),
    (agreement(boxes=agreement()["boxes"][:-1]), "boxes", "0 is not reached"),
    (agreement(boxes=agreement()["boxes"][1:]), "boxes", "far is not reached"),
]


@pytest.mark.parametrize("theorem, place, why", UNPROVED, ids=[case[2] for case in UNPROVED])
def test_unproved(theorem, place, why):
    assert refused(theorem).place.startswith(place), why


def test_zero_must_be_inside():
    """Near -1.2117 sigmoid/gelu passes 1: an interval of agreement, but not the one around 0."""
    ratio, tolerance = expression("ratio", "sigmoid"), Fraction(1, 1000)
    with working():
        boxes = boxes_of(list(Crossings(ratio, tolerance, Work("a test")).over(-1.3, -1.1)))
    ends = [box[:2] for box in boxes if box[2] == "cross"]
    made = agreement(
        function=ratio.described(),
        tolerance="1/1000",
        far=(-1.1).hex(),
        boxes=boxes,
        within=[ends],
    )
    assert len(ends) == 2
    assert refused(made).reason == "are not those of one interval around 0"


def test_a_ratio_needs_its_tail():
    real = relative_agreement("tanh", Fraction(1, 10))[0].certificate
    assert real["within"][0][1] is None
    boxes = [box for box in real["boxes"] if float.fromhex(box[1]) < 5]
    assert refused(real | {"boxes": boxes, "far": boxes[-1][1]}).place == "far"


# ---- itself --------------------------------------------------------------------------------


@pytest.mark.parametrize("made, held", [(supremum(), True), (supremum(sign="plus"), False)])
@pytest.mark.parametrize("given", [(53, 10), (20, 1), (300, 2)])
def test_the_precision_is_its_own_and_restored(made, held, given, monkeypatch):
    monkeypatch.setattr(flint.ctx, "prec", given[0])
    monkeypatch.setattr(flint.ctx, "cap", given[1])
    try:
        assert bool(replay(document(made))) == held
    except Rejected:
        assert not held
    assert (flint.ctx.prec, flint.ctx.cap) == given


def test_derivatives_that_were_cut_off_prove_nothing(monkeypatch):
    # another thread may have shortened the series: f'' would read as 0
    monkeypatch.setattr(module, "TERMS", 2)
    assert "derivatives" in refused(supremum()).reason


@pytest.mark.parametrize("name", OWN)
def test_it_imports_nothing_of_gelucheck(name):
    path = Path(sys.modules[f"gelucheck.proofs.{name}"].__file__)
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module]
        assert all(n in ALLOWED or n.removeprefix("gelucheck.proofs.") in OWN for n in names)
