"""What became of vectors that were held against the exact values."""

from dataclasses import dataclass, field, replace

from gelucheck.errors import UsageError
from gelucheck.record import Witness


@dataclass(frozen=True)
class Tolerance:
    """What a vector may be off; with neither bound it must be correctly rounded.

    Attributes:
        max_ulp: of the exact value, 0.5 is correctly rounded.
        max_steps: values of the format from the correctly rounded one.
    """

    max_ulp: float | None = None
    max_steps: int | None = None

    def __post_init__(self):
        if self.max_ulp is not None and not 0.5 <= self.max_ulp < float("inf"):
            raise UsageError(
                f"--max-ulp {self.max_ulp}", "0.5, which is correctly rounded, or more"
            )
        if self.max_steps is not None and not 0 <= self.max_steps < 1 << 64:
            # what is longer, Python refuses to print
            told = self.max_steps if abs(self.max_steps) < 1 << 99 else "beyond 2^99"
            raise UsageError(
                f"--max-steps {told}", "0 or more, and less than the format has values"
            )

    @property
    def words(self) -> str:
        """Such as "within 2 ulp"."""
        parts = []
        if self.max_ulp is not None and self.max_ulp > 0.5:
            parts.append(f"{self.max_ulp:g} ulp")
        if self.max_steps:
            parts.append(f"{self.max_steps} step{'s' if self.max_steps > 1 else ''}")
        strict = self.max_steps == 0 or self.max_ulp == 0.5 or not parts
        return "correctly rounded" if strict else f"within {' and '.join(parts)}"


@dataclass(frozen=True)
class Fit:
    """How vectors stand to one reference.

    Attributes:
        function: its name.
        wrong: how many are not within the tolerance.
        correct: how many are correctly rounded.
        max_ulp: the largest error in ulp, with its witness; None where nothing could be measured.
        above: whether it is above its rounding, the figure of the witness.
    """

    function: str
    wrong: int
    correct: int
    max_ulp: Witness | None
    above: bool


@dataclass(frozen=True)
class Checked:
    """What became of one set.

    Attributes:
        name: of the set, or of the file.
        dtype, function: what it was held against.
        count: rows.
        wrong: rows that are not within the tolerance.
        correct: rows that are correctly rounded; zeros of either sign are one value here.
        faithful: rows that are the exact value or one of its two neighbours.
        zero_signs: zeros of the wrong sign, which count as right.
        max_ulp, max_steps: the largest errors, with witnesses; of finite values.
        first: the first wrong row in the order of the inputs, where its error has no size: NaN or
            infinite, and it must not be, or the reverse.
        rounded: how many inputs and outputs were no values of the format.
        repeated: how many outputs more than one their inputs have.
        fits: against each form, the best first.
        damage: sentences on what else is wrong: of a file of ours, or numbers beyond the format.
        golden: the correctly rounded results where ``max_ulp`` and ``max_steps`` are; ``want`` is
            the exact one there.
        origin: what the outputs come from, in a sentence; "" where nobody asked.
        tolerance: see ``Tolerance``.
        notes: sentences on what was not checked, or otherwise than the file says.
    """

    name: str
    dtype: str
    function: str
    count: int
    wrong: int
    correct: int
    faithful: int
    zero_signs: int
    max_ulp: Witness | None
    max_steps: Witness | None
    first: Witness | None
    rounded: tuple[int, int]
    repeated: int
    fits: tuple[Fit, ...]
    damage: tuple[str, ...]
    tolerance: Tolerance
    origin: str = ""
    sha256: str | None = field(default=None)
    golden: tuple[float | None, float | None] = (None, None)
    notes: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every row is within the tolerance, and nothing is damaged."""
        return not self.wrong and not self.damage


def with_origin(checked: Checked, origin: str) -> Checked:
    """The same, with a sentence on where the outputs come from."""
    return replace(checked, origin=origin)
