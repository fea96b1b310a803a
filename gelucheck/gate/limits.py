"""What rows are held to."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Bounds; None asks nothing.

    Attributes:
        atol: the claim: |ŷ - G(x)| <= atol + u(G(x))/2 at every finite input, absolute.
        max_ulp, max_steps: of the error against the declared form (GELU, where none is declared),
            in ulp and in steps.
    """

    atol: float | None = 1e-3
    max_ulp: float | None = None
    max_steps: int | None = None
