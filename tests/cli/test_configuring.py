"""Flags over variables over the file over the default, option by option."""

import os
import subprocess
import sys

import pytest

from gelucheck.sweep.plan import Selection


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def layered(folder, monkeypatch, measuring, call):
    """Run a command with a file, variables and flags; what is measured."""

    def layered(file, variables, *flags, command="compare"):
        (folder / "gelucheck.toml").write_text(file)
        for name, value in variables.items():
            monkeypatch.setenv(f"GELUCHECK_{name}", value)
        code, _, err = call(command, *flags)
        assert code == 0, err
        return measuring.selection

    return layered


# (field, key and value in the file, variable, its value, flags, what each layer gives)
LAYERS = [
    ("dtypes", 'dtype = ["float64", "float32"]', "DTYPE", "bfloat16 'float16'",
     ["--dtype", "float16"], ("float64", "float32"), ("bfloat16", "float16"), ("float16",)),
    ("forms", 'form = "erf"', "FORM", "tanh erfc", ["--form", "sigmoid"],
     ("erf",), ("tanh", "erfc"), ("sigmoid",)),
    ("arithmetics", 'arithmetic = "native"', "ARITHMETIC", "upcast", ["--arithmetic", "native"],
     ("native",), ("upcast",), ("native",)),
    ("functions", 'function = "gelu_grad"', "FUNCTION", "gelu gelu_grad", ["--function", "gelu"],
     ("gelu_grad",), ("gelu", "gelu_grad"), ("gelu",)),
    ("inputs", 'inputs = "a b.npy"', "INPUTS", "c d.npy", ["--inputs", "1:2"],
     "a b.npy", "c d.npy", "1:2"),
    ("samples", "samples = 10", "SAMPLES", "11", ["--samples", "12"], 10, 11, 12),
    ("seed", "seed = 1", "SEED", "2", ["--seed", "3"], 1, 2, 3),
    ("ulp", 'ulp = "fine"', "ULP", "coarse", ["--ulp", "fine"], "fine", "coarse", "fine"),
    ("subnormals", 'subnormals = "flush"', "SUBNORMALS", "strict", ["--subnormals", "flush"],
     "flush", "strict", "flush"),
]  # fmt: skip


@pytest.mark.parametrize("case", LAYERS, ids=[case[0] for case in LAYERS])
def test_each_layer_is_over_the_next(layered, case):
    field, file, name, value, flags, of_file, of_variable, of_flag = case
    default = getattr(Selection(), field)
    assert getattr(layered("", {}), field) == default
    assert getattr(layered(file, {}), field) == of_file
    assert getattr(layered(file, {name: value}), field) == of_variable
    assert getattr(layered(file, {name: value}, *flags), field) == of_flag
    # what is nothing says nothing
    assert getattr(layered(file, {name: ""}), field) == of_file
    assert getattr(layered(file, {}, "--no-config"), field) == default
    assert getattr(layered("", {name: value}), field) == of_variable


def test_a_flag_of_one_option_leaves_the_others_to_the_file(layered):
    file = 'dtype = "float16"\nsamples = 5\nround_inputs = true\n'
    chosen = layered(file, {"SEED": "3"}, "--samples", "7")
    assert (chosen.dtypes, chosen.samples, chosen.seed) == (("float16",), 7, 3)
    assert chosen.round_inputs


def test_a_flag_without_a_value(layered):
    assert layered("", {"ROUND_INPUTS": "1"}).round_inputs
    assert not layered("round_inputs = true", {"ROUND_INPUTS": "0"}).round_inputs


IMPL = 'impl = "a=python:m:f"\ndeclares = "tanh"\ndevice = "cpu"\ntime_limit = "3s"\n'
GONE = {"implementations": (), "declares": (), "device": None, "limit": Selection().limit}


