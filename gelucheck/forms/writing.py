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
        text: the formula.
        source: where it is written so.
        call: (operand, engine) -> operand.
        contract: what is known of its error.
    """

    name: str
    form: str
    function: str
    text: str
    source: str
    call: Callable
    contract: tuple[Contract, ...] = ()
