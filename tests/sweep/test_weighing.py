"""Expected errors of the rows of a run: once for each, after the sweep, and never in the way."""

import itertools
import subprocess
import sys

import numpy as np
import pytest

from gelucheck import api
from gelucheck.errors import InputsError, UsageError
from gelucheck.expected import expected_errors
from gelucheck.export.json import render
from gelucheck.formats import FORMATS
from gelucheck.inputs.weights import parse_weights, weighted_inputs
from gelucheck.record import Run
from gelucheck.sweep.plan import Selection, make_plan
from gelucheck.sweep.run import Engine

FEW = Selection(
    dtypes=("float16", "float32"),
    forms=("tanh",),
    arithmetics=("native",),
    functions=("gelu", "gelu_grad"),
    samples=5000,
    inputs="-1:1:50",
    weights=("normal", "normal:0.25"),
)


def test_every_row_has_its_own_and_progress_goes_on():
    told = []
    run = api.compare(FEW, progress=lambda *each: told.append(each))
    plan = make_plan(FEW)
    assert len(run.rows) == 4
    for (item, name), row in zip(plan.rows, run.rows, strict=True):
        inputs = [
            weighted_inputs(parse_weights(text), FORMATS[name], samples=5000)
            for text in FEW.weights
        ]
        due = [expected_errors([item], each)[0] for each in inputs]
        assert row.expected == tuple(due), row.label
        assert [each.weights for each in row.expected] == ["normal:1.0", "normal:0.25"]
        assert row.expected[0].evidence == ("exhaustive" if name == "float16" else "sample")

    done = [each[0] for each in told]
    assert all(a <= b for a, b in itertools.pairwise(done))
    # 50 inputs of four rows; two distributions, 63,488 values in float16 and 4,096 in float32
    due = 50 * 4 + 2 * (2 * 63_488 + 2 * 4096)
    assert {each[1] for each in told} == {due} and done[-1] == due
    assert told[-1][2].endswith("normal:0.25")


def text_of(run):
    return render(Run({**run.provenance, **dict.fromkeys(("started", "seconds"))}, run.rows))


def test_same_bytes_whatever_the_engine(tmp_path):
    selection = Selection(
        dtypes=("float32",), forms=("tanh",), inputs="1:1.001", samples=4096, weights=("normal",)
    )
    engines = [Engine(), Engine(little=0, jobs=1), Engine(ledger=str(tmp_path / "ledger"))]
    engines += engines[-1:]  # from the ledger alone
    texts = {text_of(api.compare(selection, engine=engine)) for engine in engines}
    assert len(texts) == 1
    other = text_of(api.compare(selection, seed=1))
    assert other not in texts


def test_without_it_nothing_changes_and_nothing_is_imported():
    program = (
        "import sys\n"
        "from gelucheck import compare\n"
        "run = compare(dtypes=('float16',), forms=('erf',), inputs='1:2:3')\n"
        "assert 'expected' not in run.to_dict()['rows'][0]\n"
        "print([name for name in sys.modules if 'weigh' in name or 'expected' in name"
        " and name.startswith('gelucheck')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_a_name_alone_is_one():
    run = api.compare(FEW, forms=("erf",), functions=("gelu",), weights="normal:2")
    assert [each.weights for each in run.rows[0].expected] == ["normal:2.0"]


@pytest.fixture
def counting():
    """A callable that counts its calls."""

    def gelu(x):
        gelu.calls += 1
        return x

    gelu.calls = 0
    return gelu


BAD = [
    ({"weights": ("normal:x",)}, UsageError),
    ({"weights": ("gone.npy",)}, InputsError),
    ({"weights": ("normal", "")}, UsageError),
    ({"weights": (5,)}, UsageError),
    ({"forms": ("tanq",)}, UsageError),
]


@pytest.mark.parametrize(("changes", "error"), BAD, ids=str)
def test_what_is_wrong_is_told_before_anything_is_measured(counting, changes, error):
    told = []
    with pytest.raises(error):
        api.compare(
            FEW,
            implementations=(counting,),
            progress=lambda *each: told.append(each),
            **changes,
        )
    assert not told and not counting.calls


def test_outputs_in_a_file_are_refused(tmp_path):
    for name in ("x", "y"):
        np.save(tmp_path / f"{name}.npy", np.ones(3, np.float16))
    with pytest.raises(UsageError, match="inputs of its file only"):
        api.compare(
            dtypes=("float16",),
            forms=(),
            implementations=(f"outputs:{tmp_path / 'y.npy'}",),
            inputs=str(tmp_path / "x.npy"),
            weights=("normal",),
        )


def test_a_shard_is_refused(tmp_path):
    engine = Engine(shard=(1, 2), ledger=str(tmp_path / "ledger"))
    with pytest.raises(UsageError, match="--shard with --weights-by"):
        api.shard(FEW, engine)
    assert not (tmp_path / "ledger").exists()


def test_code_that_fails_there_is_a_finding_and_the_row_stays():
    def picky(x):
        if (np.abs(x) > 1).any():
            raise ValueError("too large for me")
        return x

    run = api.compare(
        FEW, dtypes=("float16",), forms=(), functions=("gelu",), implementations=(picky,)
    )
    (row,) = run.rows
    assert row.expected == () and row.inputs == 50
    told = [each for each in row.findings if "no expected error" in each.sentence]
    assert [each.slug for each in told] == ["crash", "crash"]
    assert "under normal:1.0: " in told[0].sentence and "too large for me" in told[0].sentence


def test_flushed_subnormals_are_accepted_there_too(tmp_path):
    """GELU(2^-23) is a little above 2^-24, which is one ulp: 0 is that far off, or right."""
    path = tmp_path / "a.txt"
    path.write_text("0x1p-23\n")

    def flushing(x):
        from gelucheck import oracle

        return np.where(np.abs(x) < 2**-14, x * 0, oracle(x, "float16"))

    asked = {
        **{"dtypes": ("float16",), "forms": (), "implementations": (flushing,)},
        **{"declares": ("erf",), "inputs": "1:1", "weights": (str(path),)},
    }
    strict, flush = (
        api.compare(subnormals=kind, **asked).rows[0].expected[0] for kind in ("strict", "flush")
    )
    assert strict.total.ulp == pytest.approx(1, abs=1e-5)
    assert 0 < flush.total.ulp < 1e-5
