"""Code that answers otherwise the second time: the figures are those of one call."""

import numpy as np

from gelucheck.api import compare

MODULE = """
import numpy as np
from math import erfc

calls = 0
erfc = np.frompyfunc(erfc, 1, 1)

def every_other(x):
    global calls
    calls += 1
    v = x.astype(np.float64)
    y = (0.5 * v * erfc(-v * 0.5**0.5).astype(np.float64)).astype(x.dtype)
    return y if calls % 2 else y * x.dtype.type(1 + 2**-9)
"""


def test_figures_are_of_one_call(tmp_path, monkeypatch):
    (tmp_path / "unsteady_ones.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    run = compare(
        dtypes=("float16",),
        forms=(),
        implementations=("python:unsteady_ones:every_other",),
        declares=("erf",),
    )
    (row,) = run.rows
    # half an ulp below 4 is 2^-10, which a correct rounding comes close to; 2^-9 of 2^15 is 64
    assert row.total.max_abs.value > 2.0**-11
    assert row.total.max_abs.value >= row.total.mean_abs
    assert row.correctly_rounded == row.inputs or row.total.max_abs.value >= 32
    assert np.isfinite(row.total.max_ulp.value)
