"""The signed error of a row against x, in ulp and absolute.

Of each window of inputs the least and the largest error; behind them the band of correct rounding
and what rounding the input alone could do.
"""

import numpy as np

from gelucheck.formats import FORMATS
from gelucheck.record import Row, Witness
from gelucheck.report.pictures import exact
from gelucheck.report.pictures.look import short
from gelucheck.report.pictures.marks import (
    ABSOLUTE,
    IN_ULP,
    against,
    bounds,
    exact_name,
    figures,
    largest,
    missing,
    share,
)
from gelucheck.report.pictures.panel import DOTS, LINE, Panel, key
from gelucheck.report.pictures.scales import Scale, Signed, spread
from gelucheck.report.pictures.sheet import Sheet
from gelucheck.report.pictures.windows import (
    Table,
    columns,
    ends,
    outline,
    stretch,
    table_of,
    with_curve,
)

WIDTH = 340.0
_HEIGHT = 112.0
_LEFT, _RIGHT = 54.0, 8.0
_DASH = (4.0, 2.0)
_LINEAR = 6.0  # ulp; a larger error needs powers of ten
_LARGEST, _FAINTEST = 1.7e308, 1e-290
_AXIS = "x (linear within ±½, powers of two beyond)"


drawable = with_curve


def height(rows) -> float:
    return 2 * (24 + _HEIGHT) + 36 + max(len(_lines(row)) for row in rows) * LINE


def words(rows) -> str:
    """What the picture shows, in sentences."""
    (row,) = rows
    table, cells = table_of(row), figures(row)
    across = stretch([table])
    told = [
        f"Signed error against {against(row)} for x from {ends(across)}, "
        "in ulp and absolute: its least and its largest value in each window of inputs.",
        f"The largest errors are {largest(cells.max_ulp, 'ulp')} and "
        f"{largest(cells.max_abs, 'absolute')}.",
    ]
    if row.evaluation is not None:
        own = largest(cells.evaluation, "ulp")
        told.append(f"Against the form that it declares the largest error is {own}.")
    return " ".join([*told, f"{share(row)}.", *missing(row)])


def paint(sheet: Sheet, rows, left: float, top: float) -> None:
    """Both panels and the key."""
    (row,) = rows
    table, cells, fmt = table_of(row), figures(row), FORMATS.get(row.dtype)
    across = stretch([table])
    width = WIDTH - _LEFT - _RIGHT
    xs = spread(across, 180)
    place = left + _LEFT, top + 22
    seen = table.some((table.stop > across.low) & (table.start < across.high))
    half, wide, units = np.full(xs.size, 0.5), None, None
    if exactly(row):
        wide = exact.envelope(fmt, row.function, xs)
        units = exact.unit(fmt, exact.values(row.function, xs))
    curves = (
        ("ulp", seen.ulp_low, seen.ulp_high, half, wide, row.total.max_ulp),
        ("abs", seen.abs_low, seen.abs_high)
        + ((None, None) if units is None else (half * units, wide * units))
        + (row.total.max_abs,),
    )
    for number, (kind, low, high, band, around, peak) in enumerate(curves):
        up = _in_ulp(low, high, around) if kind == "ulp" else _absolute(low, high, around)
        top_of = place[1] + number * (_HEIGHT + 24)
        panel = Panel(sheet, place[0], top_of, width, _HEIGHT, across, up)
        panel.axes(below=number == 1, name=_AXIS if number else "")
        _band(panel, xs, band, 0.25)
        _curve(panel, seen, low, high)
        _band(panel, xs, band, 0.0)
        for sign in (1, -1) if around is not None else ():
            inside = (panel.up.low <= sign * around) & (sign * around <= panel.up.high)
            heights = np.where(inside, panel.y(sign * around), np.nan)
            panel.sheet.line(panel.x(xs), heights, "c2", 1.0, _DASH)
        for bound, _ in bounds([row], IN_ULP if kind == "ulp" else ABSOLUTE):
            panel.level(bound)
            panel.level(-bound)
        if not (np.any(low) or np.any(high)):
            panel.sheet.text(panel.left + width / 2, top_of + 30, "no error", "ink", "center")
        _peak(panel, peak)
        panel.frame()
        words = "in ulp" if kind == "ulp" else "absolute"
        pair = cells.max_ulp if kind == "ulp" else cells.max_abs
        panel.heading(f"{words}: largest {largest(pair)}", left + 8)
    key(sheet, left + 8, panel.bottom + 36, _lines(row))


