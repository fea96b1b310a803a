"""Running a plan: rows in its order, progress to the end, the second opinion."""

from dataclasses import replace

import numpy as np
import pytest

from gelucheck.errors import DisagreementError, ImplementationError
from gelucheck.formats import FORMATS
from gelucheck.implementations.interface import Implementation
from gelucheck.inputs.selection import select_inputs
from gelucheck.record import Run
from gelucheck.reference.enclosure import confirm
from gelucheck.reference.functions import REFERENCES
from gelucheck.sweep import chunks
from gelucheck.sweep import run as sweep
from gelucheck.sweep.plan import Plan, Selection, make_plan
from gelucheck.sweep.run import run_plan

HALF = FORMATS["float16"]
SMALL = Selection(dtypes=("float32", "float16"), inputs="sample", samples=300)


def test_rows_come_in_the_order_of_the_plan():
    plan = make_plan(SMALL)
    rows = run_plan(plan, SMALL).rows
    assert [(r.implementation, r.arithmetic, r.dtype) for r in rows] == [
        (item.name, item.arithmetic, name) for item, name in plan.rows
    ]
    assert {r.evidence for r in rows} == {"sample"}
    finite = {name: sum(np.isfinite(x.astype(float)).sum() for x in plan.inputs[name].blocks())
              for name in plan.inputs}  # fmt: skip
    assert all(row.inputs == finite[row.dtype] for row in rows)


def test_progress_ends_at_the_total_and_never_goes_back():
    told = []
    plan = make_plan(SMALL)
    run_plan(plan, SMALL, lambda done, total, label: told.append((done, total, label)))
    total = sum(plan.inputs[name].count for _, name in plan.rows)
    dones = [done for done, _, _ in told]
    assert dones == sorted(dones) and dones[-1] == total and {t for _, t, _ in told} == {total}
    assert all(label for _, _, label in told)


@pytest.mark.parametrize("size", [1 << 16, 1000, 37])
def test_the_size_of_blocks_leaves_no_trace(size, monkeypatch):
    plan = make_plan(SMALL)
    due = Run({}, run_plan(plan, SMALL).rows).to_dict()
    monkeypatch.setattr(chunks, "BLOCK", size)
    assert Run({}, run_plan(plan, SMALL).rows).to_dict() == due
    monkeypatch.setattr(sweep, "SCOUTS", 5)
    assert Run({}, run_plan(plan, SMALL).rows).to_dict() == due


def test_an_implementation_that_fails_is_named():
    def fails(x, fmt):
        raise ValueError("no such kernel")

    item = Implementation("mine", "gelu", "erf", None, None, fails, ("float16",))
    plan = Plan(((item, "float16"),), {"float16": select_inputs("0:1:5", HALF)})
    with pytest.raises(ImplementationError, match=r"mine raised ValueError\('no such kernel'\)"):
        run_plan(plan, Selection())


def test_arb_contradicts_a_wrong_rounding():
    right = HALF.bits_of(0.84130859375)  # GELU(1) = 0.8413447
    confirm(REFERENCES["gelu"], 1.0, HALF, right)
    for wrong in (right - 1, right + 1, right | 0x8000):
        with pytest.raises(DisagreementError, match="by Arb"):
            confirm(REFERENCES["gelu"], 1.0, HALF, wrong)


def test_a_reference_that_is_wrong_does_not_get_through(monkeypatch):
    """The share that Arb confirms is of this size; all of a small run is."""
    import gelucheck.reference.evaluate as module

    real = module.decide

    def off_by_one(function, x, fmt, value):
        rounded, undecided = real(function, x, fmt, value)
        return fmt.values(fmt.ordinals(rounded) + 1), undecided

    monkeypatch.setattr(module, "decide", off_by_one)
    selection = replace(SMALL, dtypes=("float16",), inputs="1:2:20", forms=("sigmoid",))
    with pytest.raises(DisagreementError):
        run_plan(make_plan(selection), selection)
