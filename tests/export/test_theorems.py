"""Theorems in words: no digit that is not sure, and nothing that is obeyed."""

import csv as reading
import json as plain_json
import math
from dataclasses import replace
from decimal import Decimal

import jsonschema
import pytest

from gelucheck.export import csv, json, markdown, text
from gelucheck.export.schema import first_fault, load_schema
from gelucheck.export.theorems import place_words, sections_of, value_words
from gelucheck.record import Run, Theorem

UP = math.nextafter(0.1, 1)


def theorem(lower, upper, at=None, group="constants", name="best", sentence="It is so."):
    return Theorem(name, lower, lower, upper, at, sentence, group)


VALUES = [
    # 0.1 is 0.1000000000000000055…, its neighbour 0.10000000000000001942…
    (theorem(0.1, UP), "0.1000000000000000", "16 digits: 17 tell them apart"),
    (theorem(0.1, 0.1), "0.1", "a value is shown as it is read back"),
    (theorem(0.1234567, 0.1234569), "0.123457", "six digits are shared"),
    (theorem(0.1234567, 0.1234569, group="suprema"), "1.23457e-1", "an error"),
    (theorem(0.12351, 0.12389, group="suprema"), "1.24e-1", "three digits are"),
    (theorem(2.3149, 2.8931), "2.31 to 2.9", "rounded away from each other"),
    (theorem(-2.8931, -2.3149), "-2.9 to -2.31", "whatever the sign"),
    (theorem(0.5, math.inf), "0.5 to inf", "no bound"),
    (theorem(2.31, 2.31, group="rounding"), "2.31 ulp", "found, and no more is possible"),
    (theorem(1.666e7, 1.699e7, group="rounding"), "1.66e7 to 1.70e7 ulp", "large bounds"),
    (theorem(0.0, math.inf, group="rounding"), "no bound", "no bound"),
    (theorem(math.inf, math.inf, group="agreement"), "everywhere", "where a form agrees"),
    (theorem(math.inf, math.inf, group="agreement", name="a <= 1, to"), "inf", "an end"),
    (theorem(math.nan, 1.0), "nan to 1", "what a stranger wrote"),
    (theorem(27637.0, 27637.0), "27,637", "a count"),
    (theorem(461079172.0, 461079172.0), "461,079,172", "a large one"),
    (theorem(89.0, 89.0), "89", "a small one"),
    (theorem(-5.7265625, -5.7265625), "-5.7265625", "a value of float16"),
    (theorem(math.inf, math.inf), "inf", "everywhere"),
    (theorem(0.0, 0.0), "0", "nothing"),
]


@pytest.mark.parametrize("known, words, why", VALUES)
def test_values(known, words, why):
    assert value_words(known) == words, why


@pytest.mark.parametrize("known", [known for known, words, _ in VALUES if " to " not in words])
def test_every_digit_is_sure(known):
    """Half a unit in the last place shown is the most that either end is away."""
    words = value_words(known).removesuffix(" ulp").replace(",", "")
    shown = Decimal(words if words not in ("everywhere", "no bound") else "inf")
    if not shown.is_finite():
        return
    unit = Decimal(1).scaleb(shown.as_tuple().exponent)
    for end in (known.lower, known.upper):
        assert abs(Decimal(end) - shown) <= unit / 2


PLACES = [
    (theorem(1.0, 1.0, -2.6989413863772703, "suprema", "sup |a - b|"), "±2.69894138637727"),
    (theorem(1.0, 1.0, -2.6989413863772703, "", "sup |a - b|"), "±2.69894138637727"),
    (theorem(1.0, 1.0, -3.0, "suprema", "sup |a/b - 1| on [-3.0, 3.0]"), "-3"),
    (theorem(1.0, 1.0, -0.7517915246935645, "extremes", "min gelu"), "-0.751791524693564"),
    (theorem(1.0, 1.0, 2.2204460492503131e-16, "rounding"), "2.220446049250313e-16"),
    (theorem(1.0, 1.0), "—"),
    (theorem(1.0, 1.0, math.inf, "suprema"), "±inf"),
]


@pytest.mark.parametrize("known, words", PLACES)
def test_places(known, words):
    assert place_words(known) == words


def test_sections_are_in_their_order_and_unknown_ones_last():
    groups = ("mine", "saturation", "", "suprema", "mine")
    found = sections_of([theorem(1.0, 1.0, group=group, name=group) for group in groups])
    assert [[each.name for each in told] for _, told in found] == [
        *(["suprema"], ["saturation"], ["mine", "mine"], [""]),
    ]
    assert [title for title, _ in found][2] == "mine"


