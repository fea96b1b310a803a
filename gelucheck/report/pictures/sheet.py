"""A sheet of paper: lines, shapes, markers and text at places in px, from the top left.

matplotlib draws it, without its axes: these take a hundred times what their lines do, and sixty
pictures are to be made while a reader waits.
"""

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import numpy as np

from gelucheck.errors import UsageError
from gelucheck.report.pictures.look import COLORS, TEXT, settings
from gelucheck.report.pictures.vector import tidy

# no date, no version: nothing that differs from one day or machine to the next
SUFFIXES = {
    ".svg": {"Date": None, "Creator": None},
    ".png": {"Software": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
_INCH = 72  # px
_SHARP = 160  # dots an inch


class Sheet:
    """Paper of a width and height in px; within ``drawing``."""

    def __init__(self, width: float, height: float):
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from matplotlib.transforms import Affine2D

        self.width, self.height = width, height
        self._figure = Figure((width / _INCH, height / _INCH), dpi=_INCH, layout="none")
        FigureCanvasAgg(self._figure)
        down = Affine2D().scale(1 / width, -1 / height).translate(0, 1)
        self._places = down + self._figure.transFigure

    def _add(self, artist) -> None:
        # one on another in the order in which they are drawn, lines and shapes alike
        artist.set_zorder(1)
        self._figure.add_artist(artist)

    def line(self, xs, ys, role: str = "ink", width: float = 1.2, dash=None) -> None:
        """A line through points; NaN interrupts it."""
        from matplotlib.lines import Line2D

        style = (0, [length / width for length in dash]) if dash else "-"
        self._add(
            Line2D(
                *(np.asarray(xs, float), np.asarray(ys, float)),
                color=COLORS[role],
                linewidth=width,
                linestyle=style,
                transform=self._places,
                solid_joinstyle="round",
                dash_capstyle="butt",
            )
        )

    def shape(self, xs, ys, role: str, strength: float = 1.0, outline: float = 0.0) -> None:
        """A filled polygon, its outline in the full colour."""
        from matplotlib.colors import to_rgba
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        points = np.column_stack([xs, ys])
        self._add(
            PathPatch(
                Path(np.vstack([points, points[:1]]), closed=True),
                facecolor=to_rgba(COLORS[role], strength),
                edgecolor=to_rgba(COLORS[role]) if outline else "none",
                linewidth=outline,
                joinstyle="round",
                transform=self._places,
            )
        )

    def box(self, left: float, top: float, width: float, height: float, *look) -> None:
        """A rectangle; the rest as ``shape``."""
        right, bottom = left + width, top + height
        self.shape([left, right, right, left], [top, top, bottom, bottom], *look)

    def mark(self, x: float, y: float, look: tuple[str, str], size=7.0, hollow=False) -> None:
        """A marker, drawn as a shape; ``look`` is its role and its name in matplotlib."""
        from matplotlib.markers import MarkerStyle
        from matplotlib.patches import PathPatch

        role, kind = look
        style = MarkerStyle(kind)
        points = style.get_path().transformed(style.get_transform() + _scaled(size, x, y))
        self._add(
            PathPatch(
                points,
                facecolor="none" if hollow else COLORS[role],
                edgecolor=COLORS[role],
                linewidth=1.4 if hollow else 0.6,
                transform=self._places,
            )
        )

    def text(self, x: float, y: float, words: str, role="ink", anchor="left") -> None:
        """A text, its base line at y."""
        self._add(
            _words_class()(
                *(x, y, words),
                color=COLORS[role],
                fontsize=TEXT,
                horizontalalignment=anchor,
                verticalalignment="baseline",
                parse_math=False,
                transform=self._places,
            )
        )

    def picture(self, suffix: str) -> bytes:
        """The sheet as a file of a kind, one of ``SUFFIXES``."""
        out = io.BytesIO()
        with warnings.catch_warnings():
            # a letter that the type does not have is drawn as a box
            warnings.filterwarnings("ignore", "(?i).*(glyph|font)")
            self._figure.savefig(
                out,
                format=suffix[1:],
                dpi=_INCH if suffix == ".svg" else _SHARP,
                facecolor=COLORS["paper"],
                metadata=SUFFIXES[suffix],
            )
        return out.getvalue()

    def svg(self, title: str, words: str, prefix: str | None = None) -> str:
        """The sheet as SVG, tidied; see ``vector.tidy``."""
        return tidy(self.picture(".svg"), title, words, prefix)


@cache
def _words_class():
    """A text on one line. In SVG the reader's program sets it, so that nothing is to be measured,
    which would take most of the time of a picture."""
    from matplotlib.text import Text

    class Words(Text):
        def draw(self, renderer):
            if not hasattr(renderer, "writer"):
                super().draw(renderer)
                return
            context = renderer.new_gc()
            context.set_foreground(self.get_color())
            x, y = self.get_transform().transform(self.get_unitless_position())
            font = self.get_fontproperties()
            height = renderer.height - y
            renderer.draw_text(context, x, height, self.get_text(), font, 0.0, mtext=self)
            context.restore()

    return Words


def _scaled(size: float, x: float, y: float):
    from matplotlib.transforms import Affine2D

    # the heights of a sheet grow downwards
    return Affine2D().scale(size, -size).translate(x, y)


@contextmanager
def drawing() -> Iterator[None]:
    """While a sheet is drawn: a user's own settings change nothing.

    Raises:
        UsageError: matplotlib refuses its settings.
    """
    try:
        from matplotlib import rc_context, style
    except ValueError as problem:
        # a back end that does not exist, from MPLBACKEND or a settings file
        raise UsageError(
            f"matplotlib refuses its settings, {problem}", "unset MPLBACKEND"
        ) from None
    with style.context("default"), rc_context(settings()):
        yield
