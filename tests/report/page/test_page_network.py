"""The part of the page that is of networks, alone and beside rows."""

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest

from gelucheck.record import LOST, Finding
from gelucheck.report import network, plots
from gelucheck.report.page import render

_SPEC = importlib.util.spec_from_file_location(
    "studies", Path(__file__).parents[2] / "export" / "studies.py"
)
studies = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(studies)


def links(found):
    return [attrs["href"] for tag, attrs in found.tags if tag == "a" and "href" in attrs]


def heading(found):
    return next(attrs for tag, attrs in found.tags if tag == "h1")


def test_networks_alone_are_no_verdict(sketched, parsed):
    found = parsed(render(studies.run_of()))
    assert heading(found)["class"] == "none"
    assert network.HEADLINE in found.text
    for word in ("NO ANSWER", "no answer", "No rows", "Nothing was measured"):
        assert word not in found.text
    assert "1 network: plan.txt; 21 runs" in found.text
    ids = [attrs["id"] for _, attrs in found.tags if "id" in attrs]
    assert not {"table", "details", "pictures", "rows", "controls"} & set(ids)
    assert "#table" not in links(found)
    assert links(found)[:2] == ["#network", "#network"], "skip, and the first part"


def test_without_networks_there_is_no_such_part(run, sketched, parsed):
    found = parsed(render(run))
    assert "#network" not in links(found)
    assert "network" not in [attrs.get("id") for _, attrs in found.tags]
    empty = parsed(render(replace(run, rows=(), theorems=())))
    assert "No rows." in empty.text and "NO ANSWER" in empty.text


def test_beside_rows_the_verdict_is_of_the_rows(run, sketched, parsed):
    both = replace(run, networks=(studies.small_study(),))
    page, alone = render(both), render(run)
    head = page[page.index("<h1") : page.index("</h1>")]
    assert head == alone[alone.index("<h1") : alone.index("</h1>")]
    found = parsed(page)
    assert "#network" in links(found) and "#table" in links(found)
    assert "1 network: plan.txt" in found.text


def test_beside_rows_of_which_nothing_is_claimed_the_networks_come_first(run, sketched, parsed):
    rows = tuple(replace(row, claims=()) for row in run.rows)
    page = render(replace(run, rows=rows, networks=(studies.small_study(),)))
    found = parsed(page)
    assert heading(found)["class"] == "none" and network.HEADLINE in found.text
    for word in ("NO ANSWER", "no row was judged", "Held to nothing", "Held to:"):
        assert word not in found.text
    assert "What was found" in found.text, "what is wrong with the rows is told all the same"
    parts = [attrs["id"] for tag, attrs in found.tags if tag == "section" and "id" in attrs]
    assert parts.index("network") < parts.index("table") < parts.index("details")
    assert links(found)[:3] == ["#network", "#network", "#table"]
    assert found.text.index("1 network: plan.txt") < found.text.index("rows: ")


def test_rows_that_are_not_complete_are_no_answer(run, sketched, parsed):
    rows = tuple(replace(row, claims=()) for row in run.rows)
    lost = Finding(LOST, "warning", "Some inputs were not measured.", None)
    rows = (replace(rows[0], findings=(lost,)), *rows[1:])
    assert rows[0].incomplete
    found = parsed(render(replace(run, rows=rows, networks=(studies.small_study(),))))
    assert network.HEADLINE not in found.text and "NO ANSWER" in found.text


def test_verdicts_are_explained(sketched, parsed):
    found = parsed(render(studies.run_of()))
    assert "between neither below nor above." in " ".join(found.text.split())
    assert "the format cannot hold" not in found.text
    study = studies.small_study()
    swaps = (*study.swaps[:-1], replace(study.swaps[-1], verdict="lost"))
    found = parsed(render(studies.run_of(replace(study, swaps=swaps))))
    told = "lost NaN or infinite numbers in the output: nothing to compare."
    assert told in " ".join(found.text.split())
    assert "lost" in [attrs.get("class") for tag, attrs in found.tags if tag == "td"]


def test_no_table_is_wider_than_a_sheet(sketched, parsed):
    study = studies.small_study()
    tanh = [swap for swap in study.swaps if swap.writing == "tanh"]
    swaps = tuple(replace(s, writing=f"w{n}", form=f"w{n}") for n in range(11) for s in tanh)
    ((shown),) = network.network_parts(studies.run_of(replace(study, swaps=swaps)))["networks"]
    # 11 forms in 4 formats, in one arithmetic; folded, 11 forms
    assert [len(part.heads) for part in shown.layers.parts] == [8, 8, 8, 8, 8, 4]
    assert [len(part.heads) for part in shown.folded[0].parts] == [6, 5]
    for part in (*shown.layers.parts, *shown.folded[0].parts):
        assert [line[0] for line in part.lines] == ["n0 linear", "n1 gelu", "n2 linear"]
        assert {len(line) for line in part.lines} == {1 + len(part.heads)}


