"""Proved constants, kept: the largest difference of each form from GELU on the whole real line.

Proved by branch and bound, as ``proofs.suprema`` does (not at every start, for it takes a while); a
test proves them again. ``lower`` is attained at ``at``; nothing on the real line exceeds ``upper``.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Supremum:
    """A proved supremum.

    Attributes:
        lower, upper: float64 on either side of it.
        at: a float64 where the lower one is attained.
    """

    lower: float
    upper: float
    at: float


METHOD = {
    # 4.7323552068728488e-4 at ∓2.69894138637727
    "tanh": Supremum(
        float.fromhex("0x1.f039315ac1bd2p-12"),
        float.fromhex("0x1.f039315ac1be1p-12"),
        float.fromhex("-0x1.5976e94e27d7ep+1"),
    ),
    # 2.0334872209239230e-2 at ∓2.27039773719661
    "sigmoid": Supremum(
        float.fromhex("0x1.4d2aa2c6d971cp-6"),
        float.fromhex("0x1.4d2aa2c6d9725p-6"),
        float.fromhex("-0x1.229c649f15fefp+1"),
    ),
    # 8.6845183498591387e-4 at ∓2.018655759771837
    "tanh_grad": Supremum(
        float.fromhex("0x1.c751a1d5d7e48p-11"),
        float.fromhex("0x1.c751a1d5d7e56p-11"),
        float.fromhex("-0x1.02634fdb0d10bp+1"),
    ),
    # 2.9072045515622982e-2 at ∓1.4219475909648231
    "sigmoid_grad": Supremum(
        float.fromhex("0x1.dc50ff2dea470p-6"),
        float.fromhex("0x1.dc50ff2dea47dp-6"),
        float.fromhex("-0x1.6c04c1dfd1e50p+0"),
    ),
}
"""By reference function; for "erf" the difference is 0."""

SENTENCES = {
    "gelu": "Replacing GELU by its {form} form changes no output, at any x, by more than this.",
    "gelu_grad": "Replacing the derivative of GELU by that of its {form} form changes no gradient, "
    "at any x, by more than this.",
    "phi": "The factor of x in the {form} form is, at every x, within this of the normal "
    "distribution function.",
}
"""What the supremum of a form's difference means, by what it is from: GELU, its derivative, Φ."""
