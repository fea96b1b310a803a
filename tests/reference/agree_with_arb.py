"""Hold the references and the operations against Arb, by formulas and a rounding of its own.

By hand: ``python tests/reference/agree_with_arb.py --count 1000000 --dtype float32`` and, for every
value of a 16-bit format, ``--all --dtype float16``. Exit status 1 where one value disagrees.

Nothing of gelucheck decides here: the formulas are others than in ``reference/functions.py``, and a
value r is the nearest one if and only if y lies strictly between the two midpoints around r, which
Arb proves by comparing balls. (y is transcendental for rational x != 0, so it is never on one.)
"""

import argparse
import sys
import time

import numpy as np
from flint import arb, ctx

REFERENCES = ("gelu", "tanh", "sigmoid", "gelu_grad", "tanh_grad", "sigmoid_grad")
OPERATIONS = ("op.erf", "op.erfc", "op.tanh", "op.sigmoid", "op.exp", "op.cosh", "op.normcdf")
BEYOND = 800.0
"""From here on every f is within 2^-1100 of a limit, or of x: e^-800 < 2^-1154."""


def half_gamma(square):
    """Γ(1/2, z²)/(2·sqrt(pi)) = erfc(|z|)/2."""
    return square.gamma_upper(arb(0.5)) / (2 * arb.pi().sqrt())


def normal_cdf(x):
    tail = half_gamma(x * x / 2)
    return tail if x < 0 else 1 - tail


def slope_tanh(x):
    """2z and (2z)' of the tanh form; 8/pi under the root, 44715/10^6 as an integer ratio."""
    root, cubic = (8 / arb.pi()).sqrt(), arb(8943) / 200000
    return root * x + root * cubic * x**3, root + 3 * root * cubic * x**2


def logistic(z):
    return 1 / (1 + (-z).exp())


def product_rule(x, z, slope):
    """(x·s(z))' with s' = e^-z·s², a product without cancellation on the left."""
    s = logistic(z)
    return s + x * slope * (-z).exp() * s * s


def normal_slope(x):
    return normal_cdf(x) + x * (-(x * x) / 2).exp() / (2 * arb.pi()).sqrt()


def erf(x):
    tail = 1 - 2 * half_gamma(x * x)
    return tail if x > 0 else -tail


TRUTH = {
    "gelu": lambda x: x * normal_cdf(x),
    "tanh": lambda x: x * logistic(slope_tanh(x)[0]),
    "sigmoid": lambda x: x * logistic(x * 851 / 500),
    "gelu_grad": normal_slope,
    "tanh_grad": lambda x: product_rule(x, *slope_tanh(x)),
    "sigmoid_grad": lambda x: product_rule(x, x * 851 / 500, arb(851) / 500),
    "op.erf": erf,
    "op.erfc": lambda x: 2 * normal_cdf(-x * arb(2).sqrt()),
    "op.tanh": lambda x: (2 * x).expm1() / ((2 * x).expm1() + 2),
    "op.sigmoid": logistic,
    "op.exp": lambda x: (x / 2).exp() ** 2,
    "op.cosh": lambda x: 1 + 2 * (x / 2).sinh() ** 2,
    "op.normcdf": normal_cdf,
}
LIMITS = {"op.erf": (-1, 1), "op.tanh": (-1, 1), "op.erfc": (2, 0.0), "op.exp": (0.0, np.inf)}
LIMITS |= dict.fromkeys(REFERENCES[:3], (-0.0, None)) | dict.fromkeys(REFERENCES[3:], (-0.0, 1))
LIMITS |= {"op.sigmoid": (0.0, 1), "op.normcdf": (0.0, 1), "op.cosh": (np.inf, np.inf)}
AT_ZERO = {"op.erfc": 1.0, "op.exp": 1.0, "op.cosh": 1.0, "op.sigmoid": 0.5, "op.normcdf": 0.5}
AT_ZERO |= dict.fromkeys(REFERENCES[3:], 0.5)


def expected_special(name: str, x: float):
    """The value that mathematics gives without evaluation, or None."""
    if np.isnan(x):
        return np.nan
    if x == 0:
        return AT_ZERO.get(name, x)
    if abs(x) >= BEYOND:
        limit = LIMITS[name][x > 0]
        return x if limit is None else float(limit)
    return None


