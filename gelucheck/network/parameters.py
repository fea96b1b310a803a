"""Weights and inputs that are drawn: as networks are initialised before they are trained.

A draw depends on the seed, the place of the operator and which of its parameters it is, and on
nothing else, so that one layer can be drawn without those before it. It is made in float64 and
rounded once to float32.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import prod, sqrt

import numpy as np

from gelucheck.errors import UsageError, unknown
from gelucheck.network.network import Network
from gelucheck.network.operators import find_operator
from gelucheck.network.plan import Plan, Shape

WEIGHTED = ("linear", "conv")
"""The operators whose parameters are drawn; those of the others are set."""


@dataclass(frozen=True)
class Initialisation:
    """A way to draw the parameters of a plan.

    Attributes:
        name: what it is asked for by.
        words: (plan) -> how the weights came to be, for people: "drawn as …".
        draw: (random numbers, plan, place, "weight" or "bias", the shapes of the operator's
            parameters) -> float64 of its shape.
    """

    name: str
    words: Callable[[Plan], str]
    draw: Callable[[np.random.Generator, Plan, int, str, dict[str, Shape]], np.ndarray]


def _torch(generator, plan, place, name, shapes):
    bound = 1 / sqrt(prod(shapes["weight"][1:]))
    return generator.uniform(-bound, bound, shapes[name])


def _gpt2(generator, plan, place, name, shapes):
    if name == "bias":
        return np.zeros(shapes[name])
    scale = 0.02
    if place in _before_residuals(plan):
        scale /= sqrt(_residuals(plan))
    return scale * generator.standard_normal(shapes[name])


def _residuals(plan: Plan) -> int:
    return sum(node.operation == "residual" for node in plan.nodes)


def _before_residuals(plan: Plan) -> set[int]:
    """The places of what each residual adds to the stream: the last weights before it."""
    last, found = None, set()
    for place, node in enumerate(plan.nodes):
        if node.operation in WEIGHTED:
            last = place
        elif node.operation == "residual" and last is not None:
            found.add(last)
    return found


def _gpt2_words(plan: Plan) -> str:
    count = _residuals(plan)
    scaled = f" (0.02/√{count} before a residual)" if count > 1 else ""
    return f"drawn as GPT-2's, N(0, 0.02²){scaled}, biases 0"


INITIALISATIONS = {
    record.name: record
    for record in (
        # torch.nn.Linear.reset_parameters, torch.nn.modules.conv._ConvNd.reset_parameters:
        # kaiming_uniform_(weight, a=sqrt(5)) is U(±sqrt(6/((1 + 5)·fan_in))), as is the bias
        Initialisation(
            "torch", lambda plan: "drawn as torch.nn.Linear draws, U(±1/√fan_in)", _torch
        ),
        # openai/gpt-2, src/model.py, conv1d(w_init_stdev=0.02), the bias 0; Radford et al.,
        # "Language models are unsupervised multitask learners", 2019, section 2.3: "we scale the
        # weights of residual layers at initialization by a factor of 1/√N where N is the number
        # of residual layers"
        Initialisation("gpt2", _gpt2_words, _gpt2),
    )
}


def find_initialisation(name: str) -> Initialisation:
    """The record of a name.

    Raises:
        UsageError: no such initialisation; the message lists those there are.
    """
    if not isinstance(name, str) or name not in INITIALISATIONS:
        raise unknown("initialisation", name, INITIALISATIONS)
    return INITIALISATIONS[name]


def draw_tensors(
    plan: Plan, initialisation: Initialisation | str, seed: int, place: int
) -> dict[str, np.ndarray]:
    """The parameters of one operator of a plan, by name, float32; of a layernorm 1 and 0.

    Raises:
        UsageError: no such initialisation, or the seed is not a whole number from 0.
    """
    if isinstance(initialisation, str):
        initialisation = find_initialisation(initialisation)
    node = plan.nodes[place]
    shapes = find_operator(node.operation).tensors(node.arguments, node.input)
    drawn = {}
    for which, (name, shape) in enumerate(shapes.items()):
        if node.operation in WEIGHTED:
            generator = _generator(seed, (place, which))
            drawn[name] = initialisation.draw(generator, plan, place, name, shapes)
        else:
            drawn[name] = np.full(shape, 1.0 if name == "weight" else 0.0)
    return {name: values.astype(np.float32) for name, values in drawn.items()}


def draw_inputs(shape: Shape, seed: int, batch: int) -> np.ndarray:
    """Inputs, (batch, *shape), float32, each number from N(0, 1); a larger batch begins with the
    same ones.

    Raises:
        UsageError: the seed is not a whole number from 0.
    """
    return _generator(seed, ()).standard_normal((batch, *shape)).astype(np.float32)


def drawn_network(plan: Plan, initialisation: Initialisation | str) -> Network:
    """A network with drawn weights and inputs.

    Raises:
        UsageError: no such initialisation.
    """
    if isinstance(initialisation, str):
        initialisation = find_initialisation(initialisation)
    return Network(
        plan=plan,
        tensors=lambda seed, place: draw_tensors(plan, initialisation, seed, place),
        inputs=lambda seed, batch: draw_inputs(plan.input, seed, batch),
        weights_from=initialisation.words(plan),
        inputs_from="N(0, 1)",
    )


def _generator(seed: int, key: tuple[int, ...]) -> np.random.Generator:
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise UsageError(f"the seed is {seed!r}", "a seed is a whole number from 0")
    sequence = np.random.SeedSequence(int(seed), spawn_key=key)
    return np.random.Generator(np.random.PCG64(sequence))
