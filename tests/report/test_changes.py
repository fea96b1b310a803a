"""What changed between two runs: exact, row by row; each figure in words that are true."""

import math
from dataclasses import replace

import pytest

from gelucheck.record import COUNTS, Claim, Errors, Finding, Row, Run, Witness
from gelucheck.report.changes import STANDINGS, compare_runs
from gelucheck.report.changes_text import changes_text


def witness(value, x=-3.25):
    return Witness(value, x, x.hex(), "0xc280", 0.0, 0.0)


def errors(ulp=2.0, steps=2):
    return Errors(witness(1e-3), witness(ulp), witness(1e-2), witness(steps), 1e-4, 2e-4)


ROW = Row(
    *("torch:gelu", "tanh", None, "float16", None, "gelu", "exhaustive", 1000),
    *(errors(), errors(), witness(1e-4), 900, 990),
    *({"0": 900, "1": 90, "2": 10, "3": 0, "more": 0}, dict.fromkeys(COUNTS, 0)),
    claims=(Claim("atol", 1e-3, "pass", None, 1e-4, None),),
)
FAULT = Finding("inaccurate", "error", "2 ulp more than sound code needs", witness(4.0))


def run(*rows, **provenance):
    return Run(provenance, rows)


def only(old, new):
    (item,) = compare_runs(run(old), run(new)).rows
    return item


def claimed(verdict, atol=1e-3):
    return replace(ROW, claims=(Claim("atol", atol, verdict, None, 0.0, None),))


CASES = [
    # old, new, standing, words of what changed
    (ROW, ROW, "same", []),
    (ROW, replace(ROW, total=errors(15.2)), "worse",
     ["max ulp 2.00 → 15.2 (7.60 times) at x = -3.25"]),
    (replace(ROW, total=errors(15.2)), ROW, "better",
     ["max ulp 15.2 → 2.00 (7.60 times less) at x = -3.25"]),
    (ROW, replace(ROW, evaluation=errors(steps=3)), "worse",
     ["evaluation max steps 2 → 3 (1.50 times) at x = -3.25"]),
    # the last bit counts, and is shown
    (ROW, replace(ROW, total=errors(math.nextafter(2.0, 3))), "worse",
     ["max ulp 2.0000000000000000 → 2.0000000000000004 at x = -3.25"]),
    (ROW, replace(ROW, total=errors(0.0)), "better", ["max ulp 2.00 → 0"]),
    (ROW, replace(ROW, total=errors(math.inf)), "worse", ["max ulp 2.00 → inf at x = -3.25"]),
    # where no output could be measured there is no maximum: nothing is worse
    (replace(ROW, total=errors(math.inf)),
     replace(ROW, total=replace(errors(), max_ulp=None)), "worse", ["max ulp inf → —"]),
    # beyond a thousand times the figures say enough
    (ROW, replace(ROW, total=errors(4e6)), "worse", ["max ulp 2.00 → 4.00e6 at x = -3.25"]),
    (ROW, replace(ROW, correctly_rounded=899), "worse",
     ["correctly rounded 90.00% → 89.90% (1 fewer)"]),
    # 999,999 of 1,000,000 are not all, and look so
    (replace(ROW, inputs=10**6, faithful=10**6), replace(ROW, inputs=10**6, faithful=999_999),
     "worse", ["faithful 100% → 99.9999% (1 fewer)"]),
    (ROW, replace(ROW, counts={**ROW.counts, "nan": 3}), "worse", ["NaN for a number 0 → 3"]),
    (ROW, replace(ROW, findings=(FAULT,)), "worse",
     ["finding inaccurate appeared (error): 2 ulp more than sound code needs"]),
    (replace(ROW, findings=(FAULT,)), ROW, "better", ["finding inaccurate went"]),
    # what was switched off is not there
    (ROW, replace(ROW, findings=(replace(FAULT, level="off"),)), "same", []),
    # a level is what somebody asked for
    (replace(ROW, findings=(FAULT,)), replace(ROW, findings=(replace(FAULT, level="warning"),)),
     "same", ["finding inaccurate error → warning"]),
    (claimed("pass"), claimed("fail"), "worse", ["claim atol 0.001 pass → fail"]),
    (claimed("fail"), claimed("pass"), "better", ["claim atol 0.001 fail → pass"]),
    # another question is neither better nor worse
    (claimed("pass"), claimed("fail", 1e-4), "same",
     ["claim atol 0.001 went: was pass", "claim atol 0.0001 appeared: fail"]),
    (ROW, replace(ROW, total=errors(3.0), correctly_rounded=901), "mixed",
     ["max ulp 2.00 → 3.00 (1.50 times) at x = -3.25",
      "correctly rounded 90.00% → 90.10% (1 more)"]),
    # means are good to some digits only, and profiles are for pictures
    (ROW, replace(ROW, total=replace(errors(), mean_abs=9.0), profile=()), "same", []),
]  # fmt: skip


