"""Rows of which only what a baseline keeps matters."""

from dataclasses import replace
from fractions import Fraction

from gelucheck.record import Errors, Row, Witness

_FIGURES = {"max_abs": 0.25, "max_ulp": 4.0, "max_rel": 0.5, "max_steps": 3}


def at(value):
    return Witness(value, 1.0, "0x1p+0", "0x3c00", 0.0, 0.5)


def made_row(name="made", *, form=None, own=None, **changes):
    """A row of 100 inputs; ``own`` has figures against the form that are not those of GELU."""
    errors = Errors(*map(at, _FIGURES.values()), None, None)
    figures = {key: at(value) for key, value in (own or {}).items()}
    mean = (Fraction(1, 8), Fraction(1, 8))
    row = Row(
        name, form, None, "float16", None, "gelu", "given", 100, errors,
        replace(errors, **figures) if form else None, at(0.0) if form else None, 60, 80, {}, {},
        excess=at(0.0), means={"total": mean, "evaluation": mean}, correct={"total": 60},
    )  # fmt: skip
    return replace(row, **changes)


def with_figure(row, name, value, part="total", above=False):
    """The row with another maximum."""
    errors = replace(getattr(row, part), **{name: None if value is None else at(value)})
    marks = {f"{part}.{name}"} if above else set()
    return replace(row, **{part: errors}, above=row.above | marks)
