"""The pictures of the page, as many as it has room for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gelucheck.record import Row, Run
from gelucheck.report import plots

ROOM = 1_250_000
"""Characters that all pictures together may take; a page of 36 rows stays under 2 MB."""


@dataclass(frozen=True)
class Hung:
    """A picture and what stands below it: its title, without the name of the row that it is of."""

    picture: plots.Picture
    caption: str


@dataclass(frozen=True)
class Gallery:
    """The pictures of a run.

    Attributes:
        run: those of all rows together.
        rows: those of each row, in the order of the run.
        left_out: for how many rows there was no room.
    """

    run: tuple[Hung, ...]
    rows: tuple[tuple[Hung, ...], ...]
    left_out: int = 0


def gallery_of(run: Run, order: Sequence[int] | None = None) -> Gallery:
    """Draw a run.

    Args:
        order: places of rows, those first that get room first; by default as they stand.
    """
    whole = tuple(_drawn(run, "run", "all_", None)) if run.rows else ()
    left = ROOM - sum(len(hung.picture.svg) for hung in whole)
    found: dict[int, tuple] = {}
    left_out = 0
    for place in range(len(run.rows)) if order is None else order:
        if left_out or left <= 0:
            left_out += 1
            continue
        # no id of ours has an underscore, nor has that of a row
        pictures = tuple(_drawn(run, "row", f"p{place}_", (run.rows[place],)))
        size = sum(len(hung.picture.svg) for hung in pictures)
        if size > left:
            left_out += 1
            continue
        left -= size
        found[place] = pictures
    return Gallery(whole, tuple(found.get(place, ()) for place in range(len(run.rows))), left_out)


def _drawn(run: Run, of: str, prefix: str, rows: tuple[Row, ...] | None) -> Iterator[Hung]:
    for name, plot in plots.PLOTS.items():
        if plot.of == of:
            picture = plots.inline(run, name, f"{prefix}{name}_", rows)
            if picture is not None:
                yield Hung(picture, plot.title)
