"""Make the Taylor tables from Arb power series: ``python -m gelucheck.reference.build``.

Run when a function or a shape changes; the tables it writes are committed.
"""

import sys

import numpy as np

from gelucheck.reference.enclosure import arb_precision
from gelucheck.reference.functions import FUNCTIONS, Function
from gelucheck.reference.tables import (
    DATA,
    SCALE,
    SHAPES,
    SMALL,
    Shape,
    Table,
    bounds,
    pack,
    path_of,
)

BITS = 200
PIECES = 8
ACCURATE = 2.0**-120


def jet(function: Function, node: float, terms: int):
    """Arb balls of the first Taylor coefficients of the base side at a node."""
    from flint import arb, arb_series

    with arb_precision(BITS, terms):
        series = function.arb(arb_series([arb(function.side * node), function.side]))
        return [series[k] for k in range(terms)]


def remainder(function: Function, node: float, step: float, terms: int):
    """Upper bound of |g(u) - Taylor polynomial| for all |u - node| <= step/2, an Arb number.

    Lagrange: it is at most |g^(n)(ξ)/n!|·r^n with ξ between. A ball that holds an interval gives an
    enclosure of that coefficient for every ξ in it; ``PIECES`` balls hold the whole interval, and
    narrower ones lose less to interval arithmetic.
    """
    from flint import arb, arb_series

    worst = arb(0)
    with arb_precision(80, terms + 1):
        for piece in range(PIECES):
            centre = node + step * ((2 * piece + 1) / (2 * PIECES) - 0.5)
            ball = function.side * arb(centre, step / (2 * PIECES))
            coefficient = function.arb(arb_series([ball, function.side]))[terms]
            worst = worst.max(arb(coefficient.abs_upper()))
        return worst * (arb(step) / 2) ** terms


def _up(ball) -> float:
    """A float64 not below the ball."""
    return float(np.nextafter(float(ball.upper()), np.inf))


def make(function: Function, tier: str) -> Table:
    """The table of a function, every bound proved."""
    from flint import arb

    shape: Shape = SHAPES[tier][function.name]
    high = np.zeros((shape.terms, shape.nodes))
    low = np.zeros((shape.pairs, shape.nodes))
    scale = np.ones(shape.nodes)
    rest = np.zeros(shape.nodes)
    for i in range(shape.nodes):
        node = i * shape.step
        coefficients = jet(function, node, shape.terms)
        if shape.pairs and node and float(coefficients[0].abs_upper()) < SMALL:
            scale[i] = SCALE
        with arb_precision(BITS):
            factor = arb(scale[i])
            rest[i] = _up(remainder(function, node, shape.step, shape.terms) * factor)
            size = sum((c.abs_upper() for c in coefficients), arb(0))
            for k, coefficient in enumerate(coefficients):
                if not float(coefficient.rad()) <= ACCURATE * float(size.upper()) + 2.0**-1060:
                    raise ArithmeticError(f"{function.name}: coefficient {k} at {node} is too wide")
                scaled = coefficient * factor
                high[k, i] = float(scaled.mid())
                if k < shape.pairs:
                    low[k, i] = float((scaled.mid() - arb(high[k, i])).mid())
    absolute, relative = bounds(high, low, rest, shape.step)
    with arb_precision(BITS):
        beyond = function.tail(arb(shape.end)) * (arb(SCALE) if shape.pairs else 1)
    return Table(shape.step, high, low, absolute, relative, scale, _up(beyond))


def main() -> int:
    """Write every table; say how large its bound is."""
    DATA.mkdir(exist_ok=True)
    names = sys.argv[1:] or [name for name, record in FUNCTIONS.items() if not record.table]
    for name in names:
        for tier in SHAPES:
            table = make(FUNCTIONS[name], tier)
            np.save(path_of(name, tier), pack(table), allow_pickle=False)
            with np.errstate(divide="ignore", invalid="ignore"):
                worst = np.log2(np.nanmax((table.absolute / np.abs(table.high[0]))[1:]))
            sys.stdout.write(
                f"{name} {tier}: {table.scale.size} nodes, bound 2^{worst:.1f} of the value, "
                f"beyond {table.beyond:.3g}\n"
            )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
