"""A model run by ONNX Runtime: ``onnx:gelu``, ``onnx:gelu-tanh``, ``onnx:model.onnx``.

The short names are models of one node, ``Gelu`` of opset 20, made on the spot in each format that
ONNX Runtime has it in. A file has one input and one output, of one of the formats; it is taken to
compute what ``--function`` says. A model of one shape gets its values in arrays of that shape.

A file runs no code of its own: it names operators, libraries with further ones would have to be
registered, which is not done here, and weights outside of its folder are refused.
"""

from collections.abc import Callable
from functools import cache, partial

import numpy as np

from gelucheck.errors import ImplementationError, UsageError
from gelucheck.formats import FORMATS, Format
from gelucheck.implementations.device import choose
from gelucheck.implementations.framework import takes
from gelucheck.implementations.importing import import_named
from gelucheck.implementations.installed import library_versions, need
from gelucheck.implementations.kind import Kind, Loaded, Short
from gelucheck.implementations.model_file import digests, find_file, onnx_files
from gelucheck.implementations.shapes import is_free, shaped

# onnx.TensorProto.DataType, and what ONNX Runtime calls it
TYPES = {
    "float16": (10, "tensor(float16)"),
    "bfloat16": (16, "tensor(bfloat16)"),
    "float32": (1, "tensor(float)"),
    "float64": (11, "tensor(double)"),
    "float8_e4m3fn": (17, "tensor(float8e4m3fn)"),
    "float8_e5m2": (19, "tensor(float8e5m2)"),
}
_OPSET, _IR = 20, 9
# not those that send what they get elsewhere, or run machine code that a model brings (EPContext)
_PROVIDERS = {
    "cpu": "CPUExecutionProvider",
    "cuda": "CUDAExecutionProvider",
    "rocm": "ROCMExecutionProvider",
    "dml": "DmlExecutionProvider",
    "coreml": "CoreMLExecutionProvider",
}


def load(target: str, function: str, device: str | None) -> Loaded:
    """A model of one node, or a file.

    Raises:
        UsageError: no such file, no model with one input and one output of a format, a gradient of
            a short name, or a device that is not there.
    """
    need(KIND)
    ort = import_named("onnxruntime")
    import_named("onnx")
    there = _devices(ort)
    where = choose("onnx", device, list(there))
    session = partial(_session, ort, there[where])
    version = library_versions("onnxruntime", "onnx", "numpy")
    if target in KIND.short:
        refuse_gradient("onnx", target, function)
        approximate = KIND.short[target].target

        @cache
        def run(name: str) -> Callable:
            return partial(_run, ort, session(gelu_model(approximate, name), target))

        def apply(x: np.ndarray, fmt: Format) -> np.ndarray:
            return run(fmt.name)(x, fmt)

        formats = takes(f"onnx:{target}", apply)
        return Loaded(apply, version, KIND.short[target].declares, formats, device=where)
    path = find_file("onnx", target, (".onnx",), list(KIND.short))
    files = onnx_files(path)
    made = session(str(path), path.name)
    name, shape = _one_tensor(made, path.name)
    return Loaded(
        lambda x, fmt: shaped(shape, lambda part: _run(ort, made, part, fmt))(x),
        f"{digests(files)}, {version}",
        formats=(name,),
        flat=not is_free(shape),
        device=where,
    )


def refuse_gradient(kind: str, target: str, function: str) -> None:
    """See that a forward pass is asked for, where nothing else is to be had.

    Raises:
        UsageError: gelu_grad is.
    """
    if function == "gelu_grad":
        raise UsageError(
            f"{kind}:{target} has no gradient: {kind} runs models and does not differentiate",
            f"give {kind}: a model file that computes it",
        )


def gelu_model(approximate: str, name: str) -> bytes:
    """A model of one ``Gelu`` node, from "x" to "y", of any shape and of a format's dtype."""
    return one_node("Gelu", name, approximate=approximate)


