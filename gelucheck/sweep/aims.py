"""What a search maximises: errors of several kinds, everywhere and in each region.

The error in ulp against the declared form drives, and gets most of the values; every other maximum
that a row shows gets some.
"""

from dataclasses import dataclass

import numpy as np

from gelucheck.block import Outputs
from gelucheck.formats import Format
from gelucheck.implementations.interface import Implementation
from gelucheck.measure import declared_function
from gelucheck.reference.evaluate import Reference
from gelucheck.reference.functions import REFERENCES
from gelucheck.tally import EDGES

KINDS = ("ulp", "absolute", "steps", "relative")
# intervals of each size that are taken at a time
_MAIN, _SECOND, _REST = 4, 2, 1

_SOUND = 0.5 + 2.0**-10  # ulp; what is rounded twice, from a wider format, stays below


@dataclass(frozen=True)
class Aim:
    """One maximum.

    Attributes:
        figure: row of ``observed``.
        low, high: the ordinals that count, both included.
        weight: how many intervals of each size are taken when it has its turn.
    """

    figure: int
    low: int
    high: int
    weight: int


def region_ends(fmt: Format) -> list[tuple[int, int]]:
    """First and last ordinal of each region of ``tally.EDGES`` that lie in the finite values."""
    largest = fmt.end_bits - 1
    # both zeros belong to the region that begins at 0
    starts = [-1 if edge == 0 else fmt.ordinal(fmt.round(edge)) for edge in EDGES[1:-1]]
    return list(zip([-1 - largest, *starts], [*(s - 1 for s in starts), largest], strict=True))


def aims_of(implementation: Implementation, fmt: Format) -> tuple[Aim, ...]:
    """The maxima to look for, the driving one first."""
    figures = len(KINDS) * (2 if _form_apart(implementation) else 1)
    whole = -fmt.end_bits, fmt.end_bits - 1
    weights = [_MAIN, *[_REST] * (figures - 1)]
    weights[1] = _SECOND
    if figures > len(KINDS):
        # the errors against GELU itself come after those against the form
        weights[1], weights[4], weights[5] = _REST, _SECOND, _SECOND
    everywhere = [Aim(figure, *whole, weight) for figure, weight in enumerate(weights)]
    # what rows show of regions: ulp and absolute; steps are largest where ulps are
    told = [figure for figure in range(figures) if KINDS[figure % len(KINDS)] in KINDS[:2]]
    regional = [Aim(figure, *ends, _REST) for ends in region_ends(fmt) for figure in told]
    return (*everywhere, *regional)


def observed(implementation: Implementation, outputs: Outputs) -> np.ndarray:
    """The errors as the fast path has them, and where they are costly: float64, figures × values.

    The kinds are those of ``KINDS``: against the declared form, then, if that is not GELU, against
    GELU. Where nothing can be measured, and where an output is as good as correctly rounded, there
    is 0: it leads to nothing worse, and half an ulp is found everywhere. The last row is 1 where
    the oracle is likely to be asked for the rounding, as next to a root, and else 0.
    """
    functions = [declared_function(implementation), REFERENCES[implementation.function]]
    if not _form_apart(implementation):
        functions = functions[1:]
    rows, costly = [], np.zeros(outputs.got.size, bool)
    for function in functions:
        reference = outputs.block.reference(function)
        found = outputs.errors(reference)
        wrong = found.measured & (found.ulp > _SOUND)
        rows += [np.where(wrong, getattr(found, kind), 0.0) for kind in KINDS]
        costly |= _costly(outputs.block.fmt, reference)
    return np.array([*rows, costly])


def _costly(fmt: Format, reference: Reference) -> np.ndarray:
    """Where an enclosure is wider than an eighth of the spacing of the format's normal values."""
    exact = reference.exact
    smallest = fmt.smallest_normal * (1.0 if exact.scale is None else exact.scale)
    return exact.bound > np.maximum(np.abs(exact.high), smallest) * 2.0 ** -(fmt.precision + 3)


def _form_apart(implementation: Implementation) -> bool:
    """Whether a form is declared that is not GELU itself."""
    declared = declared_function(implementation)
    return declared is not None and declared is not REFERENCES[implementation.function]
