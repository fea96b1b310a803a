"""Double-double arithmetic on float64 arrays: a number is the unevaluated sum of two words.

Every step is IEEE basic arithmetic on whole arrays, so the bits are the same on every machine.
Error-free transformations from Dekker, "A floating-point technique for extending the available
precision", 1971, and Knuth, TAOCP 2, section 4.2.2. u = 2^-53.
"""

_SPLITTER = 134217729.0  # 2^27 + 1


def two_sum(a, b):
    """(s, e) with s = RN(a + b) and s + e = a + b exactly."""
    s = a + b
    t = s - a
    return s, (a - (s - t)) + (b - t)


def fast_two_sum(a, b):
    """(s, e) as ``two_sum``, for |a| >= |b|."""
    s = a + b
    return s, b - (s - a)


def split(a):
    """(h, l) with h + l = a exactly, each of at most 26 bits; |a| below 2^996."""
    t = _SPLITTER * a
    h = t - (t - a)
    return h, a - h


def two_prod(a, b, a_parts=None):
    """(p, e) with p = RN(a·b) and p + e = a·b exactly, barring underflow of e."""
    p = a * b
    ah, al = a_parts or split(a)
    bh, bl = split(b)
    return p, ((ah * bh - p) + ah * bl + al * bh) + al * bl


def horner_step(t, t_parts, p, c):
    """c + t·p in double-double, for a float64 t.

    Error at most 2^-101·(|c| + |t·p|), absolutely: the two error-free transformations lose nothing;
    t·p_low, the sums of the low words and the last normalisation lose at most 8u² of the terms, and
    the bound leaves a factor of 4 for cancellation in the normalisation.
    """
    a, b = two_prod(t, p[0], t_parts)
    s, e = two_sum(c[0], a)
    return fast_two_sum(s, e + (c[1] + (b + t * p[1])))


def scaled_sum(a, v):
    """a + v for a float64 array a and a double-double v, normalised; error as ``horner_step``."""
    s, e = two_sum(a, v[0])
    return two_sum(s, e + v[1])


def product(a, b):
    """a·b for a float64 a and a double-double b, to 2^-101·|a·b|, barring underflow."""
    p, e = two_prod(a, b[0])
    return fast_two_sum(p, e + a * b[1])