def one_node(operator: str, name: str, **attributes: object) -> bytes:
    """A model of one node of the operator set ``ai.onnx``, as above."""
    from onnx import helper

    ends = [helper.make_tensor_value_info(end, TYPES[name][0], None) for end in "xy"]
    node = helper.make_node(operator, ["x"], ["y"], **attributes)
    graph = helper.make_graph([node], "one_node", ends[:1], ends[1:])
    opset = [helper.make_opsetid("", _OPSET)]
    return helper.make_model(graph, opset_imports=opset, ir_version=_IR).SerializeToString()


def _devices(ort) -> dict[str, str]:
    """ "cpu" -> "CPUExecutionProvider", the processor first."""
    found = ort.get_available_providers()
    return {word: name for word, name in _PROVIDERS.items() if name in found}


def _session(ort, provider: str, model: bytes | str, name: str):
    options = ort.SessionOptions()
    options.log_severity_level = 4  # what is wrong comes as an exception
    try:
        made = ort.InferenceSession(model, options, providers=[provider])
    except Exception as problem:
        raise ImplementationError(f"onnxruntime cannot run {name}: {problem!s:.300}") from problem
    if made.get_providers()[0] != provider:
        # the library was built for it, but the device is not there
        raise UsageError(f"onnxruntime cannot use {provider} here", "leave --device out")
    return made


def _one_tensor(session, name: str) -> tuple[str, list[int | None] | None]:
    """The format and the shape of the one input."""
    inputs, outputs = session.get_inputs(), session.get_outputs()
    if len(inputs) != 1 or len(outputs) != 1:
        raise UsageError(
            f"{name} has {len(inputs)} inputs and {len(outputs)} outputs",
            "give a model with one of each",
        )
    known = {text: fmt for fmt, (_, text) in TYPES.items()}
    for end in (inputs[0], outputs[0]):
        if end.type not in known:
            raise UsageError(f"{name}: {end.name!r} is a {end.type}", f"one of {', '.join(known)}")
    shape = inputs[0].shape
    if not shape:
        # no dimensions at all, or any number of them; it is not told apart
        return known[inputs[0].type], None
    if 0 in shape:
        raise UsageError(f"{name}: {inputs[0].name!r} has no elements", f"its shape is {shape}")
    return known[inputs[0].type], [width if isinstance(width, int) else None for width in shape]


def _run(ort, session, x: np.ndarray, fmt: Format) -> np.ndarray:
    given = np.ascontiguousarray(x).reshape(x.shape)  # that gives 0-d arrays a dimension
    if fmt.dtype.isbuiltin == 2:
        given = given.view(fmt.uint)
    kind = TYPES[fmt.name][0]
    value = ort.OrtValue.ortvalue_from_numpy_with_onnx_type(given, kind)
    binding = session.io_binding()
    binding.bind_ortvalue_input(session.get_inputs()[0].name, value)
    binding.bind_output(session.get_outputs()[0].name, "cpu")
    session.run_with_iobinding(binding)
    (got,) = binding.get_outputs()
    of_type = {number: FORMATS[name] for name, (number, _) in TYPES.items()}
    made = of_type.get(got.element_type())
    if made is None or made.dtype.isbuiltin != 2:
        return got.numpy()
    # NumPy has no such dtype of its own, so it is not offered: its bits are copied
    import ctypes

    out = np.empty(got.shape(), made.uint)
    ctypes.memmove(out.ctypes.data, got.data_ptr(), out.nbytes)
    return out.view(made.dtype)


KIND = Kind(
    name="onnx",
    load=load,
    text="gelu, gelu-tanh, or an ONNX file with one input and one output",
    modules=("onnxruntime", "onnx"),
    extra="onnx",
    # of the operator Gelu of ai.onnx 20, the value of its attribute "approximate"
    short={"gelu": Short("none", "erf"), "gelu-tanh": Short("tanh", "tanh")},
    devices=True,
)
