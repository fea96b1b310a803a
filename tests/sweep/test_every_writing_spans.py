"""Every writing of the catalogue is measured, by value and by span."""

import numpy as np
import pytest

from gelucheck.api import compare
from gelucheck.block import Block
from gelucheck.formats import FORMATS
from gelucheck.forms.catalogue import GRADIENTS, WRITINGS, find_writing
from gelucheck.implementations.writing import from_writing
from gelucheck.measure import measure
from gelucheck.reference.blocks import PANEL
from gelucheck.sweep.run import Engine
from gelucheck.sweep.span import measure_span
from gelucheck.tally import Tally

SINGLE = FORMATS["float32"]


@pytest.mark.parametrize(
    ("dtype", "inputs", "count"), [("float16", "-3:-2", 513), ("float32", "-3:-2:2000", 2000)]
)
@pytest.mark.parametrize(
    ("function", "names"), [("gelu", tuple(WRITINGS)), ("gelu_grad", tuple(GRADIENTS))]
)
def test_a_row_for_every_writing(function, names, dtype, inputs, count):
    """float16 has steps of 2^-9 there."""
    run = compare(
        dtypes=(dtype,), forms=names, functions=(function,), inputs=inputs, engine=Engine(jobs=1)
    )
    assert [(row.writing, row.inputs) for row in run.rows] == [
        (name, count) for name in names for _ in range(2)
    ]
    for row in run.rows:
        assert row.form == find_writing(row.writing, function).form
        assert row.evaluation.max_ulp.value >= 0


@pytest.mark.parametrize("arithmetic", ["native", "upcast"])
@pytest.mark.parametrize(
    ("name", "x"),
    [
        ("normcdf", -2.0),
        ("erf-as7126", -4.0),
        ("tanh-table", -10.0),
        ("tanh-seam5", 5.0),
        ("quick-exp", -2.0),
    ],
)
def test_a_span_is_what_measure_gives(name, x, arithmetic):
    item = from_writing(find_writing(name), arithmetic)
    start = SINGLE.ordinal(SINGLE.round(x)) // PANEL * PANEL
    want = measure(item, Block(SINGLE, SINGLE.values(np.arange(start, start + PANEL))))
    got = measure_span(item, SINGLE, range(start, start + PANEL))
    assert isinstance(got, Tally)
    for field in ("inputs", "steps", "faithful", "counts"):
        assert getattr(got, field) == getattr(want, field), field
    assert got.total.peaks == want.total.peaks
    assert got.evaluation.peaks == want.evaluation.peaks
