"""Every writing of the catalogue goes under the microscope."""

from fractions import Fraction

import pytest

from gelucheck.explain.explanation import explain
from gelucheck.formats import FORMATS
from gelucheck.forms.arithmetic import compute
from gelucheck.forms.catalogue import ALL

CASES = [(writing, text) for writing in ALL for text in ("-2.75", "-7e4")]


@pytest.mark.parametrize(
    ("writing", "text"), CASES, ids=[f"{w.function}-{w.name}-{x}" for w, x in CASES]
)
def test_traces(writing, text):
    """The result is what is computed, the three errors add up, and the last step is the result."""
    for found in explain(text, forms=[writing.name], function=writing.function).traces:
        fmt = FORMATS[found.dtype]
        x = fmt.values_of_bits([fmt.round(float(text))])
        got = compute(writing.call, x, fmt, found.arithmetic)
        assert int(found.result.bits, 16) == int(fmt.bits_of_values(got)[0])
        assert repr(found.steps[-1].value) == repr(found.result.value)
        assert found.sentence
        # far left the errors are beyond all that a fraction can hold
        if text == "-2.75":
            total, method, rest = map(Fraction, (found.total, found.method, found.evaluation))
            assert abs(total - method - rest) <= 2 * max(map(abs, (total, method, rest))) / 10**16
