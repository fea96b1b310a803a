"""Code that is not ours, by the words that name it: called, and looked at closely."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module

import numpy as np
from numpy.lib.stride_tricks import as_strided

from gelucheck.formats import Format
from gelucheck.implementations.kind import Kind, Loaded
from gelucheck.implementations.kinds import KINDS

LIMIT = 120.0
"""Seconds that one call may take, where nobody says otherwise."""


@dataclass(frozen=True)
class Layout:
    """How an array lies in its memory: what ``numpy.lib.stride_tricks.as_strided`` takes.

    Attributes:
        shape: of the array.
        strides: in bytes, as NumPy has them; may be 0 or negative.
        offset: of its first element, in bytes from the start of the memory.
    """

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int = 0


@dataclass(frozen=True)
class Probe:
    """What came of one call.

    Attributes:
        got: what it returned, of its own shape and dtype; None where it raised.
        raised: the exception in words, or "".
        modified: whether the memory of the input is not what it was.
        aliased: whether the output shares memory with the input.
    """

    got: np.ndarray | None
    raised: str = ""
    modified: bool = False
    aliased: bool = False


@dataclass(frozen=True)
class Traits:
    """What is known of an implementation without calling it; see ``kind.Loaded``.

    Attributes:
        modes: names; approximate: whether it has the argument; documented: pairs of a value of it
            and the form that it means.
    """

    version: str
    declares: str | None
    formats: tuple[str, ...]
    flat: bool
    modes: tuple[str, ...]
    approximate: bool
    documented: tuple[tuple[object, str], ...]
    device: str


@dataclass(frozen=True)
class Guest:
    """An implementation by name; picklable, and found again in every process that calls it.

    Attributes:
        kind, target: the words of ``--impl``.
        function: "gelu" or "gelu_grad".
        device: a word of ``--device``, or None.
        limit: seconds that one call may take.
    """

    kind: str
    target: str
    function: str = "gelu"
    device: str | None = None
    limit: float = LIMIT

    def traits(self) -> Traits:
        """What is known of it; errors as ``kind.Kind.load``."""
        found = self.loaded()
        return Traits(
            found.version,
            found.declares,
            found.formats,
            found.flat,
            tuple(found.modes),
            found.approximate is not None,
            tuple(found.documented.items()),
            found.device,
        )

    def __call__(self, x: np.ndarray, fmt: Format) -> np.ndarray:
        """The outputs for a 1-D array, of its shape and of the format's dtype.

        An output of another floating dtype is rounded once to the format: that it was another is
        for ``conformance`` to find.

        Raises:
            ImplementationError: it raised, crashed, gave no answer within ``limit``, or returned
                something else; the fewest inputs that show it are named.
        """
        return self.direct()(x, fmt)

    def direct(self) -> Callable[[np.ndarray, Format], np.ndarray]:
        """The same call in this process, for a process that is a worker's already."""
        from gelucheck.implementations.calling import called

        return lambda x, fmt: called(f"{self.kind}:{self.target}", self.loaded().apply, x, fmt)

    def probe(  # noqa: PLR0917
        self,
        memory: np.ndarray,
        fmt: Format,
        layout: Layout | None = None,
        mode: str | None = None,
        approximate: tuple | None = None,
        times: int = 1,
    ) -> tuple[Probe, ...]:
        """Call it as a user would, and see what it does besides.

        Args:
            memory: 1-D contiguous values of ``fmt``; it is not changed here, whatever is done to
                the copy that the implementation gets.
            layout: how the input lies in it; None: as it is.
            mode: one of ``traits().modes``, or None.
            approximate: a tuple of one value of that argument, or None to leave it out.
            times: how often to call it, with the same input.

        Raises:
            ImplementationError: it crashed, or gave no answer within ``limit``.
        """
        found = self.loaded()
        apply = found.modes[mode] if mode else found.apply
        if approximate is not None:
            apply = found.approximate(approximate[0])
        return tuple(_probed(apply, memory, fmt, layout) for _ in range(times))

    def loaded(self) -> Loaded:
        """It, loaded in this process, once; errors as ``kind.Kind.load``."""
        return _loaded(self.kind, self.target, self.function, self.device)


def find_kind(name: str) -> Kind:
    """The record of a kind that there is."""
    return import_module(KINDS[name]).KIND


@cache
def _loaded(kind: str, target: str, function: str, device: str | None) -> Loaded:
    return find_kind(kind).load(target, function, device)


def _probed(apply, memory: np.ndarray, fmt: Format, layout: Layout | None) -> Probe:
    given = memory.copy()
    x = given
    if layout is not None:
        start = given[layout.offset // given.itemsize :]
        x = as_strided(start, layout.shape, layout.strides)
    try:
        with np.errstate(all="ignore"):
            got = np.asarray(apply(x, fmt))
    except Exception as problem:
        return Probe(None, f"{problem!r:.300}")
    aliased = bool(np.may_share_memory(got, given))
    # bit by bit, NaN included
    modified = given.tobytes() != memory.tobytes()
    return Probe(got.copy(), "", modified, aliased)
