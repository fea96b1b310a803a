"""Pictures of a run: for a file, and for a page.

Each kind of picture is a module of ``pictures/`` and a record in ``PLOTS``. A module has WIDTH (px,
and that of text is 11 there), ``drawable(rows)`` (what of them there is to draw), ``height``,
``paint`` and ``words``. The same run gives the same bytes.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath

from gelucheck.errors import UsageError, unknown
from gelucheck.record import Row, Run
from gelucheck.report.pictures.look import short
from gelucheck.report.pictures.sheet import SUFFIXES, Sheet, drawing

_ACROSS = 3  # pictures of rows side by side in a file
_APART = 24.0  # px between them
_MARGIN = 8.0
_TITLE = 24.0


@dataclass(frozen=True)
class Plot:
    """A kind of picture.

    Attributes:
        name: as ``--plot NAME:PATH`` has it.
        title: what it shows, in a few words.
        of: "run" or "row": one picture of all rows, or one of each.
        module: where it is drawn.
    """

    name: str
    title: str
    of: str
    module: str


@dataclass(frozen=True)
class Picture:
    """A picture for a page.

    Attributes:
        name, title: of the kind, and what it shows (of a row: with the row's name).
        svg: an svg element: no prolog, ids with the prefix, colours as CSS variables.
        words: the text alternative, in sentences.
    """

    name: str
    title: str
    svg: str
    words: str


PLOTS = {
    name: Plot(name, title, of, f"gelucheck.report.pictures.{name}")
    for name, title, of in (
        ("forms", "The three forms, and how far they are from GELU", "run"),
        ("formats", "Error against x, formats side by side", "run"),
        ("split", "The largest error, split into method and evaluation", "run"),
        ("error", "Signed error against x", "row"),
        ("tail", "Relative error in the left tail", "row"),
        ("steps", "How many steps from the correct rounding", "row"),
    )
}


def find_plot(name: str) -> Plot:
    """The kind of a name.

    Raises:
        UsageError: no such kind; the message names those there are.
    """
    if name not in PLOTS:
        raise unknown("plot", name, PLOTS)
    return PLOTS[name]


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


def draw(run: Run, path, kind: str = "formats", rows: Sequence[Row] | None = None) -> bytes:
    """The picture as bytes, in the format that the suffix of ``path`` names; writes nothing.

    Args:
        kind: one of ``PLOTS``; one "of rows" is a sheet of a picture for each.
        rows: the rows to draw, by default all of the run.

    Raises:
        UsageError: an unknown kind or suffix; nothing to draw: no rows, or rows of a run that was
            stored without curves.
    """
    suffix, plot = plot_kind(path), find_plot(kind)
    module = import_module(plot.module)
    chosen = module.drawable(run.rows if rows is None else rows)
    if not chosen:
        raise UsageError(
            f"there is nothing to draw for {kind!r}",
            "no row has the figures; a run that was stored without curves is to be measured anew",
        )
    with drawing():
        sheet = _whole(module, chosen) if plot.of == "run" else _grid(module, chosen)
        if suffix != ".svg":
            return sheet.picture(suffix)
        words = [module.words(chosen)] if plot.of == "run" else _told(module, chosen)
        return sheet.svg(plot.title, " ".join(words)).encode()


def inline(
    run: Run | None, kind: str, prefix: str, rows: Sequence[Row] | None = None
) -> Picture | None:
    """The picture for a page; None where there is nothing to draw.

    Args:
        run: may be None where ``rows`` is given, or for "forms".
        prefix: what the ids in it begin with: unique in the page, a letter and [a-z0-9-].
        rows: the rows to draw, by default all of the run; of a picture of a row: that row.

    Raises:
        UsageError: an unknown kind.
    """
    plot = find_plot(kind)
    module = import_module(plot.module)
    given = rows if rows is not None else run.rows if run else ()
    chosen = module.drawable(given)
    if not chosen:
        return None
    if plot.of == "row":
        chosen = chosen[:1]
    title = plot.title if plot.of == "run" else f"{plot.title}: {short(chosen[0].label, 96)}"
    words = module.words(chosen)
    with drawing():
        sheet = Sheet(module.WIDTH, module.height(chosen))
        module.paint(sheet, chosen, 0.0, 0.0)
        return Picture(kind, title, sheet.svg(title, words, prefix), words)


def _told(module, rows: Sequence[Row]) -> list[str]:
    return [f"{short(row.label, 96)}: {module.words([row])}" for row in rows]


def _whole(module, chosen) -> Sheet:
    height = module.height(chosen)
    sheet = Sheet(module.WIDTH + 2 * _MARGIN, height + 2 * _MARGIN)
    module.paint(sheet, chosen, _MARGIN, _MARGIN)
    return sheet


def _grid(module, rows: Sequence[Row]) -> Sheet:
    """Pictures of rows side by side, each under the name of its row."""
    from gelucheck.report.pictures.panel import title

    across = min(_ACROSS, len(rows))
    down = math.ceil(len(rows) / across)
    pitch = module.WIDTH + _APART, max(module.height([row]) for row in rows) + _TITLE + _APART
    sheet = Sheet(across * pitch[0] - _APART + 2 * _MARGIN, down * pitch[1] - _APART + 2 * _MARGIN)
    for number, row in enumerate(rows):
        left = _MARGIN + number % across * pitch[0]
        top = _MARGIN + number // across * pitch[1]
        title(sheet, left + 8, top + 12, row.label, more=row.evidence, width=module.WIDTH - 8)
        module.paint(sheet, [row], left, top + _TITLE)
    return sheet
