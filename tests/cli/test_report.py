"""``gelucheck report``: stored runs are not measured again, files go to reports/, no traceback."""

import dataclasses
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from gelucheck.record import Finding
from gelucheck.report.plots import PLOTS


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_stored_run_is_one_page_in_reports(measuring, store, call, folder):
    code, out, err = call("report", store("a.b.json"))
    assert (code, out, err) == (0, "", "gelucheck: wrote reports/a.b.html\n")
    assert files(folder) == ["a.b.json", "reports/a.b.html"]
    assert measuring.calls == []
    assert "2.97265625" in Path("reports/a.b.html").read_text()


def test_a_fresh_run_is_kept_beside_its_page(measuring, call, folder):
    code, out, err = call("report", "--dtype", "float16")
    assert (code, out) == (0, "")
    assert files(folder) == [f"reports/report.{end}" for end in ("csv", "html", "json")]
    assert err.count("gelucheck: wrote reports/report.") == 3
    assert measuring.selection.dtypes == ("float16",)
    # and that of the kept one is the same, the provenance aside
    fresh = Path("reports/report.html").read_text()
    assert call("report", "reports/report.json", "--out", "html")[1] == fresh


@pytest.mark.parametrize(
    "words, name",
    [(["a.json"], "a"), (["sub/b.run.json"], "b.run"), (["-"], "report"),
     (["a.json", "--name", "now"], "now"), ([], "report"), (["--name", "x.y"], "x.y")],
)  # fmt: skip
def test_names(measuring, store, call, folder, monkeypatch, words, name):
    (folder / "sub").mkdir()
    store("a.json"), store("sub/b.run.json")
    monkeypatch.setattr("sys.stdin", io.StringIO(Path("a.json").read_text(encoding="utf-8")))
    assert call("report", *words)[0] == 0
    assert (folder / "reports" / f"{name}.html").exists()


def test_out_takes_the_place_of_reports(store, call, folder):
    store("a.json")
    code, out, err = call("report", "a.json", "--out", "csv", "--out", "html:x.html")
    assert (code, err) == (0, "gelucheck: wrote x.html\n")
    assert out.startswith("implementation,")
    assert files(folder) == ["a.json", "x.html"]


def test_several_runs_are_joined(folder, store, call, row):
    store("a.json")
    store("b.json", dataclasses.replace(row, dtype="bfloat16"))
    code, out, _ = call("report", "b.json", "a.json", "--out", "json")
    assert code == 0
    joined = json.loads(out)
    assert [each["dtype"] for each in joined["rows"]] == ["bfloat16", "float16"]
    assert len(joined["provenance"]["joined"]) == 2


def test_where_no_summary_can_be_told_no_page_is_drawn(store, call, folder, monkeypatch):
    store("a.json")
    monkeypatch.setattr("sys.stdout", None)
    code, _, err = call("report", "a.json", "--against", "a.json")
    assert (code, files(folder)) == (2, ["a.json"])
    assert "standard output is closed" in err
    # nobody is told anything
    assert call("report", "a.json", "--against", "a.json", "-q")[0] == 0


def worse(row):
    worst = dataclasses.replace(row.total.max_ulp, value=0.0048)
    return dataclasses.replace(row, total=dataclasses.replace(row.total, max_ulp=worst))


def test_against_an_older_run(folder, store, call, row):
    store("old.json", row, implementations={"tanh": "torch 1"})
    store("new.json", worse(row), implementations={"tanh": "torch 2"})
    code, out, err = call("report", "new.json", "--against", "old.json")
    assert (code, err) == (0, "gelucheck: wrote reports/new.html\n")
    # 0.0048 is twice 0.0024
    change = "max ulp 0.00240 → 0.00480 (2.00 times) at x = 2.97265625"
    assert out == (
        f"1 row worse.\n\nworse  tanh · float16 · native\n  {change}\n"
        "\nversions\n  tanh: torch 1 → torch 2\n"
    )
    page = Path("reports/new.html").read_text()
    assert change in page and "torch 1 → torch 2" in page
    # not where standard output has something else, and not where nothing is to be said
    for words in (["--out", "csv"], ["-q"]):
        assert "1 row worse" not in call("report", "new.json", "--against", "old.json", *words)[1]


def test_older_runs_are_joined_too(folder, store, call, row):
    other = dataclasses.replace(row, dtype="bfloat16")
    store("a.json"), store("b.json", other), store("new.json", row, other)
    words = ["--against", "a.json", "--against", "b.json", "--out", "html:x.html"]
    assert call("report", "new.json", *words)[:2] == (0, "2 rows the same.\n")


def test_a_row_without_some_inputs_is_no_answer(folder, store, call, row):
    lost = Finding("lost-inputs", "error", "not measured: 1 to 2", None)
    store("a.json", dataclasses.replace(row, findings=(lost,)))
    code, _, err = call("report", "a.json")
    assert code == 2 and "not measured: 1 to 2" in err
    assert Path("reports/a.html").exists()


