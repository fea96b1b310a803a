"""What changed from one run to another: rows better, worse, gone, new. Pure, and exact.

Rows are the same by implementation, format, arithmetic and function. Figures are compared as they
are stored, to the last bit; nothing is measured, and nothing is forgiven.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from gelucheck.export.figures import clean, format_count
from gelucheck.record import Row, Run
from gelucheck.report.figures_changed import FigureChange, figure_changes

STANDINGS = ("worse", "mixed", "better", "new", "gone", "same")
"""What can become of a row, in the order in which it is told; "mixed" is better and worse."""


@dataclass(frozen=True)
class RowChange:
    """A row of either run, and what became of it.

    Attributes:
        standing: one of ``STANDINGS``.
        old, new: the row in each run; None where it is not.
        figures: what is not as it was; empty of a row that is in one run only.
        unlike: why the two are not like for like, in words: "evidence sample → exhaustive".
    """

    standing: str
    old: Row | None
    new: Row | None
    figures: tuple[FigureChange, ...] = ()
    unlike: tuple[str, ...] = ()

    @property
    def row(self) -> Row:
        """The row as it is now, or as it was last."""
        return self.new or self.old

    @property
    def label(self) -> str:
        """What to call the row."""
        return self.row.label


@dataclass(frozen=True)
class VersionChange:
    """A version that is not what it was.

    Attributes:
        name: "gelucheck", or an implementation.
        old, new: what it depends on, as text; None where nothing is said of it.
    """

    name: str
    old: str | None
    new: str | None

    @property
    def words(self) -> str:
        """ "torch 2.12.0 → torch 2.13.0"."""
        return f"{clean(self.old or 'not known')} → {clean(self.new or 'not known')}"


@dataclass(frozen=True)
class Changes:
    """All that changed.

    Attributes:
        rows: every row of the new run in its order, then those that are gone; "same" ones too.
        versions: gelucheck's own, then those of implementations that are in both runs.
        earlier: the run that the new one is held against.
    """

    rows: tuple[RowChange, ...]
    versions: tuple[VersionChange, ...] = ()
    earlier: Run | None = None

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many rows there are of each standing, in the order of ``STANDINGS``."""
        counted = Counter(item.standing for item in self.rows)
        return {standing: counted[standing] for standing in STANDINGS}

    @property
    def headline(self) -> str:
        """One sentence: "2 rows worse, 1 better, 30 the same." """
        words = {**dict.fromkeys(STANDINGS, ""), "same": "the "}
        told = [
            f"{format_count(count)} {words[standing]}{standing}"
            for standing, count in self.counts.items()
            if count
        ]
        if not told:
            return "No rows in either run."
        first, *rest = told
        number, _, word = first.partition(" ")
        unit = "row" if number == "1" else "rows"
        return ", ".join([f"{number} {unit} {word}", *rest]) + "."

    def of(self, standing: str) -> tuple[RowChange, ...]:
        """The rows of one standing, in their order."""
        return tuple(item for item in self.rows if item.standing == standing)


def compare_runs(old: Run, new: Run) -> Changes:
    """What changed from the old run to the new one."""
    before: dict[tuple, list[Row]] = {}
    for row in old.rows:
        before.setdefault(row.key, []).append(row)
    changed = []
    for row in new.rows:
        earlier = before.get(row.key)
        # a run may hold a row twice: then the first is held against the first
        changed.append(_changed(earlier.pop(0), row) if earlier else RowChange("new", None, row))
    left = {id(row) for rows in before.values() for row in rows}
    changed += [RowChange("gone", row, None) for row in old.rows if id(row) in left]
    return Changes(tuple(changed), tuple(_versions(old, new)), old)


def _changed(old: Row, new: Row) -> RowChange:
    figures = figure_changes(old, new)
    better = any(item.better for item in figures)
    worse = any(item.worse for item in figures)
    standing = "mixed" if better and worse else "better" if better else "worse" if worse else "same"
    return RowChange(standing, old, new, figures, tuple(_unlike(old, new)))


def _unlike(old: Row, new: Row) -> Iterable[str]:
    """What else differs, so that a figure may have changed though the implementation did not."""
    if old.evidence != new.evidence:
        yield f"evidence {clean(old.evidence)} → {clean(new.evidence)}"
    if old.inputs != new.inputs:
        yield f"inputs {format_count(old.inputs)} → {format_count(new.inputs)}"
    if old.form != new.form:
        yield f"declared form {clean(old.form or 'none')} → {clean(new.form or 'none')}"
    if old.incomplete or new.incomplete:
        both = old.incomplete and new.incomplete
        which = "either" if both else "the old" if old.incomplete else "the new"
        yield f"not all inputs were measured in {which} run"


def _versions(old: Run, new: Run) -> Iterable[VersionChange]:
    was, now = (
        {"gelucheck": run.provenance.get("version"), **run.provenance.get("implementations", {})}
        for run in (old, new)
    )
    for name, version in now.items():
        if name in was and was[name] != version:
            yield VersionChange(name, was[name], version)
