"""Error against depth in a network: the largest difference behind each operator, from the
reference run; a panel for each format, a line for each form and arithmetic.

Of a stack of blocks the points are its residual operators. The line of erf is the format's own
rounding: where another runs on it, the swap cannot be seen in this format.
"""

import math
from dataclasses import dataclass

import numpy as np

from gelucheck.export.figures import figure
from gelucheck.export.network_words import operators_of
from gelucheck.networks import ERF, Study, Swap
from gelucheck.report.pictures.look import DASHES, TEXT, series_look, short, width_of
from gelucheck.report.pictures.panel import Panel
from gelucheck.report.pictures.scales import Log, Scale
from gelucheck.report.pictures.sheet import Sheet

WIDTH = 1000.0
_LEFT, _RIGHT, _APART = 58.0, 14.0, 62.0
_HEIGHT = 220.0
_ABREAST = 4
_LINE = 18.0
_BAND = _HEIGHT + 88
_FEW = 6  # operators; of more only the numbers are told
_FAINTEST, _TALLEST = 1e-290, 1e290
_DECADES = 24  # below the largest
_MARKS = 14  # to a line
_GAP = 7.0  # px between two names
_NAME = 10  # characters of one
_VERDICTS = {
    "below": "below rounding",
    "above": "above rounding",
    "between": "between: neither below nor above rounding",
    "lost": "lost: NaN or infinite numbers",
}
_FORMS = {"erf": 0, "tanh": 1, "sigmoid": 2}
"""The series of the forms; so they look as in the other pictures."""


@dataclass(frozen=True)
class _Depths(Scale):
    """The places of operators, each with its name where there is room; of a few all have one."""

    names: tuple[str, ...] = ()

    def candidates(self) -> list[float]:
        # from the last, which is the network's output
        return [float(each) for each in range(len(self.names), 0, -math.ceil(len(self.names) / 6))]

    def label(self, value: float) -> str:
        return self.names[round(value) - 1]


@dataclass(frozen=True)
class _Sizes(Log):
    """Powers of ten, all written as such; nothing is in the way of the 0 at the bottom."""

    zero: bool = False

    def label(self, value: float) -> str:
        mantissa, exponent = f"{value:.0e}".split("e")
        return f"{mantissa}e{int(exponent)}"

    def ticks(self, room: float, upright: bool = False) -> list[tuple[float, str]]:
        found = super().ticks(room, upright)
        return [item for item in found if not self.zero or self.place(item[0]) * room > TEXT + 3]


def drawable(studies) -> list[Study]:
    """The studies that have a figure to draw."""
    return [study for study in studies if any(_sizes(study, swap) for swap in study.swaps)]


def height(studies) -> float:
    (study,) = studies
    bands = math.ceil(len(_formats(study)) / _ABREAST)
    return _key_height(study) + _BAND * bands


def words(studies) -> str:
    """What the picture shows, in sentences."""
    return " ".join(lines(studies))


def lines(studies) -> list[str]:
    """The same: what is shown, and a sentence for each form and arithmetic."""
    (study,) = studies
    names, axis = _points(study)
    told = [
        f"The largest absolute difference from the reference run behind each {axis} "
        f"({len(names)} of them), for each form and arithmetic, a panel for each format."
    ]
    told[0] += " Told here: behind the first, at the output, and what the swap is."
    for label, key in zip(_labels(study), _series(study), strict=True):
        swaps = [swap for swap in study.swaps if (swap.writing, swap.arithmetic) == key]
        found = [_grown(swap, _sizes(study, swap)) for swap in swaps]
        if any(found):
            told.append(f"{label}: {'; '.join(filter(None, found))}.")
    return told


def _grown(swap: Swap, sizes: dict[int, float]) -> str:
    """ "float16 4.000e-4 to 1.360e-3, below rounding"."""
    if not sizes:
        return f"{short(swap.dtype, 24)} lost: no finite number"
    first, last = (figure(sizes[at], scientific=True) for at in (min(sizes), max(sizes)))
    if swap.output.max_abs is None:
        last = "lost, no finite number at the output"
    elif swap.output.lost and not swap.verdict:
        last += f", {_VERDICTS['lost']}"
    verdict = f", {_VERDICTS.get(swap.verdict, short(swap.verdict))}" if swap.verdict else ""
    return f"{short(swap.dtype, 24)} {first} to {last}{verdict}"


def paint(sheet: Sheet, studies, left: float, top: float) -> None:
    """The key, and a panel for each format."""
    (study,) = studies
    _key(sheet, left, top, study)
    top += _key_height(study)
    formats = _formats(study)
    abreast = min(_ABREAST, len(formats))
    width = (WIDTH - _LEFT - _RIGHT - _APART * (abreast - 1)) / abreast
    names, axis = _points(study)
    few = axis == "operator" and len(names) <= _FEW
    # half a step of room at either end
    across = _Depths(0.5, len(names) + 0.5, names)
    for number, (name, swaps) in enumerate(formats.items()):
        place = left + _LEFT + number % abreast * (width + _APART)
        down = top + number // abreast * _BAND + 26
        curves = [(swap, _sizes(study, swap)) for swap in swaps]
        panel = Panel(sheet, place, down, width, _HEIGHT, across, _up(curves))
        panel.axes(below=not few, name="" if few else axis)
        if few:
            _names(panel, names, axis)
        lost = ", numbers lost" if any(swap.output.lost for swap in swaps) else ""
        panel.heading(f"{short(name, 24)}: max abs{lost}")
        for swap, sizes in curves:
            _curve(panel, swap, sizes, _look(study, swap.writing))
        if any(0.0 in sizes.values() for _, sizes in curves):
            sheet.text(panel.left - 5, panel.bottom + 1, "0", "muted", "right")
        panel.frame()


