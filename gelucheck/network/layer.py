"""Running a plan: layers, prepared once and used by many runs, and a walk from one to the next."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cached_property

import numpy as np

from gelucheck.errors import PlanError
from gelucheck.formats import Format
from gelucheck.network.operators import find_operator
from gelucheck.network.operators.limits import shown
from gelucheck.network.plan import Node, Plan
from gelucheck.network.product import Sliced, product, sliced


class Layer:
    """An operator with its parameters in a format.

    Args:
        node: the operator.
        tensors: its parameters by name, float32, of the shapes that the operator says.
        fmt: what it is computed in. The parameters are rounded once to a narrower format than
            float32, as they are when a checkpoint is loaded in it.

    Raises:
        PlanError: a parameter is missing, or of another shape or dtype, or there is one too many.
    """

    def __init__(self, node: Node, tensors: Mapping[str, np.ndarray], fmt: Format):
        self.node, self.fmt = node, fmt
        self.operator = find_operator(node.operation)
        wanted = self.operator.tensors(node.arguments, node.input)
        if set(wanted) != set(tensors):
            raise PlanError(
                f"{node.name} ({node.operation}) is given the parameters {_listed(tensors)}",
                f"it has {_listed(wanted)}",
            )
        for name, shape in wanted.items():
            _check(tensors[name], shape, np.dtype(np.float32), f"{node.name}.{name}")
        # float32 as it is for a wider format: half the room, and the same numbers
        self.tensors = {
            name: tensors[name] if fmt.precision >= 24 else _in_format(tensors[name], fmt)
            for name in wanted
        }

    @cached_property
    def weight(self) -> Sliced:
        """The weights of one output after the other, cut for exact products."""
        weight = self.tensors["weight"]
        return sliced(weight.reshape(weight.shape[0], -1), np.float32)

    def product(self, rows: np.ndarray) -> np.ndarray:
        """rows·weightᵀ + bias, (m, k) to (m, n): see ``product.product``."""
        return product(rows, self.weight, self.tensors["bias"], self.fmt)


class Walk:
    """One run of a plan, a layer at a time. Nothing that it was given is changed.

    Args:
        plan: what is run.
        x: the inputs, (batch, *plan.input), values of the format in its dtype, or float32, which
            are rounded once where the format is narrower.
        fmt: what it is run in.
        gelu: what its GELUs are: array of ``fmt.dtype`` -> a new array of the same shape and dtype.

    Raises:
        PlanError: x is not of that shape or dtype.
    """

    def __init__(
        self, plan: Plan, x: np.ndarray, fmt: Format, gelu: Callable[[np.ndarray], np.ndarray]
    ):
        if x.dtype not in (np.float32, fmt.dtype):
            raise PlanError(
                f"the inputs are {x.dtype}", f"float32 or {fmt.name} are needed for {fmt.name}"
            )
        if x.ndim == 0 or x.shape[0] < 1 or x.shape[1:] != plan.input:
            raise PlanError(
                f"the inputs have shape {list(x.shape)}",
                f"the plan takes {shown(plan.input)}, B at least 1",
            )
        self.plan, self.fmt, self.gelu = plan, fmt, gelu
        self._x = _in_format(x, fmt)
        self._place = 0
        self._kept: dict[int, np.ndarray] = {}
        # what went into an operator -> the last residual that adds it
        self._until = {
            place - node.arguments["back"]: place
            for place, node in enumerate(plan.nodes)
            if node.operation == "residual"
        }

    def step(self, layer: Layer) -> np.ndarray:
        """Apply the next operator.

        Args:
            layer: of the plan's next node, in the walk's format.

        Returns:
            (batch, *node.output) of ``fmt.dtype``; the next step reads it, and changes nothing.
        """
        if self._place in self._until:
            self._kept[self._place] = self._x
        self._x = layer.operator.apply(layer, self._x, self)
        self._kept = {at: kept for at, kept in self._kept.items() if self._until[at] > self._place}
        self._place += 1
        return self._x

    def side_by_side(self, gelus: Sequence[Callable[[np.ndarray], np.ndarray]]) -> "Walk":
        """As many walks as there are GELUs, from here on, as one: the batch is repeated for each.

        Nothing that a run computes depends on another's.
        """

        def gelu(x: np.ndarray) -> np.ndarray:
            parts = np.split(x, len(gelus))
            return np.concatenate([each(part) for each, part in zip(gelus, parts, strict=True)])

        def repeated(x: np.ndarray) -> np.ndarray:
            return np.concatenate([x] * len(gelus))

        other = copy(self)
        other.gelu, other._x = gelu, repeated(self._x)
        other._kept = {at: repeated(kept) for at, kept in self._kept.items()}
        return other

    def before(self, back: int) -> np.ndarray:
        """What went into the operator that many above the present one.

        Raises:
            PlanError: there is none, or it has another shape.
        """
        node = self.plan.nodes[self._place]
        skipped = self._kept.get(self._place - back)
        if skipped is None or skipped.shape != self._x.shape:
            raise PlanError(
                f"{node.name}: residual({back}) has nothing of the shape {shown(node.input)} to add"
            )
        return skipped


def forward(
    plan: Plan,
    tensors: Callable[[int], Mapping[str, np.ndarray]],
    x: np.ndarray,
    fmt: Format,
    gelu: Callable[[np.ndarray], np.ndarray],
) -> np.ndarray:
    """The output of a plan.

    Args:
        tensors: the place of a node -> its parameters; see ``Layer``.
        x, fmt, gelu: see ``Walk``.

    Returns:
        (batch, *plan.output) of ``fmt.dtype``, a new array.

    Raises:
        PlanError: the inputs or the parameters do not fit the plan.
    """
    walk = Walk(plan, x, fmt, gelu)
    for place, node in enumerate(plan.nodes):
        made = walk.step(Layer(node, tensors(place), fmt))
    return made


def _in_format(values: np.ndarray, fmt: Format) -> np.ndarray:
    """Values of float32, or of the format already, in the format's dtype: rounded at most once."""
    if values.dtype == fmt.dtype:
        return values
    with np.errstate(invalid="ignore"):  # a signalling NaN
        return fmt.round_array(values.astype(np.float64))


def _check(values: np.ndarray, shape: tuple[int, ...], dtype: np.dtype, whose: str) -> None:
    if values.shape != shape or values.dtype != dtype:
        raise PlanError(
            f"{whose} is {values.dtype} of shape {list(values.shape)}",
            f"{dtype} of shape {list(shape)} is needed",
        )


def _listed(names) -> str:
    return ", ".join(sorted(names)) or "none"
