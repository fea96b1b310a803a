"""The ids of rows: plain, short, unique, and the same in every run."""

import re
from dataclasses import replace

import pytest

from gelucheck.report.slugs import slugs_of


@pytest.fixture
def named(run):
    def named(*names, **changes):
        return [replace(run.rows[0], implementation=name, **changes) for name in names]

    return named


@pytest.mark.parametrize("name, changes, slug", [
    ("erf", {}, "erf-float16-native-gelu"),
    ("torch:gelu", {"arithmetic": None, "dtype": "float32"}, "torch-gelu-float32-gelu"),
    ("torch:gelu", {"arithmetic": None, "function": "gelu_grad"}, "torch-gelu-float16-gelu-grad"),
    ("erf-half-last", {}, "erf-half-last-float16-native-gelu"),
])  # fmt: skip
def test_a_usual_name_is_the_id(named, name, changes, slug):
    assert slugs_of(named(name, **changes)) == [slug]


@pytest.mark.parametrize("name", [
    "", "  ", "-", "n" * 10_000, "\u202e", "\udc80", "TORCH", "ß", "<b>", "a b", "ö" * 300,
    'torch:torch.nn.functional.gelu(approximate="tanh")',
])  # fmt: skip
def test_any_name_gives_an_id(named, name):
    (slug,) = slugs_of(named(name))
    assert re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?", slug)
    assert "float16-native-gelu" in slug


def test_names_that_look_alike_without_their_signs(named, hostile_names):
    names = ("a(b)", "a[b]", "A(B)", "a b", "a  b", "n" * 999, "n" * 1000, *hostile_names)
    rows = named(*names)
    slugs = slugs_of(rows)
    assert len(set(slugs)) == len(names)
    # by itself, in another order: the same
    assert [slugs_of([row])[0] for row in rows] == slugs
    assert slugs_of(rows[::-1]) == slugs[::-1]


def test_rows_that_are_the_same_by_name(named):
    rows = [*named("torch:gelu", "torch-gelu", "torch.gelu") * 2]
    slugs = slugs_of(rows)
    assert len(set(slugs)) == 6
    assert all(len(slug) <= 64 for slug in slugs)


def test_what_is_taken_is_left_alone(named):
    (slug,) = slugs_of(named("erf"), {"erf-float16-native-gelu"})
    assert slug != "erf-float16-native-gelu"
    (slug,) = slugs_of(named("erf"), {"detail-erf-float16-native-gelu"})
    assert slug != "erf-float16-native-gelu"
    first, second = slugs_of(named("erf", "detail-erf"))
    assert {first, f"detail-{first}"} & {second, f"detail-{second}"} == set()
