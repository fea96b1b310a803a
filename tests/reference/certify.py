"""Certify the Taylor tables again, by formulas and bounds of its own.

By hand, every node: ``python tests/reference/certify.py [FUNCTION ...]``; exit status 1 where an
entry is wrong or a bound too small.

Independent of ``gelucheck.reference.build``: other expressions at a higher precision, derivatives
by differentiating the series, and the remainder not by Lagrange but as the tail of the series: its
first ``MORE`` terms, and Cauchy's estimate |c_k| <= M/R^k, M the maximum on a circle of radius R in
which the function is analytic.
"""

import sys

import numpy as np
from flint import acb, arb, arb_series, ctx

MORE = 44
ARCS = 16
PIECES = 16
U = 2.0**-53


def logistic(z):
    return 1 / (1 + (-z).exp())


def slope_argument(x):
    return (8 / arb.pi()).sqrt() * (x + arb(8943) / 200000 * x * x * x)


def quick_argument(x):
    return x * (arb(851) / 500)


def odd_exponential(x):
    w = (2 * x).exp()
    return (w - 1) / (w + 1)


# value, of numbers, complex numbers and series alike; the argument whose imaginary part must stay
# below pi for the function to be analytic; bits that cancel at u
PLAIN = {
    "gelu": (lambda x: x * (1 + (x / arb(2).sqrt()).erf()) / 2, None, lambda u: 0.73 * u * u),
    "tanh": (lambda x: x * logistic(slope_argument(x)), slope_argument, lambda u: 0),
    "sigmoid": (lambda x: x * logistic(quick_argument(x)), quick_argument, lambda u: 0),
    "op.erf": (lambda x: 1 - x.erfc(), None, lambda u: 0),
    "op.erfc": (lambda x: 1 - x.erf(), None, lambda u: 1.45 * u * u),
    "op.tanh": (odd_exponential, lambda x: 2 * x, lambda u: 0),
    "op.sigmoid": (logistic, lambda x: x, lambda u: 0),
    "op.exp": (lambda x: (x / 2).exp() ** 2, None, lambda u: 0),
    "op.normcdf": (lambda x: (1 + (x / arb(2).sqrt()).erf()) / 2, None, lambda u: 0.73 * u * u),
}


def analytic_radius(argument, u: float, start: float) -> float:
    """R so that |Im argument| < pi in a square that holds the disc of radius R around u."""
    while argument is not None:
        ball = arb(0, start)
        if argument(acb(arb(u) + ball, ball)).imag.abs_upper() < 3.14:
            break
        start *= 0.9
    return start


def cauchy(value, centre: float, radius: float):
    """Upper bound of |value| on the circle."""
    width = arb(0, np.pi / ARCS * 1.0001)
    worst = arb(0)
    for k in range(ARCS):
        angle = acb(0, 2 * arb.pi() * k / ARCS + width)
        worst = worst.max(arb(value(acb(centre) + radius * angle.exp()).abs_upper()))
    return worst


def series(name: str, side: int, u: float, terms: int, step: float):
    """Balls of the first terms + MORE coefficients of g at u, and a bound of those after, by
    |t| <= step/2."""
    base, slope = name.removesuffix("_grad"), name.endswith("_grad")
    value, argument, lost = PLAIN[base]
    ctx.prec = 220 + int(lost(u))
    count = ctx.cap = terms + MORE + slope
    coefficients = value(arb_series([arb(side * u), side]))
    c = [coefficients[k] for k in range(count)]
    radius = analytic_radius(argument, side * u, 1.0)
    ratio = arb(step) / 2 / radius
    assert ratio < 0.7, (name, u, ratio)
    size = cauchy(value, side * u, radius)
    rest = size * ratio**count / (1 - ratio)
    if slope:
        # f'(side·u): side times the derivative of g
        c = [side * (k + 1) * c[k + 1] for k in range(count - 1)]
        m = count - 1
        rest = size / radius * ratio**m * (m + 1) / (1 - ratio) ** 2
    return c, rest


