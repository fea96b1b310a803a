"""One limit: a bound on one figure, and the rows that it is about."""

from dataclasses import dataclass, field, replace
from typing import Protocol

from gelucheck.gate.digits import plain
from gelucheck.gate.figures import FIGURES


class Key(Protocol):
    """What a limit can tell rows apart by; a ``record.Row`` is one."""

    implementation: str
    dtype: str
    arithmetic: str | None
    function: str


@dataclass(frozen=True)
class Place:
    """Where a limit was written: a file and a line of it, 1 for the first."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(frozen=True)
class Limit:
    """A bound, that must be kept at every input.

    Attributes:
        figure: a name of ``FIGURES``.
        bound: in the figure's unit; of a share the least.
        scaled: of "max_ulp": the bound is times 1 + k, k the condition number at the input.
        against: "own" (the declared form; GELU, where none is declared) or "gelu"; of "atol" it is
            GELU always.
        region: "A:B": only inputs from A to B are meant, both included.
        implementations, dtypes, arithmetics, functions: the rows it is about; empty: all. An
            asterisk in the name of an implementation stands for anything.
        place: where it was written, if in a file.
    """

    figure: str
    bound: float | int
    scaled: bool = False
    against: str = "own"
    region: str | None = None
    implementations: tuple[str, ...] = ()
    dtypes: tuple[str, ...] = ()
    arithmetics: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    place: Place | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """What is bounded, and what narrows it; the name of its claims."""
        name = f"{self.figure}/(1+k)" if self.scaled else self.figure
        if self.against == "gelu" and self.figure != "atol":
            name += " against gelu"
        return f"{name} in {self.region}" if self.region else name

    @property
    def written(self) -> str:
        """The bound as config and options take it: "2", "5(1+k)"."""
        return f"{plain(self.bound)}{'(1+k)' * self.scaled}"

    @property
    def bound_text(self) -> str:
        """The bound with its unit: "2 steps", "5(1+k) ulp"."""
        unit = FIGURES[self.figure].unit
        if self.bound == 1 and not self.scaled:
            unit = unit.removesuffix("s")
        return self.written + unit

    @property
    def text(self) -> str:
        """All of it but the rows it is about: "max_ulp 5(1+k) ulp against gelu in -6:-2"."""
        return self.told(self.figure, self.bound_text)

    def told(self, what: str, number: str) -> str:
        """What is bounded, with a number of it, and what narrows it, in this order."""
        narrower = self.name.removeprefix(f"{self.figure}/(1+k)" if self.scaled else self.figure)
        return f"{what} {number}{narrower}"

    def with_bound(self, bound: float | int) -> "Limit":
        """The same with another bound."""
        return replace(self, bound=bound)

    @property
    def slot(self) -> tuple:
        """What a row has one limit of at most: another of the same takes its place."""
        against = "gelu" if self.figure == "atol" else self.against
        return self.figure, against, self.region

    @property
    def selectors(self) -> tuple[tuple[str, ...], ...]:
        """The names that tell which rows it is about."""
        return self.implementations, self.dtypes, self.arithmetics, self.functions

    def matches(self, key: Key) -> bool:
        """Whether it is about a row."""
        names = (key.dtype, key.arithmetic, key.function)
        others = all(
            not some or name in some for some, name in zip(self.selectors[1:], names, strict=True)
        )
        some = self.implementations
        return others and (not some or any(fits(each, key.implementation) for each in some))

    def rank(self, key: Key) -> tuple[int, int]:
        """How closely it is about a row: of two limits in one slot the closer counts."""
        named = sum(bool(some) for some in self.selectors)
        return named, int(key.implementation in self.implementations)


def fits(pattern: str, name: str) -> bool:
    """Whether a name is as a pattern has it, in which ``*`` stands for anything."""
    first, *rest = pattern.split("*")
    if not rest:
        return name == pattern
    if not name.startswith(first):
        return False
    at = len(first)
    for part in rest[:-1]:
        found = name.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return len(name) - at >= len(rest[-1]) and name.endswith(rest[-1])
