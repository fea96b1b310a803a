"""Verdicts from made-up tallies, and sentences that do not contradict them."""

import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from gelucheck.network.answers import MOST, sentences, verdict
from gelucheck.network.difference import Wanted, difference, tally
from gelucheck.networks import Study, Swap

HALF = Fraction(1, 2)


def made(*figures, seed=0):
    """The tally of one sample whose units are so far from 0, 1, 2, …"""
    want = np.arange(len(figures), dtype=float)[None]
    return tally(want + np.array([figures], float), Wanted(want), seed)


# the differences of one seed after the other: of the swap alone and of the rounding alone
VERDICTS = [
    ([(1, 0)], [(2, 0)], "below", "less in both"),
    ([(2, 0)], [(1, 0)], "above", "more in both"),
    ([(1, 1)], [(1, 1)], "below", "no more in either"),
    ([(0, 0)], [(0, 0)], "below", "no change at all"),
    ([(2, 0)], [(1.5, 1.5)], "between", "more at most, less in the mean"),
    ([(1.5, 1.5)], [(2, 0)], "between", "less at most, more in the mean"),
    ([(1, 1)], [(1, 0)], "between", "as much at most, more in the mean"),
    ([(1, 0), (3, 0)], [(2, 0), (4, 0)], "below", "below in both seeds"),
    ([(1, 0), (3, 0)], [(2, 0), (2, 0)], "between", "below in one seed, above in the other"),
    ([(3, 0), (3, 0)], [(1, 0), (3, 0)], "between", "above in one seed, alike in the other"),
    ([(9, 0)], [(1, np.nan)], "lost", "a number that is lost in rounding"),
    ([(9, np.inf)], [(1, 1)], "lost", "one that is lost in the swap"),
    ([(1, 0), (1, 0)], [(2, 0), (2, np.inf)], "lost", "one in one of the seeds"),
    ([(1, 0)], [(np.nan, np.nan)], "lost", "all of them"),
]


@pytest.mark.parametrize("alone, rounding, due, why", VERDICTS, ids=[row[3] for row in VERDICTS])
def test_verdict(alone, rounding, due, why):
    assert verdict([made(*one) for one in alone], [made(*one) for one in rounding]) == due, why


def test_a_verdict_is_decided_on_exact_means():
    """The means of (2^-54, 1) and of (0, 1) are 0.5 to float64; the first is larger."""
    more, less = made(2.0**-54, 1), made(0, 1)
    assert float(more.mean_abs) == float(less.mean_abs) == 0.5
    assert verdict([more], [less]) == "between"
    assert verdict([less], [more]) == "below"


def swaps_of(alone, rounding, top1=0):
    """(study, what each writing alone does, what each rounding alone does) from differences:
    ``alone`` by writing, ``rounding`` by format and arithmetic."""
    one = {writing: made(*figures) for writing, figures in alone.items()}
    other = {key: made(*figures) for key, figures in rounding.items()}
    swaps = [
        Swap(
            form=writing,
            writing=writing,
            dtype=dtype,
            arithmetic=arithmetic,
            layers=(difference({0: other[dtype, arithmetic]}),),
            verdict=None
            if writing == "erf"
            else verdict([one[writing]], [other[dtype, arithmetic]]),
        )
        for writing in alone
        for dtype, arithmetic in rounding
    ]
    return swaps, *({key: difference({0: t}) for key, t in each.items()} for each in (one, other))


def answers(alone, rounding, **changes):
    swaps, one, other = swaps_of({"erf": (0, 0), **alone}, rounding)
    fields = {
        **{"name": "plan", "plan": {"output": ["B", 2]}, "declared": ("erf",), "weights": "drawn"},
        **{"inputs": "drawn", "batch": 4, "seeds": (0,), "activations": (), "answers": ()},
    }
    study = Study(**{**fields, "swaps": tuple(swaps), **changes})
    return sentences(study, one, other).answers


ROUNDING = {
    ("float16", "native"): (9e-4, 0),
    ("bfloat16", "native"): (7e-3, 0),
    ("float32", "native"): (2e-7, 0),
    ("float64", "native"): (1e-16, 0),
    ("float16", "upcast"): (8e-4, 0),
    ("bfloat16", "upcast"): (6e-3, 0),
    ("float32", "upcast"): (1e-7, 0),
}


