"""The headline tables of README.md, made from the stored runs."""

import re
from collections.abc import Mapping

from gelucheck.export.cells import cells_of
from gelucheck.export.figures import clean, figure, format_share
from gelucheck.record import Row, Run

DTYPES = ("float16", "bfloat16", "float32", "float64", "float8_e4m3fn", "float8_e5m2")
_DIGITS = 4


def forms_table(run: Run) -> str:
    """A line for each form and arithmetic, formats side by side: how far from exact GELU, how far
    from the form itself, and what share is correctly rounded GELU."""
    lines = [_line("form", "arithmetic", *DTYPES), _line("---", "---", *["---"] * len(DTYPES))]
    for name, how in dict.fromkeys((row.implementation, row.arithmetic) for row in run.rows):
        rows = {
            row.dtype: row
            for row in run.rows
            if (row.implementation, row.arithmetic) == (name, how)
        }
        lines.append(_line(name, how or "", *[_form_cell(rows.get(each)) for each in DTYPES]))
    return "".join(lines)


def _form_cell(row: Row | None) -> str:
    if row is None:
        return "—"
    cells = cells_of(row)
    return "<br>".join(
        [
            f"{cells.max_abs[0]} from GELU",
            f"{cells.evaluation[0]} ulp from the form",
            f"{cells.share} rounded",
            cells.verdict,
        ]
    )


def frameworks_table(run: Run) -> str:
    """A line for each implementation, formats side by side: how far from its own form in ulp, and
    what share is correctly rounded GELU."""
    versions = run.provenance.get("implementations", {})
    dtypes = DTYPES[:3]
    head = _line("implementation", "version", "form", *dtypes)
    lines = [head, _line(*["---"] * (3 + len(dtypes)))]
    for name in dict.fromkeys(row.implementation for row in run.rows):
        rows = {row.dtype: row for row in run.rows if row.implementation == name}
        form = next(iter(rows.values())).form
        version = clean(versions.get(name, "")).split(",")[0]
        cells = [_framework_cell(rows.get(each)) for each in dtypes]
        lines.append(_line(f"`{name}`", version, form or "—", *cells))
    return "".join(lines)


def _framework_cell(row: Row | None) -> str:
    if row is None:
        return "—"
    errors = row.evaluation or row.total
    ulp = figure(errors.max_ulp.value, _DIGITS) if errors.max_ulp else "—"
    told = f"{ulp} ulp<br>{format_share(row.correctly_rounded, row.inputs)} rounded"
    return told if row.evidence == "exhaustive" else f"{told}<br>({row.evidence})"


TABLES = {"forms": forms_table, "frameworks": frameworks_table}


def put_tables(text: str, runs: Mapping[str, Run]) -> str:
    """A text with each table between its marks, as ``<!-- forms -->`` and ``<!-- end -->``."""
    for name, run in runs.items():
        text = put_between(text, name, TABLES[name](run))
    return text


def put_between(text: str, name: str, table: str) -> str:
    """A text with one table between its marks."""
    begin, end = f"<!-- {name} -->\n", "<!-- end -->"
    marks, whole = f"{begin}.*?{end}", f"{begin}\n{table}\n{end}"
    text, count = re.subn(marks, lambda _: whole, text, flags=re.DOTALL)
    if count != 1:
        raise ValueError(f"README.md has {count} places for the table of {name}")
    return text


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n"
