"""How far an array of a network is from the reference run's: the tally of one seed, and of all.

A figure is a maximum, which is exact, or is made of exact sums, so that it depends on no order of
work and on no machine. What is rounded, once each: a difference, a quotient, a square, a product.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

import numpy as np

from gelucheck.networks import SPREADS, Difference, Element, Spread
from gelucheck.sums import as_fraction, exact_sum

_LARGEST = float(np.finfo(np.float64).max)
_GUARD = 128
"""Bits of a square root."""


class Wanted:
    """The reference run's array, and what every difference from it needs.

    Args:
        values: float64, finite, of shape [B, ...].
    """

    def __init__(self, values: np.ndarray):
        self.values = values
        self.sizes = np.abs(values)
        self.scaled, self.exponent = _scaled(values, self.sizes)
        self.axis = 1 if values.ndim == 4 else -1
        self.top = np.expand_dims(values.argmax(self.axis), self.axis)


@dataclass(frozen=True)
class Tally:
    """The difference of one array, of one seed.

    Attributes:
        max_abs, max_rel: see ``Difference``.
        abs, rel: exact sums, see ``sums``; squares, got, want: of the squares of the differences,
            of what came, and of the reference; product: of the products of what came and that.
        count: elements with a difference; related: those of them whose reference is not 0.
        top1, places, lost: see ``Difference``.
    """

    max_abs: Element | None
    max_rel: Element | None
    abs: int
    rel: int
    squares: int
    got: int
    want: int
    product: Fraction
    count: int
    related: int
    top1: int
    places: int
    lost: int

    @property
    def mean_abs(self) -> Fraction | None:
        """The exact mean of the (rounded) differences."""
        return as_fraction(self.abs) / self.count if self.count else None


def tally(got: np.ndarray, wanted: Wanted, seed: int) -> Tally:
    """The difference of an array from the reference's.

    A difference that float64 cannot hold counts as lost, a quotient beyond it as its largest value.

    Args:
        got: values of any format, of the reference's shape.
        seed: for the elements.
    """
    with np.errstate(all="ignore"):
        got = np.asarray(got, np.float64)
        apart = np.abs(got - wanted.values)
        held = np.isfinite(apart)
        whole = bool(held.all())
        related = wanted.sizes != 0 if whole else held & (wanted.sizes != 0)
        ratio = np.divide(apart, wanted.sizes, out=np.zeros_like(apart), where=related)
        np.minimum(ratio, _LARGEST, out=ratio)
    top1 = _changed(got, wanted)
    known, want = got, wanted.sizes
    if not whole:
        apart[~held] = 0
        known, want = np.where(held, got, 0.0), want[held]
    sizes = np.abs(known)
    count = int(np.count_nonzero(held))
    return Tally(
        _worst(apart, held, got, wanted, seed),
        _worst(ratio, related, got, wanted, seed),
        exact_sum(apart),
        exact_sum(ratio),
        exact_sum(apart, squares=True),
        exact_sum(sizes, squares=True),
        exact_sum(want, squares=True),
        _product(known, sizes, wanted),
        count,
        int(np.count_nonzero(related)),
        top1,
        wanted.top.size,
        got.size - count,
    )


def _scaled(values: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, int]:
    """Numbers below 1, and the exponent of the power of two that they are to be multiplied with."""
    exponent = int(np.frexp(sizes.max())[1])
    with np.errstate(under="ignore"):
        return np.ldexp(values, -exponent), exponent


def _product(known: np.ndarray, sizes: np.ndarray, wanted: Wanted) -> Fraction:
    """The sum of the products with the reference's numbers: at a scale where none of them matters
    that underflows."""
    scaled, exponent = _scaled(known, sizes)
    with np.errstate(under="ignore"):
        products = scaled * wanted.scaled
    total = exact_sum(np.maximum(products, 0)) - exact_sum(np.maximum(-products, 0))
    return as_fraction(total) * Fraction(2) ** (exponent + wanted.exponent)


def _worst(figures, where, got, wanted: Wanted, seed: int) -> Element | None:
    """The first of the largest; the figures are 0 where they do not count."""
    if not where.any():
        return None
    at = int(figures.argmax())
    if not where.flat[at]:
        # all figures that count are 0 too
        at = int(where.argmax())
    sample, *unit = map(int, np.unravel_index(at, figures.shape))
    values = (float(array.flat[at]) for array in (got, wanted.values))
    return Element(float(figures.flat[at]), seed, sample, tuple(unit), *values)


def _changed(got: np.ndarray, wanted: Wanted) -> int:
    """At how many places the reference's largest unit is below another, or one is NaN."""
    with np.errstate(invalid="ignore"):
        largest = got.max(wanted.axis, keepdims=True)  # NaN where one of them is
    kept = np.take_along_axis(got, wanted.top, wanted.axis) >= largest
    return kept.size - int(np.count_nonzero(kept))


def difference(tallies: Mapping[int, Tally]) -> Difference:
    """The difference over all seeds, from each seed's tally; of equal elements the first."""
    each = list(tallies.values())
    figures = _figures(each)
    spread = {}
    if len(each) > 1:
        alone = [{**_figures([one]), "top1": one.top1} for one in each]
        for one, own in zip(each, alone, strict=True):
            own["max_abs"] = one.max_abs and one.max_abs.value
        for name in SPREADS:
            known = [own[name] for own in alone if own[name] is not None]
            if known:
                spread[name] = Spread(float(min(known)), float(max(known)))
    return Difference(
        max_abs=_largest([one.max_abs for one in each]),
        max_rel=_largest([one.max_rel for one in each]),
        **figures,
        top1=sum(one.top1 for one in each),
        places=sum(one.places for one in each),
        lost=sum(one.lost for one in each),
        spread=spread,
    )


def _largest(elements: list[Element | None]) -> Element | None:
    known = [element for element in elements if element]
    return max(known, key=lambda element: element.value, default=None)


def _figures(each: list[Tally]) -> dict[str, float | None]:
    """What is made of sums."""
    count, related = (sum(getattr(one, name) for one in each) for name in ("count", "related"))
    total, ratios = (as_fraction(sum(getattr(one, n) for one in each)) for n in ("abs", "rel"))
    apart, got, want = (
        as_fraction(sum(getattr(one, name) for one in each), squares=True)
        for name in ("squares", "got", "want")
    )
    product = sum(one.product for one in each)
    return {
        "mean_abs": _float(total / count) if count else None,
        "mean_rel": _float(ratios / related) if related else None,
        "norm_rel": _float(_root(apart / want)) if want else None,
        "cosine": _cosine(product, got, want) if got and want else None,
    }


def _cosine(product: Fraction, got: Fraction, want: Fraction) -> float:
    """From the sum of products and the squared norms: at most 2^-51 off, and never beyond 1."""
    return float(max(-1, min(1, product / (_root(got) * _root(want)))))


def _root(number: Fraction) -> Fraction:
    """The square root, to 2^-_GUARD of itself."""
    if not number:
        return number
    size = number.denominator.bit_length() - number.numerator.bit_length()
    half = max(0, _GUARD + size // 2 + 1)
    return Fraction(isqrt((number.numerator << 2 * half) // number.denominator), 1 << half)


def _float(number: Fraction) -> float:
    return float(min(number, Fraction(_LARGEST)))
