"""Code that is not ours, by the words that name it: called, and looked at closely."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from gelucheck.errors import GelucheckError
from gelucheck.formats import Format
from gelucheck.implementations.calling import called
from gelucheck.implementations.kind import Apply, Kind, Loaded
from gelucheck.implementations.kinds import KINDS
from gelucheck.implementations.probing import Layout, Probe, probed

__all__ = [
    "LIMIT",
    "MOST_AT_ONCE",
    "Guest",
    "Layout",
    "Probe",
    "Traits",
    "find_kind",
    "found_by_name",
    "here",
]

LIMIT = 120.0
"""Seconds that one call may take, where nobody says otherwise."""

MOST_AT_ONCE = 1 << 17
"""Values that ``Guest.limit`` is meant for; a call with more may take so many times as long."""

Within = Callable[[Apply, float], Apply]
"""(apply, seconds) -> apply that is held to the limit by the process that it runs in."""


class _Where(threading.local):
    here = False
    within: Within | None = None


_WHERE = _Where()


@contextmanager
def here(within: Within | None = None) -> Iterator[None]:
    """While this lasts, guests are called in this process, by this thread: it is no loss itself.

    Args:
        within: what holds them to their limits; not asked where a kind does so itself.
    """
    before = _WHERE.here, _WHERE.within
    _WHERE.here, _WHERE.within = True, within
    try:
        yield
    finally:
        _WHERE.here, _WHERE.within = before


@dataclass(frozen=True)
class Traits:
    """What is known of an implementation without calling it; see ``kind.Loaded``.

    Attributes:
        modes: names; approximate: whether it has the argument; documented: pairs of a value of it
            and the form that it means.
        given: whether it can be called with the inputs of its file only.
    """

    version: str
    declares: str | None
    formats: tuple[str, ...]
    flat: bool
    modes: tuple[str, ...]
    approximate: bool
    documented: tuple[tuple[object, str], ...]
    device: str
    given: bool = False

    def to_plain(self) -> dict[str, Any]:
        """It as values that JSON has."""
        return asdict(self)

    @staticmethod
    def from_plain(plain: dict[str, Any]) -> "Traits":
        """It again."""
        lists = {name: tuple(plain[name]) for name in ("formats", "modes")}
        documented = tuple((value, form) for value, form in plain["documented"])
        return Traits(**{**plain, **lists, "documented": documented})


@dataclass(frozen=True)
class Guest:
    """An implementation by name; picklable, and found again in every process that calls it.

    Attributes:
        kind, target: the words of ``--impl``.
        function: "gelu" or "gelu_grad".
        device: a word of ``--device``, or None.
        limit: seconds that one call may take, of at most ``MOST_AT_ONCE`` values.
        inputs: the words of ``--inputs``, for a kind that needs them.
        look: how closely it may be looked at for findings; see ``in_process.LOOKS``.
        stays: whether no other process can call it.
    """

    look = "calls"
    stays = False

    kind: str
    target: str
    function: str = "gelu"
    device: str | None = None
    limit: float = LIMIT
    inputs: str = ""

    @property
    def words(self) -> str:
        """What to call it in messages."""
        return f"{self.kind}:{self.target}"

    @property
    def apart(self) -> bool:
        """Whether it is called in a process of its own."""
        if _WHERE.here or not find_kind(self.kind).apart:
            return False
        from gelucheck.implementations.apart import POSSIBLE

        return POSSIBLE

    def seconds(self, count: int) -> float:
        """The limit of a call with so many values."""
        return self.limit * max(1, -(-count // MOST_AT_ONCE))

    def traits(self) -> Traits:
        """What is known of it; errors as ``kind.Kind.load``."""
        if not self.apart:
            return self.traits_here()
        from gelucheck.implementations.apart import traits

        return traits(self)

    def traits_here(self) -> Traits:
        """The same, loaded in this process."""
        found = self.loaded()
        return Traits(
            found.version,
            found.declares,
            tuple(found.formats),
            found.flat,
            tuple(found.modes),
            found.approximate is not None,
            tuple(found.documented.items()),
            found.device,
            found.given,
        )

    def __call__(self, x: np.ndarray, fmt: Format) -> np.ndarray:
        """The outputs for a 1-D array, of its shape and of the format's dtype; x is not changed.

        An output of another floating dtype is rounded once to the format: that it was another is
        for ``conformance`` to find.

        Raises:
            ImplementationError: it raised, crashed, gave no answer within ``limit``, or returned
                something else; the fewest inputs that show it are named.
        """
        if not self.apart:
            return self.direct(_WHERE.within)(x, fmt)
        from gelucheck.implementations.apart import call

        return call(self, x, fmt)

    def direct(self, within: Within | None = None) -> Callable[[np.ndarray, Format], np.ndarray]:
        """The same call in this process; argument as ``here``."""

        def call(x: np.ndarray, fmt: Format) -> np.ndarray:
            found = self.loaded()
            if found.limited:
                apply = found.limited(self.seconds(x.size))
            else:
                apply = within(found.apply, self.seconds(x.size)) if within else found.apply
            return called(self.words, apply, x, fmt, passing=self._passing())

        return call

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
            approximate: a tuple of one value of that argument (a str, bool, int, float or None),
                or None to leave it out.
            times: how often to call it, with the same input.

        Raises:
            ImplementationError: it crashed, or gave no answer within ``limit`` each time.
        """
        if self.apart:
            from gelucheck.implementations.apart import probe

            return probe(self, memory, fmt, layout, mode, approximate, times)
        apply, passing = self.variant(mode, approximate), self._passing()
        found = [probed(self.words, apply, memory, fmt, layout, passing) for _ in range(times)]
        return tuple(found)

    def variant(self, mode: str | None, approximate) -> Apply:
        """What ``probe`` calls, loaded in this process; arguments as there."""
        found = self.loaded()
        if approximate is not None:
            return found.approximate(approximate[0])
        if found.limited:
            return found.limited(self.limit)
        return found.modes[mode] if mode else found.apply

    def conflicts(self, fmt: Format) -> tuple[tuple[int, int, int], ...]:
        """Inputs with more than one output in what was given, the first of each is taken.

        Returns:
            Triples of patterns of ``fmt``: the input, the output taken, and another that stands
            for the same input; in the order of the inputs. None of a kind that is called.
        """
        found = self.loaded() if find_kind(self.kind).inputs else None
        return found.conflicts(fmt) if found and found.conflicts else ()

    def loaded(self) -> Loaded:
        """It, loaded in this process, once; errors as ``kind.Kind.load``."""
        inputs = self.inputs if find_kind(self.kind).inputs else None
        return found_by_name(self.kind, self.target, self.function, self.device, inputs)

    def _passing(self) -> tuple[type[BaseException], ...]:
        """What is raised in a call and is not the implementation's."""
        ours = () if find_kind(self.kind).apart else (GelucheckError,)
        return (KeyboardInterrupt, *ours)


def find_kind(name: str) -> Kind:
    """The record of a kind that there is."""
    return import_module(KINDS[name]).KIND


@cache
def found_by_name(
    kind: str, target: str, function: str, device: str | None, inputs: str | None
) -> Loaded:
    """As ``Guest.loaded``."""
    more = () if inputs is None else (inputs,)
    return find_kind(kind).load(target, function, device, *more)