def exactly(row: Row) -> bool:
    """Whether the function and the format are known here, so that the exact curves are."""
    return row.dtype in FORMATS and row.function in exact.REFERENCES


def _in_ulp(low: np.ndarray, high: np.ndarray, around: np.ndarray | None) -> Scale:
    """A scale that holds every peak, the envelope, and half an ulp so that it is seen."""
    wide = 1.0 if around is None else float(around.max())
    least, most = min(float(low.min()), -wide), max(float(high.max()), wide)
    if max(-least, most) <= _LINEAR:
        return Scale(1.1 * least, 1.1 * most)
    return Signed(max(least * 2, -_LARGEST), min(most * 2, _LARGEST))


def _absolute(low: np.ndarray, high: np.ndarray, around: np.ndarray | None) -> Scale:
    """A scale that holds every peak, and of the envelope what leaves them large enough."""
    least, most = float(low.min()), float(high.max())
    size = max(-least, most)
    wide = 1e-300 if around is None else float(around.max())
    wide = max(size / 12, min(wide, 1.4 * size)) if size else wide
    wide = max(wide, _FAINTEST)
    least, most = min(least, -wide), max(most, wide)
    return Scale(max(1.1 * least, -_LARGEST), min(1.1 * most, _LARGEST))


def _band(panel: Panel, xs, half: np.ndarray | None, strength: float) -> None:
    """The band of correct rounding; its edges are drawn once more, over the curve."""
    if half is None:
        return
    at, above, below = panel.x(xs), panel.y(half), panel.y(-half)
    if strength:
        both = np.concatenate([at, at[::-1]]), np.concatenate([above, below[::-1]])
        panel.sheet.shape(*both, "c3", strength)
        return
    for edge in (above, below):
        panel.sheet.line(at, edge, "c3", 1.0)


def _curve(panel: Panel, table: Table, low, high) -> None:
    for column in columns(table, panel.across, low, high, panel.width):
        at, heights = outline(column)
        panel.sheet.shape(panel.left + at * panel.width, panel.y(heights), "c1", 0.45, 0.8)


def _peak(panel: Panel, peak: Witness | None) -> None:
    """Where the largest error is, with its sign."""
    # written so that a NaN, which a stored run may have there, is none
    if peak is not None and abs(peak.value) > 0 and panel.across.low <= peak.x <= panel.across.high:
        sign = 1.0 if peak.got > peak.want else -1.0
        place = float(panel.x(peak.x)), float(panel.y(sign * float(peak.value)))
        panel.sheet.mark(*place, ("ink", "o"), 6.0, hollow=True)


def _lines(row: Row) -> list[tuple]:
    """The key: what is what."""
    name = exact_name(row)
    lines = [
        ("fill", "c1", 0.45, f"ŷ − {name}(x), from least to largest in a window"),
        ("mark", "ink", "o", "the largest"),
        ("fill", "c3", 0.25, "±½ ulp: a correct rounding"),
    ]
    if exactly(row):
        lines += [
            ("line", "c2", _DASH, f"±(½ ulp + k·|{name}/x|·½ulp(x)), k = |x·{name}′/{name}|:"),
            ("", "ink", None, "rounding x first, then the result"),
        ]
    levels = [
        label.replace(" ", " ±")
        for known in (IN_ULP, ABSOLUTE)
        for _, label in bounds([row], known)
    ]
    if levels:
        lines.append(("line", "muted", DOTS, short(", ".join(levels), 44)))
    return lines
