"""``gelu()``, ``gelu("tanh")``: GELU, elementwise, in the form that the plan declares."""

from gelucheck.network.operators.limits import check_shape
from gelucheck.network.operators.operator import Argument, Operator

FORM_OF = {"none": "erf", "tanh": "tanh"}
"""The form that each value of ``approximate`` declares."""


def _infer(arguments, shape):
    return check_shape(shape, "gelu makes")


def _tensors(arguments, shape):
    return {}


def _apply(layer, x, walk):
    return walk.gelu(x)


OPERATOR = Operator(
    name="gelu",
    version=1,
    arguments=(
        Argument("approximate", str, default="none", positional=True, choices=tuple(FORM_OF)),
    ),
    infer=_infer,
    tensors=_tensors,
    apply=_apply,
)
