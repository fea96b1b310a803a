"""A callable of this process as an implementation: a lambda, a method, a module, a jitted function.

It is called here, for it is nowhere else: nothing holds it to a limit of time, and a crash of it is
a crash of this process. So it is called as measuring needs it, with contiguous 1-D arrays, and with
strides, shapes and modes only where that is asked for.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from gelucheck.errors import ImplementationError, UsageError, unknown
from gelucheck.formats import FORMATS, Format
from gelucheck.forms.catalogue import FORMS
from gelucheck.implementations.framework import load_found
from gelucheck.implementations.guest import LIMIT, Guest, Within, find_kind
from gelucheck.implementations.importing import versions
from gelucheck.implementations.installed import library_versions
from gelucheck.implementations.interface import Implementation
from gelucheck.implementations.kind import Loaded
from gelucheck.implementations.library_of import ARRAYS, kind_of, module_of, name_of

TAKEN = tuple(dict.fromkeys(("python", *ARRAYS.values())))
"""The kinds that have callables."""
ALSO = {"numpy": "python"}
"""Other names of them."""
TENSORS = 'if it takes tensors, say whose, as in kind="torch"'
_TENSORS = ("torch", "jax", "tensorflow", "mlx")
LOOKS = ("nothing", "values", "calls")
"""How closely it is looked at for findings: not at all; at its outputs; and at how it behaves with
other shapes, strides and modes, by up to two hundred more calls."""


@dataclass(frozen=True)
class InProcess:
    """A callable, to be measured where it is; ``Selection.implementations`` may hold one.

    Attributes:
        call: what takes an array and gives one of the same shape and dtype. With function
            "gelu_grad" it is the derivative itself where it takes NumPy arrays, and what the
            library differentiates where it takes those of another.
        name: what the table calls it; "": its own.
        kind: which arrays it takes: "python" (or "numpy"), "torch", "jax", "tensorflow", "mlx";
            None: that of the library it is of, and NumPy's where it is of none.
        look: one of ``LOOKS``.
    """

    call: Callable
    name: str = ""
    kind: str | None = None
    look: str = "values"

    def __post_init__(self):
        if not callable(self.call):
            told = f"a {type(self.call).__name__} cannot be called"
            raise UsageError(told, "give a function, or the words of an implementation")
        if not isinstance(self.name, str) or not self.name.isprintable():
            raise UsageError(f"name = {self.name!r:.80}", "a text of characters that can be seen")
        if self.kind is not None and self.kind not in (*TAKEN, *ALSO):
            raise unknown("kind of callable", self.kind, TAKEN)
        if self.look not in LOOKS:
            raise unknown("look", self.look, LOOKS)


@dataclass(frozen=True, eq=False)
class GuestInProcess(Guest):
    """A guest that is there already; ``target`` is its name, ``call`` and ``look`` as above.

    Attributes:
        guessed: whether nobody said which arrays it takes.
    """

    stays = True

    call: Callable = field(default=None, repr=False)
    look: str = "values"
    guessed: bool = False

    @property
    def words(self) -> str:
        return self.target

    @property
    def apart(self) -> bool:
        return False

    def loaded(self) -> Loaded:
        return self._loaded

    @cached_property
    def _loaded(self) -> Loaded:
        kind, module = find_kind(self.kind), module_of(self.call)
        libraries = (name.partition(".")[0] for name in kind.modules)
        version = versions(module) if module else library_versions(*libraries, "numpy")
        return load_found(
            kind,
            self.call,
            self.target,
            function=self.function,
            device=self.device,
            version=version,
        )

    def direct(self, within: Within | None = None) -> Callable[[np.ndarray, Format], np.ndarray]:
        call = super().direct(within)
        # who imports no such library has none of its tensors
        tensors = self.guessed and any(name in sys.modules for name in _TENSORS)
        return self._hinting(call) if tensors else call

    def _hinting(self, call):
        def hinting(x: np.ndarray, fmt: Format) -> np.ndarray:
            try:
                return call(x, fmt)
            except ImplementationError as problem:
                mend = f"{problem.mend}; it got a NumPy array: {TENSORS}"
                raise ImplementationError(problem.what, mend) from problem.__cause__

        return hinting


def from_callable(
    given: InProcess | Callable,
    function: str = "gelu",
    declares: str | None = None,
    device: str | None = None,
    limit: float = LIMIT,
) -> Implementation:
    """The implementation of a callable; it is taken to have every format.

    Args:
        function: what is measured, "gelu" or "gelu_grad".
        declares: the form it claims to be ("erf", "tanh", "sigmoid"), or None.
        device: a word of ``--device``, or None.
        limit: seconds after which a call is said to be slow, and none is looked at any more.

    Raises:
        UsageError: nothing that can be called, an unknown kind, form or device, or a library that
            is not there.
        ImplementationError: a class, and making one raised.
    """
    record = given if isinstance(given, InProcess) else InProcess(given)
    if declares is not None and declares not in FORMS:
        raise unknown("form", declares, FORMS)
    known = ALSO.get(record.kind, record.kind) or kind_of(record.call)
    name = record.name or name_of(record.call)
    guest = GuestInProcess(
        kind=known or "python",
        target=name,
        function=function,
        device=device,
        limit=limit,
        call=record.call,
        look=record.look,
        guessed=known is None,
    )
    traits = guest.traits()
    return Implementation(
        name=name,
        function=function,
        form=declares,
        writing=None,
        arithmetic=None,
        call=guest,
        formats=tuple(FORMATS),
        # two of one name are two
        source=f"{guest.kind}:{name} at {id(record.call):#x}",
        version=traits.version,
        guest=guest,
    )


def in_process(given: object) -> bool:
    """Whether an entry of ``Selection.implementations`` is called in this process."""
    return not isinstance(given, str)
