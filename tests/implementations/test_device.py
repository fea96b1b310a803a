"""The word of --device against what is there."""

import pytest

from gelucheck.errors import UsageError
from gelucheck.implementations.device import choose

TORCH = ["cpu", "cuda:0", "cuda:1"]
APPLE = ["cpu", "mps"]
JAX = ["cpu:0", "gpu:0"]
TENSORFLOW = ["CPU:0", "GPU:0", "GPU:1"]
OPENVINO = ["CPU", "GPU.0", "GPU.1", "NPU"]


@pytest.mark.parametrize(
    ("word", "there", "chosen"),
    [
        (None, TORCH, "cpu"),
        ("cpu", TORCH, "cpu"),
        ("CPU:0", TORCH, "cpu"),
        ("gpu", TORCH, "cuda:0"),
        ("cuda", TORCH, "cuda:0"),
        ("cuda:1", TORCH, "cuda:1"),
        ("gpu:1", TORCH, "cuda:1"),
        ("gpu", APPLE, "mps"),
        ("mps", APPLE, "mps"),
        ("cpu", JAX, "cpu:0"),
        ("cuda", JAX, "gpu:0"),
        ("gpu:0", TENSORFLOW, "GPU:0"),
        ("GPU:1", TENSORFLOW, "GPU:1"),
        ("gpu", OPENVINO, "GPU.0"),
        ("gpu.1", OPENVINO, "GPU.1"),
        ("npu", OPENVINO, "NPU"),
    ],
)
def test_what_a_word_means(word, there, chosen):
    assert choose("toy", word, there) == chosen


@pytest.mark.parametrize(
    ("word", "there"),
    [
        ("gpu", ["cpu"]),
        ("cuda:2", TORCH),
        ("mps", TORCH),
        ("cuda", APPLE),
        ("cpu:1", TORCH),
        ("", TORCH),
        ("cud", TORCH),
        ("cuda:x", TORCH),
        (":0", TORCH),
    ],
)
def test_a_device_that_is_not_there(word, there):
    with pytest.raises(UsageError) as caught:
        choose("toy", word, there)
    assert repr(word) in str(caught.value) and ", ".join(there) in str(caught.value)
