"""The record of a writing, and of its contract."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Contract:
    """How far a writing is from its form at worst, as known.

    Attributes:
        dtype, arithmetic: where.
        max_ulp: evaluation error, in ulp; the witness attains it and nothing known exceeds it.
        x: the witness, as a hex float.
        evidence: "exhaustive" (every value was tried); "search" or "sample" (lower bounds).
    """

    dtype: str
    arithmetic: str
    max_ulp: float
    x: str
    evidence: str


@dataclass(frozen=True)
class Writing:
    """One way to evaluate a form, operation by operation.

    Attributes:
        name: what ``--form`` takes.
        form: "erf", "tanh" or "sigmoid".
        function: "gelu" or "gelu_grad".
        text: the formula, left to right as Python reads it, with what it is made of after it:
            "x * s, s = sigmoid(1.702 * x)". A constant such as sqrt(2/pi), written without spaces,
            is rounded once; ``sqrt(2 / pi)`` is two operations.
        source: where it is written so.
        call: (operand, engine) -> operand.
        exact: whether it is the form itself where nothing is rounded; not so with constants of a
            few digits, or with an approximation inside.
        contract: what is known of its error.
    """

    name: str
    form: str
    function: str
    text: str
    source: str
    call: Callable
    exact: bool = True
    contract: tuple[Contract, ...] = ()
