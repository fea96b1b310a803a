"""One call of code that is not ours in this process: what it gets, may give, and does wrong."""

import threading
import time

import numpy as np

from gelucheck.errors import ImplementationError
from gelucheck.formats import FORMATS, Format
from gelucheck.implementations.kind import Apply, Failed
from gelucheck.implementations.surroundings import Disturbed, Left, surroundings

RESTORE = "put its mode back before returning; inside of a call any mode will do"
NARROWING_SECONDS = 20.0
"""How long fewer inputs are looked for that show the same fault."""
_THREAD = threading.local()


def called(
    name: str,
    apply: Apply,
    x: np.ndarray,
    fmt: Format,
    *,
    seconds: float = NARROWING_SECONDS,
    passing: tuple[type[BaseException], ...] = (KeyboardInterrupt,),
) -> np.ndarray:
    """The outputs for a 1-D array, of its shape and of the format's dtype.

    Args:
        name: what to call it in messages.
        seconds: how long the call and the search for fewer inputs may take together, where it
            fails.
        passing: what it raises that is not its fault: an interruption is somebody's who waits.

    Raises:
        ImplementationError: it raised, or returned something else; the inputs are named.
    """
    begun = time.monotonic()
    try:
        return _outputs(apply, x, fmt)
    except passing:
        raise
    except Disturbed as problem:
        raise ImplementationError(f"{name} {problem}", RESTORE) from problem
    except BaseException as problem:
        until = begun + seconds
        each = time.monotonic() - begun
        # another shape or dtype is seldom the fault of one input
        alone = isinstance(problem, Failed) and not problem.narrow
        few = (
            x if alone else _fewest(apply, x, fmt, passing, lambda: time.monotonic() + each < until)
        )
        mend = "call it with these to see where it comes from"
        if isinstance(problem, Failed):
            mend = problem.mend or asked_of(fmt)
        raise ImplementationError(f"{name} {told(problem)}, {where(few, fmt)}", mend) from problem


def asked_of(fmt: Format) -> str:
    """What any implementation must do."""
    return f"a 1-D array of {fmt.dtype} must give one of the same shape and dtype"


def _outputs(apply: Apply, x: np.ndarray, fmt: Format) -> np.ndarray:
    # a copy: what is done to it in place must not change the inputs
    given = _copied(x)
    with np.errstate(all="ignore"), surroundings():
        got = np.asarray(apply(given, fmt))
    if got.shape != x.shape:
        raise Failed(f"returned {got.dtype} of shape {got.shape}", narrow=False)
    if np.may_share_memory(got, given):
        got = got.copy()
    return in_format(got, fmt)


def in_format(got: np.ndarray, fmt: Format) -> np.ndarray:
    """Outputs of another floating dtype, each rounded once to the format.

    The order of bytes is no dtype: a value is what it is.

    Raises:
        Failed: no floating dtype of at most 64 bits.
    """
    if not got.dtype.isnative:
        got = got.astype(got.dtype.newbyteorder("="))
    if got.dtype == fmt.dtype:
        return got
    known = {other.dtype for other in FORMATS.values()}
    if got.dtype not in known:
        raise Failed(f"returned {got.dtype} of shape {got.shape}", narrow=False)
    with np.errstate(invalid="ignore"):
        return fmt.round_array(got.astype(np.float64))


def _copied(x: np.ndarray) -> np.ndarray:
    """A copy, in memory that is used again: to have it anew takes as long as a quick function."""
    given = getattr(_THREAD, "given", None)
    if given is None or given.shape != x.shape or given.dtype != x.dtype:
        given = _THREAD.given = np.empty_like(x, subok=False)
    given[...] = x
    return given


def told(problem: BaseException) -> str:
    """What an implementation did, in words that go on from its name."""
    if isinstance(problem, Failed):
        return str(problem)
    if isinstance(problem, Left):
        return f"called os._exit({problem.code!r:.50})"
    try:
        return f"raised {problem!r:.300}"
    except Exception:  # what it raised is its own too
        return f"raised {type(problem).__name__}"


def _fewest(apply: Apply, x: np.ndarray, fmt: Format, passing, going_on) -> np.ndarray:
    """A part of some inputs that still fails, as small as halving finds it."""
    while x.size > 1:
        half = x.size // 2
        for part in (x[:half], x[half:]):
            if not going_on():
                return x
            try:
                _outputs(apply, part, fmt)
            except passing:
                raise
            except BaseException:
                x = part
                break
        else:
            break
    return x


def where(x: np.ndarray, fmt: Format) -> str:
    """Inputs in words: the one there is, or how many from which to which."""
    if not x.size:
        return f"at no {fmt.name} input at all"
    first, last = (
        f"{float(value)!r} (bits 0x{int(bits):x})"
        for value, bits in zip(x[[0, -1]], fmt.bits_of_values(x[[0, -1]]), strict=True)
    )
    if x.size == 1:
        return f"at the {fmt.name} input {first}"
    return f"at {x.size:,} {fmt.name} inputs from {first} to {last}"
