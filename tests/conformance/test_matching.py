"""How matches are counted, and what counts as told apart."""

import numpy as np
import pytest

from gelucheck.conformance.candidates import Option
from gelucheck.conformance.matching import chosen, match, worse
from gelucheck.formats import FORMATS

SINGLE = FORMATS["float32"]


def fixed(*outputs):
    """A candidate that gives these outputs."""
    return Option("made", "erf", "native", lambda x, fmt: np.array(outputs, fmt.dtype))


def of(same, off):
    """A match with these arrays."""
    found = match(
        fixed(*np.zeros(len(same))), np.zeros(len(same), "f4"), np.zeros(len(same), "f4"), SINGLE
    )
    return type(found)(found.option, np.array(same, bool), np.array(off, float))


CASES = [
    # candidate, outputs, same, off, why
    (1.0, 1.0, True, 0, "the same"),
    (1.0, 1 + 2**-23, False, 1, "one step"),
    (1.0, 1.5, False, 100, "at most a hundred steps count"),
    (np.nan, np.nan, True, 0, "any NaN is as good as another"),
    (-0.0, np.nan, False, 100, "NaN for a number"),
    (np.nan, -0.0, False, 100, "a number for NaN"),
    (-0.0, 0.0, False, 0.5, "zeros of different sign"),
    (np.inf, np.inf, True, 0, "infinities"),
]


@pytest.mark.parametrize("own, got, same, off, why", CASES, ids=[case[4] for case in CASES])
def test_match(own, got, same, off, why):
    x = np.zeros(1, np.float32)
    found = match(fixed(own), x, np.array([got], np.float32), SINGLE)
    assert (bool(found.same[0]), float(found.off[0])) == (same, off), why


def test_where_the_best_gives_every_output_one_other_output_is_worse():
    best = of([1] * 100, [0] * 100)
    assert worse(of([0] + [1] * 99, [1] + [0] * 99), best)
    assert not worse(of([1] * 100, [0] * 100), best)


@pytest.mark.parametrize(
    ("lost", "won", "told"),
    [
        # of the outputs that only one of the two gives; z = (lost - won)/sqrt(lost + won) > 2.6
        (3, 3, False),
        (6, 0, False),
        (7, 0, True),
        (60, 45, False),
        (80, 40, True),
    ],
)
def test_a_difference_beyond_chance(lost, won, told):
    same_of_best = [1] * lost + [0] * won + [0] * 20
    same_of_other = [0] * lost + [1] * won + [0] * 20
    best, other = (of(same, 1 - np.array(same)) for same in (same_of_best, same_of_other))
    assert worse(other, best) is told


def test_much_further_off_is_worse_though_nothing_is_identical():
    assert worse(of([0], [40]), of([0], [1]))
    assert not worse(of([0], [3]), of([0], [1]))


def test_chosen_takes_both_ends_and_mostly_telling_inputs():
    x = FORMATS["float16"].all_values()
    wide = x.astype(float)
    telling = np.abs(wide + 1) < 2
    few = chosen(x, telling, 1000, FORMATS["float16"])
    assert few.size == 1000 == np.unique(few).size
    assert np.count_nonzero(telling[few]) == 750
    assert x[few[0]] == -np.inf and x[few[-1]] == np.inf
    assert np.all(np.diff(chosen(x, ~telling, 500, FORMATS["float16"])) > 0)


def test_few_inputs_are_all_chosen():
    x = np.arange(5, dtype=np.float32)
    assert chosen(x, np.zeros(5, bool), 5, SINGLE).tolist() == [0, 1, 2, 3, 4]
