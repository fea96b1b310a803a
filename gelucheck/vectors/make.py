"""Make golden vectors: decided by the fast path and the oracle, each confirmed by Arb."""

from collections.abc import Callable

import numpy as np

from gelucheck.formats import Format, find_format
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.functions import Function, find_function
from gelucheck.reference.side import rounded_side
from gelucheck.vectors.choose import SAMPLES, choose, subnormal
from gelucheck.vectors.confirm import confirm_vectors
from gelucheck.vectors.records import VectorSet
from gelucheck.vectors.tags import TAGS

Progress = Callable[[int, int], None]


def make_set(
    fmt: Format | str,
    function: Function | str,
    samples: int = SAMPLES,
    seed: int = 0,
    progress: Progress | None = None,
) -> VectorSet:
    """The golden vectors of a reference in a format; see ``choose`` for the inputs.

    Args:
        progress: called now and then with how many are confirmed, and of how many.

    Raises:
        UsageError: an unknown name, or a sample that cannot be.
        UndecidedError: a rounding that could not be decided.
        DisagreementError: Arb proves something else.
    """
    fmt, function = find_format(fmt), find_function(function)
    ordinals, tags, evidence = choose(fmt, function, samples, seed)
    x = fmt.values(ordinals)
    rounded, below, above = bracket(fmt, function, x)
    confirm_vectors(fmt, function, x, (rounded, below, above), progress)
    tags[subnormal(fmt, rounded)] |= np.uint32(TAGS["subnormal-output"])
    nan = fmt.uint.type(fmt.nan_bits)
    columns = [np.append(fmt.bits_of_values(each), nan) for each in (x, rounded, below, above)]
    # NaN is in every set, whatever else
    of_nan = TAGS["special"] | (TAGS["exhaustive"] if evidence == "exhaustive" else 0)
    return VectorSet(
        fmt.name, function.name, *columns, np.append(tags, np.uint32(of_nan)), evidence
    )


def bracket(
    fmt: Format, function: Function, x: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The nearest value, the greatest that is not above f(x), and the least that is not below it.

    Args:
        x: 1-D, of ``fmt.dtype``; finite or infinite.

    Returns:
        Three arrays of ``fmt.dtype``; see ``records.VectorSet`` for zeros and limits.
    """
    reference = evaluate(function, x, fmt)
    side = rounded_side(reference, x.astype(np.float64), np.arange(x.size)).astype(np.int64)
    # ordinals count both zeros, so that the neighbour of one has the right sign
    nearest = fmt.ordinals(reference.rounded)
    return reference.rounded, fmt.values(nearest - (side > 0)), fmt.values(nearest + (side < 0))
