"""Witnesses of outputs, held against what is due."""

import math

import numpy as np

from gelucheck.formats import Format
from gelucheck.peaks import exact_error
from gelucheck.record import Witness
from gelucheck.reference.functions import Function
from gelucheck.reference.oracle import nearest_float
from gelucheck.rows import shortest_hex


def due_witness(fmt: Format, function: Function, x: float, got: float) -> Witness:
    """An output against the exact value: in ulp of it, 0 where one of them is no number."""
    x, got = float(x), float(got)
    want, value = nearest_float(function, x), 0.0
    if np.isfinite([x, got, want]).all():
        value, _ = exact_error("ulp", fmt, function, "coarse")(x, got)
    bits = f"0x{fmt.round(x):0{fmt.bits // 4}x}"
    return Witness(value, x, shortest_hex(x), bits, got, want)


def further(fmt: Format, function: Function, x: float, *outputs: float) -> Witness:
    """Of several outputs for one input the one that is further from what is due; of equals the
    first."""
    return max((due_witness(fmt, function, x, got) for got in outputs), key=_distance)


def _distance(witness: Witness) -> tuple[float, bool]:
    """The error, whatever it is of, and whether a zero has the other sign."""
    got, want = witness.got, witness.want
    if math.isfinite(got) and math.isfinite(want):
        return abs(witness.value), math.copysign(1, got) != math.copysign(1, want)
    return 0.0 if got == want or (math.isnan(got) and math.isnan(want)) else math.inf, False