@pytest.fixture
def proved(run):
    theorems = (
        theorem(4.732355206872848e-4, 4.732355206872849e-4, -2.698941, "suprema", "sup |a - b|"),
        theorem(2.31, 2.9, 0.5, "rounding", "erf · float16 · native"),
    )
    return replace(run, rows=(), theorems=theorems)


def test_where_a_search_chose_the_input_it_is_said(run):
    """In every table; a stranger's row of another group says nothing of it."""
    name = "gelu in float64, hardest 1"
    sure, found, other = (
        replace(run, rows=(), theorems=(theorem(0.1, UP, 0.5, group, words),))
        for group, words in (("hardest", name), ("hardest", f"{name} found"), ("mine", "a found"))
    )
    for render in (text.render, markdown.render):
        assert "evidence: theorem." in render(sure).replace("Evidence", "evidence")
        assert "search" not in render(sure) and "search" not in render(other)
        told = " ".join(render(found).split())
        assert "those inputs were found by a search, and there may be harder ones." in told
        assert "vidence: theorem for every figure." in told and "vidence: theorem." not in told
    assert f"{name} found" in csv.render(found)


@pytest.mark.parametrize("width", [80, 100])
def test_the_table(proved, width):
    lines = text.render(proved, width=width).splitlines()
    assert lines[:3] == [
        "How far the forms are from GELU",
        "  sup |a - b|  4.73235520687285e-4  at x = ±2.698941",
        "    It is so.",
    ]
    assert lines[4:6] == [
        "How much the evaluation loses",
        "  erf · float16 · native  2.31 to 2.9 ulp  at x = 0.5",
    ]
    long = replace(proved.theorems[0], name="n " * 80, sentence="word " * 80)
    lines = text.render(replace(proved, theorems=(long,)), width=width).splitlines()
    assert max(map(len, lines)) <= width and lines[1].startswith("  n n n")


def test_more_is_said_when_asked(proved):
    ends = f"in {(4.732355206872848e-4).hex()} to {(4.732355206872849e-4).hex()}"
    assert ends in text.render(proved, every=True) and ends not in text.render(proved)


def test_rows_keep_their_lines_and_theorems_stand_below(run):
    alone = text.render(run)
    both = replace(run, theorems=(*run.theorems, theorem(0.1, 0.1, name="best constant")))
    assert text.render(both).startswith(f"{alone}\nThe best constants\n  best constant  0.1\n")
    assert "theorem, on the whole real line: tanh method" in alone
    assert "best constant" in markdown.render(both)
    assert "On the whole real line tanh method" in markdown.render(both)
    assert csv.render(both) == csv.render(run), "no table has both"


def test_markdown(proved):
    lines = markdown.render(proved).splitlines()
    assert lines[0] == "### How far the forms are from GELU"
    assert lines[2:4] == [
        "| theorem | value | at x | what it means |",
        "| --- | ---: | ---: | --- |",
    ]
    assert lines[4].startswith("| sup \\|a - b\\| | 4.7323552068728") and "It is so. |" in lines[4]


def test_csv_has_every_digit(proved):
    lines = list(reading.DictReader(csv.render(proved).splitlines()))
    for line, known in zip(lines, proved.theorems, strict=True):
        for name in ("value", "lower", "upper", "at"):
            assert float(line[name]) == getattr(known, name)
        assert (line["name"], line["sentence"]) == (known.name, "It is so.")
        assert (line["group"], line["evidence"]) == (known.group, "theorem")


def test_the_schema_knows_them(proved):
    stored = plain_json.loads(json.render(proved))
    jsonschema.Draft202012Validator(load_schema()).validate(stored)
    assert first_fault(stored) is None and Run.from_dict(stored) == proved
    assert list(stored["theorems"][0])[-2:] == ["sentence", "group"]
    for name in ("sentence", "group"):
        faulty = plain_json.loads(json.render(proved))
        faulty["theorems"][1][name] = 7
        assert first_fault(faulty).startswith(f"theorems.1.{name}: ")


def test_what_has_no_sentence_is_stored_as_it_was(run):
    (stored,) = plain_json.loads(json.render(run))["theorems"]
    assert list(stored) == ["name", "value", "lower", "upper", "at"]


HOSTILE = "\x1b[31m|a`b`\n<script>\u202e =1"


def test_nothing_is_obeyed(run):
    known = theorem(1.0, 1.0, None, HOSTILE, HOSTILE, HOSTILE)
    bad = replace(run, rows=(), theorems=(known, replace(known, name="=1", group="@x")))
    for render in (text.render, markdown.render, csv.render):
        told = render(bad)
        assert not {"\x1b", "\u202e"} & set(told)
    assert "<script>" not in markdown.render(bad).replace("\\<script\\>", "")
    names = [line["name"] for line in reading.DictReader(csv.render(bad).splitlines())]
    assert names[1] == "'=1"
