"""What rows were when a baseline was written: figures that later runs are held to. Pure.

A figure is kept as the least bound that the run itself keeps. So the same run passes exactly, and
whether another is worse is one comparison of two numbers.
"""

import math
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction

from gelucheck.errors import UsageError
from gelucheck.gate.baseline.expected import needed_of
from gelucheck.gate.baseline.record import (
    Baseline,
    Conditions,
    Entry,
    Expected,
    Figures,
    key_of,
)
from gelucheck.gate.standing import has_method
from gelucheck.gate.verdict import Verdict
from gelucheck.record import COUNTS, LOST, MAXIMA, Row, Run, Witness
from gelucheck.sweep.plan import Selection

PARTS = ("own", "gelu")
FIGURES_KEPT = (*MAXIMA, "mean_abs")
_LIBRARIES = {
    "gelucheck": "version",
    "numpy": "numpy",
    "python-flint": "flint",
    "mpmath": "mpmath",
}
"""By their names in the registry of packages: the names in a run's provenance."""
_SEEDED = ("sample", "search")
"""The evidence of inputs that a seed has chosen."""


def conditions_of(selection: Selection) -> Conditions:
    """What the figures of a selection depend on besides the outputs."""
    return Conditions(selection.seed, selection.subnormals, selection.ulp)


def is_seeded(evidence: str) -> bool:
    """Whether a seed has chosen the inputs."""
    return evidence in _SEEDED


def baseline_of(run: Run, verdict: Verdict, selection: Selection | None = None) -> Baseline:
    """The baseline of a run.

    Args:
        verdict: on the run; what fails in it is expected to fail from now on.
        selection: what was measured.

    Raises:
        UsageError: two rows that nothing tells apart.
    """
    entries: dict[tuple, Entry] = {}
    for row in run.rows:
        if key_of(row) in entries:
            raise UsageError(f"two rows are called {row.label}", "give each a name of its own")
        entries[key_of(row)] = entry_of(row, verdict)
    return Baseline(
        versions_of(run),
        tuple(entries[key] for key in sorted(entries)),
        dict(run.provenance.get("implementations", {})),
        conditions_of(selection or Selection()),
    )


def versions_of(run: Run) -> dict[str, str]:
    """The packages that a run stood on, as far as it says."""
    known = {name: run.provenance.get(key) for name, key in _LIBRARIES.items()}
    return {name: str(version) for name, version in known.items() if version}


def entry_of(row: Row, verdict: Verdict) -> Entry:
    """What a baseline has of a row."""
    failing = {
        (failure.claim.name, failure.claim.atol): needed_of(failure)
        for failure in verdict.failures
        if key_of(failure.row) == key_of(row)
    }
    return Entry(
        row.implementation,
        row.form,
        row.dtype,
        row.arithmetic,
        row.function,
        row.evidence,
        row.inputs,
        figures_of(row, "own"),
        figures_of(row, "gelu") if "gelu" in parts_of(row) else None,
        row.correctly_rounded,
        row.faithful,
        {name: row.counts[name] for name in COUNTS if row.counts.get(name)},
        tuple(sorted({item.slug for item in row.findings} - {LOST})),
        tuple(Expected(*each, needed) for each, needed in sorted(failing.items())),
    )


def parts_of(row: Row) -> tuple[str, ...]:
    """The parts that a row's errors have."""
    return PARTS if has_method(row.form) else PARTS[:1]


def figures_of(row: Row, part: str) -> Figures:
    """The figures of one part of a row."""
    maxima = {name: bound_of(row, part, name) for name in MAXIMA}
    return Figures(**maxima, mean_abs=_mean_bound(row.means.get(_stored(row, part))))


def witness_of(row: Row, part: str, name: str) -> Witness | None:
    """The input that shows a figure of ``FIGURES_KEPT``; a mean has none."""
    return getattr(getattr(row, _stored(row, part)), name) if name in MAXIMA else None


def bound_of(row: Row, part: str, name: str) -> float | int | None:
    """The least bound on a maximum that a row keeps; None where nothing was measured."""
    worst = witness_of(row, part, name)
    if worst is None or f"{_stored(row, part)}.{name}" not in row.above:
        return worst and worst.value
    return math.nextafter(worst.value, math.inf)


def least_mean(row: Row, part: str) -> Fraction | None:
    """What the exact mean of a part's absolute error is at least."""
    mean = row.means.get(_stored(row, part))
    return mean and mean[0]


def _stored(row: Row, part: str) -> str:
    """The name that a row has for a part."""
    return "evaluation" if part == "own" and row.evaluation else "total"


_MOST_DIGITS = 17


def _mean_bound(mean: tuple[Fraction, Fraction] | None) -> float | None:
    """A bound of a mean that lies between two numbers, the same wherever these are alike."""
    if mean is None:
        return None
    low, high = mean
    if not high:
        return 0.0
    ratio = high / (high - low) if high > low else Fraction(10**_MOST_DIGITS)
    sure = math.floor(math.log10(ratio.numerator) - math.log10(ratio.denominator)) - 1
    digits = max(1, min(_MOST_DIGITS, sure))
    context = Context(prec=digits, rounding=ROUND_CEILING)
    bound = float(context.divide(Decimal(high.numerator), Decimal(high.denominator)))
    return bound if bound >= high else math.nextafter(bound, math.inf)
