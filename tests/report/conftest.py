"""A run that was measured: three forms, two arithmetics, three formats, a derivative."""

from dataclasses import replace

import pytest

from gelucheck.api import compare
from gelucheck.record import Run


@pytest.fixture(scope="session")
def plotted():
    """Three forms under their arithmetics in three formats, and one row of the derivative."""
    run = compare(dtypes=("float16", "float32", "float64"), samples=1 << 11)
    slope = compare(
        dtypes=("float16",), forms=("tanh",), arithmetics=("native",), functions=("gelu_grad",)
    )
    return Run(run.provenance, (*run.rows, *slope.rows), run.theorems)


@pytest.fixture
def row(plotted):
    """A row of the erf form, native, in float16, with some fields changed."""
    first = plotted.rows[0]
    assert (first.form, first.dtype, first.arithmetic) == ("erf", "float16", "native")
    return lambda **changes: replace(first, **changes)