def test_a_claim_that_fails_is_for_check_to_tell(folder, measuring, failed_row, store, call):
    assert call("report", store("a.json", failed_row))[0] == 0
    measuring.rows = (failed_row,)
    assert call("report")[0] == 0
    assert 'class="fail"' in Path("reports/report.html").read_text()


REFUSED = [
    # words, what is said
    (["none.json"], ["cannot read 'none.json'"]),
    (["bad.json"], ["'bad.json' is not JSON"]),
    (["a.json", "--against", "bad.json"], ["'bad.json' is not JSON"]),
    (["."], ["cannot read '.'"]),
    (["a.json", "a.json"], ["tanh · float16 · native is in 'a.json' and in 'a.json'", "--against"]),
    (["a.json", "--against", "a.json", "--against", "a.json"], ["tanh · float16 · native is in"]),
    (["-", "--against", "-"], ["standard input is read once"]),
    (["a.json", "--max-ulp", "2"], ["--max-ulp with a stored run", "leave out RUN.json"]),
    (["a.json", "--atol", "off"], ["--atol with a stored run"]),
    (["a.json", "--dtype", "float16"], ["--dtype with a stored run"]),
    (["a.json", "--impl", "torch:gelu"], ["--impl with a stored run"]),
    (["a.json", "--finding", "inaccurate=off"], ["--finding with a stored run"]),
    (["a.json", "--jobs", "2"], ["--jobs with a stored run"]),
    (["a.json", "--name", "x/y"], ["--name 'x/y'"]),
    (["a.json", "--name", ".."], ["--name '..'"]),
    (["a.json", "--name", "x.html"], ["'x.html' has an ending", "--name x, or"]),
    (["a.json", "--name", ".JSON"], ["'.JSON' has an ending", "--name report, or"]),
    (["a.json", "--name", ""], ["--name ''"]),
    (["a.json", "--name", "x" * 300], ["--name 'xxx"]),
    (["a.json", "--out", "json:./a.json"], ["holds the run a.json"]),
    (["a.json", "--against", "b.json", "--plot", "b.svg", "--out", "html:b.json"],
     ["holds the run b.json"]),
    (["link.svg", "--plot", "error:a.json.svg"], ["holds the run link.svg"]),
    (["a.json", "--plot", "a.svg", "--plot", "error:./a.svg"], ["two results for './a.svg'"]),
    (["a.json", "--plot", "forms:reports/a.html.svg", "--plot", "shapes:x.svg"],
     ["unknown kind of picture 'shapes'", "forms", "formats", "./shapes:x.svg"]),
    (["a.json", "--out", "pdf"], ["unknown output format 'pdf'", "html"]),
    (["--shard", "1/2", "--ledger", "l"], ["a shard is no report", "gelucheck merge"]),
]  # fmt: skip


@pytest.mark.parametrize("words, parts", REFUSED, ids=lambda value: " ".join(value)[:60])
def test_what_is_refused_before_anything_is_written(measuring, store, call, folder, words, parts):
    store("a.json"), store("b.json"), store("a.json.svg")
    Path("bad.json").write_text("{")
    Path("link.svg").symlink_to("a.json.svg")
    there = files(folder)
    code, out, err = call("report", *words)
    assert (code, out, err.count("\n")) == (2, "", 1), err
    for part in parts:
        assert part in err
    assert "unexpected" not in err
    assert measuring.calls == [] and files(folder) == there
    assert not (folder / "reports").exists()


def test_reports_is_a_file(store, call, folder):
    store("a.json")
    Path("reports").write_text("mine\n")
    code, _, err = call("report", "a.json")
    assert code == 2 and "reports" in err
    assert Path("reports").read_text() == "mine\n"


def test_where_check_writes_is_not_where_report_does(measuring, store, call, folder, monkeypatch):
    Path("gelucheck.toml").write_text('out = "json:run.json"\nplot = "p.svg"\nmax_ulp = 1\n')
    monkeypatch.setenv("GELUCHECK_OUT", "csv:v.csv")
    store("run.json")
    assert call("report", "run.json")[0] == 0
    assert call("report")[0] == 0
    assert files(folder) == sorted(
        ["gelucheck.toml", "run.json", "reports/run.html"]
        + [f"reports/report.{end}" for end in ("csv", "html", "json")]
    )
    # what a config says of limits is for what is measured
    assert "max_ulp" in {limit.figure for limit in measuring.calls[-1].limits.all()}


@pytest.mark.parametrize("command", ["report", "compare", "check", "merge"])
def test_help_names_the_kinds_of_pictures(call, command):
    words = " ".join(call(command, "--help")[1].split())
    told = words[words.index("--plot [KIND:]PATH") :].partition("repeatable")[0]
    assert all(name in told for name in PLOTS)


def test_help_imports_nothing_heavy():
    program = (
        "import sys; from gelucheck.cli.main import main; main(['report', '--help']);"
        "print(sorted({'numpy', 'matplotlib', 'jinja2', 'mpmath', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
