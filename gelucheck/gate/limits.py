"""What rows are held to."""

from collections.abc import Iterable
from dataclasses import dataclass, fields

from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS
from gelucheck.gate.bounds import idle, parse_bound
from gelucheck.gate.figures import AGAINST, FIGURES
from gelucheck.gate.limit import Key, Limit

NAME_MORE = "leave one out, or let one name more of implementation, dtype, arithmetic, function"
LOWER = "lower it, or name the formats it is for"


@dataclass(frozen=True)
class Limits:
    """Bounds for every row, and others for some; None asks nothing.

    Attributes:
        atol: the claim: |ŷ - G(x)| <= atol + u(G(x))/2 at every finite input, absolute.
        max_ulp: largest error in ulp, a number, or "5(1+k)" with the condition number k.
        max_steps: in representable values; max_abs, max_rel: absolute and relative.
        mean_abs: mean absolute error.
        correctly_rounded: share of the finite inputs, at least.
        against: what these are taken against: "own" (the declared form; GELU, where none is
            declared) or "gelu".
        more: limits on some rows; in the slot of one of the above they take its place there.

    Raises:
        UsageError: a bound that is negative or NaN, or that cannot be kept or broken.
    """

    atol: float | None = 1e-3
    max_ulp: float | str | None = None
    max_steps: int | None = None
    max_abs: float | None = None
    max_rel: float | None = None
    mean_abs: float | None = None
    correctly_rounded: float | None = None
    against: str = "own"
    more: tuple[Limit, ...] = ()

    def __post_init__(self):
        if self.against not in AGAINST:
            raise UsageError(f"against = {self.against!r}", f"one of {', '.join(AGAINST)}")
        self.general()

    def general(self) -> tuple[Limit, ...]:
        """The limits for every row."""
        found = []
        for field in fields(self):
            written = getattr(self, field.name)
            if field.name in FIGURES and written is not None:
                bound, scaled = parse_bound(field.name, written)
                found.append(Limit(field.name, bound, scaled, self.against))
        return tuple(found)

    def all(self) -> tuple[Limit, ...]:
        """Every limit."""
        return (*self.general(), *self.more)

    @property
    def extras(self) -> frozenset[str]:
        """What must be measured besides; see ``sweep.plan.Selection``."""
        every = self.all()
        names = {"scaled"} if any(limit.scaled for limit in every) else set()
        own = (each.figure == "correctly_rounded" and each.against == "own" for each in every)
        return frozenset(names | {"correct"} if any(own) else names)

    @property
    def regions(self) -> tuple[str, ...]:
        """The stretches of inputs that must be measured by themselves."""
        return tuple(dict.fromkeys(limit.region for limit in self.more if limit.region))


def limits_on(limits: Limits, key: Key) -> tuple[Limit, ...]:
    """The limits that count for a row: in each slot the one that is most closely about it.

    Raises:
        UsageError: two that are as close as each other.
    """
    slots: dict[tuple, list[Limit]] = {}
    for limit in limits.all():
        if limit.matches(key):
            slots.setdefault(limit.slot, []).append(limit)
    return tuple(_closest(some, key) for some in slots.values())


def _closest(some: list[Limit], key: Key) -> Limit:
    most = max(limit.rank(key) for limit in some)
    first, *others = [limit for limit in some if limit.rank(key) == most]
    if others:
        places = " and ".join(str(each.place) for each in (first, *others) if each.place)
        raise UsageError(
            f"{places or 'limits'}: two on {first.name} of {key.implementation}, {key.dtype}",
            NAME_MORE,
        )
    return first


def ensure_limits(limits: Limits, keys: Iterable[Key]) -> None:
    """See that the limits make sense for some rows, before these are measured.

    Raises:
        UsageError: as ``limits_on``; a limit that cannot fail in the format of a row.
    """
    for key in keys:
        for limit in limits_on(limits, key):
            reason = idle(limit.figure, limit.bound, FORMATS[key.dtype])
            if reason:
                place = f"{limit.place}: " if limit.place else ""
                raise UsageError(f"{place}{limit.name}: {reason}", LOWER)
