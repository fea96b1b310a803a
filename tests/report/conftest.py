"""Rows with profiles that were computed by NumPy in the format, against the C library's erfc."""

import math

import numpy as np
import pytest

from gelucheck.record import COUNTS, Claim, Errors, Row, Run, Window

NOTHING = Errors(None, None, None, None, None, None)


def _exact(x):
    return x * math.erfc(-x / math.sqrt(2)) / 2


def _form(name, x):
    if name == "erf":
        return _exact(x)
    tanh = 2 * math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
    inner = tanh if name == "tanh" else 1.702 * x
    return x / (1 + math.exp(-inner)) if inner > -700 else 0.0


def _profile(form, arithmetic, dtype):
    kind = np.dtype(dtype).type
    points = []
    for x in np.linspace(-20, 10, 512).astype(dtype).tolist():
        want = _exact(x)
        got = float(kind(_form(form, x)))
        if arithmetic == "native":
            gate = _form(form, x) / x if x else 0.5
            got = float(kind(x) * kind(float(kind(1) + kind(2 * gate - 1)) / 2))
        unit = float(np.spacing(kind(abs(want))))
        points.append((x, abs(got - want), abs(got - want) / unit))
    return tuple(points)


def make_row(form, arithmetic, dtype, profile=None):
    points = _profile(form, arithmetic, dtype) if profile is None else profile
    claim = Claim("atol", 1e-3, "pass", None, 1e-4, None)
    return Row(
        *(form, form, form, dtype, arithmetic, "gelu", "sample", len(points), NOTHING, NOTHING),
        *(None, 0, 0, dict.fromkeys(("0", "1", "2", "3", "more"), 0), dict.fromkeys(COUNTS, 0)),
        claims=(claim,),
        profile=tuple(Window(x, x, 0.0, size, 0.0, ulp, 0.0, None) for x, size, ulp in points),
    )


@pytest.fixture(scope="session")
def plotted():
    """Three forms under two arithmetics in two formats, with profiles."""
    rows = [
        make_row(form, arithmetic, dtype)
        for form in ("erf", "tanh", "sigmoid")
        for arithmetic in ("native", "upcast")
        for dtype in ("float16", "float32")
    ]
    return Run({}, tuple(rows))


@pytest.fixture
def row():
    return make_row
