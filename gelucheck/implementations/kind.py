"""A kind of implementations: how a target is loaded, and what a loaded one can do.

A kind is a module of this room with a ``KIND`` record. Its ``load`` runs in the process that calls
the implementation, and imports the kind's library there and nowhere else.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gelucheck.formats import FORMATS, Format

Apply = Callable[[np.ndarray, Format], np.ndarray]
"""(array of the format's dtype, of any shape and strides; format) -> what the implementation
returned, as a NumPy array of its own shape and dtype, bit by bit. It may raise anything; it need
not copy its input first, and the array returned may share memory with it."""


class Failed(Exception):
    """What an ``Apply`` may raise where an exception of Python would say less.

    Args:
        told: what it did, in words that go on from its name: "ended with exit code 3".
        mend: how to put it right; "" for what holds of all.
        narrow: whether fewer inputs are looked for that show the same.
    """

    def __init__(self, told: str, mend: str = "", narrow: bool = True):
        super().__init__(told)
        self.mend, self.narrow = mend, narrow


@dataclass(frozen=True)
class Loaded:
    """An implementation in the process that calls it.

    Attributes:
        apply: calls it as a user would, in evaluation mode where there are modes.
        version: what its outputs depend on, "torch 2.13.0, numpy 2.4.6": names and versions, and
            digests of files ("kernels sha256:…").
        declares: the form that it is known to be ("erf", "tanh", "sigmoid"), or None.
        formats: the names of the formats that it takes.
        flat: whether it takes 1-D contiguous arrays only, so that shapes and strides mean nothing.
        modes: mode ("train", "eval") -> apply, where the library has modes.
        approximate: a value -> the same function called with ``approximate=value``, where it has
            such an argument.
        documented: the values of ``approximate`` that its documentation names, with the form that
            each means.
        device: what it runs on, where the kind has devices.
        given: whether its outputs were made before, so that it cannot be called with other inputs.
        limited: seconds -> apply, where it keeps the limit of time itself; None: others must.
        conflicts: see ``Guest.conflicts``; None where a call can be repeated.
    """

    apply: Apply
    version: str
    declares: str | None = None
    formats: tuple[str, ...] = tuple(FORMATS)
    flat: bool = False
    modes: Mapping[str, Apply] = field(default_factory=dict)
    approximate: Callable[[Any], Apply] | None = None
    documented: Mapping[Any, str] = field(default_factory=dict)
    device: str = ""
    given: bool = False
    limited: Callable[[float], Apply] | None = None
    conflicts: Callable[[Format], tuple[tuple[int, int, int], ...]] | None = None


@dataclass(frozen=True)
class Short:
    """A short name of a target: ``torch:gelu``.

    Attributes:
        target: what it stands for, in the kind's own words.
        declares: the form that it is documented to be.
    """

    target: str
    declares: str


@dataclass(frozen=True)
class Kind:
    """A kind of implementations.

    Attributes:
        name: the word before the colon.
        load: (target, function, device) -> Loaded; function is "gelu" or "gelu_grad", device a
            word of ``--device`` or None. Raises UsageError for a target that names nothing or a
            device that is not there, ImplementationError for code that fails while it is loaded.
        text: what a target is, for help and messages: "a dotted name and literal arguments".
        modules: modules that must be there, by name; none for what needs no library.
        extra: the extra that installs them: "torch" for ``gelucheck[torch]``.
        short: short names of targets.
        gradient: whether ``gelu_grad`` is had from the library's own differentiation.
        devices: whether ``--device`` means something.
        apart: whether calls must run in a process of their own (True), or never need one, for
            nothing of it runs in this one (False).
        inputs: whether ``load`` takes the words of ``--inputs`` after the others.
        maker: (function, device, callable or None) -> how any callable is called, and on which
            device, by the library's own name; see ``framework.Make``. None where a kind has no
            callables of Python. Errors as ``load``.
    """

    name: str
    load: Callable[..., Loaded]
    text: str
    modules: tuple[str, ...] = ()
    extra: str = ""
    short: Mapping[str, Short] = field(default_factory=dict)
    gradient: bool = False
    devices: bool = False
    apart: bool = True
    inputs: bool = False
    maker: Callable[..., tuple[Callable, str]] | None = None
