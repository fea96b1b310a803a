"""A real run, small."""

from dataclasses import replace

import pytest

from gelucheck import api
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import judge
from gelucheck.record import Run

LIMITS = Limits(max_steps=1)


@pytest.fixture(scope="session")
def real():
    """A run of float16: two writings, two arithmetics, both functions; with a guest's row in it."""
    run = api.compare(
        dtypes=("float16",),
        forms=("tanh", "erfc"),
        functions=("gelu",),
        inputs="-4:4:900",
        limits=LIMITS,
    )
    grad = api.compare(
        dtypes=("float16",),
        forms=("tanh", "erf"),
        arithmetics=("native",),
        functions=("gelu_grad",),
        inputs="-4:4:900",
        limits=LIMITS,
    )
    guest = replace(run.rows[0], implementation="python:k:f", writing=None, arithmetic=None)
    provenance = run.provenance | {"implementations": {"python:k:f": "numpy 2.1.0"}}
    return Run(provenance, (*run.rows, *grad.rows, guest))


@pytest.fixture(scope="session")
def real_verdict(real):
    return judge(real, LIMITS)