def test_formats_of_one_verdict_are_one_sentence():
    said = answers({"tanh": (2e-4, 0), "sigmoid": (6.5e-3, 0)}, ROUNDING)
    assert said[1:] == (
        "In float16 and bfloat16, swapping erf and tanh is invisible: it changes the output by at "
        "most 2e-4, the rounding of float16 (upcast) alone by 8e-4; the others round by no less.",
        "In float32 and float64, swapping erf and tanh is visible: it changes the output by at "
        "most 2e-4, 1,000 times what the rounding of float32 (native) alone does, 2e-7; the others "
        "round by no more.",
        "In bfloat16 (native), swapping erf and sigmoid is invisible: it changes the output by at "
        "most 0.0065, the rounding of bfloat16 (native) alone by 0.007.",
        "In float16, bfloat16 (upcast), float32 and float64, swapping erf and sigmoid is visible: "
        "it changes the output by at most 0.0065, 1.08 times what the rounding of bfloat16 "
        "(upcast) alone does, 0.006; the others round by no more.",
    )


def test_every_format_is_said_so():
    said = answers({"sigmoid": (0.1, 0)}, ROUNDING)
    assert said[1].startswith("In every format, swapping erf and sigmoid is visible")


def test_neither():
    (_, said) = answers({"tanh": (2e-4, 0)}, {("float16", "native"): (1.5e-4, 1.5e-4)})
    assert said == (
        "In float16, swapping erf and tanh is neither below the format's own rounding nor above "
        "it: 2e-4 at most and 1e-4 in the mean, against 1.5e-4 and 1.5e-4 of float16 (native)."
    )


@pytest.mark.parametrize("alone, rounding", [
    (1e-3, 1.0000001e-3), (1.0000001e-3, 1e-3), (0.5, 0.5000000000000001),
    (2.0, 1.9999999999999998), (123456.7, 123456.8), (9.9999e-4, 1.0001e-3),
])  # fmt: skip
def test_digits_do_not_contradict_the_verdict(alone, rounding):
    said = answers({"tanh": (alone, 0)}, {("float16", "native"): (rounding, 0)})[1]
    numbers = [float(text) for text in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?:e-?\d+)?", said)]
    first, last = numbers[0], numbers[-1]
    assert (first < last) == (alone < rounding) and first != last
    assert first == pytest.approx(alone, rel=0.005) and last == pytest.approx(rounding, rel=0.005)
    assert ("invisible" in said) == (alone < rounding)
    times = re.search(r"([\d.]+) times", said)
    assert bool(times) == (alone > rounding) and (not times or float(times[1]) > 1)


@pytest.mark.parametrize("declared, says", [
    (("erf",), "The plan declares erf: loading it with tanh changes its output by at most 0.25 "
               "(0.25 of its norm)."),
    (("tanh",), "The plan declares tanh: loading it with erf changes its output by at most 0.25 "
                "(0.25 of its norm)."),
    (("erf", "tanh"), "The plan declares erf in some of its GELUs and tanh in others: tanh in all "
                      "of them, against erf in all, changes its output by at most 0.25 (0.25 of "
                      "its norm)."),
])  # fmt: skip
def test_what_the_plan_declares(declared, says):
    """The reference is (0, 1), its norm 1."""
    assert answers({"tanh": (0.25, 0)}, ROUNDING, declared=declared)[0] == says


def test_the_other_form_is_not_among_them():
    assert answers({"sigmoid": (0.25, 0)}, ROUNDING)[0] == "The plan declares erf."


def test_only_rounding():
    rounding = {key: ROUNDING[key] for key in list(ROUNDING)[:2]}
    assert answers({}, rounding) == (
        "The plan declares erf.",
        "Rounding alone changes the output by at most 9e-4 in float16 (native) and 0.007 in "
        "bfloat16 (native).",
    )


LOST = {("float16", "native"): (0.5, np.inf), ("float32", "native"): (1e-7, 0)}


def test_numbers_that_are_lost_are_told_before_any_verdict():
    said = answers({"tanh": (0.25, 0)}, LOST)
    assert said[0] == (
        "NaN or infinite in the output: up to 1 numbers (erf · float16 · native), in 2 of 4 runs; "
        "they are in none of the figures."
    )
    assert said[2:] == (
        "In float32, swapping erf and tanh is visible: it changes the output by at most 0.25, "
        "2.5e6 times what the rounding of float32 (native) alone does, 1e-7.",
        "In float16, nothing is said of swapping erf and tanh: there are numbers in the output "
        "that are NaN or infinite.",
    )


