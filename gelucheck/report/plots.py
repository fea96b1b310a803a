"""Pictures of a run: for a file, and for a page.

Each kind of picture is a module of ``pictures/`` and a record in ``PLOTS``. A module has WIDTH (px,
and that of text is 11 there), ``drawable(rows)`` (what of them there is to draw), ``height``,
``paint`` and ``words``, where these are long also ``lines``; of a picture of networks the rows are
studies. The same run gives the same bytes.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath

from gelucheck.errors import UsageError, unknown
from gelucheck.export.figures import format_count
from gelucheck.networks import Study
from gelucheck.record import Row, Run
from gelucheck.report.pictures.look import short
from gelucheck.report.pictures.sheet import SUFFIXES, Sheet, drawing

_ABREAST = 1100.0  # px of pictures side by side in a file, three of rows
_APART = 24.0  # px between them
_MARGIN = 8.0
_TITLE = 24.0
_CURVES = "no row has the figures; a run that was stored without curves is to be measured anew"
_MISSING = {
    "run": _CURVES,
    "row": _CURVES,
    "study": "the run has no networks, or none with a finite figure; what gelucheck network PLAN "
    "--swap --out json:PATH writes has some",
}


@dataclass(frozen=True)
class Plot:
    """A kind of picture.

    Attributes:
        name: as ``--plot NAME:PATH`` has it.
        title: what it shows, in a few words.
        of: "run", "row" or "study": one picture of all rows, or one of each, or of each network.
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
        lines: the same as a sentence and a list, where it is long.
    """

    name: str
    title: str
    svg: str
    words: str
    lines: tuple[str, ...] = ()


PLOTS = {
    name: Plot(name, title, of, f"gelucheck.report.pictures.{name}")
    for name, title, of in (
        ("forms", "The three forms, and how far they are from GELU", "run"),
        ("formats", "Error against x, formats side by side", "run"),
        ("split", "The largest error, split into method and evaluation", "run"),
        ("error", "Signed error against x", "row"),
        ("tail", "Relative error in the left tail", "row"),
        ("steps", "How many steps from the correct rounding", "row"),
        ("depth", "Error against depth", "study"),
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


def draw(run: Run, path, kind: str = "formats", rows: Sequence[Row | Study] | None = None) -> bytes:
    """The picture as bytes, in the format that the suffix of ``path`` names; writes nothing.

    Args:
        kind: one of ``PLOTS``; one "of row" or "of study" is a sheet of a picture for each.
        rows: the rows (of networks: the studies) to draw, by default all of the run.

    Raises:
        UsageError: an unknown kind or suffix; nothing to draw: no rows, or rows of a run that was
            stored without curves; no networks.
    """
    suffix, plot = plot_kind(path), find_plot(kind)
    module = import_module(plot.module)
    chosen = module.drawable(_all(run, plot) if rows is None else rows)
    if not chosen:
        raise UsageError(f"there is nothing to draw for {kind!r}", _MISSING[plot.of])
    with drawing():
        sheet = _whole(module, chosen) if plot.of == "run" else _grid(module, chosen, plot)
        if suffix != ".svg":
            return sheet.picture(suffix)
        words = [module.words(chosen)] if plot.of == "run" else _told(module, chosen, plot)
        return sheet.svg(plot.title, " ".join(words)).encode()


def _all(run: Run, plot: Plot) -> Sequence[Row | Study]:
    return run.networks if plot.of == "study" else run.rows


def inline(
    run: Run | None, kind: str, prefix: str, rows: Sequence[Row | Study] | None = None
) -> Picture | None:
    """The picture for a page; None where there is nothing to draw.

    Args:
        run: may be None where ``rows`` is given, or for "forms".
        prefix: what the ids in it begin with: unique in the page, a letter and [a-z0-9-].
        rows: the rows to draw, by default all of the run; of a picture of a row, or of a study:
            that one.

    Raises:
        UsageError: an unknown kind.
    """
    plot = find_plot(kind)
    module = import_module(plot.module)
    given = rows if rows is not None else _all(run, plot) if run else ()
    chosen = module.drawable(given)
    if not chosen:
        return None
    if plot.of != "run":
        chosen = chosen[:1]
    title = plot.title if plot.of == "run" else f"{plot.title}: {_name(chosen[0], plot)}"
    words = module.words(chosen)
    lines = tuple(module.lines(chosen)) if hasattr(module, "lines") else ()
    with drawing():
        sheet = Sheet(module.WIDTH, module.height(chosen))
        module.paint(sheet, chosen, 0.0, 0.0)
        return Picture(kind, title, sheet.svg(title, words, prefix), words, lines)


def _name(item: Row | Study, plot: Plot) -> str:
    return short(item.name if plot.of == "study" else item.label, 96)


def _told(module, items: Sequence[Row | Study], plot: Plot) -> list[str]:
    return [f"{_name(item, plot)}: {module.words([item])}" for item in items]


def _tried(study: Study) -> str:
    return f"{format_count(study.batch)} inputs × {format_count(len(study.seeds))} seeds"


def _whole(module, chosen) -> Sheet:
    height = module.height(chosen)
    sheet = Sheet(module.WIDTH + 2 * _MARGIN, height + 2 * _MARGIN)
    module.paint(sheet, chosen, _MARGIN, _MARGIN)
    return sheet


def _grid(module, items: Sequence[Row | Study], plot: Plot) -> Sheet:
    """Pictures of rows or studies side by side, each under its name."""
    from gelucheck.report.pictures.panel import title

    across = min(max(1, int(_ABREAST / module.WIDTH)), len(items))
    down = math.ceil(len(items) / across)
    pitch = module.WIDTH + _APART, max(module.height([item]) for item in items) + _TITLE + _APART
    sheet = Sheet(across * pitch[0] - _APART + 2 * _MARGIN, down * pitch[1] - _APART + 2 * _MARGIN)
    for number, item in enumerate(items):
        left = _MARGIN + number % across * pitch[0]
        top = _MARGIN + number // across * pitch[1]
        study = plot.of == "study"
        name, more = (item.name, _tried(item)) if study else (item.label, item.evidence)
        title(sheet, left + 8, top + 12, name, more=more, width=module.WIDTH - 8)
        module.paint(sheet, [item], left, top + _TITLE)
    return sheet
