"""Error against depth: a panel a format, a line a form and arithmetic, what is 0 at the bottom."""

import importlib.util
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gelucheck.errors import UsageError
from gelucheck.record import Run
from gelucheck.report.pictures import depth
from gelucheck.report.plots import draw, inline

_SPEC = importlib.util.spec_from_file_location(
    "studies", Path(__file__).parents[2] / "export" / "studies.py"
)
studies = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(studies)

MAGIC = {".svg": b"<?xml", ".png": b"\x89PNG\r\n\x1a\n", ".pdf": b"%PDF"}
STUDIES = {
    "small": studies.small_study,
    "deep": studies.deep_study,
    "deepest": lambda: studies.deep_study(96),
    "hostile": studies.hostile_study,
}


def texts(svg):
    return [item.text for item in ElementTree.fromstring(svg) if item.tag.endswith("text")]


def with_sizes(*sizes):
    """One form in one format whose operators differ by so much."""
    study = studies.small_study()
    swap = study.swaps[0]
    layers = tuple(
        replace(layer, max_abs=None if size is None else replace(layer.max_abs, value=size))
        for layer, size in zip(swap.layers, sizes, strict=True)
    )
    return replace(study, swaps=(replace(swap, layers=layers),))


@pytest.mark.parametrize("name, suffix", [
    *((name, ".svg") for name in STUDIES), ("small", ".png"), ("hostile", ".pdf"),
])  # fmt: skip
@pytest.mark.filterwarnings("error")
def test_the_same_bytes_again(name, suffix):
    run = studies.run_of(STUDIES[name]())
    first = draw(run, f"a{suffix}", "depth")
    assert first.startswith(MAGIC[suffix])
    assert first == draw(run, f"other{suffix}", "depth")


def test_a_panel_for_each_format_and_a_line_for_each_form():
    found = texts(inline(None, "depth", "a", [studies.small_study()]).svg)
    assert [text for text in found if text.endswith(": max abs")] == [
        f"{name}: max abs" for name in ("float16", "bfloat16", "float32", "float64")
    ]
    assert {"tanh · native", "tanh · upcast", "erf · native (rounding by itself)"} <= set(found)
    assert found.count("gelu") == 4 and found.count("operator") == 4


@pytest.mark.parametrize("blocks, labels", [
    (3, ["1", "2", "3"]),
    (12, ["2", "4", "6", "8", "10", "12"]),
    (96, ["16", "32", "48", "64", "80", "96"]),
])  # fmt: skip
def test_of_a_stack_the_points_are_blocks(blocks, labels):
    found = texts(inline(None, "depth", "a", [studies.deep_study(blocks)]).svg)
    assert found.count("block") == 4 and "operator" not in found
    digits = [text for text in found if text.isdigit()]
    assert sorted(set(digits), key=int) == labels


def lines_of(svg):
    """The lines of the curves, each as its points in px."""
    found = []
    for item in ElementTree.fromstring(svg):
        if item.get("stroke-width") == "2.6":
            x = y = 0.0
            points = []
            for command, numbers in re.findall(r"([Mlhv])([^Mlhvz]*)", item.get("d")):
                values = [float(n) for n in re.findall(r"-?[\d.]+", numbers)]
                if command == "M":
                    x, y = values
                elif command == "l":
                    x, y = x + values[0], y + values[1]
                elif command == "h":
                    x += values[0]
                else:
                    y += values[0]
                points.append((x, y))
            found.append(points)
    return found


def test_a_power_of_ten_is_as_high_everywhere():
    # the first is that of the key
    _, curve = lines_of(inline(None, "depth", "a", [with_sizes(1e-6, 1e-4, 1e-2)]).svg)
    (_, low), (_, middle), (_, high) = curve
    assert low > middle > high
    assert low - middle == pytest.approx(middle - high, abs=0.2)


def test_nothing_lies_at_the_bottom_and_is_called_so():
    picture = inline(None, "depth", "a", [with_sizes(0.0, 1e-4, 1e-3)])
    assert "0" in texts(picture.svg)
    (_, curve) = lines_of(picture.svg)
    bottom = max(y for _, y in curve)
    assert curve[0][1] == bottom
    assert "0" not in texts(inline(None, "depth", "a", [with_sizes(1e-5, 1e-4, 1e-3)]).svg)


@pytest.mark.parametrize("sizes", [
    (0.0, 0.0, 0.0), (5e-324, 1e308, 1.0), (1.0, None, 1.0), (None, None, 1e-3), (1.0, 1.0, 1.0),
])  # fmt: skip
@pytest.mark.filterwarnings("error")
def test_odd_sizes(sizes):
    picture = inline(None, "depth", "a", [with_sizes(*sizes)])
    root = ElementTree.fromstring(picture.svg)
    for item in root:
        assert re.fullmatch(r"[MhvlCQz0-9. -]*", item.get("d", "")), "no nan, no inf"


def test_where_nothing_is_finite_there_is_nothing_to_draw():
    assert inline(None, "depth", "a", [studies.bare_study()]) is None
    with pytest.raises(UsageError, match="nothing to draw"):
        draw(studies.run_of(studies.bare_study()), "a.svg", "depth")
    with pytest.raises(UsageError, match="no networks"):
        draw(Run({}, ()), "a.svg", "depth")


