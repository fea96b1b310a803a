"""Convolution: in which parts it is done changes nothing. What it computes: ``test_layer``."""

import numpy as np
import pytest

from gelucheck.formats import FORMATS
from gelucheck.network import images
from gelucheck.network.layer import Layer
from gelucheck.network.parameters import draw_inputs, draw_tensors


@pytest.mark.parametrize("budget", [1, 60, 170, 500, 2500])
def test_images_in_parts(plan_of, budget, monkeypatch):
    """Of 6 windows in a line and 5 lines, 27 numbers each: from a window to three images."""
    plan = plan_of((3, 5, 6), ("conv", {"channels": 4, "kernel_size": 3, "padding": 1}))
    layer = Layer(plan.nodes[0], draw_tensors(plan, "torch", 0, 0), FORMATS["float32"])
    x = draw_inputs(plan.input, 5, 7)
    whole = images.convolve(layer, x)
    monkeypatch.setattr(images, "_NUMBERS", budget)
    assert images.convolve(layer, x).tobytes() == whole.tobytes()


def test_it_is_a_cross_correlation(plan_of):
    """A kernel with a single 1 moves the image: out[i, j] = x[i + u - padding, j + v - padding]."""
    plan = plan_of((1, 4, 5), ("conv", {"channels": 1, "kernel_size": 3, "padding": 1}))
    kernel = np.zeros((1, 1, 3, 3), np.float32)
    kernel[0, 0, 2, 0] = 1
    tensors = {"weight": kernel, "bias": np.zeros(1, np.float32)}
    x = np.arange(1, 21, dtype=np.float32).reshape(1, 1, 4, 5)
    found = images.convolve(Layer(plan.nodes[0], tensors, FORMATS["float32"]), x)
    # one line up, and one to the right, with zeros from outside
    want = np.zeros((4, 5))
    want[:3, 1:] = x[0, 0, 1:, :4]
    assert (found[0, 0] == want).all()
