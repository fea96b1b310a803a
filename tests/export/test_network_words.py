"""What a study is about, in words: shapes, names, statistics; which operators a table shows."""

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest

from gelucheck.export.network_words import (
    MOST,
    activations_of,
    count_operators,
    facts_of,
    groups_of,
    labels_of,
    operators_of,
    places_of,
    shape_of,
    title_of,
    verdicts_told,
)
from gelucheck.networks import Activations

_SPEC = importlib.util.spec_from_file_location("studies", Path(__file__).with_name("studies.py"))
studies = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(studies)


@pytest.mark.parametrize("sizes, told", [
    (["B", 128], "[B, 128]"),
    (["B", 3, 8, 8], "[B, 3, 8, 8]"),
    ([], "[B]"),
    (7, "[B, 7]"),
    (["B", "\x1b"], "[B, \\x1b]"),
])  # fmt: skip
def test_shapes(sizes, told):
    assert shape_of(sizes) == told


def test_facts():
    facts = dict(facts_of(studies.small_study()))
    assert facts["network"] == "plan.txt"
    assert facts["shapes"] == "[B, 128] -> [B, 10], 3 operators"
    # 128·64 + 64 + 64·10 + 10
    assert facts["parameters"] == "8,906"
    assert facts["declared"] == "erf"
    assert facts["seeds"] == "0, 1, 2"
    assert "float64" in facts["reference"]


@pytest.mark.parametrize("count, whole, told", [
    (1, None, "1 operator"),
    (3, None, "3 operators"),
    (1200, None, "1,200 operators"),
    (12, 60, "12 of 60 operators"),
])  # fmt: skip
def test_how_many_operators(count, whole, told):
    assert count_operators(count, whole) == told


def test_a_single_operator_is_one():
    (first, *_) = studies.PLAN["operators"]
    study = studies.small_study(plan={**studies.PLAN, "operators": [first]}, swaps=())
    assert dict(facts_of(study))["shapes"].endswith(", 1 operator")


@pytest.mark.parametrize("mean, std, told", [
    (-5.209e-19, 1.0, "≈ 0"),
    (9.9e-16, 1.0, "≈ 0"),
    (-1.1e-15, 1.0, "-1.100e-15"),
    (-5.209e-19, 1e-6, "-5.209e-19"),
    (0.0, 1.0, "0"),
    (0.25, 0.0, "0.2500"),
])  # fmt: skip
def test_a_mean_that_rounding_leaves_is_none(mean, std, told):
    study = studies.small_study(activations=(Activations("n1", 9, mean, std, -3.0, 3.0, 0.0),))
    assert activations_of(study)[0][1] == told
    many = tuple(Activations("n1", 9, m, 1.0, -3.0, 3.0, 0.0) for m in (-5e-19, 0.5, 0.5, 0.5, 0.5))
    assert activations_of(studies.small_study(activations=many))[0][1] == "0…0.500"


def test_verdicts_are_told_and_that_numbers_were_lost_where_they_were():
    study = studies.small_study()
    assert list(verdicts_told([study])) == ["below", "above", "between"]
    assert verdicts_told([study])["between"] == "neither below nor above"
    lost = replace(study, swaps=(*study.swaps, replace(study.swaps[-1], verdict="lost")))
    assert list(verdicts_told([study, lost])) == ["below", "above", "between", "lost"]


@pytest.mark.parametrize("seeds, told", [
    ((5,), "5"),
    ((0, 2), "0, 2"),
    (tuple(range(8)), "0, 1, 2, 3, 4, 5, 6, 7"),
    (tuple(range(3, 20)), "3 to 19"),
])  # fmt: skip
def test_seeds(seeds, told):
    assert dict(facts_of(studies.small_study(seeds=seeds)))["seeds"] == told


def test_operators():
    found = operators_of(studies.small_study())
    assert [item.label for item in found] == ["n0 linear", "n1 gelu", "n2 linear"]


def test_a_plan_that_says_nothing_of_its_operators():
    study = studies.small_study(plan={"operators": "none"})
    assert [item.name for item in operators_of(study)] == ["n0", "n1", "n2"]


@pytest.mark.parametrize("blocks, count, why", [
    (4, 20, "all of twenty"),
    (12, 12, "the residual of each block"),
    (40, MOST, "some of forty blocks"),
])  # fmt: skip
def test_places(blocks, count, why):
    study = studies.deep_study(blocks)
    places = places_of(study)
    assert len(places) == count, why
    assert places == sorted(set(places))
    assert places[-1] == 5 * blocks - 1, "the output is there"
    assert places_of(study, every=True) == list(range(5 * blocks))


def test_where_no_operator_is_residual_the_gelus_are_shown():
    study = studies.deep_study(12)
    plan = study.plan
    operators = [
        {**item, "operation": "linear@1"} if item["operation"] == "residual@1" else item
        for item in plan["operators"]
    ]
    places = places_of(replace(study, plan={**plan, "operators": operators}))
    assert places == [*range(2, 60, 5), 59]


def test_labels_count_blocks():
    assert labels_of(studies.deep_study(3))[8:10] == ["n8 linear", "block 2, n9 residual"]
    assert labels_of(studies.deep_study(1))[-1] == "n4 residual"
    assert labels_of(studies.small_study()) == ["n0 linear", "n1 gelu", "n2 linear"]


def test_activations_one_by_one_and_of_many_the_range():
    assert activations_of(studies.small_study()) == [
        ("n1", "0.001200", "0.5812", "-2.410", "2.397", "0.02%")
    ]
    deep = studies.deep_study(12)
    (line,) = activations_of(deep)
    assert line[0] == "n2…n57, 12 GELUs"
    # mean −0.02·n, std 0.5 + 0.1·n, from −3 − n to 3 + n, n up to 11
    assert line[1:5] == ("-0.220…0", "0.500…1.60", "-14.00", "14.00")
    assert line[5] == "0%…1.10%"
    assert len(activations_of(deep, every=True)) == 12


def test_a_share_that_is_small_is_not_none():
    item = Activations("n1", 10**6, 0.0, 1.0, -3.0, 3.0, 1e-6)
    ((*_, share),) = activations_of(studies.small_study(activations=(item,)))
    assert share == "0.0001%"


@pytest.mark.parametrize("name, told", [
    ("plan.txt", "plan.txt"),
    ("  ", "'  '"),
    ("a\u202eb", "a\\u202eb"),
    ("x" * 200, "x" * 79 + "…"),
])  # fmt: skip
def test_titles(name, told):
    assert title_of(studies.small_study(name=name)) == told


def test_groups_name_the_form_of_a_writing_that_is_called_otherwise():
    study = studies.small_study()
    swaps = (*study.swaps[:1], replace(study.swaps[1], writing="erfc"))
    assert [name for name, _ in groups_of(replace(study, swaps=swaps))] == [
        "erf",
        "erfc (form erf)",
    ]