def test_rounding_that_loses_numbers_has_no_size():
    assert answers({}, LOST)[2:] == (
        "Rounding alone changes the output by at most 1e-7 in float32 (native).",
    )


@pytest.mark.parametrize("shape, word", [
    (["B", 2], "inputs"), (["B", 5, 2], "positions"), (["B", 2, 3, 3], "pixels"),
])  # fmt: skip
def test_another_largest_unit_is_told(shape, word):
    """Of 0 and 1 the first one becomes 3."""
    said = answers({"tanh": (3, 0)}, {("float16", "native"): (3, 0)}, plan={"output": shape})
    assert said[-1] == (
        f"The largest unit of the output is another one at up to 1 of 1 {word} (erf · float16 · "
        "native); in float64, where nothing else is changed, 1 with tanh."
    )


def test_several_seeds_are_told_once_and_at_the_end():
    said = answers({"tanh": (3, 0)}, ROUNDING, seeds=(0, 1, 5))
    assert said[-1] == "“At most” means over all 3 seeds, 4 inputs each."
    assert sum("seeds" in each for each in said) == 1


def test_there_are_at_most_so_many_sentences():
    """Of ten lines one is of the plan and one of the seeds; two are of each writing."""
    names = ("tanh", "sigmoid", "erfc", "tanh-quick", "erf-ggml")
    said = answers(dict.fromkeys(names, (6.5e-3, 0)), ROUNDING, seeds=(0, 1))
    assert len(said) < MOST == 10
    assert said[0].startswith("The plan declares") and "seeds" in said[-1]
    assert said[-2] == "The verdicts of tanh-quick and erf-ggml stand in the table."
    assert sum("erfc" in each for each in said) == 2


@pytest.mark.parametrize("count, ending", [
    (1, "alone by 8e-4."), (2, "alone by 8e-4; the other rounds by no less."),
    (3, "alone by 8e-4; the others round by no less."),
])  # fmt: skip
def test_others_of_the_same_size(count, ending):
    """They round by as much, and it isn't said that they round by more."""
    keys = list(ROUNDING)[:count]
    said = answers({"tanh": (2e-4, 0)}, dict.fromkeys(keys, (8e-4, 0)))
    assert said[1].endswith(ending)


@pytest.mark.parametrize("whole, told", [
    (1.2e-3, "The arithmetic is another matter: tanh · float16 · native is at most 0.0012 off in "
             "all, 1.5 times what erf is there."),
    (1.0e-3, None), (0.0, None),
])  # fmt: skip
def test_a_writing_that_loses_more_than_the_form_does(whole, told):
    """8e-4 by rounding: 1.2e-3 is 1.5 times as much, 1e-3 is no more than 1.25 times."""
    key = ("float16", "native")
    swaps, alone, rounding = swaps_of({"erf": (0, 0), "tanh": (2e-4, 0)}, {key: (8e-4, 0)})
    swaps[1] = replace(swaps[1], layers=(difference({0: made(whole, 0)}),))
    given = Study("n", {"output": ["B", 2]}, ("erf",), "", "", 4, (0,), (), tuple(swaps), ())
    said = sentences(given, alone, rounding).answers
    assert [each for each in said if "another matter" in each] == ([told] if told else [])


def test_a_run_that_loses_numbers_itself_has_no_verdict():
    fine, lost = made(1, 0), made(1, np.nan)
    assert verdict([fine], [fine], [fine]) == "below"
    assert verdict([fine], [fine], [lost]) == "lost"


def test_the_largest_unit_of_what_is_lost_is_not_told():
    """With erf in float16 the largest unit is NaN, in float32 another one is the largest."""
    rounding = {("float16", "native"): (0, np.nan), ("float32", "native"): (0, 0)}
    assert not any("largest unit" in each for each in answers({"tanh": (0.25, 0)}, rounding))
    rounding["float32", "native"] = (3, 0)
    (told,) = (each for each in answers({"tanh": (0.25, 0)}, rounding) if "largest unit" in each)
    assert "up to 1 of 1 inputs (erf · float32 · native)" in told
