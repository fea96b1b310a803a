"""One call of code that is not ours in this process: what it gets, may give, and does wrong."""

import threading

import numpy as np

from gelucheck.errors import ImplementationError
from gelucheck.formats import FORMATS, Format
from gelucheck.implementations.kind import Apply
from gelucheck.implementations.surroundings import Disturbed, surroundings

RESTORE = "put its mode back before returning; inside of a call any mode will do"
_THREAD = threading.local()


class _Unfit(Exception):
    """What was returned is not what is asked for."""


def called(name: str, apply: Apply, x: np.ndarray, fmt: Format) -> np.ndarray:
    """The outputs for a 1-D array, of its shape and of the format's dtype.

    Args:
        name: what to call it in messages.

    Raises:
        ImplementationError: it raised, or returned something else; the inputs are named.
    """
    try:
        return _outputs(apply, x, fmt)
    except KeyboardInterrupt:
        raise  # somebody's who waits
    except Disturbed as problem:
        raise ImplementationError(f"{name} {problem}", RESTORE) from problem
    except BaseException as problem:
        # another shape or dtype is seldom the fault of one input
        few = x if isinstance(problem, _Unfit) else _fewest(apply, x, fmt)
        raise ImplementationError(
            f"{name} {_told(problem)}, {where(few, fmt)}",
            f"a 1-D array of {fmt.dtype} must give one of the same shape and dtype",
        ) from problem


def _outputs(apply: Apply, x: np.ndarray, fmt: Format) -> np.ndarray:
    # a copy: what is done to it in place must not change the inputs
    given = _copied(x)
    with np.errstate(all="ignore"), surroundings():
        got = np.asarray(apply(given, fmt))
    if np.may_share_memory(got, given):
        got = got.copy()
    if got.shape != x.shape:
        raise _Unfit(f"returned {got.dtype} of shape {got.shape}")
    return in_format(got, fmt)


def in_format(got: np.ndarray, fmt: Format) -> np.ndarray:
    """Outputs of another floating dtype, each rounded once to the format.

    The order of bytes is no dtype: a value is what it is.

    Raises:
        _Unfit: no floating dtype of at most 64 bits.
    """
    if not got.dtype.isnative:
        got = got.astype(got.dtype.newbyteorder("="))
    if got.dtype == fmt.dtype:
        return got
    known = {other.dtype for other in FORMATS.values()}
    if got.dtype not in known:
        raise _Unfit(f"returned {got.dtype} of shape {got.shape}")
    with np.errstate(invalid="ignore"):
        return fmt.round_array(got.astype(np.float64))


def _copied(x: np.ndarray) -> np.ndarray:
    """A copy, in memory that is used again: to have it anew takes as long as a quick function."""
    given = getattr(_THREAD, "given", None)
    if given is None or given.shape != x.shape or given.dtype != x.dtype:
        given = _THREAD.given = np.empty_like(x, subok=False)
    given[...] = x
    return given


def _told(problem: BaseException) -> str:
    return str(problem) if isinstance(problem, _Unfit) else f"raised {problem!r:.300}"


def _fewest(apply: Apply, x: np.ndarray, fmt: Format) -> np.ndarray:
    """A part of some inputs that still fails, as small as halving finds it."""
    while x.size > 1:
        half = x.size // 2
        for part in (x[:half], x[half:]):
            try:
                _outputs(apply, part, fmt)
            except KeyboardInterrupt:
                raise
            except BaseException:
                x = part
                break
        else:
            break
    return x


def where(x: np.ndarray, fmt: Format) -> str:
    first, last = (
        f"{float(value)!r} (bits 0x{int(bits):x})"
        for value, bits in zip(x[[0, -1]], fmt.bits_of_values(x[[0, -1]]), strict=True)
    )
    if x.size == 1:
        return f"at the {fmt.name} input {first}"
    return f"at {x.size:,} {fmt.name} inputs from {first} to {last}"
