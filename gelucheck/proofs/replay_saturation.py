"""The checker of a format's thresholds; part of ``replay``, and imports nothing of gelucheck.

With u > 0, Q = 1 - Φ, φ = Φ':

1. gelu(u) = u - uQ(u) and gelu(-u) = -uQ(u). uQ falls for u >= 1 [Q < φ/u <= uφ], while gaps of
   values grow: where half the gap below u is more, gelu(u) rounds to u; where half the least value
   is more, gelu(-u) rounds to -0. Checked at the threshold and at the power of two after it, since
   the gap below a power is narrower; the value before the threshold fails.
2. D(x) = gelu(x) - x/2 = |x|(Φ(|x|) - 1/2) > 0 grows with |x|, and D(x/2) < D(x)/2. x/2 + D rounds
   to x/2, ties up, if D is below half the gap above x/2 (between the least values, x/2 may be a
   tie: then too), and does not if it is above and x/2 is a value. From binade to binade down gaps
   are halved, until they stay the least: checked at the last value within, the power of two up to
   it, and the last value of the binade before; the value after fails.
"""

import math

from flint import arb

from gelucheck.proofs.replay_fields import exactly, fields, interval, need, number


def saturation(theorem: dict) -> tuple[str, int]:
    """Check the thresholds; statement, and number of boxes: none."""
    fields(theorem, "name sentence kind dtype precision emin largest identity zero half between")
    p, least, between = theorem["precision"], theorem["emin"], theorem["between"]
    counts = all(type(each) is int for each in (p, least, between))
    need(counts and 2 <= p <= 53 and -1074 < least - p + 2 <= 0, "precision", "is of no format")
    largest = number(theorem["largest"], "largest", math.inf)
    same, zero = (number(theorem[key], key) for key in ("identity", "zero"))
    left, right = interval(theorem["half"], "half")

    def index(x):  # of the last value up to x >= 0
        power = max(math.frexp(x)[1] - 1, least)
        return (power - least << p - 1) + int(math.ldexp(x, p - 1 - power))

    def value(k):
        power = max((k >> p - 1) - 1, 0)
        return math.ldexp(k - (power << p - 1), power + least - p + 1)

    def room(x, step):  # half the gap on one side
        return abs(arb(value(index(x) + step)) - arb(value(index(x)))) / 2

    def lost(u):  # lemma 1
        return arb(u) * (arb(u) / arb(2).sqrt()).erfc() / 2

    def more(x):  # lemma 2
        return arb(x) * (arb(x) / arb(2).sqrt()).erf() / 2

    sizes = -zero, -left, right, same, largest
    ordered = -zero >= -left >= 2.0 ** (least + 1) <= right <= same <= largest
    ordered = ordered and min(-zero, same) >= 1 and -zero <= largest
    need(ordered, "it", "has thresholds out of order")
    need(all(value(index(x)) == x for x in sizes), "it", "has thresholds that are no values")
    down, minus, plus, up, _ = map(index, sizes)
    need(between == down - minus + up - plus, "between", "is miscounted")
    after = math.ldexp(1.0, math.frexp(same)[1])
    kept = all(lost(x) < room(x, -1) for x in (same, after))
    need(kept and lost(value(up - 1)) > room(value(up - 1), -1), "identity", "is not the first")
    rest = arb(value(1)) / 2
    need(lost(-zero) < rest < lost(value(down - 1)), "zero", "is not the last")
    for k, step in ((plus, 1), (minus, -1)):
        top = math.ldexp(0.5, math.frexp(value(k - 1))[1])
        kept = (value(k - 1), top, value(index(top) - 1))
        need(all(more(x) < room(x / 2, step) for x in kept), "half", "ends too late")
        need(more(value(k)) > room(value(k) / 2, step), "half", "ends too early")
    same, zero, left, right, largest = map(exactly, (same, zero, left, right, largest))
    fmt = f"{p} bits, least exponent {least}, largest value {largest}"
    first = f"gelu rounds to x from {same} on, first, to -0 from {zero} down, first"
    half = f"to x/2 (ties up) between {left} and {right}, first"
    return f"{fmt}: {first}, {half}; {between} values are left", 0
