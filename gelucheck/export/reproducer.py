"""A short Python program that shows one result: the library, NumPy and mpmath, and nothing of ours.

The input is made from its bit pattern, so that no conversion is in between. Nothing of a stored run
becomes code but names, literals and numbers, all of them parsed first.
"""

import math
import re
import shlex
from collections.abc import Callable
from importlib import import_module

from gelucheck.errors import GelucheckError
from gelucheck.formats import FORMATS
from gelucheck.implementations.kinds import KINDS
from gelucheck.implementations.target import Target, parse_target
from gelucheck.record import Row, Witness
from gelucheck.rows import shortest_hex

COUNT = 64
"""How many copies of the input are given: vector code must do its part, not the remainder only."""

_FUNCTION = re.compile(r"(?P<module>[^\W\d]\w*(\.[^\W\d]\w*)*):(?P<name>[^\W\d]\w*(\.[^\W\d]\w*)*)")
_BITS = re.compile(r"0x[0-9a-f]{1,16}")
_EXACT = {
    "erf": ("x * mpmath.erfc(-x / mpmath.sqrt(2)) / 2",),
    "tanh": (
        'u = mpmath.sqrt(2 / mpmath.pi) * (x + mpmath.mpf("0.044715") * x**3)',
        "x / (1 + mpmath.exp(-2 * u))",
    ),
    "sigmoid": ('x / (1 + mpmath.exp(-mpmath.mpf("1.702") * x))',),
}
_SLOPES = {
    "erf": (
        "density = mpmath.exp(-x * x / 2) / mpmath.sqrt(2 * mpmath.pi)",
        "mpmath.erfc(-x / mpmath.sqrt(2)) / 2 + x * density",
    ),
    "tanh": (
        'c, a = mpmath.sqrt(2 / mpmath.pi), mpmath.mpf("0.044715")',
        "u, slope = c * (x + a * x**3), c * (1 + 3 * a * x * x)",
        "s, rest = 1 / (1 + mpmath.exp(-2 * u)), 1 / (1 + mpmath.exp(2 * u))",
        "s + 2 * x * slope * s * rest",
    ),
    "sigmoid": (
        'a = mpmath.mpf("1.702")',
        "s, rest = 1 / (1 + mpmath.exp(-a * x)), 1 / (1 + mpmath.exp(a * x))",
        "s + a * x * s * rest",
    ),
}


def reproducer(row: Row, witness: Witness, command: str) -> str | None:
    """The program for one input of a row, or None where it cannot be had.

    There is one for the kinds python, torch, jax, tensorflow and mlx.

    Args:
        command: the command line of the run, which tells what a named implementation stands for.
    """
    kind, _, target = words_of(row.implementation, command).partition(":")
    if kind not in _CALLS or row.dtype not in FORMATS or not _BITS.fullmatch(witness.bits):
        return None
    try:
        lines = _CALLS[kind](target, row, _device(command))
    except GelucheckError:
        return None
    if lines is None:
        return None
    imports, call = lines
    uint = FORMATS[row.dtype].uint.name
    return "\n".join(
        [
            *sorted({"import mpmath", "import numpy as np", *imports}),
            "",
            f"bits = np.full({COUNT}, {witness.bits}, np.{uint})  # {shortest_hex(witness.x)}",
            *call,
            'print("got ", got)',
            "",
            *_wanted(row, witness),
        ]
    )


def words_of(name: str, command: str) -> str:
    """``KIND:TARGET`` of an implementation, whatever name ``--impl NAME=KIND:TARGET`` gave it."""
    try:
        words = shlex.split(command)
    except ValueError:
        return name
    for before, word in zip(["", *words], words, strict=False):
        given = word if before == "--impl" else word.removeprefix("--impl=")
        if (before == "--impl" or given != word) and given.startswith(f"{name}="):
            return given[len(name) + 1 :]
    return name


def _device(command: str) -> str:
    """What ``--device`` named, as PyTorch has it; empty for the default and the processor."""
    match = re.search(r"(?:^|\s)--device[= ](cuda|gpu|mps|xpu)(:\d{1,3})?(?=\s|$)", command)
    if match is None:
        return ""
    return f"{'cuda' if match[1] == 'gpu' else match[1]}{match[2] or ''}"


def _wanted(row: Row, witness: Witness) -> list[str]:
    """What was due, computed from scratch; at an infinity or NaN, the limit."""
    if not math.isfinite(witness.x):
        return [f'print("want", float("{witness.want}"))  # the limit']
    table = _SLOPES if row.function == "gelu_grad" else _EXACT
    *before, last = table.get(row.form or "erf", table["erf"])
    return [
        "mpmath.mp.dps = 60",
        f'x = mpmath.mpf(float.fromhex("{shortest_hex(witness.x)}"))',
        *before,
        f"want = {last}",
        'print("want", float(want), "=", mpmath.nstr(want, 25))',
    ]


