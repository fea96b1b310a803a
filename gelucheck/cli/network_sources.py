"""Which networks a command line means: a plan, a preset, or the MLPs of a trained model."""

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gelucheck.errors import UsageError

if TYPE_CHECKING:
    from gelucheck.network.network import Network

Source = Callable[[str | None], "list[Network]"]
"""The networks, their plans of a format; None is that of the plan."""

_STDIN = "/dev/stdin"
_NAMES = {"plan": "PLAN", "preset": "--preset", "checkpoint": "--weights"}
_OF = {"input": "plan", "output": "plan", "depth": "preset", "layers": "checkpoint"}
_OPTIONS = {"input": "--input", "output": "--output", "depth": "--depth", "layers": "--layer"}


def parse_source(given: dict[str, Any]) -> Source:
    """What is asked for, not yet read.

    Raises:
        UsageError: nothing, or two of them; an option of another.
    """
    named = [name for name in _NAMES if given[name] is not None]
    if not named:
        raise UsageError("no network", f"name one of {', '.join(_NAMES.values())}")
    if len(named) > 1:
        words = " and ".join(_NAMES[name] for name in named)
        raise UsageError(f"{words} at once", "name one of them")
    for name, owner in _OF.items():
        if given[name] not in (None, ()) and owner not in named:
            raise UsageError(
                f"{_OPTIONS[name]} with {_NAMES[named[0]]}",
                f"leave it out: it is of {_NAMES[owner]}",
            )
    readers = {"plan": _planned, "preset": _preset, "checkpoint": _trained}
    return lambda dtype: readers[named[0]](given, dtype)


def files_named(given: dict[str, Any]) -> dict[str, str]:
    """What the command reads -> the path of it."""
    from gelucheck.cli.output import files_read

    reads = {"the plan": given["plan"], "the weights": given["checkpoint"]}
    known = {what: path for what, path in reads.items() if path not in (None, "-")}
    if given["plan"] == "-" and os.path.exists(_STDIN):
        # the file that a shell sends in
        known["the plan"] = _STDIN
    acts = {f"the activations {path}": path for path in given["activations"]}
    return known | acts | files_read({"weights": given["weights"]}, None)


def _planned(given: dict[str, Any], dtype: str | None) -> "list[Network]":
    from gelucheck.network.load import load_plan
    from gelucheck.network.parameters import drawn_network
    from gelucheck.network.shapes import parse_shape

    shapes = {
        name: parse_shape(given[name]) if given[name] is not None else None
        for name in ("input", "output")
    }
    plan = load_plan(given["plan"], **shapes, dtype=dtype, stdin=sys.stdin)
    return [drawn_network(plan, "torch")]


def _preset(given: dict[str, Any], dtype: str | None) -> "list[Network]":
    from gelucheck.network.parameters import drawn_network
    from gelucheck.network.presets import find_preset

    preset = find_preset(given["preset"])
    network = drawn_network(preset.make(given["depth"]), preset.initialisation)
    return [_of_format(network, dtype)]


def _trained(given: dict[str, Any], dtype: str | None) -> "list[Network]":
    from gelucheck.network.checkpoint import read_networks

    found = read_networks(given["checkpoint"], given["layers"])
    return [_of_format(network, dtype) for network in found]


def _of_format(network: "Network", dtype: str | None) -> "Network":
    if dtype is None:
        return network
    from gelucheck.formats import find_format

    return replace(network, plan=replace(network.plan, dtype=find_format(dtype).name))
