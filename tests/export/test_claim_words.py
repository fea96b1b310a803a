"""Limits in words, each once."""

from dataclasses import replace

import pytest

from gelucheck.export.claim_words import bounds_of, claims_in_words
from gelucheck.record import Claim


def claim(name, bound):
    return Claim(name, bound, "pass", None, None, None)


WORDS = [
    ([("atol", 1e-3)], "|error| ≤ 0.001 + ½ ulp at every input"),
    ([("max_ulp", 2.0)], "max ulp ≤ 2"),
    ([("max_ulp/(1+k)", 5.0)], "max ulp ≤ 5(1+k)"),
    ([("max_steps in -6.0:-2.0", 2)], "max steps ≤ 2 where x is in -6.0:-2.0"),
    ([("max_abs against gelu", 1e-4)], "max abs ≤ 0.0001 against GELU"),
    ([("correctly_rounded", 0.99)], "correctly rounded ≥ 0.99"),
    ([("mean_abs", 1e-6)], "mean abs ≤ 1e-06"),
    ([("max_steps", 1), ("max_steps", 3)], "max steps ≤ 1 or 3, by row"),
    ([("max_steps", n) for n in (4, 1, 3, 9)], "max steps ≤ 1 to 9, by row"),
    ([("finding wrong-form", 0)], "no finding wrong-form"),
    ([("baseline max_ulp", 1.5), ("baseline nan", 0)], "no worse than the baseline"),
    ([("rtol\n", 1)], "rtol\\n"),
]


@pytest.mark.parametrize("claims, words", WORDS, ids=[words for _, words in WORDS])
def test_words(run, claims, words):
    rows = [replace(run.rows[0], claims=(claim(*each),)) for each in claims]
    assert claims_in_words(rows) == [words]
    assert claims_in_words(rows * 2) == [words]


def test_what_a_limit_is_against_where_the_table_shows_the_other_figure(run):
    """Its column of correctly rounded outputs is against GELU, which is the erf form itself."""
    rows = [
        replace(run.rows[0], form=form, claims=(claim("correctly_rounded", 0.99),))
        for form in ("erf", None, "tanh")
    ]
    assert claims_in_words(rows[:2]) == ["correctly rounded ≥ 0.99"]
    assert claims_in_words(rows) == ["correctly rounded ≥ 0.99 (against the form)"]


def test_a_limit_on_some_rows_says_on_how_many(run):
    one, other = (replace(run.rows[0], form=form, claims=()) for form in ("erf", "tanh"))
    held = replace(one, claims=(claim("max_steps against gelu in -6:-2", 1),))
    assert claims_in_words([held, other]) == [
        "max steps ≤ 1 against GELU where x is in -6:-2 (1 of 2 rows)"
    ]
    held = replace(other, claims=(claim("max_steps", 1),))
    assert claims_in_words([one, held]) == ["max steps ≤ 1 (against the form, 1 of 2 rows)"]


def test_the_bounds_that_a_printed_figure_is_held_against():
    """Those times the condition, or of a part of the inputs, are not."""
    names = ("max_ulp", "max_ulp/(1+k)", "max_ulp in 1:2", "max_ulp against gelu", "max_abs")
    claims = [claim(name, float(number)) for number, name in enumerate(names)]
    assert bounds_of(claims, "max_ulp") == [0.0, 3.0]
    assert bounds_of(claims, "max_abs", "atol") == [4.0]
