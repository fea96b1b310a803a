"""The MLPs of checkpoints in the layouts of GPT-2 and BERT, and files they cannot be read from."""

import json
import os
import struct

import ml_dtypes
import numpy as np
import pytest
from safetensors.numpy import save

from gelucheck.errors import GelucheckError, InputsError, PlanError, UsageError
from gelucheck.network.checkpoint import read_networks

DRAW = np.random.default_rng(5)


def some(*shape, dtype=np.float32) -> np.ndarray:
    return DRAW.standard_normal(shape).astype(dtype)


def gpt2(prefix="h.0.", width=3, hidden=5) -> dict[str, np.ndarray]:
    """An MLP as GPT-2 stores it: weights (in, out)."""
    return {
        f"{prefix}ln_2.weight": some(width),
        f"{prefix}ln_2.bias": some(width),
        f"{prefix}mlp.c_fc.weight": some(width, hidden),
        f"{prefix}mlp.c_fc.bias": some(hidden),
        f"{prefix}mlp.c_proj.weight": some(hidden, width),
        f"{prefix}mlp.c_proj.bias": some(width),
    }


def bert(prefix="encoder.layer.0.", width=3, hidden=5) -> dict[str, np.ndarray]:
    """An MLP as BERT stores it: weights (out, in)."""
    return {
        f"{prefix}attention.output.LayerNorm.weight": some(width),
        f"{prefix}attention.output.LayerNorm.bias": some(width),
        f"{prefix}intermediate.dense.weight": some(hidden, width),
        f"{prefix}intermediate.dense.bias": some(hidden),
        f"{prefix}output.dense.weight": some(width, hidden),
        f"{prefix}output.dense.bias": some(width),
    }


def saved(folder, tensors):
    path = folder / "model.safetensors"
    path.write_bytes(tensors if isinstance(tensors, bytes) else save(tensors))
    return path


def operations(network) -> list[tuple]:
    return [(node.operation, *node.arguments.values()) for node in network.plan.nodes]


def test_gpt2(tmp_path):
    tensors = gpt2("transformer.h.0.")
    (network,) = read_networks(saved(tmp_path, tensors), ["transformer.h.0"])
    assert operations(network) == [
        ("layernorm",), ("linear", 5), ("gelu", "tanh"), ("linear", 3)
    ]  # fmt: skip
    plan = network.plan
    assert (plan.input, plan.output, plan.name) == (
        (3,), (3,), "transformer.h.0 of model.safetensors"
    )  # fmt: skip
    # 2·3 of the norm, 3·5 + 5, 5·3 + 3
    assert plan.parameters == 44
    read = [network.tensors(0, place) for place in range(4)]
    parts = ("ln_2", "mlp.c_fc", None, "mlp.c_proj")
    for part, found in zip(parts, read, strict=True):
        own = {key: tensors[f"transformer.h.0.{part}.{key}"] for key in found}
        assert len(own) == (2 if part else 0)
        for key, value in own.items():
            # as a plan has them: (out, in)
            assert np.array_equal(found[key], value.T)
            assert found[key].dtype == np.float32 and found[key].flags.c_contiguous
    assert network.weights_from == "model.safetensors"
    assert network.inputs_from == "N(0, 1), through the layer norm in front of it"


def test_bert(tmp_path):
    tensors = bert()
    (network,) = read_networks(saved(tmp_path, tensors), ["encoder.layer.0"])
    assert operations(network) == [
        ("layernorm",), ("linear", 5), ("gelu", "none"), ("linear", 3)
    ]  # fmt: skip
    parts = {0: "attention.output.LayerNorm", 1: "intermediate.dense", 3: "output.dense"}
    for place, part in parts.items():
        found = network.tensors(9, place)
        for key in ("weight", "bias"):
            assert np.array_equal(found[key], tensors[f"encoder.layer.0.{part}.{key}"])


def test_a_norm_that_came_from_tensorflow(tmp_path):
    tensors = {
        name.replace("Norm.weight", "Norm.gamma").replace("Norm.bias", "Norm.beta"): value
        for name, value in bert().items()
    }
    (network,) = read_networks(saved(tmp_path, tensors), ["*"])
    found = network.tensors(0, 0)
    norm = "encoder.layer.0.attention.output.LayerNorm"
    assert np.array_equal(found["weight"], tensors[f"{norm}.gamma"])
    assert np.array_equal(found["bias"], tensors[f"{norm}.beta"])