def _python(target: str, row: Row, device: str):
    match = _FUNCTION.fullmatch(target)
    if match is None:
        return None
    imports = [f"import {match['module']} as implementation"]
    # of a dtype that NumPy has from elsewhere
    home = "ml_dtypes" if FORMATS[row.dtype].dtype.isbuiltin == 2 else "np"
    if home != "np":
        imports.append(f"import {home}")
    return imports, [
        f"outputs = implementation.{match['name']}(bits.view({home}.{row.dtype}))",
        "got = float(outputs[0])",
    ]


def _torch(target: str, row: Row, device: str):
    imports, call = _named("torch", target, "torch", "import torch")
    size = FORMATS[row.dtype].bits
    lines = [f"inputs = torch.from_numpy(bits.view(np.int{size})).view(torch.{row.dtype})"]
    if device:
        lines.append(f'inputs = inputs.to("{device}")')
    if row.function == "gelu_grad":
        lines += [
            "inputs.requires_grad_()",
            f"y = {call('inputs')}",
            "(outputs,) = torch.autograd.grad(y, inputs, torch.ones_like(y))",
        ]
    else:
        lines.append(f"outputs = {call('inputs')}")
    return imports, [*lines, "got = outputs[0].cpu().double().item()"]


def _jax(target: str, row: Row, device: str):
    imports, call = _named("jax", target, "jax", "import jax")
    lines = ['jax.config.update("jax_enable_x64", True)'] if row.dtype == "float64" else []
    lines += [
        "patterns = jax.numpy.asarray(bits)",
        f"inputs = jax.lax.bitcast_convert_type(patterns, jax.numpy.{row.dtype})",
    ]
    if row.function == "gelu_grad":
        lines += [
            f"y, pull = jax.vjp(lambda v: {call('v')}, inputs)",
            "(outputs,) = pull(jax.numpy.ones_like(y))",
        ]
    else:
        lines.append(f"outputs = {call('inputs')}")
    return imports, [*lines, "got = float(outputs[0])"]


def _tensorflow(target: str, row: Row, device: str):
    imports, call = _named("tensorflow", target, "tensorflow", "import tensorflow")
    lines = [f"inputs = tensorflow.bitcast(tensorflow.constant(bits), tensorflow.{row.dtype})"]
    if row.function == "gelu_grad":
        lines += [
            "with tensorflow.GradientTape() as tape:",
            "    tape.watch(inputs)",
            f"    y = {call('inputs')}",
            "outputs = tape.gradient(y, inputs)",
        ]
    else:
        lines.append(f"outputs = {call('inputs')}")
    return imports, [*lines, "got = float(tensorflow.cast(outputs[0], tensorflow.float64))"]


def _mlx(target: str, row: Row, device: str):
    imports, call = _named("mlx", target, "mlx", "import mlx.core", "import mlx.nn")
    lines = []
    if row.dtype == "float64":  # MLX has it on the processor only
        lines.append("mlx.core.set_default_device(mlx.core.cpu)")
    lines.append(f"inputs = mlx.core.array(bits).view(mlx.core.{row.dtype})")
    if row.function == "gelu_grad":
        lines += [
            "ones = [mlx.core.ones_like(inputs)]",
            f"_, (outputs,) = mlx.core.vjp(lambda v: {call('v')}, [inputs], ones)",
        ]
    else:
        lines.append(f"outputs = {call('inputs')}")
    return imports, [*lines, "got = float(outputs[0].item())"]


_CALLS = {
    "python": _python,
    "torch": _torch,
    "jax": _jax,
    "tensorflow": _tensorflow,
    "mlx": _mlx,
}


def _named(kind: str, text: str, root: str, *imports: str) -> tuple[list[str], Callable]:
    """The imports that a target needs, and the text of a call of it on a variable.

    Raises:
        UsageError: no target of that kind.
    """
    target = parse_target(import_module(KINDS[kind]).KIND, text)
    function = target.name
    lines = list(imports)
    if function.partition(".")[0] != root:
        lines.append("from pkgutil import resolve_name")
        function = f'resolve_name("{target.name}")'
    arguments = ", ".join(f"{key}={_literal(value)}" for key, value in target.arguments.items())
    if _is_layer(target):
        return lines, lambda x: f"{function}({arguments})({x})"
    return lines, lambda x: f"{function}({', '.join(filter(None, (x, arguments)))})"


def _literal(value: object) -> str:
    """As people write it: a plain word between double quotes."""
    return f'"{value}"' if isinstance(value, str) and value.isidentifier() else repr(value)


def _is_layer(target: Target) -> bool:
    """Whether a target is a class, as far as its name tells: ``torch.nn.GELU``."""
    return target.name.rpartition(".")[2][:1].isupper()
