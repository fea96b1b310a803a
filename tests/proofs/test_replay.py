"""The checker of certificates: what it proves, and that nothing else gets past it."""

import ast
import json
import math
import random
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import flint
import mpmath
import pytest

from gelucheck.proofs import replay as module
from gelucheck.proofs.replay import Rejected, replay

OWN = ("replay", "replay_fields", "replay_saturation")
ALLOWED = {"dataclasses", "flint", "fractions", "math", "re"}
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


def test_a_minimum():
    (checked,) = replay(document(supremum()))
    lower, upper = map(float.fromhex, around(LOWEST))
    p, q = map(float.fromhex, around(ROOT))
    assert (checked.name, checked.kind, checked.boxes) == ("the minimum", "supremum", 1)
    assert checked.statement == (
        f"sup of -(gelu) over [-1.0, -0.5] is in [{lower!r}, {upper!r}], "
        f"attained in [{p!r}, {q!r}], nowhere else"
    )


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
    assert "attained in [-0.76, -0.76]" in replay(document(made))[0].statement
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
    (supremum(at=[]), "at", "a peak without a place"),
    (supremum(at=[around(ROOT)] * 2), "at", "a place without a peak"),
    (supremum(lower=(0.0).hex()), "bounds", "not positive"),
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
    (agreement(boxes=agreement()["boxes"][:-1]), "boxes", "0 is not reached"),
    (agreement(boxes=agreement()["boxes"][1:]), "boxes", "far is not reached"),
]


@pytest.mark.parametrize("theorem, place, why", UNPROVED, ids=[case[2] for case in UNPROVED])
def test_unproved(theorem, place, why):
    assert refused(theorem).place.startswith(place), why


def test_zero_must_be_inside():
    # on [1, 2] |sigmoid/gelu - 1| <= 1/10, but that is no interval around 0
    boxes = [[*hexed(1, 2), "within"]]
    ratio = function("ratio", "sigmoid", "851/500")
    assert refused(agreement(function=ratio, tolerance="1/10", boxes=boxes, far=(2.0).hex()))


# ---- whatever the JSON holds ---------------------------------------------------------------


def nested(depth: int) -> list:
    made: list = []
    for _ in range(depth):
        made = [made]
    return made


HOSTILE = [
    *(None, True, False, 0, 1, -1, 1.5, math.nan, math.inf, 10**5000, "", "x", [], {}),
    *("nan", "inf", "-inf", "0x1p+0", "0x1.0p+9999", "0x1.0p-9999", "0x1." + "0" * 10**6 + "p+0"),
    *("1/0", "-1/2", "1" * 10**6 + "/3", "1/" + "9" * 10**6, "0/1", "１/２", "1_0/3"),
    *("\x1b[2J", "a\nb", "\ud800", "x" * 10**6, [None], [[]], {"a": 1}, nested(50_000)),
    *([(1.0).hex()] * 3, hexed(2, 1), hexed(-math.inf, 0), ["0x1.0p+0", 1.0], [hexed(1, 1)] * 2),
]


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_any_document(value):
    made = [value, document() | {"theorems": value}, document(value), document(supremum(), value)]
    made += [document(supremum()) | {key: value} for key in ("certificate", "program", "extra")]
    for case in made:
        if case == document(supremum()):  # its version is 1, as it should be
            continue
        with pytest.raises(Rejected):
            replay(case)


def everywhere(value, change):
    """The JSON value with each of its parts, in turn, replaced by ``change``."""
    yield change
    if not isinstance(value, dict | list):
        return
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        for other in everywhere(part, change):
            made = value.copy()
            made[key] = other
            yield made


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_any_field(value):
    short = agreement(boxes=[[*hexed(-8, 0), "within"]])
    for theorem in (supremum(), short):
        for made in everywhere(theorem, value):
            try:
                statements = [one.statement for one in replay(document(made))]
            except Rejected as fault:
                assert len(str(fault)) < 2500 and str(fault).isprintable()
            else:
                # only texts may be others
                changed = [key for key in made if made[key] != theorem[key]]
                assert set(changed) <= {"name", "sentence"}
                assert statements == [one.statement for one in replay(document(theorem))]


def test_random_damage():
    rng, text = random.Random(8), json.dumps(document(supremum(), agreement()))
    accepted = 0
    for _ in range(400):
        place = rng.randrange(len(text))
        damaged = text[:place] + rng.choice('0123456789abcdefx.+-/[]{}",: ') + text[place + 1 :]
        try:
            value = json.loads(damaged)
            replay(value)
        except ValueError:  # no JSON, or rejected
            continue
        accepted += 1
        # a letter of a text, or a theorem that is another one and true: the minimum is known
        found, theorem = value["theorems"][0], supremum()
        bounds = [Fraction(float.fromhex(found[key])) for key in ("lower", "upper")]
        place = [Fraction(float.fromhex(end)) for end in found["at"][0]]
        assert bounds[0] < Fraction(LOWEST) < bounds[1] and place[0] < Fraction(ROOT) < place[1]
        kept = ("kind", "function", "sign", "domain", "far", "boxes")
        assert [found[key] for key in kept] == [theorem[key] for key in kept]
    assert accepted


