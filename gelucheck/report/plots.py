"""Error against x as a picture: the absolute error above, the error in ulp below.

Formats stand side by side, one column each; a colour is an implementation, a dash an arithmetic.
What is drawn are the windowed maxima of ``Row.profile``, so that no peak is lost. The same run
gives the same bytes.
"""

import io
import math
from collections.abc import Sequence
from pathlib import PurePath

from gelucheck.errors import UsageError
from gelucheck.record import Row, Run

# no date, no version: nothing that differs from one day or machine to the next
SUFFIXES = {
    ".svg": {"Date": None, "Creator": None},
    ".png": {"Software": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
# Okabe and Ito's colours, told apart by every kind of colour vision; yellow, too pale, is left out
_COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
_DASHES = {"native": "-", "upcast": (0, (4, 1.5)), None: "-"}
_FAINTEST = 1e-20  # beyond, a smaller error is no one's concern
_SPAN = (-15.0, 8.0)  # outside, GELU is x or nothing in all formats but float64
_DECADES = 9  # of absolute error, below the largest
_TALLEST, _FARTHEST = 1e250, 1e300  # matplotlib's own ticks overflow beyond
# the claims that are a height, by panel, and what their lines are called: a limit on a region, or
# one times the condition, is none
_MARKS = (
    {"atol": "claim", "max_abs": "limit", "max_abs against gelu": "limit"},
    {"max_ulp": "limit", "max_ulp against gelu": "limit"},
)
_LEAST_ULP = 0.05  # what is less is drawn at the bottom


def plot_kind(path) -> str:
    """The suffix of a path, seen to be one of ``SUFFIXES``.

    Raises:
        UsageError: another suffix or none.
    """
    suffix = PurePath(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(
            f"cannot draw into {str(path)!r}", f"a file name that ends in {', '.join(SUFFIXES)}"
        )
    return suffix


def draw(run: Run, path, rows: Sequence[Row] | None = None) -> bytes:
    """The picture as bytes, in the format that the suffix of ``path`` names; writes nothing.

    Args:
        rows: the rows to draw, by default all of the run.

    Raises:
        UsageError: an unknown suffix; no rows, or rows of a stored run, which hold no profile.
    """
    suffix = plot_kind(path)
    chosen = [row for row in (run.rows if rows is None else rows) if _points(row)]
    if not chosen:
        raise UsageError(
            "there is nothing to draw", "the curve is not in a stored run: measure it anew"
        )
    try:
        import matplotlib
        from matplotlib import style
    except ValueError as problem:
        # a back end that does not exist, from MPLBACKEND or a settings file
        raise UsageError(
            f"matplotlib refuses its settings, {problem}", "unset MPLBACKEND"
        ) from None

    # a user's own settings would change the picture
    with style.context("default"), matplotlib.rc_context(_settings()):
        figure = _figure(chosen)
        out = io.BytesIO()
        figure.savefig(out, format=suffix[1:], metadata=SUFFIXES[suffix])
    return out.getvalue()


def _settings() -> dict:
    return {
        "svg.hashsalt": "gelucheck",
        "font.size": 9,
        "axes.titlesize": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.color": "#e4e4e4",
        "grid.linewidth": 0.6,
        "axes.axisbelow": True,
        "savefig.dpi": 160,
    }


def _points(row: Row) -> list[tuple[float, float, float]]:
    """The middles of the profile's windows, and their largest errors, where these are finite."""
    points = [
        (
            window.start / 2 + window.stop / 2,
            max(window.abs_high, -window.abs_low),
            max(window.ulp_high, -window.ulp_low),
        )
        for window in row.profile
    ]
    return [point for point in points if all(map(math.isfinite, point))]


def _figure(rows: list[Row]):
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    columns: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        columns.setdefault((row.dtype, row.function), []).append(row)
    series = list(dict.fromkeys(map(_series, rows)))
    names = list(dict.fromkeys(name for name, _ in series))
    figure = Figure(figsize=(max(7.0, 3.4 * len(columns) + 0.8), 5.8), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(2, len(columns), sharex="col", squeeze=False)
    for axis in axes[0][1:]:
        axis.sharey(axes[0][0])
        axis.tick_params(labelleft=False)
    handles = {}
    for place, (key, members) in enumerate(columns.items()):
        top, bottom = axes[0][place], axes[1][place]
        top.set_title(" · ".join(word for word in key if word != "gelu"))
        bottom.set_xlabel("x")
        top.set_xlim(*_limits(members))
        for row in members:
            name, arithmetic = _series(row)
            look = {
                "color": _COLORS[names.index(name) % len(_COLORS)],
                "linestyle": _DASHES[arithmetic],
                "linewidth": 1.1,
                "marker": "." if len(row.profile) <= 64 else None,
            }
            handles[name, arithmetic] = _lines(top, bottom, row, look)
        _bounds(top, bottom, members)
        bottom.xaxis.set_major_locator(MaxNLocator(7, steps=[1, 2, 5, 10]))
        if not any(ulp or absolute for row in members for _, absolute, ulp in _points(row)):
            for axis in (top, bottom):
                axis.text(0.5, 0.4, "no error", transform=axis.transAxes, ha="center")
    _scales(axes, list(columns.values()))
    axes[0][0].set_ylabel("absolute error")
    axes[1][0].set_ylabel("error in ulp")
    figure.supxlabel(
        "total error, against exact GELU: the largest in each window of 0.05. "
        "Inputs further out are not shown.",
        fontsize=7,
    )
    labels = [" · ".join(_short(part) for part in item if part) for item in series]
    figure.legend(
        [handles[item] for item in series],
        labels,
        loc="outside upper center",
        ncols=_legend_columns(labels, figure.get_figwidth()),
        frameon=False,
        handlelength=3,
    )
    return figure


def _legend_columns(labels: list[str], inches: float) -> int:
    """How many labels go side by side; a letter takes about 5.5 points, a key and gaps 50."""
    fit = int(inches * 72 / (5.5 * max(map(len, labels)) + 50))
    # full lines of equal length rather than one long and one short
    lines = math.ceil(len(labels) / max(1, fit))
    return math.ceil(len(labels) / lines)


def _series(row: Row) -> tuple[str, str | None]:
    return row.implementation, row.arithmetic


def _short(name: str) -> str:
    """A name that has no room is cut in the middle; a dollar is no formula."""
    name = "".join(mark if mark.isprintable() else "?" for mark in name)
    name = name if len(name) <= 48 else f"{name[:24]}…{name[-23:]}"
    return name.replace("$", r"\$")


def _limits(rows: list[Row]) -> tuple[float, float]:
    """The stretch of x where errors can be seen, of the usual span if anything lies in it."""
    points = [point for row in rows for point in _points(row)]
    inside = [point for point in points if _SPAN[0] <= point[0] <= _SPAN[1]] or points
    floor = _highest(inside, rows) * 10.0**-_DECADES
    busy = [x for x, absolute, ulp in inside if absolute >= floor or ulp >= _LEAST_ULP]
    busy = busy or [x for x, _, _ in inside]
    low, high = (max(-_FARTHEST, min(end, _FARTHEST)) for end in (min(busy), max(busy)))
    margin = 0.03 * high - 0.03 * low or max(abs(low), 1.0) * 0.03
    return low - margin, high + margin


def _highest(points, rows: list[Row]) -> float:
    """The largest absolute error or claim."""
    bounds = [claim.atol for row in rows for claim in row.claims if claim.name in _MARKS[0]]
    return max([*(absolute for _, absolute, _ in points), *bounds, 1e-290])


def _lines(top, bottom, row: Row, look: dict):
    """Both curves of a row; an error of zero goes to the bottom of the panel."""
    points = _points(row)
    xs = [x for x, _, _ in points]
    (handle,) = top.plot(xs, [max(absolute, 1e-320) for _, absolute, _ in points], **look)
    bottom.plot(xs, [max(ulp, _LEAST_ULP / 10) for _, _, ulp in points], **look)
    return handle


def _bounds(top, bottom, rows: list[Row]) -> None:
    """The lines that errors are held against: the claim, and half an ulp."""
    claims = dict.fromkeys((claim.name, claim.atol) for row in rows for claim in row.claims)
    marks = [(bottom, 0.5, "½ ulp")]
    for axis, known in zip((top, bottom), _MARKS, strict=True):
        marks += [
            (axis, bound, f"{known[name]} {bound:g}") for name, bound in claims if name in known
        ]
    for axis, bound, label in marks:
        axis.axhline(bound, color="#444444", linewidth=0.8, linestyle=":")
        axis.annotate(
            label,
            (0, bound),
            xycoords=("axes fraction", "data"),
            xytext=(3, 2),
            textcoords="offset points",
            ha="left",
            va="bottom",
            color="#444444",
            fontsize=8,
            annotation_clip=True,  # a bound out of sight has no label
            in_layout=False,
        )


def _scales(axes, columns: list[list[Row]]) -> None:
    """Logarithmic heights that hold every peak in sight, and not the vanishing feet.

    Absolute errors of all formats are on one scale; ulps, being each format's own, are not.
    """
    seen = []
    for place, rows in enumerate(columns):
        low, high = axes[0][place].get_xlim()
        points = [point for row in rows for point in _points(row) if low <= point[0] <= high]
        seen += points
        # the limits first: to find its own, matplotlib would go beyond what a float can hold
        axes[1][place].set_ylim(_LEAST_ULP, _above(max([ulp for _, _, ulp in points] + [1.0])))
        axes[1][place].set_yscale("log")
    highest = _highest(seen, [row for rows in columns for row in rows])
    # as deep as the most accurate of the rows needs
    tops = [max(absolute for _, absolute, _ in _points(row)) for rows in columns for row in rows]
    depth = min([highest * 10.0**-_DECADES, *(top / 100 for top in tops if top > 0)])
    axes[0][0].set_ylim(max(depth, _FAINTEST), _above(highest))
    for axis in axes[0]:
        axis.set_yscale("log")


def _above(height: float) -> float:
    """Some air above the highest peak."""
    return min(height, _TALLEST) * 4
