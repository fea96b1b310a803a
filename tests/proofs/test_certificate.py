"""The document: what stands in it, once, and as JSON takes it."""

import json
from fractions import Fraction
from itertools import pairwise

import pytest

from gelucheck.proofs.agreement import agreement, relative_agreement
from gelucheck.proofs.certificate import document
from gelucheck.proofs.constants import best
from gelucheck.proofs.extremes import extremes
from gelucheck.proofs.suprema import relative_supremum, supremum


@pytest.fixture(scope="module")
def proved():
    return (
        supremum("sigmoid"),
        relative_supremum("tanh", -2.0, 2.0),
        *extremes()[:1],
        *agreement("sigmoid", Fraction(1, 100)),
        *relative_agreement("sigmoid", Fraction(1, 10)),
        *best("sigmoid", "phi"),
    )


def test_what_several_share_stands_once(proved):
    made = document(proved)
    assert (made["certificate"], made["program"]) == (1, "gelucheck")
    kinds = [theorem["kind"] for theorem in made["theorems"]]
    assert kinds == ["supremum"] * 3 + ["agreement"] * 2 + ["constant"]
    assert document([]) == {"certificate": 1, "program": "gelucheck", "theorems": []}


def test_it_survives_json(proved):
    made = document(proved)
    assert json.loads(json.dumps(made, allow_nan=False)) == made


def test_fields_and_boxes(proved):
    """Those of the format, and boxes without a gap."""
    fields = {
        "supremum": "name sentence kind function sign domain lower upper at far boxes",
        "agreement": "name sentence kind function tolerance far boxes within",
        "constant": "name sentence kind form of lower upper error parts",
    }
    theorems = document(proved)["theorems"]
    for theorem in (*theorems, *theorems[-1]["parts"].values()):
        assert list(theorem) == fields[theorem["kind"]].split()
        boxes = theorem.get("boxes", [])
        assert all(one[1] == two[0] for one, two in pairwise(boxes))
        assert all(float.fromhex(low) < float.fromhex(high) for low, high, _ in boxes)


def test_the_bounds_are_those_of_the_theorem(proved):
    first, relative, lowest = (one.certificate for one in proved[:3])
    assert (first["lower"], first["upper"]) == (proved[0].lower.hex(), proved[0].upper.hex())
    assert (first["domain"], first["sign"]) == ("line", "both")
    assert float.fromhex(first["boxes"][0][0]) == -float.fromhex(first["far"])
    assert float.fromhex(first["boxes"][-1][1]) == 0
    assert relative["domain"] == [(-2.0).hex(), (2.0).hex()] and relative["far"] is None
    # a minimum is the supremum of -f
    assert lowest["sign"] == "minus" and float.fromhex(lowest["lower"]) == -proved[2].upper


def test_names_and_sentences(proved):
    names = [one.name for one in proved]
    assert len(set(names)) == len(names)
    for one in proved:
        assert one.name.isascii() and one.sentence.endswith(".")
        assert one.sentence.count(".") - one.sentence.count("0.") == 1
