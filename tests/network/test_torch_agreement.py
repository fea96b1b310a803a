"""A plan and the same network in PyTorch, with the same weights: how far apart they may be.

u is half the spacing at 1 of the format, g(n) = n·u/(1 - n·u). A sum of n products in the format,
in any order, with a bias, is within g(n + 1)·(Σ|a||w| + |b|) of the exact one (Higham, Accuracy and
Stability of Numerical Algorithms, section 3.1); ours, rounded once, within u of it. |GELU'| is at
most 1.13 in both forms, which carries the difference of the inputs over. A formula of GELU is off
by at most 8·u·|x|: the argument by four relative roundings, that move erf or tanh by at most 0.5 of
them (sup |z·erf'(z)| = 0.484, sup |z·tanh'(z)| = 0.448), the function by one unit and at most as
much again, 1 + … by one rounding of at most 2, the products by two; |x|/2 is the factor. So two of
them are 16·u·|x| apart. That is a theorem for every element, on every machine.

It is far off what happens, for roundings are of either sign. If they are independent, the partial
sums of n terms grow like the square root of their number, and the error of the sum is about
u·sqrt(n/6) of it, at most 5·u for 128 terms; in two layers, with GELU between them, less than 8·u
of the root mean square. The second bound is twice that.
"""

from importlib.util import find_spec

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.network.activation import writing_gelu
from gelucheck.network.layer import forward
from gelucheck.network.operators.gelu import FORM_OF
from gelucheck.network.parameters import draw_inputs, draw_tensors

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="needs torch")

SLOPE = 1.13


def linear(count):
    return ("linear", {"features": count})


def gelu(approximate):
    return ("gelu", {"approximate": approximate})


CONV = ("conv", {"channels": 8, "kernel_size": 3, "padding": 1})
PLANS = {
    "features": ((128,), linear(64), gelu("none"), linear(10)),
    "features, tanh": ((128,), linear(64), gelu("tanh"), linear(10)),
    "sequence": ((6, 16), linear(32), gelu("tanh"), linear(8)),
    "sequence, exact": ((6, 16), linear(32), gelu("none"), linear(8)),
    "image": ((3, 8, 8), CONV, gelu("none")),
    "image, tanh": ((3, 8, 8), CONV, gelu("tanh")),
    "lines of an image": ((3, 4, 16), linear(32), gelu("none"), linear(8)),
}


def in_torch(plan, tensors, fmt):
    """The plan as PyTorch's own modules, the weights copied."""
    import torch

    modules = []
    for place, node in enumerate(plan.nodes):
        match node.operation:
            case "linear":
                module = torch.nn.Linear(node.input[-1], node.output[-1])
            case "conv":
                module = torch.nn.Conv2d(
                    node.input[0], node.output[0], node.arguments["kernel_size"],
                    padding=node.arguments["padding"],
                )  # fmt: skip
            case "gelu":
                module = torch.nn.GELU(approximate=node.arguments["approximate"])
        copied = {name: torch.from_numpy(value) for name, value in tensors(place).items()}
        module.load_state_dict(copied)
        modules.append(module)
    return torch.nn.Sequential(*modules).to(getattr(torch, fmt.name)).eval()


def apart(plan, tensors, x, fmt):
    """How far the outputs may be from each other, and from the exact network's."""
    unit = 2.0**-fmt.precision
    value, error = x.astype(np.float64), np.zeros(x.shape)
    for place, node in enumerate(plan.nodes):
        if node.operation == "gelu":
            error = SLOPE * error + 16 * unit * (np.abs(value) + error)
            value = writing_gelu("erf", FORMATS["float64"], "native")(value)
            continue
        weight, bias = (tensors(place)[name].astype(np.float64) for name in ("weight", "bias"))
        sizes = through(node, np.abs(value) + error, np.abs(weight)) + spread(np.abs(bias), node)
        terms = weight[0].size
        # what goes in is apart, and both sums are rounded
        error = through(node, error, np.abs(weight))
        error += (terms + 2) * unit / (1 - terms * unit) * sizes
        value = through(node, value, weight) + spread(bias, node)
    return error


def size(values):
    """The root of the mean square."""
    return np.sqrt(np.mean(values.astype(np.float64) ** 2))


def spread(bias, node):
    return bias[:, None, None] if node.operation == "conv" else bias


def through(node, x, weight):
    if node.operation == "linear":
        return x @ weight.T
    around = node.arguments["padding"]
    padded = np.pad(x, ((0, 0), (0, 0), (around, around), (around, around)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, weight.shape[2:], axis=(2, 3))
    return np.einsum("bcijuv,dcuv->bdij", windows, weight)


@pytest.mark.parametrize("batch", [1, 64])
@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("fmt", [FORMATS["float64"], FORMATS["float32"]], ids=str)
def test_a_plan_agrees_with_pytorch(plan_of, fmt, name, batch):
    import torch

    plan = plan_of(*PLANS[name])

    def tensors(place):
        return draw_tensors(plan, "torch", 11, place)

    (form,) = {FORM_OF[n.arguments["approximate"]] for n in plan.nodes if n.operation == "gelu"}
    x = draw_inputs(plan.input, 11, batch)
    ours = forward(plan, tensors, x, fmt, writing_gelu(form, fmt, "native"))
    with torch.no_grad():
        theirs = in_torch(plan, tensors, fmt)(torch.from_numpy(x.astype(fmt.dtype))).numpy()
    assert (theirs.shape, theirs.dtype) == (ours.shape, ours.dtype)
    differences = np.abs(ours.astype(np.float64) - theirs.astype(np.float64))
    assert (differences <= apart(plan, tensors, x, fmt)).all()
    assert size(differences) <= 16 * 2.0**-fmt.precision * size(theirs)


def test_the_other_form_does_not_agree(plan_of):
    """The second bound can fail: with tanh for erf the outputs are further apart."""
    import torch

    fmt = FORMATS["float32"]
    plan = plan_of(*PLANS["features"])

    def tensors(place):
        return draw_tensors(plan, "torch", 11, place)

    x = draw_inputs(plan.input, 11, 64)
    ours = forward(plan, tensors, x, fmt, writing_gelu("tanh", fmt, "native"))
    with torch.no_grad():
        theirs = in_torch(plan, tensors, fmt)(torch.from_numpy(x)).numpy()
    differences = ours.astype(np.float64) - theirs.astype(np.float64)
    assert size(differences) > 16 * 2.0**-fmt.precision * size(theirs)
