"""``layernorm()``: over the last axis, as ``torch.nn.LayerNorm``, in float64 and rounded once."""

import numpy as np

from gelucheck.network.operators.limits import check_parameters, check_shape, misfit
from gelucheck.network.operators.operator import Operator

EPSILON = 1e-5
"""What is added to the variance: PyTorch's and GPT-2's."""


def _infer(arguments, shape):
    if not shape:
        raise misfit("layernorm", "[B, ...] with a last axis", shape)
    check_parameters(_tensors(arguments, shape), f"layernorm of {shape[-1]} features")
    return check_shape(shape, "layernorm makes")


def _tensors(arguments, shape):
    return {"weight": (shape[-1],), "bias": (shape[-1],)}


def _apply(layer, x, walk):
    gain, bias = (layer.tensors[name].astype(np.float64) for name in ("weight", "bias"))
    with np.errstate(all="ignore"):
        wide = x.astype(np.float64)
        away = wide - _sum(wide) / wide.shape[-1]
        variance = _sum(away * away) / wide.shape[-1]
        return layer.fmt.round_array(away / np.sqrt(variance + EPSILON) * gain + bias)


def _sum(values: np.ndarray) -> np.ndarray:
    """The sums over the last axis, which stays: halves are added to each other, so that the order
    is the same on every machine and the error at most log2 of the length, in units 2^-53."""
    while values.shape[-1] > 1:
        kept = (values.shape[-1] + 1) // 2
        folded = values[..., :kept].copy()
        folded[..., : values.shape[-1] - kept] += values[..., kept:]
        values = folded
    return values


OPERATOR = Operator(
    name="layernorm",
    version=1,
    arguments=(),
    infer=_infer,
    tensors=_tensors,
    apply=_apply,
)