@pytest.mark.parametrize("old, new, standing, words", CASES)
def test_what_changed_in_a_row(old, new, standing, words):
    item = only(old, new)
    assert (item.standing, [change.words for change in item.figures]) == (standing, words)
    assert item.unlike == ()


@pytest.mark.parametrize(
    "change, said",
    [
        ({"evidence": "sample"}, "evidence exhaustive → sample"),
        ({"inputs": 4000, "correctly_rounded": 3600, "faithful": 3960}, "inputs 1,000 → 4,000"),
        ({"form": "erf"}, "declared form tanh → erf"),
        ({"form": None, "evaluation": None}, "declared form tanh → none"),
        ({"findings": (replace(FAULT, slug="lost-inputs"),)},
         "not all inputs were measured in the new run"),
    ],
)  # fmt: skip
def test_what_is_not_like_for_like(change, said):
    item = only(ROW, replace(ROW, **change))
    assert item.unlike == (said,)
    # of figures that are the same it is only said
    assert item.standing == ("worse" if "findings" in change else "same")


def test_erf_is_told_once():
    """Of a row whose form is GELU the evaluation is the total."""
    old = replace(ROW, form="erf")
    new = replace(old, total=errors(3.0), evaluation=errors(3.0))
    assert [change.name for change in only(old, new).figures] == ["max ulp"]


def test_rows_are_matched_by_what_they_are_of():
    old = [replace(ROW, dtype=dtype) for dtype in ("float16", "bfloat16", "float32")]
    new = [
        replace(ROW, dtype="float32"),
        replace(ROW, arithmetic="native"),
        replace(ROW, dtype="bfloat16", function="gelu_grad"),
        replace(ROW, dtype="float16", total=errors(1.0)),
    ]
    found = compare_runs(run(*old), run(*new))
    assert [(item.standing, item.label) for item in found.rows] == [
        ("same", "torch:gelu · float32"),
        ("new", "torch:gelu · float16 · native"),
        ("new", "torch:gelu · bfloat16 · gelu_grad"),
        ("better", "torch:gelu · float16"),
        ("gone", "torch:gelu · bfloat16"),
    ]
    assert found.headline == "1 row better, 2 new, 1 gone, 1 the same."
    assert list(found.counts) == list(STANDINGS)


def test_a_row_that_a_run_holds_twice():
    found = compare_runs(run(ROW, ROW), run(ROW, ROW, ROW))
    assert [item.standing for item in found.rows] == ["same", "same", "new"]


def test_versions():
    old = run(ROW, version="0.1.0", implementations={"torch:gelu": "torch 2.12", "a": "1"})
    new = run(ROW, version="0.2.0", implementations={"torch:gelu": "torch 2.13", "b": "1"})
    versions = compare_runs(old, new).versions
    assert [(item.name, item.words) for item in versions] == [
        ("gelucheck", "0.1.0 → 0.2.0"),
        ("torch:gelu", "torch 2.12 → torch 2.13"),
    ]
    assert compare_runs(old, old).versions == ()


def test_the_text_is_for_a_log():
    hostile = replace(ROW, implementation="\x1b[31m" + "x" * 5000 + "\u202e\n")
    rows = [new for _, new, *_ in CASES]
    old = run(*(old for old, *_ in CASES), hostile, version="1")
    new = run(*rows, replace(hostile, total=errors(9.0)), replace(ROW, dtype="y"), version="2")
    text = changes_text(compare_runs(old, new))
    assert max(map(len, text.splitlines())) <= 100
    assert "\x1b" not in text and "\u202e" not in text
    assert text.endswith("\nversions\n  gelucheck: 1 → 2\n")
    assert "\nnew    torch:gelu · y\n" in text
    # worst first, and what is the same is counted only
    places = [text.index(f"\n{word}") for word in ("worse", "mixed", "better", "new")]
    assert places == sorted(places)


def test_two_runs_that_are_the_same_are_one_line():
    assert changes_text(compare_runs(run(ROW), run(ROW))) == "1 row the same.\n"
    assert changes_text(compare_runs(run(), run())) == "No rows in either run.\n"