def _names(panel: Panel, names: tuple[str, ...], axis: str) -> None:
    """All names below a panel; where there is no room for them side by side, in two lines by
    turns."""
    shown = [short(name, _NAME) for name in names]
    pitch = panel.width / len(names)
    rows = 1 if max(map(width_of, shown)) + _GAP <= pitch else 2
    for number, name in enumerate(shown):
        down = panel.bottom + TEXT + 3 + number % rows * (TEXT + 2)
        x = float(panel.x(number + 1.0))
        panel.sheet.text(x, down, name, "muted", "center")
    under = panel.bottom + 2 * TEXT + 8 + (rows - 1) * (TEXT + 2)
    panel.sheet.text(panel.left + panel.width / 2, under, axis, "muted", "center")


def _points(study: Study) -> tuple[tuple[str, ...], str]:
    """The names of the points, and what they are."""
    places = _places(study)
    operators = operators_of(study)
    if len(places) < len(operators):
        return tuple(str(number) for number in range(1, len(places) + 1)), "block"
    if len(places) <= _FEW:
        return tuple(item.operation for item in operators), "operator"
    return tuple(item.name for item in operators), "operator"


def _places(study: Study) -> list[int]:
    """The operators that are points: of blocks the last of each, else all."""
    operators = operators_of(study)
    ends = [item.place for item in operators if item.operation == "residual"]
    stack = len(ends) > 1 and ends[-1] == len(operators) - 1
    return ends if stack else [item.place for item in operators]


def _sizes(study: Study, swap: Swap) -> dict[int, float]:
    """The largest difference by the number of the point, from 1; those that there are."""
    found = {}
    for number, place in enumerate(_places(study), 1):
        element = swap.layers[place].max_abs
        if element is not None:
            found[number] = element.value
    return found


def _formats(study: Study) -> dict[str, list[Swap]]:
    found: dict[str, list[Swap]] = {}
    for swap in study.swaps:
        found.setdefault(swap.dtype, []).append(swap)
    return found


def _up(curves) -> _Sizes:
    every = [size for _, found in curves for size in found.values()]
    sizes = [size for size in every if size > 0] or [1.0]
    most = min(max(*sizes, _FAINTEST * 1e3), _TALLEST)
    least = max(min(sizes), most * 10.0**-_DECADES, _FAINTEST)
    return _Sizes(least / 3, most * 3, 0.0 in every)


def _curve(panel: Panel, swap: Swap, sizes: dict[int, float], look: tuple[str, str]) -> None:
    role, marker = look
    if not sizes:
        return
    at = np.array(list(sizes), float)
    # what is 0, or too small for the axis, lies at its bottom
    ups = np.clip(np.array(list(sizes.values())), panel.up.low, panel.up.high)
    xs, ys = panel.x(at), panel.y(ups)
    broad = 2.6 if swap.writing == ERF else 1.3
    panel.sheet.line(xs, ys, role, broad, DASHES.get(swap.arithmetic))
    for place in sorted({round(n * (len(xs) - 1) / _MARKS) for n in range(_MARKS + 1)}):
        hollow = swap.arithmetic != "native"
        panel.sheet.mark(float(xs[place]), float(ys[place]), (role, marker), 6.0, hollow)


def _look(study: Study, writing: str) -> tuple[str, str]:
    """Colour and marker of a writing."""
    if writing in _FORMS:
        return series_look(_FORMS[writing])
    others = [name for name in _writings(study) if name not in _FORMS]
    return series_look(len(_FORMS) + others.index(writing))


def _writings(study: Study) -> list[str]:
    return list(dict.fromkeys(swap.writing for swap in study.swaps))


def _series(study: Study) -> list[tuple[str, str]]:
    return list(dict.fromkeys((swap.writing, swap.arithmetic) for swap in study.swaps))


def _labels(study: Study) -> list[str]:
    labels = []
    for writing, arithmetic in _series(study):
        note = " (rounding by itself)" if writing == ERF else ""
        labels.append(f"{short(writing, 24)} · {short(arithmetic, 12)}{note}")
    return labels


def _across(study: Study) -> int:
    labels = _labels(study)
    fit = int((WIDTH - 16) / (max(width_of(label) for label in labels) + 56))
    lines = math.ceil(len(labels) / max(1, fit))
    return math.ceil(len(labels) / lines)


def _lines(study: Study) -> int:
    return math.ceil(len(_labels(study)) / _across(study))


def _key_height(study: Study) -> float:
    return _LINE * _lines(study) + 8


def _key(sheet: Sheet, left: float, top: float, study: Study) -> None:
    lines = _lines(study)
    pitch = (WIDTH - 16) / _across(study)
    for number, (label, (writing, arithmetic)) in enumerate(
        zip(_labels(study), _series(study), strict=True)
    ):
        # downwards first: so the arithmetics of a writing stand under each other
        x, y = left + 8 + number // lines * pitch, top + number % lines * _LINE + 9
        role, marker = _look(study, writing)
        broad = 2.6 if writing == ERF else 1.3
        sheet.line([x, x + 32], [y, y], role, broad, DASHES.get(arithmetic))
        sheet.mark(x + 16, y, (role, marker), 6.0, hollow=arithmetic != "native")
        sheet.text(x + 40, y + 4, label)
