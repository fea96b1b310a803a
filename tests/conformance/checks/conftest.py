"""Functions made by hand as subjects of the contract: what a guest does, without the registry."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided

from gelucheck.conformance.bench import Bench
from gelucheck.conformance.subject import Subject
from gelucheck.formats import FORMATS
from gelucheck.implementations.guest import Probe
from gelucheck.implementations.interface import Implementation

_ERFC = np.frompyfunc(math.erfc, 1, 1)


def _erfc(v):
    return np.asarray(_ERFC(v), np.float64)


def gelu(x):
    """The erf form in float64, then in the dtype of the input."""
    v = np.asarray(x, np.float64)
    y = np.where(v == -np.inf, -0.0, 0.5 * v * _erfc(-v * math.sqrt(0.5)))
    return y.astype(x.dtype)


def gelu_tanh(x):
    """The tanh form likewise."""
    v = np.asarray(x, np.float64)
    z = math.sqrt(2 / math.pi) * (v + 0.044715 * v**3)
    y = np.where(v == -np.inf, -0.0, v / (1 + np.exp(-2 * z)))
    return y.astype(x.dtype)


def gelu_grad(x):
    """The derivative of the erf form, likewise."""
    v = np.asarray(x, np.float64)
    y = 0.5 * _erfc(-v * math.sqrt(0.5)) + v * np.exp(-0.5 * v * v) / math.sqrt(2 * math.pi)
    y = np.where(np.isinf(v), np.where(v > 0, 1.0, -0.0), y)
    return y.astype(x.dtype)


class HandMade:
    """As ``Guest``, for a function at hand."""

    kind = "python"
    limit = 1.0
    look = "calls"

    def __init__(self, function, modes=None, approximate=None, documented=(), flat=False):
        self.function, self.modes, self.chosen = function, modes or {}, approximate
        self.known = SimpleNamespace(
            flat=flat,
            modes=tuple(self.modes),
            approximate=approximate is not None,
            documented=tuple(documented),
        )

    def traits(self):
        return self.known

    def probe(self, memory, fmt, layout=None, mode=None, approximate=None, times=1):
        function = self.modes[mode] if mode else self.function
        if approximate is not None:
            function = self.chosen(approximate[0])
        return tuple(self._probe(function, memory, layout) for _ in range(times))

    def _probe(self, function, memory, layout):
        given = memory.copy()
        x = given
        if layout is not None:
            start = given[layout.offset // given.itemsize :]
            x = as_strided(start, layout.shape, layout.strides)
        try:
            with np.errstate(all="ignore"):
                got = np.asarray(function(x))
        except Exception as problem:
            return Probe(None, repr(problem))
        shared = bool(np.may_share_memory(got, given))
        return Probe(got.copy(), "", given.tobytes() != memory.tobytes(), shared)


def make_subject(function, fmt="float32", form="erf", of="gelu", **traits):
    """A function as a subject."""
    guest = HandMade(function, **traits)
    item = Implementation("made", of, form, None, None, None, tuple(FORMATS), guest=guest)
    return Subject(item, FORMATS[fmt])


def found_by(checks, function, fmt="float32", form="erf", of="gelu", **traits):
    """The findings of one check, or of several on the same bench."""
    bench = Bench(make_subject(function, fmt, form, of, **traits))
    checks = checks if isinstance(checks, tuple) else (checks,)
    return [finding for check in checks for finding in check(bench)]


@pytest.fixture
def sound():
    """Sound functions by name."""
    return SimpleNamespace(gelu=gelu, gelu_tanh=gelu_tanh, gelu_grad=gelu_grad)


@pytest.fixture
def subject():
    """``make_subject``."""
    return make_subject


@pytest.fixture
def found():
    """``found_by``: check or checks, function -> findings."""
    return found_by
