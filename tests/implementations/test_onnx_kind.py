"""ONNX Runtime: models of one node, and files."""

import os
from importlib.util import find_spec

import numpy as np
import pytest

from gelucheck.errors import ImplementationError, UsageError
from gelucheck.formats import FORMATS
from gelucheck.implementations.onnx import KIND, TYPES, one_node

pytestmark = pytest.mark.skipif(
    find_spec("onnxruntime") is None or find_spec("onnx") is None, reason="needs onnxruntime"
)


@pytest.fixture(autouse=True)
def there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def load(target, function="gelu", device=None):
    return KIND.load(target, function, device)


def write(path, operator="Identity", kind=1, shape=None, ends=("x", "y"), place=None, **more):
    """A model of one node; with a place, of x plus a weight that lies there."""
    from onnx import TensorProto, helper, save

    weights = []
    if place is not None:
        weight = TensorProto(name="w", data_type=1, dims=[1], data_location=1)
        weight.external_data.add(key="location", value=place)
        operator, weights = "Add", [weight]
    given = [end for end in ends if end.startswith("x")]
    made = [end for end in ends if end.startswith("y")]
    node = helper.make_node(operator, [*given, *(["w"] if weights else [])], made, **more)
    info = {end: helper.make_tensor_value_info(end, kind, shape) for end in ends}
    graph = helper.make_graph(
        [node], "g", [info[end] for end in given], [info[end] for end in made], weights
    )
    opset = [helper.make_opsetid("", 20)]
    save(helper.make_model(graph, opset_imports=opset, ir_version=9), str(path))


@pytest.mark.parametrize("name", FORMATS)
def test_every_pattern_gets_there_and_back(name, patterns, there):
    (there / "same.onnx").write_bytes(one_node("Identity", name))
    found = load("same.onnx")
    x = patterns(name)
    assert found.formats == (name,)
    assert found.apply(x, FORMATS[name]).tobytes() == x.tobytes()


@pytest.mark.parametrize("target, form", [("gelu", "erf"), ("gelu-tanh", "tanh")])
def test_its_own_gelu(target, form, errors):
    found = load(target)
    assert found.declares == form and found.device == "cpu" and not found.flat
    assert found.version.startswith("onnxruntime 1")
    assert set(found.formats) >= {"float16", "float32"}
    for name in found.formats:
        # the operator's definition has its constants in float32: a finding, and no fault of ours
        digits = "float32" if name == "float64" else name
        off, limits = errors(found.apply, name, form, digits=digits)
        assert all(error <= limit for error, limit in zip(off, limits, strict=True)), name
    for name in set(FORMATS) - set(found.formats):
        with pytest.raises(ImplementationError, match="onnxruntime cannot run"):
            found.apply(np.ones(1, FORMATS[name].dtype), FORMATS[name])


def test_the_two_forms_are_two(steps):
    # |tanh - gelu| is 4.73e-4 at 2.69894 (DESIGN, section 5): 2,000 steps of float32 there
    for target, own, other in (("gelu", "erf", "tanh"), ("gelu-tanh", "tanh", "erf")):
        apply = load(target).apply
        assert steps(apply, "float32", other, [2.69894])[0] > 1000
        assert steps(apply, "float32", own, [2.69894])[0] <= 4


@pytest.mark.parametrize("name", ["float16", "bfloat16", "float64"])
def test_layouts(name, layouts, there):
    (there / "same.onnx").write_bytes(one_node("Identity", name))
    found = load("same.onnx")
    for words, x in layouts(name).items():
        got = found.apply(x, FORMATS[name])
        assert (got.shape, got.dtype) == (x.shape, x.dtype), words
        assert got.tobytes() == x.tobytes(), words


@pytest.mark.parametrize("shape", [[1, 3], ["n", 4], ["n", "m"], ["n"], [2, "n"]])
def test_models_of_one_shape(shape):
    write("shaped.onnx", "Neg", shape=shape)
    found = load("shaped.onnx", "gelu_grad")
    assert found.flat and found.declares is None
    for size in (0, 1, 5, 24):
        x = np.arange(size, dtype=np.float32)
        assert np.array_equal(found.apply(x, FORMATS["float32"]), -x)


def test_the_version_is_that_of_the_file(there):
    write("a.onnx", "Neg")
    first = load("a.onnx").version
    assert "a.onnx sha256:" in first and "onnxruntime" in first
    write("a.onnx", "Abs")
    assert load("a.onnx").version != first
    np.float32([5]).tofile("w.bin")
    write("w.onnx", place="w.bin")
    found = load("w.onnx")
    assert found.apply(np.ones(2, np.float32), FORMATS["float32"]).tolist() == [6, 6]
    np.float32([7]).tofile("w.bin")
    assert load("w.onnx").version != found.version, "and that of its weights"


