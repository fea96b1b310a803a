"""Which swaps stand side by side, and the table of verdicts."""

import importlib.util
from dataclasses import replace
from pathlib import Path

from gelucheck.export.network_columns import (
    by_format,
    layer_figures,
    side_by_side,
    verdicts_of,
)

_SPEC = importlib.util.spec_from_file_location("studies", Path(__file__).with_name("studies.py"))
studies = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(studies)


def only(study, **wanted):
    swaps = tuple(s for s in study.swaps if all(getattr(s, k) in v for k, v in wanted.items()))
    return replace(study, swaps=swaps)


def test_the_swap_by_itself_beside_rounding_by_itself():
    title, columns = side_by_side(studies.small_study())
    assert title == "the swap alone, rounding alone"
    found = [(c.group, c.name, c.below) for c in columns]
    assert found == [
        ("swap", "tanh", "float64"),
        ("swap", "sigmoid", "float64"),
        ("rounding", "float16", "native"),
        ("rounding", "bfloat16", "native"),
        ("rounding", "float32", "native"),
        ("rounding", "float64", "native"),
    ]


def test_upcast_where_a_format_has_nothing_else():
    _, columns = side_by_side(only(studies.small_study(), dtype=("float64", "float16")))
    assert [column.below for column in columns] == ["float64", "float64", "native", "native"]
    study = studies.small_study()
    swaps = [s for s in study.swaps if s.arithmetic == "upcast" or s.dtype == "float64"]
    _, columns = side_by_side(replace(study, swaps=tuple(swaps)))
    assert [(c.name, c.below) for c in columns if c.group == "rounding"] == [
        ("float64", "native"),
        ("float16", "upcast"),
        ("bfloat16", "upcast"),
        ("float32", "upcast"),
    ]


def test_without_float64_or_erf_each_form_in_each_format():
    title, columns = side_by_side(only(studies.small_study(), dtype=("float16", "float32")))
    assert title == "each form in each format"
    assert [(c.group, c.name, c.below) for c in columns] == [
        (form, dtype, "native")
        for form in ("erf", "tanh", "sigmoid")
        for dtype in ("float16", "float32")
    ]
    _, columns = side_by_side(only(studies.small_study(), writing=("tanh",), dtype=("float64",)))
    assert [(c.group, c.name, c.below) for c in columns] == [("tanh", "float64", "native")]


def test_where_only_upcast_was_chosen_it_is_named():
    study = only(studies.small_study(), writing=("tanh",), arithmetic=("upcast",))
    title, columns = side_by_side(study)
    assert title == "each form in each format"
    assert [(c.group, c.name, c.below) for c in columns] == [
        ("tanh", dtype, "upcast") for dtype in ("float16", "bfloat16", "float32")
    ]


def test_figures_of_a_place():
    _, columns = side_by_side(studies.small_study())
    # at the output of the small study rounding by itself is 1.2e-3 in float16, the swap 1.6e-4
    figures = layer_figures(columns, 2)
    assert (figures[0], figures[2]) == ("1.600e-4", "1.200e-3")


def test_all_forms_of_a_format_together():
    found = by_format(studies.small_study())
    assert [name for name, _ in found][:2] == ["float16 · native", "bfloat16 · native"]
    assert len(found) == 7
    assert [column.name for column in found[0][1]] == ["erf", "tanh", "sigmoid"]


def test_verdicts_keep_a_formats_arithmetics_together():
    columns, lines = verdicts_of(studies.small_study())
    assert columns[:3] == [("float16", "native"), ("float16", "upcast"), ("bfloat16", "native")]
    told = dict(lines)
    assert list(told) == ["tanh", "sigmoid"]
    # 1.6e-4 and 2.1e-5 lie below what float16 does (7.7e-4, 9.9e-5), above float32 (1.7e-7, 2.2e-8)
    assert told["tanh"][:2] == ["below", "below"]
    assert told["tanh"][4:] == ["above", "above", "above"]


def test_verdicts_where_one_is_missing():
    study = studies.small_study()
    swaps = tuple(s for s in study.swaps if (s.form, s.dtype) != ("tanh", "float16"))
    columns, lines = verdicts_of(replace(study, swaps=swaps))
    assert dict(lines)["tanh"][columns.index(("float16", "native"))] == "—"


def test_no_verdicts():
    assert verdicts_of(only(studies.small_study(), form=("erf",))) == ([], [])
