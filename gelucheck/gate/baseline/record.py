"""A baseline as records: rows as they were, and what their figures depended on."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gelucheck.gate.limit import Key


@dataclass(frozen=True)
class Figures:
    """Errors, each the least bound that is kept; None where nothing could be measured.

    Attributes:
        max_abs, max_ulp, max_rel: float64, rounded up where the exact figure lies above it.
        max_steps: whole.
        mean_abs: float64, to the digits that are sure on any machine, rounded up.
    """

    max_abs: float | None = None
    max_ulp: float | None = None
    max_rel: float | None = None
    max_steps: int | None = None
    mean_abs: float | None = None


@dataclass(frozen=True)
class Expected:
    """A limit that a row failed when the baseline was written.

    Attributes:
        name, bound: of the claim; of a finding, the bound is 0.
        needed: the bound that the row kept; None: none (NaN for a number, or a finding).
    """

    name: str
    bound: float | int
    needed: float | int | None = None


@dataclass(frozen=True)
class Entry:
    """One row as it was.

    Attributes:
        own: errors against the declared form (GELU, where none is declared).
        gelu: errors against GELU; None where these are ``own``.
        correctly_rounded, faithful: how many outputs are, of ``inputs``; against GELU.
        counts: of the categories that occurred, by name.
        findings: slugs.
        failing: expected failures.
    """

    implementation: str
    form: str | None
    dtype: str
    arithmetic: str | None
    function: str
    evidence: str
    inputs: int
    own: Figures
    gelu: Figures | None
    correctly_rounded: int
    faithful: int
    counts: Mapping[str, int] = field(default_factory=dict)
    findings: tuple[str, ...] = ()
    failing: tuple[Expected, ...] = ()

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What tells its row from others."""
        return key_of(self)

    @property
    def label(self) -> str:
        """What to call it; as ``Row.label``."""
        function = None if self.function == "gelu" else self.function
        parts = (self.implementation, self.dtype, self.arithmetic, function)
        return " · ".join(filter(None, parts))


@dataclass(frozen=True)
class Conditions:
    """What figures depend on besides the outputs.

    Attributes:
        seed: of samples and searches.
        subnormals, ulp: see ``sweep.plan.Selection``.
    """

    seed: int = 0
    subnormals: str = "strict"
    ulp: str = "coarse"


@dataclass(frozen=True)
class Baseline:
    """Rows as they were, sorted by key, with what they depended on.

    Attributes:
        versions: by name of the package, gelucheck's among them.
        implementations: by name of the implementation, what its outputs depend on.
    """

    versions: Mapping[str, str]
    entries: tuple[Entry, ...]
    implementations: Mapping[str, str] = field(default_factory=dict)
    conditions: Conditions = Conditions()


def key_of(row: Key) -> tuple[str, str, str, str]:
    """What tells a row from others."""
    return row.implementation, row.dtype, row.arithmetic or "", row.function
