"""Formats that models are exchanged in, and their runtimes: ONNX, OpenVINO, Core ML, TensorRT."""

from functools import partial

from gelucheck.names.name import Name

_ONNX = partial(
    Name,
    where="ONNX",
    option='approximate="none"|"tanh"',
    source="onnx 1.23.2, the schema of Gelu since operator set 20",
)
_RUNTIME = partial(
    Name, where="ONNX Runtime", source="onnxruntime 1.32.0, called, and its transformers package"
)
_OPENVINO = partial(Name, where="OpenVINO", source="openvino 2026.4.1, openvino/opset2, gelu")
_OPENVINO_7 = partial(
    _OPENVINO,
    option='approximation_mode="erf"|"tanh"',
    source="openvino 2026.4.1, openvino/opset13, gelu; Gelu-7 of the 2024 documentation",
)
_CORE_ML = partial(
    Name,
    where="Core ML",
    option='mode="EXACT"|"TANH_APPROXIMATION"|"SIGMOID_APPROXIMATION"',
    source="coremltools 9.0, converters/mil/mil/ops/defs/iOS15/activation.py",
)
_TENSORRT = partial(
    Name, where="TensorRT", source="NVIDIA/TensorRT commit 17003e4 (10), include/NvInfer.h"
)

NAMES = (
    _ONNX("Gelu", form="erf", spelling="Gelu", writing="erf", impl="onnx:gelu"),
    _ONNX(
        "Gelu",
        form="tanh",
        spelling='Gelu(approximate="tanh")',
        writing="tanh-onnx",
        default=False,
        impl="onnx:gelu-tanh",
    ),
    _RUNTIME("Gelu", form="erf", spelling="com.microsoft.Gelu"),
    _RUNTIME("FastGelu", form="tanh", spelling="com.microsoft.FastGelu", note="may add a bias"),
    _RUNTIME(
        "QuickGelu",
        form="sigmoid",
        spelling="com.microsoft.QuickGelu",
        option="alpha=1.702",
        note="with another alpha it is no form of GELU; 1 is SiLU",
    ),
    _RUNTIME("BiasGelu", form="erf", spelling="com.microsoft.BiasGelu", note="of x plus a bias"),
    _OPENVINO("Gelu", form="erf", spelling="Gelu-2", impl="openvino:gelu"),
    _OPENVINO("gelu", form="erf", spelling="openvino.opset2.gelu(x)", impl="openvino:gelu"),
    _OPENVINO_7("Gelu", form="erf", spelling="Gelu-7", impl="openvino:gelu"),
    _OPENVINO_7(
        "Gelu",
        form="tanh",
        spelling='Gelu-7(approximation_mode="tanh")',
        default=False,
        impl="openvino:gelu-tanh",
    ),
    _OPENVINO_7(
        "gelu",
        form="erf",
        spelling='openvino.opset13.gelu(x, "erf")',
        default=False,
        impl="openvino:gelu",
        note="the Python function has no default: the mode must be said",
    ),
    _OPENVINO_7(
        "gelu",
        form="tanh",
        spelling='openvino.opset13.gelu(x, "tanh")',
        default=False,
        impl="openvino:gelu-tanh",
    ),
    _CORE_ML("gelu", form="erf", spelling="mb.gelu(x=x)"),
    _CORE_ML(
        "gelu", form="tanh", spelling='mb.gelu(x=x, mode="TANH_APPROXIMATION")', default=False
    ),
    _CORE_ML(
        "gelu", form="sigmoid", spelling='mb.gelu(x=x, mode="SIGMOID_APPROXIMATION")', default=False
    ),
    _TENSORRT("kGELU_ERF", form="erf", spelling="ActivationType::kGELU_ERF"),
    _TENSORRT("kGELU_TANH", form="tanh", spelling="ActivationType::kGELU_TANH"),
)