def test_each_study_has_its_name():
    svg = draw(studies.run_of(studies.small_study(), studies.deep_study(2)), "a.svg", "depth")
    found = texts(svg)
    assert "plan.txt, 64 inputs × 3 seeds" in found
    assert "gpt2-block-stack, 64 inputs × 3 seeds" in found


def test_in_words():
    told = inline(None, "depth", "a", [studies.small_study()]).words
    assert "behind each operator (3 of them)" in told
    # of the output: 1.2e-3 of rounding and 1.6e-4 of the swap
    assert "tanh · native: float16 4.000e-4 to 1.360e-3, below rounding; bfloat16" in told
    assert told.count(", below rounding") == 5
    assert told.count(", above rounding") == 9


def test_in_words_a_line_for_each_form_and_arithmetic():
    picture = inline(None, "depth", "a", [studies.small_study()])
    assert " ".join(picture.lines) == picture.words
    assert [line.split(":")[0] for line in picture.lines[1:]] == [
        *("erf · native (rounding by itself)", "erf · upcast (rounding by itself)"),
        *("tanh · native", "tanh · upcast", "sigmoid · native", "sigmoid · upcast"),
    ]


@pytest.mark.parametrize("verdict, told", [
    ("between", "between: neither below nor above rounding"),
    ("lost", "lost: NaN or infinite numbers"),
])  # fmt: skip
def test_each_verdict_has_words(verdict, told):
    study = studies.small_study()
    swap = replace(study.swaps[7], verdict=verdict)
    picture = inline(None, "depth", "a", [replace(study, swaps=(swap,))])
    assert picture.lines[1].endswith(f", {told}.")


def placed(svg):
    """Texts with where they stand: x, y."""
    return [
        (item.text, float(item.get("x")), float(item.get("y")))
        for item in ElementTree.fromstring(svg)
        if item.tag.endswith("text")
    ]


def few(*kinds):
    """A study of so few operators, in four formats."""
    study = studies.deep_study(1)
    operators = [
        {**item, "operation": f"{kind}@1"}
        for item, kind in zip(study.plan["operators"], kinds, strict=False)
    ]
    return replace(
        study,
        plan={**study.plan, "operators": operators},
        swaps=tuple(replace(swap, layers=swap.layers[: len(kinds)]) for swap in study.swaps),
    )


@pytest.mark.parametrize("kinds", [
    ("layernorm", "linear", "gelu", "linear"),
    ("layernorm", "layernorm", "layernorm", "layernorm"),
    ("linear", "gelu"),
    ("layernorm", "linear", "gelu", "linear", "residual"),
])  # fmt: skip
def test_of_a_few_operators_all_have_a_name(kinds):
    found = placed(inline(None, "depth", "a", [few(*kinds)]).svg)
    names = [item for item in found if item[0] in kinds]
    assert [text for text, *_ in names] == [*kinds] * 4, "a panel a format"
    for text, x, y in names:
        for other, at, line in names:
            if (x, y) != (at, line) and y == line:
                assert abs(x - at) >= (depth.width_of(text) + depth.width_of(other)) / 2


def test_nothing_is_in_the_way_of_the_zero():
    # the least above 0 is near the bottom of the axis, as are the powers of ten about it
    for least in (1e-15, 2.2e-16, 3e-15, 9e-16):
        found = placed(inline(None, "depth", "a", [with_sizes(0.0, least, 1e-3)]).svg)
        (zero,) = (y for text, _, y in found if text == "0")
        ticks = [y for text, _, y in found if re.fullmatch(r"\d+e-\d+", text)]
        assert len(ticks) >= 3
        assert all(zero - y >= 11 for y in ticks), "a line of text is 11 px high"


@pytest.mark.parametrize("sizes", [(1e-3, 1e-2, 0.2), (0.02, 0.3, 2.0), (0.03, 0.02, 0.05)])
def test_ticks_are_written_alike(sizes):
    found = texts(inline(None, "depth", "a", [with_sizes(*sizes)]).svg)
    ticks = [text for text in found if text and text[0].isdigit()]
    assert len(ticks) >= 2
    assert all(re.fullmatch(r"[1-9]e-?\d+", text) for text in ticks)


def test_names_are_harmless():
    picture = inline(None, "depth", "a", [studies.hostile_study()])
    assert "<script" not in picture.svg
    assert all(mark.isprintable() or mark == "\n" for mark in picture.svg + picture.words)


def test_many_writings_look_different():
    study = studies.small_study()
    swaps = tuple(replace(study.swaps[0], writing=f"w{n}") for n in range(30))
    looks = {depth._look(replace(study, swaps=swaps), f"w{n}") for n in range(30)}
    assert len(looks) == 30
    assert inline(None, "depth", "a", [replace(study, swaps=swaps)])


def test_what_is_lost_is_said():
    """Of the first swap the output is lost, of the second all: in the heading, and in words."""
    study = studies.small_study()
    first, second = study.swaps[:2]
    gone = replace(first.output, max_abs=None, lost=9)
    partly = replace(first, layers=(*first.layers[:-1], gone))
    wholly = replace(second, layers=tuple(replace(each, max_abs=None) for each in second.layers))
    lost = replace(study, swaps=(partly, wholly, *study.swaps[2:]))
    picture = inline(None, "depth", "a", [lost])
    assert "to lost, no finite number at the output" in picture.lines[1]
    assert f"{second.dtype} lost: no finite number" in picture.lines[1]
    assert f"{first.dtype}: max abs, numbers lost" in texts(picture.svg)
