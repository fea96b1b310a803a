"""The three forms, and how far two of them are from exact GELU: curves that nobody measured."""

import numpy as np

from gelucheck.export.figures import figure
from gelucheck.reference.theorems import METHOD
from gelucheck.report.pictures import exact
from gelucheck.report.pictures.marks import DEFAULT_CLAIM
from gelucheck.report.pictures.panel import Panel
from gelucheck.report.pictures.scales import Scale
from gelucheck.report.pictures.sheet import Sheet

WIDTH = 1000.0
_WIDTH, _HEIGHT = 266.0, 210.0
_LEFT = 52.0
_PITCH = 326.0
_BAND = _HEIGHT + 70
_SPAN = Scale(-6.0, 6.0)
_LOOKS = {"erf": ("c1", None), "tanh": ("c2", (6.0, 2.5)), "sigmoid": ("c3", (2.0, 2.0))}
_WORDS = {"": "GELU", exact.SLOPE: "the derivative of GELU"}
_FORMULAS = {
    "erf": "erf: x/2·(1 + erf(x/√2)) = GELU",
    "tanh": "tanh: x/2·(1 + tanh(√(2/π)·(x + 0.044715·x³)))",
    "sigmoid": "sigmoid: x/(1 + exp(−1.702·x))",
}


def drawable(rows) -> list[str]:
    """The functions of the rows ("" is GELU, "_grad" its derivative); GELU where there is none."""
    found = dict.fromkeys(exact.SLOPE if row.function == "gelu_grad" else "" for row in rows)
    return list(found) or [""]


def height(slopes) -> float:
    return 30 + _BAND * len(slopes)


def words(slopes) -> str:
    """What the picture shows, in sentences."""
    told = ["Exact curves: no arithmetic is in them."]
    for slope in slopes:
        parts = []
        for form in ("tanh", "sigmoid"):
            at = abs(METHOD[form + slope].at)
            parts.append(
                f"the {form} form is at most {_largest(form, slope)} from {_WORDS[slope]}, "
                f"reached at x = ±{at:.7g}"
            )
        told.append(f"On the whole real line {', and '.join(parts)}.")
    told = [*told, "Both differences vanish far to the left, at 0 and far to the right."]
    return " ".join(told)


def paint(sheet: Sheet, slopes, left: float, top: float) -> None:
    """For each function the curves, and the two differences, each on a scale of its own."""
    x = left + 8
    for form, (role, dash) in _LOOKS.items():
        sheet.line([x, x + 30], [top + 12] * 2, role, 1.8 if dash else 4.0, dash)
        sheet.text(x + 38, top + 16, _FORMULAS[form])
        x += {"erf": 300, "tanh": 400}.get(form, 0)
    for number, slope in enumerate(slopes):
        down = top + 30 + number * _BAND
        _curves(sheet, left + _LEFT, down, slope)
        for place, form in enumerate(("sigmoid", "tanh"), 1):
            _difference(sheet, left + _LEFT + place * _PITCH, down, form, slope)


def _curves(sheet: Sheet, left: float, top: float, slope: str) -> None:
    up = Scale(-0.3, 1.3) if slope else Scale(-0.5, 3.0)
    across = _SPAN if slope else Scale(-4.0, 3.0)
    panel = Panel(sheet, left, top + 24, _WIDTH, _HEIGHT, across, up)
    panel.axes(name="x")
    xs = np.linspace(across.low, across.high, 200)
    for form, (role, dash) in _LOOKS.items():
        ys = exact.values(exact.FORMS[form] + slope, xs)
        # the first, which is under the others, is broad
        sheet.line(panel.x(xs), panel.y(ys), role, 1.8 if dash else 4.0, dash)
    panel.frame()
    panel.heading("the forms: GELU′(x)" if slope else "the forms: GELU(x)")


def _difference(sheet: Sheet, left: float, top: float, form: str, slope: str) -> None:
    known = METHOD[form + slope]
    most = 1.25 * known.upper
    # where the claim is near, it is seen
    most = max(most, 1.15 * DEFAULT_CLAIM)
    panel = Panel(sheet, left, top + 24, _WIDTH, _HEIGHT, _SPAN, Scale(-most, most))
    panel.axes(name="x")
    xs = np.linspace(_SPAN.low, _SPAN.high, 260)
    for sign in () if slope else (1, -1):
        label = f"claim ±{DEFAULT_CLAIM:g}" if sign > 0 else ""
        panel.level(sign * DEFAULT_CLAIM, label)
    role, dash = _LOOKS[form]
    sheet.line(panel.x(xs), panel.y(exact.difference(form, slope, xs)), role, 1.8, dash)
    for at in (known.at, -known.at):
        value = float(exact.difference(form, slope, np.array([at]))[0])
        sheet.mark(float(panel.x(at)), float(panel.y(value)), ("ink", "o"), 6.0, hollow=True)
    panel.frame()
    name = f"{form}′ − GELU′" if slope else f"{form} − GELU"
    panel.heading(f"{name}: at most {_largest(form, slope)}")


def _largest(form: str, slope: str) -> str:
    return figure(METHOD[form + slope].upper, scientific=True)