def neighbours(rounded: np.ndarray, bits: int):
    """The values next below and above, by pattern; next to 0 the subnormals; as float64."""
    uint = np.dtype(f"uint{bits}")
    pattern = np.ascontiguousarray(rounded).view(uint)
    negative = (pattern >> uint.type(bits - 1)) == 1
    larger, smaller = pattern + uint.type(1), pattern - uint.type(1)
    top = uint.type(1 << (bits - 1))
    smaller = np.where(pattern == 0, top + uint.type(1), smaller)
    smaller = np.where(pattern == top, uint.type(1), smaller)
    below, above = np.where(negative, larger, smaller), np.where(negative, smaller, larger)
    # a signalling NaN beside an infinity complains
    with np.errstate(all="ignore"):
        return tuple(part.view(rounded.dtype).astype(np.float64) for part in (below, above))


def midpoints(below: float, r: float, above: float):
    """Twice the two midpoints around r. An infinity stands for the power of two after the largest
    value, and above it there is nothing that rounds otherwise."""
    if not np.isfinite(r):
        _, exponent = arb(below).man_exp()
        return 2 * arb(below) + arb(2) ** int(exponent), arb("inf")
    following = arb(above) if np.isfinite(above) else 2 * arb(r) - arb(below)
    return arb(below) + arb(r), arb(r) + following


def proved(name: str, x: float, r: float, below: float, above: float) -> bool:
    """Whether Arb proves that r is nearest to f(x), with the sign of f(x) where r is 0."""
    special = expected_special(name, x)
    if special is not None:
        return repr(float(special)) == repr(r)
    two = midpoints(below, r, above)
    ctx.prec = 80
    while ctx.prec <= 1 << 15:
        y = TRUTH[name](arb(x))
        twice = 2 * y
        if two[0] < twice < two[1]:
            if r != 0:
                return True
            if y < 0 or y > 0:
                return bool(y < 0) == bool(np.signbit(r))
        elif two[0] > twice or twice > two[1]:
            return False
        ctx.prec *= 2
    return False


def disagreements(name: str, x: np.ndarray, rounded: np.ndarray, bits: int) -> list:
    """Every (x, r) that Arb does not prove; x and rounded are 1-D, of the format's dtype."""
    before = ctx.prec
    # the midpoints need 1,075 bits at most: sums of two values next to each other
    ctx.prec = 80
    try:
        below, above = neighbours(rounded, bits)
        with np.errstate(all="ignore"):
            columns = [a.astype(np.float64).tolist() for a in (x, rounded, below, above)]
        return [(v, r) for v, r, b, a in zip(*columns, strict=True) if not proved(name, v, r, b, a)]
    finally:
        ctx.prec = before


def draw(fmt, count: int, seed: int) -> np.ndarray:
    """Random values of a format: a quarter by pattern, a quarter by binade up to 64, a half even
    in x where GELU is neither x nor 0."""
    rng = np.random.default_rng(seed)
    quarter = count // 4
    patterns = rng.integers(0, 1 << fmt.bits, quarter, dtype=np.uint64).astype(fmt.uint)
    exponents = rng.integers(fmt.quantum, 6, quarter)
    small = np.ldexp(rng.uniform(1, 2, quarter), exponents) * rng.choice([-1, 1], quarter)
    reach = (-40, 10) if fmt.precision == 53 else (-15, 7)
    middle = rng.uniform(*reach, count - 2 * quarter)
    with np.errstate(all="ignore"):
        rest = np.concatenate([small, middle]).astype(fmt.dtype)
    return np.concatenate([patterns.view(fmt.dtype), rest])


def run(name: str, fmt, x: np.ndarray) -> list:
    """Disagreements of gelucheck with Arb at x."""
    from gelucheck.reference.evaluate import evaluate
    from gelucheck.reference.functions import FUNCTIONS

    return disagreements(name, x, evaluate(FUNCTIONS[name], x, fmt).rounded, fmt.bits)


def main() -> int:
    from gelucheck.formats import FORMATS

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dtype", action="append", choices=list(FORMATS))
    parser.add_argument("--function", action="append", choices=list(TRUTH))
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--all", action="store_true", help="every value of a 16-bit format")
    options = parser.parse_args()
    failed = 0
    for dtype in options.dtype or FORMATS:
        fmt = FORMATS[dtype]
        for name in options.function or REFERENCES:
            x = draw(fmt, options.count, options.seed)
            if options.all:
                x = np.arange(1 << 16).astype(np.uint16).view(fmt.dtype)
            start = time.perf_counter()
            wrong = run(name, fmt, x)
            failed += len(wrong)
            seconds = time.perf_counter() - start
            sys.stdout.write(
                f"{dtype} {name}: {x.size} values, {len(wrong)} disagree, {seconds:.0f} s\n"
            )
            sys.stdout.writelines(f"    {v!r} ({v.hex()}): {r!r}\n" for v, r in wrong[:20])
            sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
