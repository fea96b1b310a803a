"""A config: what is measured and what is asked of it, and on which line of the file each stands.

``parse.parse_config`` makes one of a text, ``file.read_config`` of a file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from gelucheck.gate.config.seconds import seconds_of
from gelucheck.gate.limit import Limit, Place
from gelucheck.gate.limits import Limits

_SELECTION = (
    "dtypes", "forms", "arithmetics", "functions", "implementations", "declares", "inputs",
    "samples", "seed", "evaluations", "budget", "round_inputs", "ulp", "device", "limit",
    "subnormals",
)  # fmt: skip
_TIMES = ("budget", "limit")


@dataclass(frozen=True)
class Setting:
    """A value of the file, and where it stands there."""

    value: Any
    place: Place


@dataclass(frozen=True)
class Written:
    """A limit of the file.

    Attributes:
        limit: with its place, and ``against`` as the file has it.
        follows: it does not say itself what errors are taken against: the file's ``against`` does,
            or that of the command line.
        general: it stands at the top, for every row.
    """

    limit: Limit
    follows: bool = False
    general: bool = False


@dataclass(frozen=True)
class Config:
    """What a file says. Nothing in it is run or looked for on the disk.

    Attributes:
        path: the file, as it was named.
        options: settings by name of click's parameter: dtypes, forms, arithmetics, functions,
            implementations, declares (tuples of names), inputs, samples, seed, evaluations, budget
            (text), round_inputs, ulp, device, limit (text: a time), subnormals, jobs, weights,
            outs and plot (tuples), against, headroom (float), baseline (path).
        written: the limits.
        claim: False: the claim of ``atol`` is taken away; None: nothing is said.
        levels: of findings by slug.
        line: where it begins.
    """

    path: str
    options: Mapping[str, Setting] = field(default_factory=dict)
    written: tuple[Written, ...] = ()
    claim: Setting | None = None
    levels: Mapping[str, Setting] = field(default_factory=dict)
    line: int = 1

    @property
    def limits(self) -> Limits:
        """What rows are held to where nothing but the file speaks."""
        return self.limits_with()

    def limits_with(self, *, against: str | None = None, **flat) -> Limits:
        """The file's limits under those of a command line.

        Args:
            against: of the command line, if it says so.
            flat: fields of ``Limits`` that the command line gives; None takes the figure away.
                Each takes the place of all limits on its figure that have no region.
        """
        kept = [each for each in self.written if each.limit.region or each.limit.figure not in flat]
        if against is not None:
            kept = [
                replace(each, limit=replace(each.limit, against=against)) if each.follows else each
                for each in kept
            ]
        more = tuple(each.limit for each in kept)
        if "atol" not in flat and (self.claims or self.claim):
            flat["atol"] = None
        own = self.options["against"].value if "against" in self.options else "own"
        return Limits(**flat, against=against or own, more=more)

    @property
    def claims(self) -> bool:
        """Whether the claim of ``atol`` is made at the top, of what is measured."""
        return any(each.general and each.limit.figure == "atol" for each in self.written)

    @property
    def selection(self) -> dict[str, Any]:
        """Fields of ``sweep.plan.Selection``, as the file has them; implementations alone mean
        that no forms are measured."""
        fields = {name: self.options[name].value for name in _SELECTION if name in self.options}
        if "implementations" in fields:
            fields.setdefault("forms", ())
        for name in _TIMES:
            if name in fields:
                fields[name] = seconds_of(name, fields[name])
        return fields

    @property
    def level_names(self) -> dict[str, str]:
        """Slug -> level, as ``judge`` takes them."""
        return {slug: item.value for slug, item in self.levels.items()}

    @property
    def level_places(self) -> dict[str, Place]:
        """Slug -> where its level stands."""
        return {slug: item.place for slug, item in self.levels.items()}

    @property
    def headroom(self) -> float | None:
        """As ``judge`` takes it."""
        return self.options["headroom"].value if "headroom" in self.options else None

    @property
    def baseline(self) -> str | None:
        """Path of the baseline, as it was written."""
        return self.options["baseline"].value if "baseline" in self.options else None
