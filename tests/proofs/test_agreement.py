"""Where forms agree: the borders against mpmath's roots of |f| - tolerance."""

from fractions import Fraction

import pytest

from gelucheck.errors import UndecidedError, UsageError
from gelucheck.proofs.agreement import agreement, relative_agreement
from gelucheck.proofs.suprema import supremum

INFINITE = float("inf")

# form, tolerance, number of borders, why
ABSOLUTE = [
    ("tanh", "1e-3", 0, "the claim"),
    ("tanh", "5e-4", 0, "above 4.73e-4"),
    ("tanh", "4e-4", 2, "one peak is above"),
    ("tanh", "2e-4", 4, "both peaks are above: 2.34e-4 and 4.73e-4"),
    ("tanh", "1e-8", 4, "a narrow stretch where the difference passes 0"),
    ("sigmoid", "3e-2", 0, "above 2.03e-2"),
    ("sigmoid", "1e-2", 2, "the peak of 6.4e-3 is below"),
    ("sigmoid", "4e-4", 4, "both are above"),
    ("sigmoid", "1e300", 0, "anything"),
]


@pytest.mark.parametrize(("form", "tolerance", "borders", "why"), ABSOLUTE)
def test_borders_of_absolute_agreement(form, tolerance, borders, why, exact):
    bound = Fraction(tolerance)
    proved = agreement(form, bound)
    f, limit = exact.difference(form, "gelu"), exact.number(bound)
    found = exact.roots(lambda x: abs(f(x)) - limit, 0.01, 9, 90)
    if tolerance == "1e-8":
        # the grid is too coarse for the stretch where f passes 0
        found = found[:1] + exact.roots(lambda x: abs(f(x)) - limit, 1.884, 1.885, 40) + found[-1:]
    assert len(found) == borders, why
    if not borders:
        assert [(one.lower, one.upper) for one in proved] == [(INFINITE, INFINITE)]
        assert proved[0].certificate["within"] == [[None, None]]
        return
    assert len(proved) == borders
    for place, (one, root) in enumerate(zip(proved, found, strict=True)):
        assert one.lower <= root <= one.upper <= one.lower * (1 + 1e-15)
        # up to the first they agree, from the second on again
        assert ("again" in one.sentence) == bool(place % 2)
    assert len({one.name for one in proved}) == borders


# form, tolerance, constant, how far to the right
RELATIVE = [
    ("tanh", "1e-3", None, INFINITE),
    ("tanh", "1e-4", None, 0.7),
    ("tanh", "0.9999999", None, INFINITE),
    ("sigmoid", "1e-2", None, 0.3),
    ("sigmoid", "0.1", None, INFINITE),
    ("sigmoid", "0.9", "0.01", INFINITE),
    ("sigmoid", "0.1", "100", 0.01),
]


@pytest.mark.parametrize(("form", "tolerance", "constant", "right"), RELATIVE)
def test_the_interval_of_relative_agreement(form, tolerance, constant, right, exact):
    number = None if constant is None else Fraction(constant)
    left, last = relative_agreement(form, Fraction(tolerance), number)
    ratio, limit = exact.ratio(form, number), exact.number(Fraction(tolerance))
    gap = lambda x: abs(ratio(x)) - limit  # noqa: E731
    reach = 0.02 if constant == "100" else 9
    found = max(exact.roots(gap, -reach, -1e-9, 100))
    assert left.lower <= found <= left.upper
    if right == INFINITE:
        assert (last.lower, last.upper) == (INFINITE, INFINITE)
        assert exact.roots(gap, 1e-9, 12, 100) == []
    else:
        found = min(exact.roots(gap, 1e-9, reach, 100))
        assert last.lower <= found <= last.upper <= right


def test_a_tolerance_next_to_the_supremum():
    """A float64 above it: everywhere; the one below: a hair is missing around the peak."""
    peak = supremum("tanh")
    (one,) = agreement("tanh", Fraction(peak.upper))
    assert one.lower == INFINITE
    first, second = agreement("tanh", Fraction(peak.lower))
    assert first.upper < -peak.at[1] and -peak.at[0] < second.lower
    assert second.upper - first.lower < 1e-7


def test_a_tolerance_that_touches_is_not_decided(exact):
    """The supremum to 45 digits: no float64 next to the peak tells the two apart."""
    (_, value) = max(
        exact.extremes(exact.difference("tanh", "gelu"), -3, -2, 8), key=lambda one: abs(one[1])
    )
    with pytest.raises(UndecidedError) as caught:
        agreement("tanh", Fraction(exact.mp.nstr(abs(value), 45)))
    assert "a little" in str(caught.value)


@pytest.mark.parametrize("tolerance", ["0", "-1", "1e-30", "1e301", "1e500", "1e-500"])
def test_absolute_tolerances_that_mean_nothing(tolerance):
    with pytest.raises(UsageError):
        agreement("tanh", Fraction(tolerance))


@pytest.mark.parametrize("tolerance", ["0", "-1", "1e-30", "1", "1e300"])
def test_relative_tolerances_that_mean_nothing(tolerance):
    with pytest.raises(UsageError):
        relative_agreement("sigmoid", Fraction(tolerance))


def test_a_tolerance_is_shown_as_it_is():
    (one,) = agreement("tanh", Fraction(1, 3))
    assert one.name == "|tanh - gelu| <= 1/3"
    (one,) = agreement("tanh", Fraction("0.00047323552068728488"))
    assert "0.00047323552068728488" in one.sentence
