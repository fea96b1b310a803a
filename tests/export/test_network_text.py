"""Studies in the terminal: fitting, complete, and the verdict at a glance."""

import importlib.util
import re
from dataclasses import replace
from pathlib import Path

import pytest

from gelucheck.export.network_text import render
from gelucheck.export.text import render as render_run

_SPEC = importlib.util.spec_from_file_location("studies", Path(__file__).with_name("studies.py"))
studies = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(studies)

STUDIES = {
    "small": studies.small_study,
    "deep": studies.deep_study,
    "hostile": studies.hostile_study,
    "bare": studies.bare_study,
}


@pytest.mark.parametrize("width, most", [(40, 80), (80, 80), (100, 100), (300, 100)])
@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("name", STUDIES)
def test_lines_fit(name, every, width, most):
    text = render([STUDIES[name]()], width=width, every=every)
    lines = text.splitlines()
    assert max(map(len, lines)) <= most
    assert all(line == line.rstrip() for line in lines)
    assert all(mark.isprintable() or mark == "\n" for mark in text)


@pytest.mark.parametrize("width", [80, 100])
def test_every_figure_is_there_at_each_width(width):
    text = render([studies.small_study()], width=width)
    # tanh, float16, native: what rounding does and the swap does besides, 1.2e-3 + 1.6e-4
    for figure in ("1.360e-3", "6.80e-4…1.36e-3", "1.710e-4", "5.440e-2", "5.130e-4", "3.420e-4"):
        assert figure in text
    assert "seed 1, #12" in text and "[7]" in text and "of 192" in text
    assert "<1.1e-16" in text, "a cosine that is 1 by rounding"


def table_below(text, head):
    """The lines of a table, up to the blank one."""
    after = text[text.index(head) :].split("\n\n")[0]
    return after.splitlines()[1:]


def test_verdicts_at_a_glance():
    lines = table_below(render([studies.small_study()]), "the swap at the output, against")
    assert [line.split() for line in lines] == [
        ["float16", "float16", "bfloat16", "bfloat16", "float32", "float32", "float64"],
        ["native", "upcast", "native", "upcast", "native", "upcast", "native"],
        ["tanh", "below", "below", "below", "below", "above", "above", "above"],
        # 7.3e-3 is below 9.6e-3 and 1.1e-3 below 1.2e-3, and above the others
        ["sigmoid", "above", "above", "below", "above", "above", "above", "above"],
    ]


def test_by_operator_the_swap_and_rounding():
    text = render([studies.small_study()])
    lines = table_below(text, "max abs behind each operator")
    assert lines[0].split() == ["swap"] * 2 + ["rounding"] * 4
    assert [line.split()[0] for line in lines[3:]] == ["n0", "n1", "n2"]
    assert lines[-1].split()[2:4] == ["1.600e-4", "7.300e-3"]


def test_of_a_stack_a_line_a_block_and_all_when_asked():
    short = render([studies.deep_study(12)])
    lines = table_below(short, "max abs behind each operator, 12 of 60")
    assert len(lines) == 3 + 12
    assert lines[-1].lstrip().startswith("block 12, n59 residual")
    long = render([studies.deep_study(12)], every=True)
    assert "of 60" not in long
    for dtype in ("float16 · native", "float32 · upcast", "float64 · native"):
        assert len(table_below(long, f"max abs behind each operator: {dtype}")) == 1 + 60


def many_forms(count, *, erf=True):
    """A study of so many forms in all formats; without erf there is no rounding to stand beside."""
    study = studies.small_study()
    tanh = [swap for swap in study.swaps if swap.writing == "tanh"]
    forms = tuple(
        replace(swap, form=f"form-{n}", writing=f"form-{n}") for n in range(count) for swap in tanh
    )
    return replace(study, swaps=(*study.swaps[:7], *forms) if erf else forms)


WHOLE = re.compile(r"(<?-?\d[\d.,]*(e-?\d+)?|0|—)(…\d\.\d+e-?\d+)?")


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("count, erf", [(2, True), (2, False), (7, False), (7, True), (24, False)])
def test_no_figure_is_broken(count, erf, every, width):
    study = many_forms(count, erf=erf)
    text = render([study], width=width, every=every)
    for block in text.split("max abs behind each operator")[1:]:
        tables = block.split("\nthe swap at")[0].split("\n\n")
        for lines in (table.splitlines() for table in tables):
            figures = [line.split()[2:] for line in lines if re.match(r"  n\d ", line)]
            if not figures:
                continue
            assert len(figures) == 3, "each table has all operators"
            assert len({len(line) for line in figures}) == 1
            assert all(WHOLE.fullmatch(cell) for line in figures for cell in line)
    # 7 ways for each form: of all, the first arithmetic of 4 formats
    shown = text.count("  n2 linear ")
    assert shown >= 1
    columns = sum(
        len(line.split()) - 2 for line in text.splitlines() if line.startswith("  n2 linear ")
    )
    forms = count + erf
    assert columns == (forms * 7 if every else count + 4 if erf else count * 4)


