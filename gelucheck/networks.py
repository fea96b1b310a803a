"""What choosing another form does to a network: the stored result, as frozen records.

They are part of a run (``record.Run.networks``) and of run.json (the optional key "networks").
Every difference is against the same network with the same weights and inputs in float64, its GELU
exact and correctly rounded: the reference run.
"""

from dataclasses import dataclass, field
from typing import Any

SPREADS = ("max_abs", "mean_abs", "norm_rel", "cosine", "top1")
"""The figures of a difference that have a spread over the seeds."""

ERF = "erf"
"""The writing whose difference from the reference run is the format's own rounding."""
VERDICTS = ("below", "above", "between", "lost")
"""See ``Swap.verdict``."""


@dataclass(frozen=True)
class Element:
    """One number of an array that a network computes, and what it is in the reference run.

    Attributes:
        value: the figure, absolute or relative.
        seed: of which seed; sample: which input of the batch; unit: which element of it.
        got: what came; want: what the reference run has. Exact.
    """

    value: float
    seed: int
    sample: int
    unit: tuple[int, ...]
    got: float
    want: float


@dataclass(frozen=True)
class Spread:
    """The least and the largest of a figure over the seeds."""

    low: float
    high: float


@dataclass(frozen=True)
class Difference:
    """How far an array of a network is from the reference run's, over all seeds and inputs.

    Attributes:
        max_abs, max_rel: the largest difference, and the largest relative to the reference's
            element, where that is not 0; each at its worst unit, of equal ones the first. None
            where nothing is finite.
        mean_abs, mean_rel: the means of the same.
        norm_rel: the Euclidean norm of the difference over that of the reference's array. None
            where that is 0.
        cosine: of the angle between the two arrays, at most 2^-51 off. None where one of them is 0.
        top1, places: at how many of the places (inputs; of a sequence its positions, of an image
            its pixels) the unit that is largest in the reference is not the largest any more.
        lost: how many elements are NaN or infinite here, or have a difference that float64 cannot
            hold; they are in none of the figures, top1 apart.
        spread: by a name of ``SPREADS``, where there are several seeds.
    """

    max_abs: Element | None
    max_rel: Element | None
    mean_abs: float | None
    mean_rel: float | None
    norm_rel: float | None
    cosine: float | None
    top1: int
    places: int
    lost: int
    spread: dict[str, Spread] = field(default_factory=dict)


@dataclass(frozen=True)
class Swap:
    """The network with one writing, in one format and arithmetic, in all its GELUs.

    Attributes:
        layers: the difference of the output of each operator, in their order; the last is that of
            the network.
        verdict: how the form compares with the format: "below" (swapping the form, in float64,
            changes the output no more than the format's own rounding does, at the largest and in
            the mean, in every seed), "above" (more in both, in every seed), "between" (neither
            below nor above), "lost" (a number of one of the outputs, its own too, is NaN or
            infinite: nothing to compare), or None where the writing is erf: that is the format's
            own rounding.
    """

    form: str
    writing: str
    dtype: str
    arithmetic: str
    layers: tuple[Difference, ...]
    verdict: str | None = None

    @property
    def output(self) -> Difference:
        """The difference of the network's output."""
        return self.layers[-1]

    @property
    def label(self) -> str:
        return f"{self.writing} · {self.dtype} · {self.arithmetic}"


@dataclass(frozen=True)
class Activations:
    """What goes into one GELU of the reference run, over all seeds and inputs.

    Attributes:
        node: the name of the operator.
        count: how many numbers, at least 1; mean, std, low, high: of them, std with 1 / count.
        tail: the share of them below -2, where the forms differ most in relation to GELU.
    """

    node: str
    count: int
    mean: float
    std: float
    low: float
    high: float
    tail: float


@dataclass(frozen=True)
class Study:
    """What each form, format and arithmetic does to one network.

    Attributes:
        name: "gpt2-mlp", "plan.txt", "encoder.layer.0 of model.safetensors".
        plan: the plan as its JSON has it: "input", "output", "dtype", "operators", "parameters".
        declared: the forms that the plan's GELUs declare, each once ("erf", "tanh").
        weights, inputs: where they come from, in words.
        batch: inputs for each seed.
        seeds: in ascending order.
        activations: of each GELU, in order.
        swaps: in the order form, arithmetic, format.
        answers: in sentences: which swap is below the format's own rounding, which is not.
    """

    name: str
    plan: dict[str, Any]
    declared: tuple[str, ...]
    weights: str
    inputs: str
    batch: int
    seeds: tuple[int, ...]
    activations: tuple[Activations, ...]
    swaps: tuple[Swap, ...]
    answers: tuple[str, ...]