@pytest.mark.parametrize(
    "made",
    [
        document(*[supremum()] * 1001),
        document(supremum(boxes=[[*PARABOLA, "peak"]] * 100_001)),
        document(agreement(boxes=[[*hexed(-1, 0), "within"]] * 100_001)),
    ],
    ids=["theorems", "boxes", "boxes of an agreement"],
)
def test_no_endless_work(made):
    with pytest.raises(Rejected, match="too many"):
        replay(made)


def test_the_boxes_of_all_theorems_are_counted(monkeypatch):
    monkeypatch.setattr(module, "MOST_BOXES", 63)
    assert len(replay(document(agreement(), supremum()))) == 2
    with pytest.raises(Rejected, match="too many"):
        replay(document(agreement(), agreement()))


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


# ---- its functions, against mpmath ---------------------------------------------------------

FUNCTIONS = [
    function(kind, form, constant, of)
    for kind, ofs in (
        ("itself", ("gelu", "gelu_grad", "phi")),
        ("difference", ("gelu", "gelu_grad", "phi")),
        ("ratio", ("gelu",)),
    )
    for form, constant in (("erf", None), ("tanh", "8943/200000"), ("sigmoid", "851/500"))
    for of in ofs
    if form != "erf" or kind == "itself"
]


def in_mpmath(given: dict):
    """The function of a certificate, from its definition; a derivative by differences."""
    form, exact = given["form"], Fraction(given["constant"] or 0)

    def factor(x):
        c = mpmath.mpf(exact.numerator) / exact.denominator
        z = c * x if form == "sigmoid" else 2 * mpmath.sqrt(2 / mpmath.pi) * (x + c * x**3)
        return 1 / (1 + mpmath.exp(-z))

    def value(x, s):
        return {"gelu": x * s(x), "phi": s(x)}[given["of"]]

    def slope(x, s):
        return mpmath.diff(lambda t: t * s(t), x)

    of = slope if given["of"] == "gelu_grad" else value
    mine = mpmath.ncdf if form == "erf" else factor
    return {
        "itself": lambda x: of(x, mine),
        "difference": lambda x: of(x, mine) - of(x, mpmath.ncdf),
        "ratio": lambda x: mine(x) / mpmath.ncdf(x) - 1,
    }[given["kind"]]


def holds(ball, number) -> bool:
    """Whether a ball comes as near to a number of mpmath as differences are good for."""
    error = flint.arb(0, abs(float(number)) * 1e-25 + 1e-25)
    return (ball + error).overlaps(flint.arb(mpmath.nstr(number, 50)))


@pytest.mark.parametrize("given", FUNCTIONS, ids=lambda g: "-".join(map(str, g.values())))
def test_functions_on_boxes(given, monkeypatch):
    monkeypatch.setattr(flint.ctx, "prec", module.BITS)
    monkeypatch.setattr(flint.ctx, "cap", module.TERMS)
    f, exact = module._Function(given), in_mpmath(given)
    for low, high in ((-2.75, -2.5), (-0.125, 0.125), (1.0, 1.5), (-7.5, -7.4375)):
        balls = f.over(low, high)
        for x in (low, low + (high - low) / 3, high):
            with mpmath.workdps(60):
                due = mpmath.taylor(exact, x, 2)
            assert all(map(holds, balls, due)), (x, balls, due)
            here = f.at(flint.arb(x))
            assert all(map(holds, here, due)), (x, here, due)
            assert here[0].rad() < 1e-30


@pytest.mark.parametrize("given", FUNCTIONS, ids=lambda g: "-".join(map(str, g.values())))
def test_tails(given, monkeypatch):
    monkeypatch.setattr(flint.ctx, "prec", module.BITS)
    monkeypatch.setattr(flint.ctx, "cap", module.TERMS)
    f, exact = module._Function(given), in_mpmath(given)
    ratio = given["kind"] == "ratio"
    bounds = [float(f.tail(far)) for far in (5.0, 6.0, 8.0, 12.0)]
    assert bounds == sorted(bounds, reverse=True)
    for far, bound in zip((5.0, 6.0, 8.0, 12.0), bounds, strict=True):
        for x in (far, far + 0.25, far + 1, far + 5):
            with mpmath.workdps(60):
                size = abs(exact(mpmath.mpf(x if ratio else -x)))
            # bounds are floats, rounded
            assert size * (1 - 1e-15) <= (2 * bound / far if ratio else bound)
    # and not so large that nothing could be proved with it: within 100 of the value itself
    with mpmath.workdps(60):
        assert bounds[0] * (0.4 if ratio else 1) < 100 * abs(exact(mpmath.mpf(5 if ratio else -5)))
