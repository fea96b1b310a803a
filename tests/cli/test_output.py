"""Destinations: checked before the work, written after it, standard output last."""

import json

import pytest


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["--out", "yaml"], ["'yaml'", "text", "json", "csv", "markdown"]),
        (["--out", "run.json"], ["'run.json'", "FORMAT:PATH"]),
        (["--out", "json:"], ["'json:'"]),
        (["--out", ""], ["''"]),
        (["--out", "json", "--out", "csv"], ["json and csv"]),
        (["--out", "json:-", "--out", "text"], ["json and text"]),
        (["--out", "json:/no/such/place/x.json"], ["/no/such/place"]),
        (["--out", "json:/"], ["/"]),
        (["--plot", "error.bmp"], ["'error.bmp'", ".svg", ".png", ".pdf"]),
        (["--plot", "error"], ["'error'"]),
        (["--plot", "/no/such/place/x.svg"], ["/no/such/place"]),
    ],
)
def test_a_wrong_place_is_told_before_the_work_begins(measuring, call, words, parts):
    code, out, err = call("compare", *words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    for part in parts:
        assert part in err
    assert measuring.calls == []


@pytest.mark.parametrize("out", ["json", "json:-"])
def test_json_takes_the_tables_place(measuring, call, out):
    code, stdout, err = call("compare", "--out", out)
    assert (code, err) == (0, "")
    assert json.loads(stdout)["rows"][0]["implementation"] == "tanh"


def test_files_beside_the_table(measuring, call, tmp_path):
    code, out, err = call(
        "compare", "--out", f"json:{tmp_path}/a.json", "--out", f"csv:{tmp_path}/b.csv"
    )
    assert code == 0
    assert "tanh" in out
    assert json.loads((tmp_path / "a.json").read_text())["schema"] == 1
    assert (tmp_path / "b.csv").read_text().startswith("implementation,")
    assert [line.split()[-1] for line in err.splitlines()] == [
        f"{tmp_path}/a.json",
        f"{tmp_path}/b.csv",
    ]


def test_quiet_with_a_file_says_nothing(measuring, call, tmp_path):
    path = tmp_path / "a.json"
    assert call("compare", "-q", "--out", f"json:{path}") == (0, "", "")
    assert path.exists()


def test_quiet_without_a_file_still_prints_the_data(measuring, call):
    code, out, err = call("compare", "-q")
    assert (code, err) == (0, "")
    assert "tanh" in out


def test_plot_is_drawn(measuring, call, tmp_path):
    code, _, err = call("compare", "--plot", tmp_path / "error.svg")
    assert (code, err) == (0, f"gelucheck: wrote {tmp_path}/error.svg\n")
    assert (tmp_path / "error.svg").read_text().startswith("<?xml")


def test_the_inputs_are_not_written_over(measuring, call, tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("1.0\n")
    code, _, err = call("compare", "--inputs", path, "--out", f"csv:{tmp_path}/./x.csv")
    assert code == 2
    assert "holds the inputs" in err
    assert path.read_text() == "1.0\n"


@pytest.mark.parametrize("command", ["check", "compare", "merge"])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--out", "json:{}/./c.toml"], "holds the config"),
        (["--plot", "{}/c.svg", "--config", "{}/c.svg"], "holds the config"),
        (["--out", "csv:{}/l"], "holds the ledger"),
    ],
)
def test_what_is_read_is_not_written_over(measuring, call, tmp_path, command, words, said):
    for name in ("c.toml", "c.svg"):
        (tmp_path / name).write_text("seed = 1\n")
    ledger = [tmp_path / "l"] if command == "merge" else ["--ledger", tmp_path / "l"]
    config = [] if "--config" in words else ["--config", tmp_path / "c.toml"]
    words = [word.format(tmp_path) for word in words]
    code, _, err = call(command, *config, *ledger, *words)
    assert code == 2 and said in err
    assert measuring.calls == []
    assert (tmp_path / "c.toml").read_text() == "seed = 1\n"


def test_a_baseline_that_is_held_to_is_not_written_over(measuring, call, tmp_path):
    path = tmp_path / "b.json"
    assert call("check", "--write-baseline", path)[0] == 0
    written = path.read_text()
    code, _, err = call("check", "--baseline", path, "--out", f"json:{path}")
    assert code == 2 and "holds the baseline" in err
    assert path.read_text() == written


@pytest.mark.parametrize(
    "words",
    [
        ["--out", "json:{}/x.svg", "--plot", "{}/x.svg"],
        ["--out", "json:{}/x", "--out", "csv:{}/./x"],
    ],
)
def test_two_results_for_one_file_are_refused(measuring, call, tmp_path, words):
    code, _, err = call("compare", *(word.format(tmp_path) for word in words))
    assert code == 2
    assert "two results" in err
    assert measuring.calls == []


def test_devices_take_any_number_of_results(measuring, call):
    assert call("compare", "--out", "json:/dev/null", "--out", "csv:/dev/null")[0] == 0
