"""What rows are held to."""

from dataclasses import dataclass, fields

from gelucheck.errors import UsageError


@dataclass(frozen=True)
class Limits:
    """Bounds; None asks nothing.

    Attributes:
        atol: the claim: |ŷ - G(x)| <= atol + u(G(x))/2 at every finite input, absolute.
        max_ulp, max_steps: of the error against the declared form (GELU, where none is declared),
            in ulp and in steps.

    Raises:
        UsageError: a bound that is negative or NaN.
    """

    atol: float | None = 1e-3
    max_ulp: float | None = None
    max_steps: int | None = None

    def __post_init__(self):
        for field in fields(self):
            bound = getattr(self, field.name)
            # NaN compares with nothing: it would pass everything
            if bound is not None and not bound >= 0:
                raise UsageError(f"the limit {field.name} is {bound}", "give a number from 0 on")
