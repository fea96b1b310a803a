"""Rows made by hand, of which only what a limit looks at matters."""

import math

import pytest

from gelucheck.record import LOST, Errors, Finding, Row, Witness

# where the witness of each figure is, so that one cannot be taken for another
PLACES = {
    "max_abs": 1.0,
    "max_ulp": 2.0,
    "max_rel": 3.0,
    "max_steps": 4.0,
    "excess": 5.0,
    "scaled": 6.0,
    "method": 7.0,
    "broken": -2.0,
}


def at(value, x=1.0, got=0.0, want=0.0):
    """A figure that is at x."""
    return Witness(value, x, float(x).hex(), "0x3c00", got, want)


def errors(figures):
    """Errors with some figures, and without the others."""
    maxima = {
        name: at(figures[name], PLACES[name]) if name in figures else None
        for name in ("max_abs", "max_ulp", "max_rel", "max_steps")
    }
    return Errors(**maxima, mean_abs=None, rms_abs=None)


def made_row(
    total=None,
    own=None,
    *,
    name="made",
    form="tanh",
    writing=None,
    dtype="float16",
    arithmetic=None,
    function="gelu",
    inputs=100,
    excess=None,
    method=0.0,
    broken=False,
    lost=False,
    findings=(),
    **rest,
):
    """A row: ``total`` and ``own`` are figures by name, against GELU and the declared form.

    Args:
        broken: NaN came at -2; lost: some inputs were not measured.
        rest: fields of ``Row`` as they are.
    """
    gone = (Finding(LOST, "error", "not measured", None),) if lost else ()
    broken_at = at(0.0, PLACES["broken"], math.nan, -0.0454)
    return Row(
        implementation=name,
        form=form,
        writing=writing,
        dtype=dtype,
        arithmetic=arithmetic,
        function=function,
        evidence="given",
        inputs=inputs,
        total=errors(total or {}),
        evaluation=errors(own or {}) if form else None,
        method=at(method, PLACES["method"]) if form else None,
        correctly_rounded=0,
        faithful=0,
        histogram={},
        counts={},
        findings=(*gone, *findings),
        excess=None if excess is None else at(excess, PLACES["excess"]),
        first={"broken": broken_at} if broken else {},
        above=frozenset(rest.pop("above", ())),
        scaled={part: at(v, PLACES["scaled"]) for part, v in rest.pop("scaled", {}).items()},
        **rest,
    )


@pytest.fixture(scope="session")
def made():
    """``made_row``."""
    return made_row


@pytest.fixture(scope="session")
def row_of_outputs():
    """(format, declared form, call from values of the format to such) -> its row, all of a 16-bit
    format tried, or the inputs given."""
    from gelucheck.formats import FORMATS
    from gelucheck.implementations.interface import Implementation
    from gelucheck.inputs.selection import select_inputs
    from gelucheck.sweep.plan import Plan, Selection
    from gelucheck.sweep.run import run_plan

    def rows(dtype, form, *calls, inputs=None):
        items = [
            Implementation(
                f"made{i}", "gelu", form, None, None, lambda x, _, c=call: c(x), (dtype,)
            )
            for i, call in enumerate(calls)
        ]
        chosen = inputs or select_inputs("all", FORMATS[dtype])
        plan = Plan(tuple((item, dtype) for item in items), {dtype: chosen})
        return run_plan(plan, Selection()).rows

    return rows
