"""The Python interface: what the program was asked to say, on small samples."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

import gelucheck
from gelucheck.api import check, compare
from gelucheck.errors import GelucheckError, InputsError, UsageError
from gelucheck.gate.limit import Limit
from gelucheck.gate.limits import Limits
from gelucheck.record import Run
from gelucheck.sweep.plan import Selection

CHECKS = [
    # selection, forms asked, exit code, causes, why
    ({"dtypes": ("float32", "float64"), "samples": 4000}, False, 0, set(), "float32 and float64"),
    ({"dtypes": ("bfloat16",), "arithmetics": ("native",)}, False, 1, {"evaluation"}, "bfloat16"),
    (
        {"dtypes": ("float32",), "forms": ("sigmoid",), "samples": 4000},
        True,
        1,
        {"method"},
        "sigmoid, asked for",
    ),
    (
        {"dtypes": ("float32",), "forms": ("sigmoid",), "samples": 4000},
        False,
        2,
        set(),
        "sigmoid, not asked for: nothing is judged",
    ),
    ({"dtypes": ("float16",), "inputs": "0:1"}, False, 0, set(), "where float16 is fine"),
]


@pytest.mark.parametrize("changes, asked, code, causes, why", CHECKS, ids=[c[4] for c in CHECKS])
def test_check(changes, asked, code, causes, why):
    verdict = check(forms_asked=asked, **changes)
    assert verdict.exit_code == code, why
    assert {failure.claim.cause for failure in verdict.failures} == causes
    for failure in verdict.failures:
        assert failure.claim.margin < 0 and failure.claim.witness.x == failure.row.excess.x


def test_both_forms_fail_in_bfloat16_by_their_arithmetic():
    verdict = check(dtypes=("bfloat16",), arithmetics=("native",))
    assert [failure.row.form for failure in verdict.failures] == ["erf", "tanh"]
    for failure in verdict.failures:
        assert failure.row.method.value < 1e-3 < failure.row.excess.value


def test_the_bound_where_the_verdict_turns_is_the_excess_itself():
    """A bound of the exact excess passes or fails as the exact figure lies, and never both ways."""
    selection = {"dtypes": ("float16",), "forms": ("tanh",), "arithmetics": ("native",)}
    row = compare(**selection).rows[0]
    bound = row.excess.value
    below, above = np.nextafter(bound, 0), np.nextafter(bound, 1)
    codes = [check(limits=Limits(float(b)), **selection).exit_code for b in (below, bound, above)]
    assert codes == [1, int("excess" in row.above), 0]


def test_method_error_is_below_the_theorem_and_reached():
    """|tanh - gelu| <= 4.7323552068728488e-4 on the real line, attained at ±2.69894...; the known
    inputs of the sample lie next to it."""
    rows = compare(dtypes=("float32",), samples=4000, arithmetics=("upcast",)).rows
    bounds = {"erf": 0.0, "tanh": 4.7323552068728488e-4, "sigmoid": 2.0334872209239230e-2}
    for row in rows:
        assert row.method.value <= bounds[row.form]
        assert row.method.value == pytest.approx(bounds[row.form], rel=1e-6)


def test_excess_and_error_hang_together():
    for row in compare(dtypes=("float16", "bfloat16"), inputs="-4:4:500").rows:
        assert 0 <= row.excess.value <= row.total.max_abs.value
        assert row.total.mean_abs <= row.total.rms_abs <= row.total.max_abs.value
        assert row.correctly_rounded <= row.faithful <= row.inputs
        assert sum(row.histogram.values()) == row.inputs - row.counts["nan"] - row.counts["inf"]


def test_the_same_run_twice():
    first, second = (compare(dtypes=("float16", "float32"), samples=500) for _ in range(2))
    one, two = first.to_dict(), second.to_dict()
    del one["provenance"], two["provenance"]
    assert json.dumps(one) == json.dumps(two)


def test_another_seed_is_another_sample():
    selection = Selection(dtypes=("float32",), forms=("erf",), samples=2000)
    one, two = (compare(selection, seed=seed).rows[0] for seed in (0, 1))
    assert one.inputs == two.inputs and one.total.mean_abs != two.total.mean_abs


def test_a_run_comes_back_from_json():
    run = compare(dtypes=("float16",), inputs="special", functions=("gelu",))
    back = Run.from_dict(json.loads(json.dumps(run.to_dict(), allow_nan=False)))
    here = run.rows[0]
    kept = replace(back.rows[0], excess=here.excess, means=here.means, correct=here.correct)
    assert repr(replace(here, first={}, above=frozenset())) == repr(kept)


def test_provenance_alone_knows_the_clock():
    run = compare(dtypes=("float16",), inputs="0:0", command="gelucheck compare")
    assert set(run.provenance) == {
        "version", "command", "python", "numpy", "mpmath", "flint", "platform", "cpu", "started",
        "seconds", "seed",
    }  # fmt: skip
    assert run.provenance["command"] == "gelucheck compare" and run.provenance["seed"] == 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", run.provenance["started"])


def test_selection_and_changes():
    base = Selection(dtypes=("float16",), forms=("erf",), inputs="1:2:5")
    assert [row.form for row in compare(base, forms=("tanh",)).rows] == ["tanh", "tanh"]
    assert base.forms == ("erf",)


REFUSED = [
    ({"dtypes": ("float24",)}, UsageError, "float24"),
    ({"inputs": "nan:nan"}, UsageError, "nan"),
    ({"inputs": "2:1"}, UsageError, "backwards"),
    ({"inputs": "no/such/file.npy"}, InputsError, "no/such/file.npy"),
]


@pytest.mark.parametrize("changes, error, text", REFUSED, ids=[case[2] for case in REFUSED])
def test_refused(changes, error, text):
    with pytest.raises(error, match=text) as caught:
        compare(**changes)
    assert isinstance(caught.value, GelucheckError) and caught.value.exit_code == 2


def test_a_wide_grid_in_every_ulp_convention():
    """Fine units are at most coarse ones, so errors in them are at least as large."""
    selection = Selection(dtypes=("bfloat16",), inputs="-3:3:300")
    for coarse, fine in zip(
        compare(selection).rows, compare(selection, ulp="fine").rows, strict=True
    ):
        assert fine.total.max_ulp.value >= coarse.total.max_ulp.value
        assert fine.total.max_abs == coarse.total.max_abs


def test_public_names():
    assert {"oracle", "compare", "check", "Format", "Run"} <= set(dir(gelucheck))
    assert gelucheck.compare is compare and gelucheck.check is check
    with pytest.raises(AttributeError, match="identity"):
        gelucheck.identity  # noqa: B018


def test_limits_that_make_no_sense_are_refused_before_anything_is_measured():
    def call(limits):
        return compare(dtypes=("float16",), inputs="all", limits=limits, progress=measured.append)

    measured = []
    near = Limit("max_ulp", 1.0, dtypes=("float16",))
    with pytest.raises(UsageError, match="cannot fail in float16"):
        call(Limits(max_ulp=1e6))
    with pytest.raises(UsageError, match="two on max_ulp"):
        call(Limits(more=(near, replace(near, bound=2.0))))
    assert not measured


def test_check_passes_on_what_the_verdict_needs():
    chosen = {"dtypes": ("float16",), "forms": ("tanh",), "arithmetics": ("native",)}
    loose = Limits(atol=None, max_abs=10.0)
    assert check(limits=loose, **chosen).passed
    verdict = check(limits=loose, levels={"left-tail-cancellation": "error"}, **chosen)
    assert [failure.claim.name for failure in verdict.failures] == [
        "finding left-tail-cancellation"
    ]
    assert check(limits=loose, headroom=0.1, **chosen).notes
    assert not check(limits=loose, **chosen).notes


def test_scaled_limits_are_decided_on_the_exact_figure():
    """The same row passes at what it needs, and fails below."""
    chosen = {"dtypes": ("float16",), "forms": ("tanh",), "arithmetics": ("upcast",)}
    row = compare(limits=Limits(max_ulp="5(1+k)"), **chosen).rows[0]
    most, above = row.scaled["evaluation"].value, "evaluation.scaled" in row.above
    needed = np.nextafter(most, 1) if above else most
    for bound, code in ((needed, 0), (np.nextafter(needed, 0), 1)):
        limit = Limit("max_ulp", float(bound), scaled=True)
        assert check(limits=Limits(atol=None, more=(limit,)), **chosen).exit_code == code
