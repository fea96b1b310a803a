"""The MLPs of a trained model, as networks, from its safetensors file."""

import os
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

import numpy as np

from gelucheck.errors import InputsError, PlanError, UsageError
from gelucheck.inputs.numerals import shown
from gelucheck.network.language import parse_plan
from gelucheck.network.layouts import LAYOUTS, Place, find_places
from gelucheck.network.network import Network
from gelucheck.network.parameters import draw_inputs
from gelucheck.network.tensor_file import DTYPES, TensorFile, open_tensors

_LISTED = 8


def read_networks(path: str | os.PathLike[str], layers: Sequence[str]) -> tuple[Network, ...]:
    """The MLPs of a checkpoint that the prefixes name: a layer norm where the file has one in
    front of it, a linear layer, a GELU of the form that the layout is trained with, a linear layer.

    Weights are float32, read when asked for, one operator at a time; what the file has in 16 bits
    is taken exactly, float64 is rounded once. Inputs are drawn from N(0, 1).

    Args:
        path: a safetensors file.
        layers: prefixes of tensor names, "h.0", "encoder.layer.0."; each may be a pattern of the
            shell, "encoder.layer.*", and means all MLPs that it matches, in natural order.

    Raises:
        UsageError: no prefix given, or one that the file does not have; the message lists those
            there are. The safetensors library is not installed.
        InputsError: not a safetensors file, cut off or contradicting itself; no MLP in it; an MLP
            without a bias, or of other dtypes.
        PlanError: tensors that do not fit each other, or that are too large for a plan.
    """
    file = open_tensors(path)
    places = find_places(file.tensors)
    if not places:
        marks = " or ".join(f"PREFIX.{x.mark} ({x.family})" for x in LAYOUTS.values())
        raise InputsError(
            f"{file.name} has no MLP that is known: no {marks}",
            f"it has {_listing(list(file.tensors))}" if file.tensors else "it has no tensors",
        )
    if not layers:
        raise UsageError(f"no layer of {file.name} is named", f"it has {_prefixes(places)}")
    chosen: dict[Place, None] = {}
    for layer in layers:
        matching = [place for place in places if _matches(place, layer)]
        if not matching:
            raise UsageError(
                f"{file.name} has no MLP {shown(layer, 200)}", f"it has {_prefixes(places)}"
            )
        chosen.update(dict.fromkeys(matching))
    return tuple(_network(file, place) for place in chosen)


def _matches(place: Place, layer: str) -> bool:
    return any(fnmatchcase(place.prefix, text) for text in (layer, layer.removesuffix(".")))


def _prefixes(places: list[Place]) -> str:
    return _listing(list(dict.fromkeys(place.prefix for place in places)))


def _listing(names: list[str]) -> str:
    more = len(names) - _LISTED
    listed = ", ".join(shown(name, 100) for name in names[:_LISTED])
    return f"{listed} and {more:,} more" if more > 0 else listed


def _network(file: TensorFile, place: Place) -> Network:
    """One MLP, its shapes checked, nothing read."""
    layout = place.layout
    label = shown(place.prefix, 200)[1:-1]
    name = f"{label} of {file.name}" if label else file.name
    first, hidden, width = _linear(file, place, layout.widening)
    second, out, narrow = _linear(file, place, layout.narrowing)
    if narrow != hidden:
        raise PlanError(
            f"{name}: {layout.widening} gives {hidden:,} numbers, and {layout.narrowing} takes"
            f" {narrow:,}",
            "the two linear layers of an MLP fit each other",
        )
    norm = _norm(file, place, width)
    lines = [f"linear({hidden})", layout.gelu, f"linear({out})"]
    sources: list[dict[str, str]] = [first, {}, second]
    if norm:
        lines, sources = ["layernorm()", *lines], [norm, *sources]
    plan = parse_plan("\n".join(lines), name=name, input=(width,), output=(out,))

    def tensors(_seed: int, index: int) -> Mapping[str, np.ndarray]:
        arrays = {key: file.read(tensor) for key, tensor in sources[index].items()}
        if layout.transposed and plan.nodes[index].operation == "linear":
            arrays["weight"] = np.ascontiguousarray(arrays["weight"].T)
        return arrays

    return Network(
        plan=plan,
        tensors=tensors,
        inputs=lambda seed, batch: draw_inputs((width,), seed, batch),
        weights_from=file.name,
        inputs_from="N(0, 1), through the layer norm in front of it" if norm else "N(0, 1)",
        declared_by=f"The file's names are those of {layout.family}, whose GELU is taken to be",
    )


def _linear(file: TensorFile, place: Place, layer: str) -> tuple[dict[str, str], int, int]:
    """The names of a linear layer's tensors, how many numbers it gives, how many it takes."""
    names = {key: place.name(layer, key) for key in ("weight", "bias")}
    out, width = _shape(file, names["weight"], 2)
    stored = "(out, in)"
    if place.layout.transposed:
        out, width, stored = width, out, "(in, out)"
    (bias,) = _shape(file, names["bias"], 1)
    if bias != out:
        raise PlanError(
            f"{shown(names['bias'], 200)} of {file.name} has {bias:,} numbers, and the layer gives"
            f" {out:,}",
            f"the weight of a {place.layout.family} checkpoint is stored {stored}",
        )
    return names, out, width


def _norm(file: TensorFile, place: Place, width: int) -> dict[str, str]:
    """The names of the tensors of the layer norm in front; empty where the file has none."""
    layout = place.layout
    names = {}
    for key, words in (("weight", layout.gains), ("bias", layout.shifts)):
        known = [place.name(layout.norm, word) for word in words]
        names[key] = next((name for name in known if name in file.tensors), known[0])
    if not any(name in file.tensors for name in names.values()):
        return {}
    for name in names.values():
        (size,) = _shape(file, name, 1)
        if size != width:
            raise PlanError(
                f"{shown(name, 200)} of {file.name} has {size:,} numbers, and the MLP behind it"
                f" takes {width:,}",
                "a layer norm has a number for each that goes into the MLP",
            )
    return names


def _shape(file: TensorFile, name: str, rank: int) -> tuple[int, ...]:
    """The sizes of a tensor, seen to be there, of a dtype that is read, and of so many axes."""
    stored = file.tensors.get(name)
    if stored is None:
        raise InputsError(
            f"{file.name} has no {shown(name, 200)}",
            "linear layers and layer norms are read with all their tensors; a bias may be zeros",
        )
    if stored.dtype not in DTYPES:
        raise InputsError(
            f"{shown(name, 200)} of {file.name} is of dtype {shown(stored.dtype)}",
            f"one of {', '.join(DTYPES)} is read",
        )
    if len(stored.shape) != rank or 0 in stored.shape:
        raise PlanError(
            f"{shown(name, 200)} of {file.name} has the sizes {_sizes(stored.shape)}",
            f"{rank} sizes above 0 are due" if rank > 1 else "one size above 0 is due",
        )
    return stored.shape


def _sizes(shape: tuple[int, ...]) -> str:
    """ "[2, 3]", cut where a file has thousands of them."""
    return shown(str(list(shape)))[1:-1]
