"""What the frameworks really compute, on a CPU.

Expected from their sources: PyTorch (ATen/native/cpu/Gelu.h) converts float16 and bfloat16 to
float32, evaluates there and rounds once; 0.5·x·(1 + erf(x·√½)), or the tanh form. JAX
(jax/_src/nn/functions.py) and TensorFlow (nn_ops.gelu) evaluate in the input's own dtype, operation
by operation, with erfc; so does what is jitted, on a CPU. TensorFlow casts its constants by way of
float32: in float64 they are float32's. ONNX Runtime (core/mlas/lib/gelu.cpp) evaluates
float16 in float32 and rounds once where it has no kernel for the processor, which it has for ARM;
it has no bfloat16 on a CPU.
"""

import numpy as np
import pytest

from gelucheck.conformance.identify import identify
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.implementations.registry import find_implementation
from gelucheck.inputs.selection import select_inputs

CASES = [
    # implementation, format, form, writing, arithmetic
    *(
        (
            f"torch:{name}",
            dtype,
            form,
            form,
            "native" if dtype in ("float32", "float64") else "upcast",
        )
        for name, form in (("gelu", "erf"), ("gelu-tanh", "tanh"))
        for dtype in STANDARD
    ),
    *(
        (f"{kind}:{name}", dtype, form, writing, "native")
        for kind in ("jax", "tensorflow")
        for name, form, writing in (("gelu", "erf", "erfc"), ("gelu-tanh", "tanh", "tanh"))
        for dtype in ("float16", "bfloat16", "float32")
    ),
    *(
        (f"onnx:{name}", dtype, form, form, arithmetic)
        for name, form in (("gelu", "erf"), ("gelu-tanh", "tanh"))
        for dtype, arithmetic in (("float16", "upcast"), ("float32", "native"))
    ),
]


def found(words, dtype, function="gelu"):
    module = words.partition(":")[0]
    for each in ("onnxruntime", "onnx") if module == "onnx" else (module,):
        pytest.importorskip(each, reason=f"needs {each}")
    fmt = FORMATS[dtype]
    x = select_inputs("auto", fmt, samples=20000).some(1 << 17)
    implementation = find_implementation(words, function)
    return identify(x, implementation.call(x, fmt), fmt, function)


@pytest.mark.parametrize("words, dtype, form, writing, arithmetic", CASES)
def test_form_writing_and_arithmetic(words, dtype, form, writing, arithmetic):
    answer = found(words, dtype)
    assert (answer.form, answer.arithmetic) == (form, arithmetic), answer.sentence
    names = {each.rpartition(", ")[0] for each in answer.tied} | {answer.writing}
    # another writing of the same kind may come nearer to the library's own erf or tanh
    assert any(name and name.startswith(form) for name in names), answer.sentence
    share = answer.candidates[0].identical / answer.inputs
    # its own erf in float32 is within an ulp or two of ours, no more
    assert share > (0.95 if FORMATS[dtype].bits == 16 else 0.4)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
@pytest.mark.parametrize(
    "words, form",
    [
        ("torch:gelu", "erf"),
        ("torch:gelu-tanh", "tanh"),
        ("jax:gelu", "erf"),
        ("jax:gelu-tanh", "tanh"),
        ("tensorflow:gelu", "erf"),
        ("tensorflow:gelu-tanh", "tanh"),
    ],
)
def test_the_form_of_the_gradient(words, form, dtype):
    assert found(words, dtype, "gelu_grad").form == form


def test_float32_constants_in_float64():
    """nn_ops.gelu: math_ops.cast(0.044715, features.dtype) makes a float32 of the number first."""
    answer = found("tensorflow:gelu-tanh", "float64")
    root, cubic = answer.constants
    assert cubic.nearest == "0.044715 rounded to float32"
    assert abs(cubic.value - float(np.float32(0.044715))) <= cubic.uncertainty
    assert (answer.form, root.nearest) == ("tanh", "sqrt(2/pi)")
    assert "0.044715 rounded to float32 instead of 0.044715" in answer.sentence