def test_weights_outside_of_its_folder(there):
    (there / "in").mkdir()
    np.float32([5]).tofile("w.bin")
    os.symlink("../w.bin", "in/link.bin")
    for place in ("../w.bin", str(there / "w.bin"), "link.bin", "", "../in/../w.bin"):
        write("in/a.onnx", place=place)
        with pytest.raises(UsageError, match="outside of its folder"):
            load("in/a.onnx")
    write("in/a.onnx", place="none.bin")
    with pytest.raises(UsageError, match="is not there"):
        load("in/a.onnx")


def test_weights_however_deep(there):
    """In a branch of an If, in an attribute of a Constant."""
    from onnx import TensorProto, helper, save

    weight = TensorProto(name="w", data_type=1, dims=[1], data_location=1)
    weight.external_data.add(key="location", value="../w.bin")
    constant = helper.make_node("Constant", [], ["y"], value=weight)
    y = helper.make_tensor_value_info("y", 1, None)
    branch = helper.make_graph([constant], "b", [], [y])
    node = helper.make_node("If", ["x"], ["y"], then_branch=branch, else_branch=branch)
    x = helper.make_tensor_value_info("x", 9, None)
    save(helper.make_model(helper.make_graph([node], "g", [x], [y])), "deep.onnx")
    with pytest.raises(UsageError, match="outside of its folder"):
        load("deep.onnx")


@pytest.mark.parametrize("data", [b"", b"junk", bytes(range(256)) * 9, b"<?xml version='1.0'?>"])
def test_files_that_are_no_models(data, there):
    (there / "junk.onnx").write_bytes(data)
    with pytest.raises(UsageError, match=r"junk\.onnx is no ONNX model"):
        load("junk.onnx")


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"kind": 7}, "'x' is a tensor(int64)"),
        ({"shape": [0, 2]}, "has no elements"),
        ({"operator": "Max", "ends": ("x1", "x2", "y")}, "has 2 inputs and 1 outputs"),
        ({"operator": "Split", "ends": ("x", "y1", "y2")}, "has 1 inputs and 2 outputs"),
    ],
)
def test_models_of_another_kind(settings, told):
    more = {"num_outputs": 2} if settings.get("operator") == "Split" else {}
    write("other.onnx", **settings, **more)
    with pytest.raises(UsageError) as caught:
        load("other.onnx")
    assert told in str(caught.value)


def test_an_operator_that_is_not_there():
    write("odd.onnx", "NoSuchOperator")
    with pytest.raises(ImplementationError, match="NoSuchOperator"):
        load("odd.onnx")


@pytest.mark.parametrize(
    ("target", "function", "told"),
    [
        ("gelo", "gelu", "one of gelu, gelu-tanh, or a file whose name ends in .onnx"),
        ("none.onnx", "gelu", "there is no file 'none.onnx'"),
        (".onnx", "gelu", "or a file whose name ends in .onnx"),
        ("a\0.onnx", "gelu", "there is no file"),
        ("a" * 5000 + ".onnx", "gelu", "there is no file"),
        ("gelu", "gelu_grad", "onnx:gelu has no gradient"),
    ],
)
def test_targets_that_name_nothing(target, function, told):
    with pytest.raises(UsageError) as caught:
        load(target, function)
    assert told in str(caught.value)


def test_types_are_those_of_onnx():
    from onnx import TensorProto

    names = {"float16": "FLOAT16", "bfloat16": "BFLOAT16", "float32": "FLOAT", "float64": "DOUBLE"}
    names |= {"float8_e4m3fn": "FLOAT8E4M3FN", "float8_e5m2": "FLOAT8E5M2"}
    assert {name: number for name, (number, _) in TYPES.items()} == {
        name: TensorProto.DataType.Value(word) for name, word in names.items()
    }


def test_a_device_that_is_not_there():
    with pytest.raises(UsageError, match="onnx has no device 'tpu' here: one of cpu"):
        load("gelu", device="tpu")


def test_on_a_gpu(errors):
    try:
        found = load("gelu", device="cuda")
    except UsageError:
        pytest.skip("needs a GPU")
    off, limits = errors(found.apply, "float32", "erf")
    assert all(error <= limit for error, limit in zip(off, limits, strict=True))
