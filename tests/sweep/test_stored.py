"""Tallies written and read back: the same, to the last bit."""

import json
import math

import numpy as np
import pytest

from gelucheck.block import Block
from gelucheck.formats import FORMATS
from gelucheck.implementations.interface import Implementation
from gelucheck.measure import measure
from gelucheck.peaks import Peak
from gelucheck.sweep.stored import tally_from_json, tally_to_json
from gelucheck.tally import Count, Measured, RegionTally, Tally


def there_and_back(tally: Tally) -> Tally:
    return tally_from_json(json.loads(json.dumps(tally_to_json(tally), allow_nan=False)))


@pytest.mark.parametrize(
    "value",
    [0.0, 0.1, 5e-324, 2.0**-1022, 1.7976931348623157e308, math.inf, 0, 1, 2**63 + 1, 3.0],
)
def test_values_of_peaks(value):
    peak = Peak(value, -(2**62), 2**64 - 1, 0, True)
    found = there_and_back(Tally(method=peak)).method
    assert found == peak
    # 3 and 3.0 are equal, and not the same
    assert type(found.value) is type(value)


def test_every_field():
    peak = Peak(0.3, -7, 9, 11)
    measured = Measured(3, 2**2000, 2**1999 + 1, 5, 6, {"ulp": peak, "steps": Peak(4, 1, 2, 3)})
    tally = Tally(
        inputs=2**32,
        regions={0: RegionTally(7, {}), 10: RegionTally(1, {"absolute": peak})},
        total=measured,
        evaluation=Measured(),
        method=None,
        steps=(1, 2, 3, 4, 5),
        faithful=6,
        counts={"nan": Count(2, peak), "nan_left": Count(1, peak), "broken": Count(9, peak)},
        profile={
            0: (np.float64(-0.1), 0.2, 0.0, 5e-324, 1.0, 0.5),
            579: (-math.inf, 0.0, -1e300, math.inf, 3.0, None),
        },
        asked=8,
    )
    assert there_and_back(tally) == tally


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=lambda fmt: fmt.name)
def test_what_is_measured(fmt):
    x = fmt.values(np.arange(-fmt.end_bits - 1, fmt.end_bits, fmt.end_bits // 500))
    # zeros, infinities and a NaN among the outputs
    item = Implementation("it", "gelu", "tanh", None, None, lambda x, _: x * x * x, (fmt.name,))
    with np.errstate(all="ignore"):
        tally = measure(item, Block(fmt, x))
    assert tally.counts
    assert there_and_back(tally) == tally


def whole() -> dict:
    peak = Peak(0.3, -7, 9, 11)
    return tally_to_json(
        Tally(
            regions={1: RegionTally(7, {"ulp": peak})},
            method=peak,
            counts={"nan": Count(2, peak)},
            profile={3: (-0.1, 0.2, -1.5, 0.5, 2.0, None)},
        )
    )


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("inputs", -1),
        ("inputs", 1.5),
        ("inputs", True),
        ("inputs", "1"),
        ("steps", [1, 2, 3]),
        ("steps", None),
        ("regions", [[11, 1, {}]]),
        ("regions", [[0, 1, {"size": None}]]),
        ("regions", [[0, 1, {"ulp": None}]]),
        ("total", [1, 2, 3, 4, {}]),
        ("total", [1, 2, 3, 4, 5, {}]),
        ("total", [1, 2, 3, 4, 5, 6, 7, {}]),
        ("total", [1, 2, 3, 4, 5, -1, {}]),
        ("parts", {"1:2": {}}),
        ("parts", []),
        ("method", [0.5, 1, 2, 3, False]),
        ("method", ["0x1p-1", 1, 2, 3]),
        ("method", ["no number", 1, 2, 3, False]),
        ("method", ["0x1p-1", 1, 2**64, 3, False]),
        ("method", ["0x1p-1", "1", 2, 3, False]),
        ("method", ["0x1p9999", 1, 2, 3, False]),
        ("counts", {"teapots": [1, ["0x0p+0", 1, 2, 3, False]]}),
        ("counts", {"nan": [1, None]}),
        ("profile", [[580, *["0x0p+0"] * 6]]),
        ("profile", [[-1, *["0x0p+0"] * 6]]),
        ("profile", [[1, *["0x0p+0"] * 5]]),
        ("profile", [[1, *["0x0p+0"] * 7]]),
        ("profile", [[1, None, *["0x0p+0"] * 5]]),
        ("profile", [[1, 0.0, *["0x0p+0"] * 5]]),
        ("profile", [[1]]),
    ],
)
def test_what_is_no_tally(key, value):
    stored = whole()
    tally_from_json(stored)
    with pytest.raises(ValueError):
        tally_from_json({**stored, key: value})


@pytest.mark.parametrize("stored", [None, 3, [], "tally", {}, {"inputs": 1}])
def test_other_things(stored):
    with pytest.raises(ValueError):
        tally_from_json(stored)
