"""The functions of a certificate, on boxes and in the tails; a part of ``replay``.

form(x) = x·s(x) with s = Φ (this form is gelu), or s = L(z) = 1/(1 + e^-z) with z = a·x,
0.01 <= a <= 100, or z = 2√(2/π)(x + c·x³), 0 <= c <= 10. f is a difference from gelu (of forms, of
derivatives, or s - Φ), the ratio s/Φ - 1, or one of the three alone. u = -x > 0, Q = 1 - Φ, φ = Φ'.

1. f(box) is in f(m) + f'(box)·[-r, r], m its middle, r its radius; and so for derivatives of f.
2. uQ <= φ [both vanish at infinity, (φ/u)' = -φ - φ/u² < Q']. So |gelu(x)| <= φ, and for u >= 1
   Q <= φ and gelu'(x) = Q - uφ is in [-uφ, 0]; φ and uφ fall there.
3. L(-z) <= e^-z. So |form(x)| <= u·e^-z, |form'(x)| <= (1 + uz')e^-z, s <= e^-z, z at u, and these
   fall from R on if Rz'(R) > 2 [uz' grows; then 1/u < z'; and z'' < z'², for uz'' <= 2z' < uz'²].
"""

from fractions import Fraction as Rational

from flint import arb, arb_series

from gelucheck.proofs.replay_fields import choice, fields, need, rational


def ball_of(number: Rational):
    return arb(number.numerator) / number.denominator


class Function:
    """f of a certificate: Taylor coefficients at points and over boxes, a tail, and in words."""

    def __init__(self, given: dict):
        fields(given, "kind form constant of", "the function's")
        self.kind = choice(given, "kind", "difference", "ratio", "itself")
        self.form = choice(given, "form", "erf", "tanh", "sigmoid")
        self.of = choice(given, "of", "gelu", "gelu_grad", "phi")
        need(self.kind != "ratio" or self.of == "gelu", "function", "is no ratio of forms")
        self.c, name = None, "gelu"
        if self.form == "erf":
            need(
                given["constant"] is None and self.kind == "itself",
                "function",
                "is none of GELU alone",
            )
        else:
            self.c = c = rational(given["constant"], "constant")
            low, high = (0, 10) if self.form == "tanh" else (Rational(1, 100), 100)
            need(low <= c <= high, "constant", f"is not from {low} to {high}")
            name = f"{self.form}({c if Rational(repr(float(c))) != c else float(c)})"
        mark = {"gelu": "", "gelu_grad": "'", "phi": "/x"}[self.of]
        less = {"difference": f" - gelu{mark}", "ratio": "/gelu - 1", "itself": ""}[self.kind]
        self.words = name + mark + less

    def z(self, x):
        if self.form == "sigmoid":
            return x * ball_of(self.c)
        return (x + x * x * x * ball_of(self.c)) * (8 / arb.pi()).sqrt()

    def at(self, x) -> list:
        """Balls that hold f, f', f''/2 and f'''/6 all over a ball."""
        t = arb_series([x, 1])
        s = phi = (t * -arb(0.5).sqrt()).erfc() / 2
        if self.form != "erf":  # the exponential that is small keeps a wide ball narrow
            z = self.z(t)
            s = z.exp() / (1 + z.exp()) if x.mid() < 0 else 1 / (1 + (-z).exp())
        f = s - phi if self.kind == "difference" else s / phi - 1 if self.kind == "ratio" else s
        f = f * t if self.kind != "ratio" and self.of != "phi" else f
        f = f.derivative() if self.of == "gelu_grad" else f
        need(f.prec >= 4, "function", "has lost its derivatives")
        return [f[k] for k in range(4)]

    def over(self, low: float, high: float) -> list:
        """The same of a box, narrower: by lemma 1, from the highest derivative down."""
        radius = (arb(high) - arb(low)) / 2
        middle, found = self.at((arb(low) + arb(high)) / 2), self.at(arb(low).union(arb(high)))
        for k in (2, 1, 0):
            mean = middle[k] + (k + 1) * found[k + 1] * radius.union(-radius)
            found[k] = found[k] if found[k].rad() < mean.rad() else mean
        return found[:3]

    def tail(self, far: float):
        """A bound of |f|, of a ratio of |form - gelu|, for u >= far: lemmas 2 and 3."""
        u, phi = arb(far), (arb(far) ** 2 / -2).exp() / (2 * arb.pi()).sqrt()
        gelu = u * phi if self.of == "gelu_grad" else phi
        need(far >= 5, "far", "is below 5")
        if self.form == "erf":
            return gelu
        z, slope = (self.z(arb_series([u, 1]))[k] for k in range(2))
        need(u * slope > 2, "far", "is too near for the tail of the form")
        form = {"gelu": u, "gelu_grad": 1 + u * slope, "phi": 1}[self.of] * (-z).exp()
        return form if self.kind == "itself" else form + gelu
