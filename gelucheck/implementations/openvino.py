"""A model run by OpenVINO: ``openvino:gelu``, ``openvino:gelu-tanh``, ``openvino:model.xml``.

The short names are models of one node, made on the spot in each format and for each number of
dimensions. A file (ONNX, or OpenVINO's own) has one input and one output, of one of the formats; it
is taken to compute what ``--function`` says.

OpenVINO chooses in which precision it computes, by the processor it finds. Here it is asked for
float32 (INFERENCE_PRECISION_HINT), in every format, and the version says so. It has no float64:
the short names leave that out, a file of that type is computed in float32.

A file runs no code of its own: it names operators, further ones would need ``add_extension``, which
is not called here, and weights outside of an ONNX file's folder are refused.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from gelucheck.errors import ImplementationError, UsageError
from gelucheck.formats import FORMATS, Format
from gelucheck.implementations.device import choose
from gelucheck.implementations.framework import takes
from gelucheck.implementations.importing import import_named
from gelucheck.implementations.installed import library_versions, need, version_of
from gelucheck.implementations.kind import Kind, Loaded, Short
from gelucheck.implementations.model_file import digests, find_file, onnx_files
from gelucheck.implementations.onnx import refuse_gradient
from gelucheck.implementations.shapes import is_free, shaped

TYPES = {"float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64"}
_SETTINGS = {"INFERENCE_PRECISION_HINT": "f32"}
_SUFFIXES = (".xml", ".onnx")


def load(target: str, function: str, device: str | None) -> Loaded:
    """A model of one node, or a file.

    Raises:
        UsageError: no such file, no model with one input and one output of a format, a gradient of
            a short name, or a device that is not there.
    """
    need(KIND)
    ov = import_named("openvino")
    core = ov.Core()
    where = choose("openvino", device, _devices(core))
    version = library_versions("openvino", "numpy")
    version = ", ".join([version, *("=".join(pair) for pair in _SETTINGS.items())])
    if target in KIND.short:
        refuse_gradient("openvino", target, function)
        mode = KIND.short[target].target

        @cache
        def compiled(name: str, dimensions: int):
            return _compiled(core, gelu_model(ov, mode, name, dimensions), where, target)

        def apply(x: np.ndarray, fmt: Format) -> np.ndarray:
            return _run(ov, compiled(fmt.name, x.ndim), x, fmt)

        formats = takes(f"openvino:{target}", apply)
        formats = tuple(name for name in formats if name != "float64")
        return Loaded(apply, version, KIND.short[target].declares, formats, device=where)
    path = find_file("openvino", target, _SUFFIXES, list(KIND.short))
    files = _files(path)
    made = _compiled(core, path, where, path.name)
    name, shape = _one_tensor(made, path.name)
    return Loaded(
        lambda x, fmt: shaped(shape, lambda part: _run(ov, made, part, fmt))(x),
        f"{digests(files)}, {version}",
        formats=(name,),
        flat=not is_free(shape),
        device=where,
    )


def gelu_model(ov, mode: str, name: str, dimensions: int):
    """A model of one Gelu node, for arrays of a format with so many dimensions.

    Args:
        mode: its ``approximation_mode``, "ERF" or "TANH".
    """
    # the first set of operators that has it with this attribute
    from openvino import opset7

    given = opset7.parameter([-1] * dimensions, getattr(ov.Type, TYPES[name]))
    return ov.Model([opset7.result(opset7.gelu(given, mode))], [given])


def _devices(core) -> list[str]:
    return sorted(core.available_devices, key=lambda name: name != "CPU")


def _files(path: Path) -> Sequence[Path]:
    if path.suffix.lower() == ".onnx":
        return onnx_files(path) if version_of("onnx") else [path]
    with path.open("rb") as source:
        # it would try its readers of other files on it
        if not source.read(100).lstrip().startswith(b"<"):
            raise UsageError(f"{path.name} is no OpenVINO model: it is no XML")
    weights = path.with_suffix(".bin")
    return [path, weights] if weights.is_file() else [path]


def _compiled(core, model, device: str, name: str):
    try:
        return core.compile_model(model, device, _SETTINGS)
    except Exception as problem:
        raise ImplementationError(f"openvino cannot run {name}: {_short(problem)}") from problem


def _short(problem: Exception) -> str:
    """What it says, without the places in OpenVINO's own source."""
    lines = [line for line in str(problem).splitlines() if line and "src/" not in line]
    return (" ".join(lines) or str(problem))[:300]


def _one_tensor(compiled, name: str) -> tuple[str, list[int | None]]:
    """The format and the shape of the one input."""
    if len(compiled.inputs) != 1 or len(compiled.outputs) != 1:
        raise UsageError(
            f"{name} has {len(compiled.inputs)} inputs and {len(compiled.outputs)} outputs",
            "give a model with one of each",
        )
    known = {text: fmt for fmt, text in TYPES.items()}
    for end in (compiled.input(), compiled.output()):
        kind = end.element_type.get_type_name()
        if kind not in known:
            raise UsageError(f"{name} has a tensor of {kind}", f"one of {', '.join(known)}")
    widths = compiled.input().partial_shape
    shape = [None if width.is_dynamic else width.get_length() for width in widths]
    if 0 in shape:
        raise UsageError(f"{name}: its input has no elements", f"its shape is {shape}")
    return known[compiled.input().element_type.get_type_name()], shape


def _run(ov, compiled, x: np.ndarray, fmt: Format) -> np.ndarray:
    given = np.ascontiguousarray(x).reshape(x.shape)  # that gives 0-d arrays a dimension
    # the bits, called by the type that they are
    tensor = ov.Tensor(given.view(fmt.uint), ov.Shape(x.shape), getattr(ov.Type, TYPES[fmt.name]))
    request = compiled.create_infer_request()
    request.set_input_tensor(tensor)
    request.infer()
    got = request.get_output_tensor()
    data = got.data.copy()
    if got.element_type.get_type_name() == "bf16":
        return data.view(FORMATS["bfloat16"].dtype)
    return data


KIND = Kind(
    name="openvino",
    load=load,
    text="gelu, gelu-tanh, or an ONNX or OpenVINO file with one input and one output",
    modules=("openvino",),
    extra="openvino",
    short={"gelu": Short("ERF", "erf"), "gelu-tanh": Short("TANH", "tanh")},
    devices=True,
)