@pytest.mark.parametrize("make", [gpt2, bert])
def test_without_a_norm(tmp_path, make):
    tensors = {k: v for k, v in make().items() if "ln_2" not in k and "Norm" not in k}
    (network,) = read_networks(saved(tmp_path, tensors), ["*"])
    assert [node.operation for node in network.plan.nodes] == ["linear", "gelu", "linear"]
    assert network.inputs_from == "N(0, 1)"


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, np.float64])
def test_other_dtypes(tmp_path, dtype):
    tensors = {name: value.astype(dtype) for name, value in gpt2().items()}
    (network,) = read_networks(saved(tmp_path, tensors), ["h.0"])
    found = network.tensors(0, 1)["weight"]
    assert found.dtype == np.float32
    # what NumPy rounds to nearest, ties to even; of 16 bits it is exact
    assert np.array_equal(found, tensors["h.0.mlp.c_fc.weight"].astype(np.float32).T)


def test_inputs(tmp_path):
    (network,) = read_networks(saved(tmp_path, bert(width=300)), ["*"])
    inputs = network.inputs(3, 200)
    assert inputs.shape == (200, 300) and inputs.dtype == np.float32
    # 60,000 numbers: the mean within 6 of its standard errors, 0.0041; the deviation likewise
    assert abs(float(inputs.mean())) < 0.025 and abs(float(inputs.std()) - 1) < 0.018
    assert np.array_equal(inputs, network.inputs(3, 200))
    assert not np.array_equal(inputs, network.inputs(4, 200))


@pytest.fixture(scope="module")
def deep(tmp_path_factory):
    """12 MLPs of one family and 1 of the other."""
    tensors = bert("b.")
    for block in range(12):
        tensors |= gpt2(f"h.{block}.")
    return saved(tmp_path_factory.mktemp("deep"), tensors)


@pytest.mark.parametrize(
    ("layers", "prefixes"),
    [
        (["h.0"], ["h.0"]),
        (["h.0."], ["h.0"]),
        (["h.1"], ["h.1"]),
        (["h.1*"], ["h.1", "h.10", "h.11"]),
        (["h.?"], [f"h.{i}" for i in range(10)]),
        (["h.[13]"], ["h.1", "h.3"]),
        (["h.*"], [f"h.{i}" for i in range(12)]),
        (["h.*."], [f"h.{i}" for i in range(12)]),
        (["*"], ["b", *(f"h.{i}" for i in range(12))]),
        # in the order given, each once
        (["h.7", "h.2", "h.7.", "h.[237]"], ["h.7", "h.2", "h.3"]),
    ],
)
def test_layers(deep, layers, prefixes):
    found = [network.plan.name for network in read_networks(deep, layers)]
    assert found == [f"{prefix} of model.safetensors" for prefix in prefixes]


HAS = "it has 'b', 'h.0', 'h.1', 'h.2', 'h.3', 'h.4', 'h.5', 'h.6' and 5 more"


@pytest.mark.parametrize(
    ("layers", "told"),
    [
        ([], f"no layer of model.safetensors is named: {HAS}"),
        (["h.12"], f"model.safetensors has no MLP 'h.12': {HAS}"),
        (["h.0", "encoder.*"], f"model.safetensors has no MLP 'encoder.*': {HAS}"),
        ([""], f"model.safetensors has no MLP '': {HAS}"),
        (["h.0.mlp"], "no MLP 'h.0.mlp'"),
        (["H.0"], "no MLP 'H.0'"),
        (["[", "\x1b[31m"], "no MLP '['"),
        (["\x1b[31m"], "no MLP '\\x1b[31m'"),
        # such a pattern takes for ever where it is tried naively
        (["*a" * 50 + "b"], "no MLP '*a*a"),
    ],
)
def test_layers_that_are_not_there(deep, layers, told):
    with pytest.raises(UsageError) as caught:
        read_networks(deep, layers)
    assert told in str(caught.value)


def test_a_block_by_itself(tmp_path):
    path = saved(tmp_path, gpt2(""))
    assert [x.plan.name for x in read_networks(path, [""])] == ["model.safetensors"]
    assert [x.plan.name for x in read_networks(path, ["*"])] == ["model.safetensors"]