def remainder(c: list, rest, terms: int, step: float):
    """Upper bound over |t| <= step/2 of |Σ_{k >= terms} c_k t^k|."""
    radius = arb(step) / 2
    worst = arb(0)
    for piece in range(PIECES):
        t = radius * (arb(2 * piece + 1 - PIECES, 1) / PIECES)
        total = arb(0)
        for coefficient in reversed(c[terms:]):
            total = total * t + coefficient
        worst = worst.max(arb((total * t**terms).abs_upper()))
    return worst + rest


def horner_bounds(c: list, pairs: int, radius: float):
    """Rigorous bounds E_k of the error of the computed p_k, and S_k of |p_k|, second order too.

    In float64 a step adds u|t·p| for the product, u(|c| + |t·p|) for the sum and u|c| for the
    stored coefficient. In double-double the sums of low words lose less than 14u² of |c| + |t·p|.
    """
    errors, sizes = [arb(0)] * (len(c) + 1), [arb(0)] * (len(c) + 1)
    for k in reversed(range(len(c))):
        size, moved = arb(c[k].abs_upper()), radius * (sizes[k + 1] + errors[k + 1])
        if k < pairs:
            added = 14 * U * U * (size + moved) + U * U / 2 * size
        else:
            added = U * moved + U * (1 + U) * (size * (1 + U) + moved) + U * size
        errors[k] = radius * errors[k + 1] + added
        sizes[k] = size + radius * sizes[k + 1]
    return errors, sizes


def faults(table, name: str, side: int, i: int) -> list[str]:
    """What is wrong with node i of a table; empty where all is proved."""
    terms, pairs, u = len(table.high), len(table.low), i * table.step
    found = []
    before = ctx.prec, ctx.cap
    try:
        c, rest = series(name, side, u, terms, table.step)
        scale = arb(table.scale[i])
        c, rest = [scale * x for x in c], scale * rest
        largest = sum((x.abs_upper() for x in c[:terms]), arb(0))
        for k in range(terms):
            stored = arb(table.high[k, i]) + (arb(table.low[k, i]) if k < pairs else 0)
            unit = U * U / 2 if k < pairs else U
            allowed = arb(c[k].abs_upper()) * unit * 1.001 + largest * 2.0**-150
            if not (c[k] - stored).abs_upper() <= allowed:
                found.append(f"coefficient {k} is {table.high[k, i]!r}")
        rest = remainder(c, rest, terms, table.step)
        radius = arb(table.step) / 2
        errors, sizes = horner_bounds(c[:terms], pairs, radius)
        if i == 0 and table.high[0, 0] == 0:
            # p_0 = t·p_1: everything relative to |t|·min |p_1|
            slope = arb(c[1].abs_lower()) - radius * sizes[2]
            need = (errors[1] + rest / radius) / slope + (14 * U * U if pairs else U)
            if not need <= arb(table.relative[0]):
                found.append(f"relative bound {table.relative[0]!r} below {need}")
        else:
            need = errors[0] + rest
            if not need <= arb(table.absolute[i]):
                found.append(f"absolute bound {table.absolute[i]!r} below {need}")
            if table.relative[i] < 0:
                found.append("negative relative bound")
    finally:
        ctx.prec, ctx.cap = before
    return found


def main() -> int:
    from gelucheck.reference.functions import FUNCTIONS
    from gelucheck.reference.tables import SHAPES, load

    failed = 0
    for name in sys.argv[1:] or SHAPES["double"]:
        for tier in SHAPES:
            table = load(FUNCTIONS[name], tier)
            nodes = range(table.scale.size)
            wrong = {
                i: found for i in nodes if (found := faults(table, name, FUNCTIONS[name].side, i))
            }
            failed += len(wrong)
            sys.stdout.write(f"{name} {tier}: {len(nodes)} nodes, {len(wrong)} at fault\n")
            sys.stdout.writelines(f"    node {i}: {text}\n" for i, text in list(wrong.items())[:10])
            sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