@pytest.mark.parametrize("width", [80, 100])
def test_the_output_is_split_before_a_figure_is(width):
    study = studies.small_study()
    long = studies.difference(1.234e-300, 1.111e-301, (1023, 1023, 4095), places=123_456_789)
    swap = replace(study.swaps[8], layers=(*study.swaps[8].layers[:2], long))
    text = render([replace(study, swaps=(*study.swaps[:8], swap))], width=width)
    assert max(map(len, text.splitlines())) <= width
    for figure in ("1.234e-300", "6.17e-301…1.23e-300", "1.111e-301", "of 123,456,789",
                   "[1023, 1023, 4095]"):  # fmt: skip
        assert figure in text


def test_the_verdicts_are_split_too():
    swaps = [
        replace(swap, dtype=f"{swap.dtype}-{n}")
        for n in range(3)
        for swap in studies.small_study().swaps
    ]
    text = render([studies.small_study(swaps=tuple(swaps))], width=80)
    block = text[text.index("the swap at the output, against") : text.index("\nanswers")]
    words = [line.split() for line in block.splitlines() if line.startswith("  tanh ")]
    assert sum(len(line) - 1 for line in words) == 21
    assert {word for line in words for word in line[1:]} == {"above", "below"}
    assert len(words) > 1


def test_what_the_columns_are_is_in_the_title():
    study = studies.small_study()
    assert "max abs behind each operator: the swap alone, rounding alone\n" in render([study])
    one = tuple(s for s in study.swaps if (s.writing, s.dtype) == ("tanh", "float16"))
    text = render([replace(study, swaps=one[1:])])
    assert one[1].arithmetic == "upcast"
    lines = table_below(text, "max abs behind each operator: each form in each format")
    assert [line.split() for line in lines[:3]] == [["tanh"], ["float16"], ["upcast"]]


def test_between_is_explained():
    assert "\n  between: neither below nor above.\n" in render([studies.small_study()])


def test_lost_is_explained_where_it_is():
    told = "lost: NaN or infinite numbers in the output: nothing to compare."
    study = studies.small_study()
    assert told not in render([study])
    swaps = (*study.swaps[:-1], replace(study.swaps[-1], verdict="lost"))
    lost = replace(study, swaps=swaps)
    assert f"\n  {told}\n" in render([lost])
    assert "\x1b[35mlost" in render([lost], color=True)


def test_one_seed_has_no_spread():
    study = studies.small_study(seeds=(3,))
    assert "over the seeds" not in render([study])
    assert "over the seeds" in render([studies.small_study()])


def test_forms_are_told_apart_from_rounding():
    text = render([studies.small_study()])
    assert "\nerf · the format's own rounding\n" in text
    assert "\ntanh\n" in text


def test_nothing_finite():
    text = render([studies.bare_study()])
    assert "12 lost" in text and "—" in text and "between" in text


def test_colours_only_where_wanted():
    plain, colored = (render([studies.small_study()], color=color) for color in (False, True))
    assert "\x1b[" not in plain
    bare = re.sub(r"\x1b\[[0-9;]*m", "", colored)
    assert [line.rstrip() for line in bare.splitlines()] == plain.splitlines()
    assert "\x1b[32mbelow" in colored and "\x1b[31mabove" in colored


def test_answers_stand_last_whole():
    answer = "In bfloat16, tanh for erf is invisible. " * 6
    text = render([studies.small_study(answers=(answer.strip(),))])
    end = text[text.index("\nanswers\n") :]
    assert " ".join(end.split()).removeprefix("answers · ") == answer.strip()


def test_several_are_apart():
    both = [studies.small_study(name="first"), studies.small_study(name="second")]
    text = render(both)
    assert text == "\n".join(render([each]) for each in both)


def test_of_a_run_rows_come_first(run):
    alone = render([studies.small_study()])
    assert render_run(studies.run_of()) == alone, "no word of rows that nobody asked for"
    both = render_run(replace(run, networks=(studies.small_study(),)))
    assert both == f"{render_run(run)}\n{alone}"
    assert render_run(replace(run, rows=(), theorems=())) == "no rows\n"
