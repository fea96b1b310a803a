"""What a proof ends in: a constant between two float64, what it says, and its certificate."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Proved:
    """A proved constant.

    Attributes:
        name: what it is, "sup |tanh - gelu|"; unique within one run.
        sentence: what it means to a practitioner, in one sentence.
        lower, upper: float64 on either side of it; equal where it is a value of a format or a
            count.
        at: float64 on either side of where it is attained, or None.
        group: the section of a table that it stands in: "suprema", "extremes", "agreement",
            "constants", "saturation".
        certificate: what ``replay`` checks; several constants may share one.
    """

    name: str
    sentence: str
    lower: float
    upper: float
    at: tuple[float, float] | None
    group: str
    certificate: dict[str, Any] = field(default_factory=dict, compare=False)
