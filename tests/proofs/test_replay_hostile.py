"""Whatever JSON is given to the checker: it is proved or rejected, and soon."""

import json
import math
import random
from fractions import Fraction

import mpmath
import pytest

from gelucheck.proofs import replay as module
from gelucheck.proofs.agreement import relative_agreement
from gelucheck.proofs.certificate import document
from gelucheck.proofs.extremes import extremes
from gelucheck.proofs.replay import Rejected, replay


@pytest.fixture(scope="module")
def minimum():
    """How low GELU goes: a supremum of 14 boxes or so."""
    return extremes()[0].certificate


@pytest.fixture(scope="module")
def around_zero():
    """An agreement of four boxes."""
    return relative_agreement("sigmoid", Fraction(1, 1000))[0].certificate


def made_of(*theorems) -> dict:
    return document([]) | {"theorems": list(theorems)}


def hexed(*numbers: float) -> list[str]:
    return [float(number).hex() for number in numbers]


def nested(depth: int) -> list:
    made: list = []
    for _ in range(depth):
        made = [made]
    return made


HOSTILE = [
    *(None, True, False, 0, -1, 1.5, math.nan, math.inf, 10**5000, "", "x", [], {}),
    *(
        "nan",
        "-inf",
        "0x1p+0",
        "0x1.0p+0",
        "0x1.0p+9999",
        "0x0.0p-9999",
        "0x1." + "0" * 10**6 + "p+0",
    ),
    *("1/0", "-1/2", "1/" + "9" * 10**6, "１/２", "1_0/3", "\x1b[2J", "\ud800", "x" * 10**6),
    *([None], [[]], {"a": 1}, nested(50_000), [1.0, 2.0], hexed(2, 1), [hexed(1, 1)] * 2),
]


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_any_document(value, minimum):
    real = made_of(minimum)
    made = [value, real | {"theorems": value}, made_of(value), made_of(minimum, value)]
    made += [real | {key: value} for key in ("certificate", "program", "extra")]
    for case in made:
        # the version is 1, as it should be; True is no version, but equal to it
        if case is not value and case == real and type(case["certificate"]) is int:
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
def test_any_field(value, minimum, around_zero):
    for theorem in (minimum, around_zero):
        (due,) = replay(made_of(theorem))
        for made in everywhere(theorem, value):
            try:
                (got,) = replay(made_of(made))
            except Rejected as fault:
                assert len(str(fault)) < 2500 and str(fault).isprintable()
            else:
                assert {key for key in theorem if made[key] != theorem[key]} <= {"name", "sentence"}
                assert got.statement == due.statement


def test_random_damage(minimum, around_zero):
    """One letter is another: what is accepted is a text, or true."""
    rng, text = random.Random(8), json.dumps(made_of(minimum, around_zero))
    with mpmath.workdps(60):
        root = mpmath.findroot(lambda x: mpmath.ncdf(x) + x * mpmath.npdf(x), -0.75)
        lowest = -root * mpmath.ncdf(root)
    accepted = 0
    for _ in range(250):
        place = rng.randrange(len(text))
        damaged = text[:place] + rng.choice('0123456789abcdefx.+-/[]{}",: ') + text[place + 1 :]
        try:
            value = json.loads(damaged)
            replay(value)
        except ValueError:  # no JSON, or rejected
            continue
        accepted += 1
        first, second = value["theorems"]
        lower, upper, p, q = (
            float.fromhex(end) for end in (first["lower"], first["upper"], *first["at"][0])
        )
        assert lower < lowest < upper and p < root < q
        for found, theorem in ((first, minimum), (second, around_zero)):
            changed = {key for key in theorem if found[key] != theorem[key]}
            assert changed <= {"name", "sentence", "lower", "upper", "at"}
    assert accepted > 5


def test_no_endless_work(minimum, around_zero):
    for theorem in (minimum, around_zero):
        many = theorem | {"boxes": [theorem["boxes"][0]] * 100_001}
        for made in (made_of(many), made_of(*[theorem] * 1001)):
            with pytest.raises(Rejected, match="too many"):
                replay(made)


def test_the_boxes_of_all_theorems_are_counted(monkeypatch, minimum, around_zero):
    both = made_of(minimum, around_zero)
    count = len(minimum["boxes"]) + len(around_zero["boxes"])
    monkeypatch.setattr(module, "ALL_BOXES", count)
    assert sum(one.boxes for one in replay(both)) == count
    monkeypatch.setattr(module, "ALL_BOXES", count - 1)
    with pytest.raises(Rejected, match="too many"):
        replay(both)
