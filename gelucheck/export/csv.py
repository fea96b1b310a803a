"""CSV: one line a row, flat names such as ``total.max_ulp.value``; regions are in JSON only.

A limit that something narrows, a finding that fails and a baseline stand in ``claims.others``, as
"NAME BOUND: VERDICT" with semicolons between them.

What is expected under distributions stands in ``expected``, as "NAME: abs=… ulp=… own_abs=…
own_ulp=… share=… inputs=… evidence=…" with semicolons between them; run.json has it in fields.

Numbers are exact, NaN and infinities are ``nan`` and ``inf``, what does not exist is empty.
"""

import csv
import io
from dataclasses import fields

from gelucheck.export import network_csv, theorem_csv
from gelucheck.export.expected import expected_exactly
from gelucheck.export.marks import with_failures
from gelucheck.export.spelling import guard, spell
from gelucheck.gate.figures import FIGURES
from gelucheck.record import COUNTS, HISTOGRAM, MAXIMA, Claim, Errors, Row, Run, Witness

CLAIMS = tuple(FIGURES)
"""The claims that have columns of their own; others share one."""
_TEXT = ("implementation", "form", "writing")
_PLAIN = ("dtype", "arithmetic", "function", "evidence", "inputs")
_WITNESS = tuple(item.name for item in fields(Witness))
_CLAIM = tuple(item.name for item in fields(Claim) if item.name not in ("name", "witness"))


def render(run: Run, *, color=False, width=100, forms_asked=False, verdict=None, path=None) -> str:
    """The rows as CSV, with a header line; the columns are the same for every run.

    Networks are other lines, and so are theorems, and no table has two of these: they are written
    where a run has no rows, theorems where it has no networks either.
    """
    if run.networks and not run.rows:
        return network_csv.render(run.networks)
    if run.theorems and not run.rows:
        return theorem_csv.render(run.theorems)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in with_failures(run, verdict).rows:
        cells = flatten(row)
        writer.writerow([spell(cells.get(name)) for name in COLUMNS])
    return out.getvalue()


def flatten(row: Row) -> dict[str, object]:
    """A row as flat names and plain values; names without a value may be absent."""
    cells: dict[str, object] = {name: guard(getattr(row, name)) for name in _TEXT}
    cells |= {name: getattr(row, name) for name in _PLAIN}
    for part in ("total", "evaluation"):
        cells |= _errors(part, getattr(row, part))
    cells |= _witness("method.max_abs", row.method)
    cells |= {"correctly_rounded": row.correctly_rounded, "faithful": row.faithful}
    cells |= {f"histogram.{name}": number for name, number in row.histogram.items()}
    cells |= {f"counts.{name}": number for name, number in row.counts.items()}
    cells["findings"] = guard(";".join(finding.slug for finding in row.findings))
    others = [claim for claim in row.claims if claim.name not in CLAIMS]
    cells["claims.others"] = guard(
        "; ".join(f"{claim.name} {claim.atol!r}: {claim.verdict}" for claim in others)
    )
    cells["expected"] = guard(expected_exactly(row))
    for claim in row.claims:
        if claim.name not in CLAIMS:
            continue
        cells |= {f"claims.{claim.name}.{name}": getattr(claim, name) for name in _CLAIM}
        cells |= _witness(f"claims.{claim.name}.witness", claim.witness)
    return cells


def _errors(prefix: str, errors: Errors | None) -> dict[str, object]:
    if errors is None:
        return {}
    cells: dict[str, object] = {}
    for name in MAXIMA:
        cells |= _witness(f"{prefix}.{name}", getattr(errors, name))
    return cells | {
        f"{prefix}.mean_abs": errors.mean_abs,
        f"{prefix}.rms_abs": errors.rms_abs,
    }


def _witness(prefix: str, witness: Witness | None) -> dict[str, object]:
    if witness is None:
        return {}
    return {f"{prefix}.{name}": getattr(witness, name) for name in _WITNESS}


def _columns() -> tuple[str, ...]:
    names = [*_TEXT, *_PLAIN]
    for part in ("total", "evaluation"):
        names += [f"{part}.{name}.{item}" for name in MAXIMA for item in _WITNESS]
        names += [f"{part}.mean_abs", f"{part}.rms_abs"]
    names += [f"method.max_abs.{item}" for item in _WITNESS]
    names += ["correctly_rounded", "faithful"]
    names += [f"histogram.{name}" for name in HISTOGRAM]
    names += [f"counts.{name}" for name in COUNTS]
    names.append("findings")
    for claim in CLAIMS:
        names += [f"claims.{claim}.{name}" for name in _CLAIM]
        names += [f"claims.{claim}.witness.{item}" for item in _WITNESS]
    names += ["claims.others", "expected"]
    return tuple(names)


COLUMNS = _columns()
