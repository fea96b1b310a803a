"""The derivative of each reference function: of a form its derivative, of that the second one.

The second derivatives are closed forms: of x·s(z(x)) it is s'·(2z' + x·z'') + x·s''·z'², by the
product rule; of GELU φ(x)·(2 - x²).
"""

from collections.abc import Callable
from dataclasses import dataclass

from gelucheck.reference import in_arb, in_mpmath
from gelucheck.reference.functions import REFERENCES


@dataclass(frozen=True)
class Slope:
    """F', as ``functions.Function`` has F: ``mp`` by mpmath, ``arb`` by Arb."""

    mp: Callable
    arb: Callable


SLOPES = {
    **{
        form: Slope(REFERENCES[f"{form}_grad"].mp, REFERENCES[f"{form}_grad"].arb)
        for form in ("gelu", "tanh", "sigmoid")
    },
    "gelu_grad": Slope(in_mpmath.gelu_bend, in_arb.gelu_bend),
    "tanh_grad": Slope(in_mpmath.tanh_form_bend, in_arb.tanh_form_bend),
    "sigmoid_grad": Slope(in_mpmath.sigmoid_form_bend, in_arb.sigmoid_form_bend),
}
"""By name of the function."""
