"""Bounds of the tails: u, an Arb ball -> B with |g(v) - limit| <= B for all v >= u >= 5.

g is the base side of a function (see ``functions``). Each bound decreases there.
"""

from gelucheck.reference import in_arb
from gelucheck.reference.constants import QUICK


def gauss(u):
    """u·φ(u) bounds u·Q(u) = |gelu(-u)|, for Q < φ/u <= φ, and |gelu_grad(-u)| = uφ - Q."""
    from flint import arb

    return u * (u * u / -2).exp() * (2 * arb.pi()).rsqrt()


def logistic_tail(u):
    """s(-u) <= e^-u."""
    return (-u).exp()


def tanh_form_tail(u):
    """|g| = u·s(-2z) <= u·e^-2z; its derivative adds at most u·2z'·s, and z' > 0."""
    z, slope = in_arb.inner(u)
    return (u + 1 + u * slope) * (-z).exp()


def sigmoid_form_tail(u):
    """|g| <= u·e^-au, and |g'| <= (1 + au)·e^-au."""
    z = u * in_arb.constant(QUICK)
    return (1 + u + z) * (-z).exp()


def erfc_tail(u):
    """erfc(u) <= exp(-u²) for u >= 0 (Abramowitz and Stegun 7.1.13)."""
    return (-u * u).exp()


def tanh_tail(u):
    """1 - tanh u = 2/(e^2u + 1) <= 2e^-2u."""
    return 2 * (-2 * u).exp()