@pytest.mark.parametrize(
    ("changed", "error", "told"),
    [
        ({"mlp.c_fc.bias": None}, InputsError, "has no 'h.0.mlp.c_fc.bias'"),
        ({"mlp.c_proj.weight": None}, InputsError, "has no 'h.0.mlp.c_proj.weight'"),
        ({"ln_2.bias": None}, InputsError, "has no 'h.0.ln_2.bias'"),
        ({"ln_2.weight": None}, InputsError, "has no 'h.0.ln_2.weight'"),
        ({"ln_2.weight": some(4)}, PlanError, "'h.0.ln_2.weight' of model.safetensors has 4 num"),
        ({"mlp.c_fc.bias": some(4)}, PlanError, "has 4 numbers, and the layer gives 5"),
        # stored (out, in), as GPT-Neo has it under the same names
        ({"mlp.c_fc.weight": some(5, 3)}, PlanError, "checkpoint is stored (in, out)"),
        ({"mlp.c_proj.weight": some(6, 3)}, PlanError, "c_fc gives 5 numbers, and mlp.c_proj ta"),
        ({"mlp.c_fc.weight": some(3)}, PlanError, "has the sizes [3]: 2 sizes above 0 are due"),
        ({"mlp.c_fc.weight": some(3, 5, 1)}, PlanError, "has the sizes [3, 5, 1]"),
        ({"mlp.c_fc.bias": some(5, 1)}, PlanError, "has the sizes [5, 1]: one size above 0 is"),
        ({"mlp.c_fc.bias": some()}, PlanError, "has the sizes []"),
        ({"mlp.c_fc.weight": some(3, 0)}, PlanError, "has the sizes [3, 0]"),
        ({"mlp.c_fc.weight": some(0, 5)}, PlanError, "has the sizes [0, 5]"),
        ({"mlp.c_proj.bias": np.zeros(3, np.int32)}, InputsError, "of dtype 'I32': one of F16"),
    ],
)
def test_tensors_that_do_not_fit(tmp_path, changed, error, told):
    tensors = gpt2() | {f"h.0.{name}": value for name, value in changed.items()}
    path = saved(tmp_path, {name: value for name, value in tensors.items() if value is not None})
    with pytest.raises(error) as caught:
        read_networks(path, ["h.0"])
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("tensors", "told"),
    [
        ({}, "it has no tensors"),
        ({"wte": some(2), "\x1b": some(2)}, r"it has '\x1b', 'wte'"),
        ({f"t{i}": some(1) for i in range(20)}, "and 12 more"),
        # an attention alone
        ({"h.0.attn.c_proj.weight": some(3, 3)}, "PREFIX.mlp.c_fc.weight (GPT-2) or PREFIX.inter"),
    ],
)
def test_a_file_without_an_mlp(tmp_path, tensors, told):
    with pytest.raises(InputsError) as caught:
        read_networks(saved(tmp_path, tensors), ["h.0"])
    assert told in str(caught.value)


def test_a_tensor_is_read_when_it_is_asked_for(tmp_path):
    tensors = gpt2() | gpt2("h.1.")
    tensors["h.1.mlp.c_proj.weight"][4, 2] = np.nan
    first, second = read_networks(saved(tmp_path, tensors), ["*"])
    assert first.tensors(0, 3) and second.tensors(0, 1)
    with pytest.raises(InputsError, match=r"h\.1\.mlp\.c_proj\.weight.* has nan at \[4, 2\]"):
        second.tensors(0, 3)


def test_larger_than_a_plan_may_be(tmp_path):
    """The file is sparse: nobody may read what it says that it holds."""
    sizes = {
        "h.0.mlp.c_fc.weight": (1 << 12, 1 << 18),
        "h.0.mlp.c_fc.bias": (1 << 18,),
        "h.0.mlp.c_proj.weight": (1 << 18, 1 << 12),
        "h.0.mlp.c_proj.bias": (1 << 12,),
    }
    header, end = {}, 0
    for name, shape in sizes.items():
        start, end = end, end + 2 * int(np.prod(shape))
        header[name] = {"dtype": "F16", "shape": shape, "data_offsets": [start, end]}
    text = json.dumps(header).encode()
    path = saved(tmp_path, struct.pack("<Q", len(text)) + text)
    os.truncate(path, 8 + len(text) + end)
    with pytest.raises(PlanError) as caught:
        read_networks(path, ["h.0"])
    assert "h.0 of model.safetensors" in str(caught.value)


def read_all(path) -> int:
    networks = read_networks(path, ["*"])
    for network in networks:
        for place, node in enumerate(network.plan.nodes):
            read = network.tensors(0, place)
            assert bool(read) == (node.operation != "gelu")
    return len(networks)


def test_mutated_and_cut_at_random(tmp_path):
    whole = save(gpt2("h.0.", 2, 3) | bert("l.", 2, 3))
    assert read_all(saved(tmp_path, whole)) == 2
    draw = np.random.default_rng(11)
    read = 0
    for turn in range(2000):
        data = bytearray(whole)
        if turn % 4:
            data[int(draw.integers(len(data)))] = int(draw.integers(256))
        else:
            del data[int(draw.integers(len(data))) :]
        try:
            read += bool(read_all(saved(tmp_path, bytes(data))))
        except GelucheckError as error:
            assert error.exit_code == 2
            assert str(error).isprintable()
            assert turn % 4 or "cut off" in str(error) or "is empty" in str(error)
    assert 100 < read < 1500
