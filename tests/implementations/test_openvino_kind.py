"""OpenVINO: models of one node, and files."""

from importlib.util import find_spec

import numpy as np
import pytest

from gelucheck.errors import ImplementationError, UsageError
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.implementations.openvino import KIND, TYPES

pytestmark = pytest.mark.skipif(find_spec("openvino") is None, reason="needs openvino")


@pytest.fixture(autouse=True)
def there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def load(target, function="gelu", device=None):
    return KIND.load(target, function, device)


def write(path, name, shape, make=lambda ops, x: x, inputs=1):
    """A model of so many inputs, of the sum of them put through ``make``."""
    import openvino as ov
    from openvino import opset13 as ops

    given = [ops.parameter(shape, getattr(ov.Type, TYPES.get(name, name))) for _ in range(inputs)]
    total = given[0]
    for other in given[1:]:
        total = ops.add(total, other)
    ov.save_model(ov.Model([ops.result(make(ops, total))], given), path, compress_to_fp16=False)


@pytest.mark.parametrize("name", STANDARD)
def test_every_pattern_gets_there_and_back(name, patterns):
    write("same.xml", name, [-1])
    found = load("same.xml")
    x = patterns(name)
    assert found.formats == (name,)
    assert found.apply(x, FORMATS[name]).tobytes() == x.tobytes()


@pytest.mark.parametrize("target, form", [("gelu", "erf"), ("gelu-tanh", "tanh")])
def test_its_own_gelu(target, form, errors):
    found = load(target)
    assert (found.declares, found.device, found.flat) == (form, "CPU", False)
    assert found.formats == ("float16", "bfloat16", "float32"), "it computes float64 in float32"
    assert found.version.startswith("openvino 20")
    assert "INFERENCE_PRECISION_HINT=f32" in found.version
    for name in found.formats:
        off, limits = errors(found.apply, name, form)
        assert all(error <= limit for error, limit in zip(off, limits, strict=True)), name


def test_the_two_forms_are_two(steps):
    # |tanh - gelu| is 4.73e-4 at 2.69894 (DESIGN, section 5): 2,000 steps of float32 there
    for target, own, other in (("gelu", "erf", "tanh"), ("gelu-tanh", "tanh", "erf")):
        apply = load(target).apply
        assert steps(apply, "float32", other, [2.69894])[0] > 1000
        assert steps(apply, "float32", own, [2.69894])[0] <= 4


def test_the_precision_is_the_one_that_is_told():
    """With float32 inside, float16 outputs are one rounding of single precision."""
    x = np.array([-3.0, -2.0, -0.5, 1.0, 2.5], np.float16)
    found = load("gelu")
    narrow = found.apply(x, FORMATS["float16"])
    single = found.apply(x.astype(np.float32), FORMATS["float32"])
    assert narrow.tobytes() == single.astype(np.float16).tobytes()


def test_layouts(layouts):
    fmt = FORMATS["bfloat16"]
    found = load("gelu")
    for words, x in layouts("bfloat16").items():
        got = found.apply(x, fmt)
        assert (got.shape, got.dtype) == (x.shape, x.dtype), words
        each = [found.apply(x[place].reshape(1), fmt)[0] for place in np.ndindex(x.shape)]
        assert got.ravel().astype(float).tolist() == np.array(each, float).tolist(), words


@pytest.mark.parametrize("shape", [[1, 3], [-1, 4], [-1, -1], [-1], [2, -1]])
def test_models_of_one_shape(shape):
    write("shaped.xml", "float32", shape, lambda ops, x: ops.negative(x))
    found = load("shaped.xml", "gelu_grad")
    assert found.flat and found.declares is None
    for size in (0, 1, 5, 24):
        x = np.arange(size, dtype=np.float32)
        assert np.array_equal(found.apply(x, FORMATS["float32"]), -x)


def test_the_version_is_that_of_the_file():
    def plus(number):
        return lambda ops, x: ops.add(x, np.float32([number]))

    write("a.xml", "float32", [-1], plus(5))
    found = load("a.xml")
    assert "a.xml sha256:" in found.version and "a.bin sha256:" in found.version
    assert found.apply(np.ones(2, np.float32), FORMATS["float32"]).tolist() == [6, 6]
    write("a.xml", "float32", [-1], plus(7))
    assert load("a.xml").version != found.version


def test_an_onnx_file(there):
    if find_spec("onnx") is None:
        pytest.skip("needs onnxruntime")  # the two come together
    import onnx

    from gelucheck.implementations.onnx import one_node

    model = onnx.load_from_string(one_node("Neg", "float32"))
    for end in (model.graph.input[0], model.graph.output[0]):
        end.type.tensor_type.shape.dim.add(dim_param="n")
    onnx.save(model, "neg.onnx")
    found = load("neg.onnx")
    assert found.apply(np.float32([1, -2]), FORMATS["float32"]).tolist() == [-1, 2]
    weight = model.graph.initializer.add(name="w", data_type=1, dims=[1], data_location=1)
    weight.external_data.add(key="location", value="../w.bin")
    onnx.save(model, "neg.onnx")
    with pytest.raises(UsageError, match="outside of its folder"):
        load("neg.onnx")


@pytest.mark.parametrize("data", [b"", b"junk", b"\0<net/>"])
def test_files_that_are_no_xml(data, there):
    (there / "junk.xml").write_bytes(data)
    with pytest.raises(UsageError, match=r"junk\.xml is no OpenVINO model"):
        load("junk.xml")


def test_an_xml_file_that_is_no_model(there):
    (there / "junk.xml").write_text("<?xml version='1.0'?><net name='x'/>")
    with pytest.raises(ImplementationError, match=r"openvino cannot run junk\.xml"):
        load("junk.xml")


@pytest.mark.parametrize(
    ("name", "shape", "inputs", "told"),
    [
        ("i64", [-1], 1, "has a tensor of i64"),
        ("float32", [0, 2], 1, "has no elements"),
        ("float32", [-1], 2, "has 2 inputs and 1 outputs"),
    ],
)
def test_models_of_another_kind(name, shape, inputs, told):
    write("other.xml", name, shape, inputs=inputs)
    with pytest.raises(UsageError) as caught:
        load("other.xml")
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("target", "function", "told"),
    [
        ("gelo", "gelu", "one of gelu, gelu-tanh, or a file whose name ends in .xml or .onnx"),
        ("none.xml", "gelu", "there is no file 'none.xml'"),
        ("gelu", "gelu_grad", "openvino:gelu has no gradient"),
    ],
)
def test_targets_that_name_nothing(target, function, told):
    with pytest.raises(UsageError) as caught:
        load(target, function)
    assert told in str(caught.value)


def test_a_device_that_is_not_there():
    with pytest.raises(UsageError, match="openvino has no device 'tpu' here: one of CPU"):
        load("gelu", device="tpu")


def test_on_a_gpu(errors):
    try:
        found = load("gelu", device="gpu")
    except UsageError:
        pytest.skip("needs a GPU")
    off, limits = errors(found.apply, "float32", "erf")
    assert all(error <= limit for error, limit in zip(off, limits, strict=True))
