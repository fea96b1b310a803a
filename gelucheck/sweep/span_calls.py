"""Call an implementation on an array."""

import numpy as np

from gelucheck.errors import GelucheckError, ImplementationError
from gelucheck.formats import Format
from gelucheck.implementations.interface import Implementation


def outputs(implementation: Implementation, fmt: Format, x: np.ndarray) -> np.ndarray:
    """What an implementation gives, an array of the format, like x.

    Raises:
        ImplementationError.
    """
    try:
        got = np.asarray(implementation.call(x, fmt))
    except GelucheckError:
        raise
    except Exception as problem:
        raise ImplementationError(f"{implementation.name} raised {problem!r}") from problem
    if got.shape != x.shape or got.dtype != fmt.dtype:
        raise ImplementationError(
            f"{implementation.name} returned {got.dtype} of shape {got.shape} "
            f"for {fmt.name} of shape {x.shape}"
        )
    return np.ascontiguousarray(got)