@pytest.mark.parametrize(
    ("file", "variables", "flags", "changed"),
    [
        (IMPL, {}, ["--form", "erf"], {**GONE, "forms": ("erf",)}),
        (IMPL, {"FORM": "erf"}, [], {**GONE, "forms": ("erf",)}),
        ("form = 'erf'", {}, ["--impl", "python:m:f"],
         {"forms": (), "implementations": ("python:m:f",)}),
        ("form = 'erf'", {"FORM": "tanh"}, ["--impl", "python:m:f"],
         {"forms": (), "implementations": ("python:m:f",)}),
        # said together they are meant together
        (IMPL + "form = 'erf'", {}, [],
         {"forms": ("erf",), "implementations": ("a=python:m:f",), "declares": ("tanh",),
          "limit": 3.0}),
        (IMPL, {}, ["--impl", "python:m:g"],
         {"forms": (), "implementations": ("python:m:g",), "declares": ("tanh",)}),
        # what is said of implementations is for when there are some
        ("time_limit = 3\ndeclares = 'erf'", {}, [], GONE),
        ("inputs = 'search'\nevaluations = 9", {}, [], {"inputs": "search", "evaluations": 9}),
        ("inputs = 'search'\nevaluations = 9", {}, ["--inputs", "special"],
         {"inputs": "special", "evaluations": None}),
        ("inputs = 'search'\nevaluations = 9", {}, ["--budget", "1m"],
         {"evaluations": None, "budget": 60.0}),
        ("inputs = 'search'\nbudget = '1m'", {"EVALUATIONS": "9"}, [],
         {"evaluations": 9, "budget": None}),
    ],
)  # fmt: skip
def test_what_gives_way(layered, monkeypatch, file, variables, flags, changed):
    monkeypatch.setattr("gelucheck.api.with_evaluations", lambda selection, _: selection)
    chosen = layered(file, variables, *flags, "-q")
    assert {name: getattr(chosen, name) for name in changed} == changed


def test_processes_give_way_to_a_cluster(layered, measuring):
    layered("jobs = 2", {}, "--cluster", "tcp://h:1")
    assert (measuring.calls[-1].engine.jobs, measuring.calls[-1].engine.cluster) == (
        None, "tcp://h:1",
    )  # fmt: skip
    layered("jobs = 2", {"CLUSTER": ""})
    assert measuring.calls[-1].engine.jobs == 2


def test_results_go_where_the_file_says(layered, folder):
    layered('out = ["json:a b.json", "csv:c.csv"]\n', {})
    assert (folder / "a b.json").exists() and (folder / "c.csv").exists()
    layered('out = "json:d.json"\n', {"OUT": "'json:e f.json' markdown:g.md"})
    assert (folder / "e f.json").exists() and (folder / "g.md").exists()
    assert not (folder / "d.json").exists()


def test_pictures_go_where_the_file_says(layered, folder):
    layered('plot = ["a b.svg", "error:c.svg"]', {})
    layered('plot = "no.svg"', {"PLOT": "'d e.svg' forms:f.svg"})
    assert all((folder / f"{name}.svg").exists() for name in ("a b", "c", "d e", "f"))
    assert not (folder / "no.svg").exists()


@pytest.mark.parametrize("place", ["named.toml", "sub/pyproject.toml"])
def test_a_file_that_is_named_is_the_only_one(layered, folder, place):
    (folder / "sub").mkdir()
    (folder / place).write_text("[tool.gelucheck]\nseed = 8\n")
    file = "seed = 1\nsamples = 3\n"
    chosen = layered(file, {}, "--config", place)
    assert (chosen.seed, chosen.samples) == (8, Selection().samples)
    assert layered(file, {"CONFIG": place}).seed == 8
    # the command line is over the variable, whichever of the two it is
    assert layered(file, {"CONFIG": place}, "--no-config").seed == 0
    assert layered(file, {"CONFIG": "", "NO_CONFIG": "1"}).seed == 0
    assert layered(file, {"NO_CONFIG": "1"}, "--config", place).seed == 8


