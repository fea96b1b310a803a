"""A plan with its weights and inputs: all that a study needs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from gelucheck.network.plan import Plan


@dataclass(frozen=True)
class Network:
    """A network that can be computed.

    Attributes:
        plan: what it is.
        tensors: (seed, place of a node) -> its parameters by name, float32, of the shapes that its
            operator says; computed or read when asked for, so that one layer is held at a time.
        inputs: (seed, batch) -> float32 of shape (batch, *plan.input).
        weights_from, inputs_from: the same in words, for people.
        declared_by: who says which forms its GELUs are, as the subject of a sentence that goes on
            with "erf".
    """

    plan: Plan
    tensors: Callable[[int, int], Mapping[str, np.ndarray]]
    inputs: Callable[[int, int], np.ndarray]
    weights_from: str
    inputs_from: str
    declared_by: str = "The plan declares"
