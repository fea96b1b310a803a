"""Findings are told once, worst first."""

from dataclasses import replace

import pytest

from gelucheck.export.findings import tell, where
from gelucheck.record import Finding


def with_findings(run, *findings):
    """One row for each tuple of findings."""
    pairs = zip(run.rows, findings, strict=False)
    return replace(run, rows=tuple(replace(row, findings=given) for row, given in pairs))


def finding(sentence, level="warning", slug="slug", witness=None):
    return Finding(slug, level, sentence, witness)


@pytest.mark.parametrize(
    ("first", "second", "told", "why"),
    [
        ("it cancels", "it cancels", 1, "the same"),
        ("199 ulp at x = -13.1", "1624 ulp at x = -1.5e-7", 1, "other numbers"),
        ("at 0x1.8p+1", "at -0x1p-14", 1, "other hexadecimal numbers"),
        ("float16 has no digits left", "bfloat16 has no digits left", 1, "other formats"),
        ("1 + erf cancels", "1 + tanh cancels", 2, "another reason"),
    ],
)
def test_sentences_that_differ_in_numbers_are_one(run, first, second, told, why):
    both = with_findings(run, (finding(first),), (finding(second),))
    assert len(tell(both)) == told, why


def test_the_worst_speaks_for_all(run, make_witness):
    small, large = (make_witness("float16", size, 1.0) for size in (2.0, 300.0))
    both = with_findings(
        run, (finding("2 ulp", witness=small),), (finding("300 ulp", witness=large),)
    )
    (told,) = tell(both)
    assert (told.finding.sentence, told.row, told.others) == (
        *("300 ulp", both.rows[1]),
        (both.rows[0],),
    )


def test_errors_come_first_and_what_is_off_does_not_come(run):
    given = (finding("a"), finding("b", "off"), finding("c", "error"))
    assert [told.finding.sentence for told in tell(with_findings(run, given))] == ["c", "a"]


def test_levels_and_slugs_are_kept_apart(run):
    given = (finding("a"), finding("a", "error"), finding("a", slug="other"))
    assert len(tell(with_findings(run, given))) == 3


@pytest.mark.parametrize(
    ("count", "rows", "text"),
    [
        (1, 1, "erf · float16 · native"),
        (1, 9, "erf · float16 · native"),
        (2, 9, "erf · float16 · native, erf · bfloat16 · native"),
        (5, 9, "erf · float16 · native and 4 other rows"),
        (5, 5, "all 5 rows"),
    ],
)
def test_where(run, count, rows, text):
    (told,) = tell(with_findings(run, *[(finding("a"),)] * count))
    assert where(told, rows) == text


@pytest.mark.parametrize(
    ("sentences", "told", "place", "why"),
    [
        (
            ["NaN at x = −448; at 94 inputs in all", "NaN at x = −448; at 1,012 inputs in all"],
            "NaN at x = −448; at 94 to 1,012 inputs in all",
            "erf · float16 · native, erf · bfloat16 · native",
            "a count goes from the least to the most",
        ),
        (
            ["at 9 of the 100 inputs tried", "at 12 of the 100 inputs tried"],
            "at 9 to 12 of the 100 inputs tried",
            "erf · float16 · native, erf · bfloat16 · native",
            "as numbers, not as texts; what is the same is told once",
        ),
        (
            ["14 steps off at x = −2", "3 steps off at x = −9"],
            "14 steps off at x = −2",
            "erf · float16 · native; likewise, with other numbers, erf · bfloat16 · native",
            "the first row's own",
        ),
        (
            ["float16 has no infinity", "bfloat16 has no infinity"],
            "float16 has no infinity",
            "erf · float16 · native; likewise, erf · bfloat16 · native",
            "the first row's format",
        ),
        (
            ["at x = 1; 2 more", "at x = 2; 3 more", "at x = 3; 4 more", "at x = 4; 9 more"],
            "at x = 1; 2 to 9 more",
            "erf · float16 · native; likewise, with other numbers, 3 other rows",
            "not all rows have the numbers",
        ),
    ],
)
def test_what_is_told_of_several_rows_is_true_of_each(run, sentences, told, place, why):
    (one,) = tell(with_findings(run, *[(finding(each),) for each in sentences]))
    assert (one.finding.sentence, where(one, len(sentences) + 1)) == (told, place), why