def test_the_words_of_the_picture_are_a_list(parsed):
    page = render(studies.run_of())
    words = page[page.index("<summary>In words</summary>") :].split("</details>")[0]
    assert words.count("<li>") == 6, "3 forms × 2 arithmetics"


def test_all_that_is_known_of_a_study(sketched, parsed):
    study = studies.small_study()
    text = parsed(render(studies.run_of(study))).text
    for answer in study.answers:
        assert answer in text
    for told in ("[B, 128] -> [B, 10], 3 operators", "8,906", "drawn as PyTorch draws them",
                 "0, 1, 2", "1.360e-3", "6.80e-4…1.36e-3", "5.130e-4", "<1.1e-16", "2 of 192",
                 "seed 1, #12", "0.251360", "n1 gelu", "0.5812"):  # fmt: skip
        assert told in text, told


def test_verdicts_are_words_with_a_class(sketched, parsed):
    found = parsed(render(studies.run_of()))
    classes = [attrs.get("class") for tag, attrs in found.tags if tag == "td"]
    # once in the table of verdicts, once in that of swaps
    assert classes.count("below") == 2 * 5 and classes.count("above") == 2 * 9


def test_the_picture_stands_with_its_words(parsed):
    found = parsed(render(studies.run_of(studies.small_study(), studies.deep_study(2))))
    assert [attrs["role"] for tag, attrs in found.tags if tag == "svg"] == ["img", "img"]
    assert "tanh · native: float16 4.000e-4 to 1.360e-3, below rounding" in found.text
    ids = [attrs["id"] for _, attrs in found.tags if "id" in attrs]
    assert len(ids) == len(set(ids))


def test_links_lead_somewhere(run, sketched, parsed):
    for given in (studies.run_of(), replace(run, networks=(studies.small_study(),))):
        found = parsed(render(given))
        ids = {attrs["id"] for _, attrs in found.tags if "id" in attrs}
        assert {link[1:] for link in links(found) if link.startswith("#")} <= ids


def test_a_row_that_is_called_as_a_network_has_another_id(run, sketched, parsed):
    row = replace(
        run.rows[0], implementation="network", dtype="1", arithmetic=None, function="head"
    )
    found = parsed(render(replace(run, rows=(row,), networks=(studies.small_study(),))))
    ids = [attrs["id"] for _, attrs in found.tags if "id" in attrs]
    assert len(ids) == len(set(ids)) and "network-1" in ids


def test_names_are_harmless(parsed):
    page = render(studies.run_of(studies.hostile_study()))
    found = parsed(page)
    assert [tag for tag, _ in found.tags].count("script") == 1
    assert '<script>alert("1")</script>' in found.text
    assert all(mark.isprintable() for mark in found.text if mark not in "\n\u00a0")


def test_nothing_finite_is_shown_as_such(sketched, parsed):
    text = parsed(render(studies.run_of(studies.bare_study()))).text
    assert "5 of 192 12 lost" in text and "between" in text


def test_a_stack_shows_its_blocks_and_folds_the_rest(sketched, parsed):
    text = parsed(render(studies.run_of(studies.deep_study(12)))).text
    assert "12 of 60 operators" in text and "block 12, n59 residual" in text
    assert "n56 linear" in text, "folded, in each format"


def test_six_stacks_stay_small(monkeypatch):
    real = plots.inline(None, "depth", "a", [studies.deep_study(12)])
    monkeypatch.setattr(plots, "inline", lambda *_: real)
    many = [replace(studies.deep_study(12), name=f"stack {n}") for n in range(6)]
    page = render(studies.run_of(*many))
    assert len(page.encode()) < 2_000_000
    assert page.count("<svg") == 6


def test_where_there_is_no_room_what_is_folded_is_left_out(sketched, parsed, monkeypatch):
    both = [studies.deep_study(12), studies.deep_study(2)]
    # a cell of 60 characters for each operator, form, format
    monkeypatch.setattr(network, "_ROOM", 60 * 10 * 3 * 7 + 500)
    found = parsed(render(studies.run_of(*both)))
    assert found.text.count("would make the page too large") == 1
    assert found.text.count("In each format") == 1
    assert "drawn as" in found.text and "The depth in words." in found.text


@pytest.mark.parametrize("count, told", [
    (1, "1 network: a0; 21 runs"),
    (2, "2 networks: a0 and a1; 42 runs"),
    (4, "4 networks: a0, a1, a2 and a3; 84 runs"),
    (6, "6 networks: a0, a1, a2 and 3 more; 126 runs"),
])  # fmt: skip
def test_the_subject(count, told):
    run = studies.run_of(*(studies.small_study(name=f"a{n}") for n in range(count)))
    assert network.subject_of_networks(run).startswith(told)
