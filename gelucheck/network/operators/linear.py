"""``linear(n)``: x·Wᵀ + b over the last axis, as ``torch.nn.Linear``."""

from gelucheck.network.operators.limits import check_parameters, check_shape, misfit
from gelucheck.network.operators.operator import Argument, Operator


def _infer(arguments, shape):
    if not 1 <= len(shape) <= 3:
        raise misfit("linear", "[B, F], [B, T, D] or [B, C, H, W]", shape)
    made = check_shape((*shape[:-1], arguments["features"]), "linear makes")
    check_parameters(_tensors(arguments, shape), f"linear of {shape[-1]} to {made[-1]} features")
    return made


def _tensors(arguments, shape):
    return {"weight": (arguments["features"], shape[-1]), "bias": (arguments["features"],)}


def _apply(layer, x, walk):
    rows = layer.product(x.reshape(-1, x.shape[-1]))
    return rows.reshape(*x.shape[:-1], rows.shape[-1])


OPERATOR = Operator(
    name="linear",
    version=1,
    arguments=(Argument("features", int, positional=True),),
    infer=_infer,
    tensors=_tensors,
    apply=_apply,
)
