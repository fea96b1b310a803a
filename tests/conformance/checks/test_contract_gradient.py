"""Gradients: sign, overflow, range, symmetry, slope at zero, and the form of the forward pass."""

import math
from dataclasses import dataclass

import numpy as np
import pytest

from gelucheck.conformance.checks import gradient
from gelucheck.conformance.checks.bounds import bounds
from gelucheck.conformance.checks.finite import finite
from gelucheck.conformance.checks.gradient import forward_form, slope_sign
from gelucheck.conformance.checks.origin import origin
from gelucheck.conformance.checks.recognise import recognise, telling_values
from gelucheck.conformance.checks.special import special
from gelucheck.conformance.checks.symmetry import symmetry
from gelucheck.formats import FORMATS
from gelucheck.reference.evaluate import oracle


def where(condition, value):
    return lambda x, g: np.where(condition(x), np.asarray(value(x), x.dtype), g(x))


@pytest.mark.parametrize("fmt", ["float16", "bfloat16", "float32", "float64"])
def test_the_exact_derivative_passes(fmt, found, sound):
    checks = (special, bounds, finite, origin, symmetry, slope_sign)
    assert found(checks, sound.gelu_grad, fmt, of="gelu_grad") == []
    assert found(checks, sound.gelu_grad, fmt, form=None, of="gelu_grad") == []


@pytest.mark.parametrize(
    ("check", "function", "slug", "words"),
    [
        (
            slope_sign,
            where(lambda x: (x < -3) & (x > -5), lambda x: 1e-3 + 0 * x),
            "gradient-wrong-sign",
            "negative left of −0.751792",
        ),
        (
            slope_sign,
            where(lambda x: (x < -0.3) & (x > -0.7), lambda x: -1e-3 + 0 * x),
            "gradient-wrong-sign",
            "wrong from x = −0.",
        ),
        (
            finite,
            where(lambda x: np.isfinite(x) & (x >= 256), lambda x: x * np.nan),
            "gradient-overflow-nan",
            "NaN from x = 256 on",
        ),
        (
            finite,
            where(lambda x: (x > 0) & (x < 1), lambda x: x * np.nan),
            "nan-for-finite",
            "to 1",
        ),
        (bounds, where(lambda x: x > 8, lambda x: 1.2 + 0 * x), "out-of-range", "maximum 1.1289"),
        (
            bounds,
            where(lambda x: x < -8, lambda x: -0.2 + 0 * x),
            "out-of-range",
            "minimum −0.1289",
        ),
        (symmetry, where(lambda x: x < -2, lambda x: 0 * x), "broken-symmetry", "f(x) + f(−x)"),
        (
            origin,
            where(lambda x: x == 0, lambda x: 0 * x),
            "near-zero-slope",
            "goes to 1/2 at zero",
        ),
        (origin, where(lambda x: np.abs(x) < 1e-6, lambda x: 0 * x + 1), "near-zero-slope", "1 is"),
    ],
)
def test_a_fault_of_the_derivative_is_found(check, function, slug, words, found, sound):
    (finding,) = found(check, lambda x: function(x, sound.gelu_grad), of="gelu_grad")
    assert (finding.slug, finding.level) == (slug, "error")
    assert words in finding.sentence


def test_noise_beside_the_root_is_no_wrong_sign(found, sound):
    """At the root k is without bound: an ulp of x moves the slope across zero."""

    def function(x):
        return sound.gelu_grad(np.nextafter(x, np.float32(1)))

    assert found(slope_sign, function, of="gelu_grad") == []


@pytest.mark.parametrize("fmt", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("function", ["gelu", "gelu_grad"])
@pytest.mark.parametrize("form", ["erf", "tanh", "sigmoid"])
def test_each_form_rounded_once_is_recognised(form, function, fmt):
    x = telling_values(FORMATS[fmt], function)
    name = ("gelu" if form == "erf" else form) + function.removeprefix("gelu")
    assert recognise(FORMATS[fmt], function, oracle(x, fmt, name)) == form


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.maximum(x, 0),
        lambda x: x / (1 + np.exp(-x.astype(np.float64))),
        lambda x: x * np.nan,
        # half of the way from one form to the other
        lambda x: (oracle(x, "float32") + oracle(x, "float32", "tanh")) / 2,
    ],
)
def test_another_function_is_not_recognised(function):
    x = telling_values(FORMATS["float32"], "gelu")
    assert recognise(FORMATS["float32"], "gelu", function(x).astype(np.float32)) is None


@dataclass(frozen=True)
class Pair:
    """Stands for ``Guest`` of a kind that differentiates: forward and gradient of some forms."""

    target: str
    function: str
    kind: str = "pair"
    limit: float = 1.0

    def __call__(self, x, fmt):
        names = {"erf": "gelu"}
        form = self.target.split("/")[self.function == "gelu_grad"]
        suffix = self.function.removeprefix("gelu")
        return oracle(x, fmt.name, names.get(form, form) + suffix)


@pytest.mark.parametrize("fmt", ["float16", "bfloat16", "float32"])
@pytest.mark.parametrize("target", ["erf/erf", "tanh/tanh", "erf/tanh", "tanh/erf", "tanh/sigmoid"])
def test_the_gradient_has_the_form_of_the_function(target, fmt, subject, monkeypatch):
    from gelucheck.conformance.bench import Bench

    class Differentiates:
        gradient = True

    monkeypatch.setattr(gradient, "find_kind", lambda name: Differentiates)
    item = subject(None, fmt, "erf", "gelu_grad")
    item.implementation.__dict__["guest"] = Pair(target=target, function="gelu_grad")
    findings = list(forward_form(Bench(item)))
    left, right = target.split("/")
    if left == right:
        assert findings == []
    else:
        (finding,) = findings
        assert (finding.slug, finding.level) == ("gradient-form-mismatch", "error")
        assert f"of the {right} form" in finding.sentence
        assert f"is the {left} form" in finding.sentence
        assert math.isfinite(finding.witness.value)
