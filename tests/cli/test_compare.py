"""compare: options become the selection, and results go where they were sent."""

import json
import shlex
import sys

import pytest

from gelucheck.errors import InputsError
from gelucheck.sweep.plan import Selection


@pytest.mark.parametrize(
    ("words", "changed"),
    [
        ([], {}),
        (["--dtype", "float16"], {"dtypes": ("float16",)}),
        # in the order given, each once
        (
            ["--dtype", "float32", "--dtype", "float16", "--dtype", "float32"],
            {"dtypes": ("float32", "float16")},
        ),
        (["--form", "tanh", "--form", "erfc"], {"forms": ("tanh", "erfc")}),
        (["--arithmetic", "upcast"], {"arithmetics": ("upcast",)}),
        (
            ["--function", "gelu_grad", "--function", "gelu"],
            {"functions": ("gelu_grad", "gelu")},
        ),
        (["--inputs", "-6:3:100"], {"inputs": "-6:3:100"}),
        (["--inputs=-6:3"], {"inputs": "-6:3"}),
        (["--samples", "1"], {"samples": 1}),
        (["--seed", "7"], {"seed": 7}),
        (["--round-inputs"], {"round_inputs": True}),
        (["--ulp", "fine"], {"ulp": "fine"}),
    ],
)
def test_options_become_the_selection(measuring, call, words, changed):
    code, out, _ = call("compare", *words)
    assert code == 0
    assert out
    assert measuring.selection == Selection(**changed)


def test_atol_and_the_command_line_are_handed_on(measuring, call):
    words = ["compare", "--atol", "0.5", "--inputs", "my file.npy"]
    assert call(*words)[0] == 0
    _, atol, command, progress = measuring.calls[-1]
    assert atol == 0.5
    assert shlex.split(command) == ["gelucheck", *words]
    # nobody looks at a bar in a pipe
    assert progress is None


def test_standard_input_is_handed_on(measuring, call):
    assert call("compare", "--inputs", "-")[0] == 0
    assert measuring.selection.stdin is sys.stdin


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["--dtype", "float24"], ["'float24'", "float16", "bfloat16", "float32", "float64"]),
        (["--dtype", "Float16"], ["'Float16'"]),
        (["--dtype", "float16,float32"], ["'float16,float32'"]),
        (["--dtype", ""], ["''"]),
        (["--form", "relu"], ["'relu'", "erf", "tanh", "sigmoid", "erfc"]),
        (["--arithmetic", "exact"], ["'exact'", "native", "upcast"]),
        (["--function", "silu"], ["'silu'", "gelu", "gelu_grad"]),
        (["--samples", "0"], ["--samples 0", "1"]),
        (["--samples", "-5"], ["--samples -5"]),
        (["--seed", "-1"], ["--seed -1"]),
        (["--atol", "-1"], ["--atol -1.0"]),
        (["--atol", "nan"], ["--atol nan"]),
        (["--atol", "inf"], ["--atol inf"]),
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
def test_a_wrong_option_is_told_before_the_work_begins(measuring, call, words, parts):
    code, out, err = call("compare", *words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    for part in parts:
        assert part in err
    assert measuring.calls == []


def test_huge_numbers_are_no_crash(measuring, call):
    # beyond what a float can hold: still a number of samples, for the measuring part to judge
    assert call("compare", "--samples", "1" + "0" * 400)[0] == 0


def test_an_error_of_the_measuring_part_is_one_line(measuring, call):
    measuring.problem = InputsError("'x.npy' is empty", "give it values")
    assert call("compare") == (2, "", "gelucheck: 'x.npy' is empty: give it values\n")


def test_an_interruption(measuring, call):
    measuring.problem = KeyboardInterrupt()
    assert call("compare") == (130, "", "gelucheck: interrupted\n")


def test_the_table_comes_without_being_asked(measuring, call):
    code, out, err = call("compare")
    assert (code, err) == (0, "")
    assert "tanh" in out
    assert "float16" in out
    assert "\x1b[" not in out


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


def test_verbose_counts_the_work(measuring, call):
    _, _, err = call("compare", "-v")
    assert "1 rows, 63,488 inputs" in err


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


def test_color_when_asked_for(measuring, call):
    assert "\x1b[" in call("compare", "--color", "always")[1]
    assert "\x1b[" not in call("compare", "--color", "never")[1]


def test_progress_when_asked_for(measuring, call):
    code, out, err = call("compare", "--progress", "always", "--out", "json")
    assert code == 0
    assert json.loads(out)
    assert "float16" in err
    assert measuring.calls[-1][3] is not None