FAULTS = [
    # (file, variables, flags, what is said)
    ("samples = 'x'", {}, [], "gelucheck.toml:1: samples = 'x': a whole number"),
    ("\nout = 'pdf'", {}, [], "gelucheck.toml:2: unknown output format 'pdf'"),
    ("\nout = 'json:'", {}, [], "gelucheck.toml:2: --out 'json:' names no file"),
    ("", {"SAMPLES": "x"}, [], "GELUCHECK_SAMPLES: 'x' is not a valid integer"),
    ("", {"ULP": "x"}, [], "GELUCHECK_ULP: 'x' is not one of 'coarse', 'fine'"),
    ("", {"ROUND_INPUTS": "perhaps"}, [], "GELUCHECK_ROUND_INPUTS: "),
    ("", {"DTYPE": "'float16"}, [], "GELUCHECK_DTYPE: "),
    ("", {"DTPE": "float16"}, [], "unknown variable GELUCHECK_DTPE: is GELUCHECK_DTYPE meant?"),
    ("", {"Q": "1"}, [], "unknown variable GELUCHECK_Q: "),
    ("", {"CONFIG": "none.toml"}, [], "none.toml: cannot be read"),
    ("", {}, ["--config", "none.toml"], "none.toml: cannot be read"),
    ("", {}, ["--config", "."], ".: cannot be read"),
    ("", {}, ["--config", ""], "'': cannot be read"),
    ("", {}, ["--config", "gelucheck.toml", "--no-config"], "--config with --no-config"),
    ("", {}, ["--no-config", "--config", "gelucheck.toml"], "--config with --no-config"),
    ("", {"CONFIG": "a", "NO_CONFIG": "1"}, [], "--config with --no-config"),
    # what one layer says by itself is told
    ("inputs = 'all'\nbudget = '1m'", {}, [], "--budget without --inputs search"),
    ("", {}, ["--declares", "erf"], "--declares without --impl"),
]


@pytest.mark.parametrize(("file", "variables", "flags", "said"), FAULTS)
@pytest.mark.parametrize("command", ["compare", "check", "identify"])
def test_faults_are_one_line(folder, monkeypatch, call, command, file, variables, flags, said):
    (folder / "gelucheck.toml").write_text(file)
    for name, value in variables.items():
        monkeypatch.setenv(f"GELUCHECK_{name}", value)
    code, out, err = call(command, *flags)
    assert (code, out) == (2, "")
    assert err.startswith(f"gelucheck: {said}")
    assert err.count("\n") == 1


def test_every_command_with_options_knows_all_their_variables(folder, monkeypatch, call):
    """A variable of one command is not unknown to another."""
    for name, value in {"INTO": "x", "LEDGER": "l", "EXIT_ZERO": "1", "DEBUG": "0"}.items():
        monkeypatch.setenv(f"GELUCHECK_{name}", value)
    assert call("identify", "--dtype", "float16", "--form", "erf", "--inputs", "special")[0] == 0


@pytest.mark.parametrize("words", [["names", "gelu_new"], ["explain", "1"], ["--version"]])
def test_other_commands_read_no_config(folder, monkeypatch, call, words):
    (folder / "gelucheck.toml").write_text("nonsense")
    monkeypatch.setenv("GELUCHECK_NONSENSE", "1")
    assert call(*words)[0] == 0


@pytest.mark.parametrize("command", ["compare", "check", "identify", "merge", "config"])
def test_help_reads_no_config(folder, monkeypatch, call, command):
    (folder / "gelucheck.toml").write_text("nonsense")
    monkeypatch.setenv("GELUCHECK_NONSENSE", "1")
    code, out, err = call(command, "--help")
    assert (code, err) == (0, "")
    assert "--config FILE" in out or command == "config"


def test_identify_takes_what_it_has(folder, call):
    (folder / "gelucheck.toml").write_text(
        'dtype = "float16"\nform = "tanh"\narithmetic = "upcast"\ninputs = "1:2"\n'
        'out = "json:x.json"\njobs = 1\nmax_steps = 0\n'
    )
    code, out, _ = call("identify")
    assert code == 0
    # one row of four formats and three forms, on the values from 1 to 2: 2^10 and their end
    assert out.startswith("tanh, float16, gelu: 1,025 inputs")
    assert "float32, gelu" not in out and "erf, float16" not in out
    assert not (folder / "x.json").exists()


def test_without_a_config_nothing_heavy_is_loaded(folder):
    """The file that is not there costs no import."""
    script = (
        "import sys\nfrom gelucheck.gate.config.file import find_config\n"
        "assert find_config() is None\nassert 'numpy' not in sys.modules\n"
        "assert 'tomllib' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, check=False)
    assert done.returncode == 0


def test_tests_are_alone():
    """No variable or config of whoever runs the tests counts in them."""
    assert not [name for name in os.environ if name.startswith(("GELUCHECK_", "GITHUB_"))]
    assert os.listdir() == []
