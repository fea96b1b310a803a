"""Expected errors of a plan's rows: the inputs are the distributions' own, and few."""

from dataclasses import dataclass, field, replace

from gelucheck.errors import UsageError
from gelucheck.expected import expected_errors
from gelucheck.formats import FORMATS
from gelucheck.implementations.guest import find_kind
from gelucheck.inputs.weights import Weighted, read_weights
from gelucheck.record import Expected, Finding, Row
from gelucheck.sweep.plan import Plan, Selection
from gelucheck.sweep.run import Progress


@dataclass
class Weighing:
    """What is measured of a plan's rows under distributions, once their inputs are measured.

    Made before that, so that what is wrong with a distribution is found out before it.

    Attributes:
        weighted: the distributions in each format, in the order that they were named.
        progress: see ``run.Progress``, or None.
    """

    plan: Plan
    selection: Selection
    weighted: dict[str, list[Weighted]]
    progress: Progress | None = None
    _before: int = field(default=0, init=False)

    @property
    def count(self) -> int:
        """How many values are measured, counted once for each row."""
        return sum(each.values.size for _, name in self.plan.rows for each in self.weighted[name])

    def before(self, done: int, total: int, label: str) -> None:
        """Progress of the work that comes before."""
        self._before = total
        if self.progress:
            self.progress(done, total + self.count, label)

    def rows(self, rows: tuple[Row, ...]) -> tuple[Row, ...]:
        """The rows with what is expected of them. Code that fails here and did not before is a
        finding: what was measured of it stays.

        Raises:
            UndecidedError, DisagreementError: the reference fails.
        """
        found: dict[int, list] = {place: [] for place in range(len(rows))}
        done, total = self._before, self._before + self.count

        def told(more: int, label: str) -> None:
            nonlocal done
            done += more
            if self.progress:
                self.progress(done, total, label)

        for name, distributions in self.weighted.items():
            places = [place for place, (_, fmt) in enumerate(self.plan.rows) if fmt == name]
            items = [self.plan.rows[place][0] for place in places]
            convention, seed = self.selection.ulp, self.selection.seed
            for each in distributions:
                results = expected_errors(items, each, convention=convention, seed=seed, told=told)
                for place, result in zip(places, results, strict=True):
                    found[place].append((each.name, result))
        return tuple(_with(row, found[place]) for place, row in enumerate(rows))


def _with(row: Row, results: list) -> Row:
    expected = tuple(each for _, each in results if isinstance(each, Expected))
    crashes = tuple(
        Finding("crash", "error", f"no expected error under {name}: {each.what}", None)
        for name, each in results
        if not isinstance(each, Expected)
    )
    return replace(row, expected=expected, findings=(*row.findings, *crashes))


def make_weighing(plan: Plan, selection: Selection, progress: Progress | None = None) -> Weighing:
    """What is measured under the distributions that a selection names.

    Raises:
        UsageError: a distribution that is none, or an implementation that has outputs for the
            inputs of a file only; and as ``read_weights``.
        InputsError: a file that cannot be used.
    """
    words = selection.weights
    words = (words,) if isinstance(words, str) else tuple(words)
    for item, _ in plan.rows:
        if item.guest and find_kind(item.guest.kind).inputs:
            raise UsageError(
                f"--weights-by with {item.guest.words}, which has outputs for the inputs of its "
                "file only",
                "leave one of them out; mean_abs of its row is the mean over these inputs",
            )
    formats = [FORMATS[name] for name in plan.inputs]
    weighted: dict[str, list[Weighted]] = {fmt.name: [] for fmt in formats}
    read = read_weights(words, formats, samples=selection.samples, seed=selection.seed)
    for each in read:
        weighted[each.fmt.name].append(each)
    return Weighing(plan, selection, weighted, progress)
