"""The plugin, in a pytest of its own: what is collected, what is said, and what it costs."""

import sys
from pathlib import Path

import pytest

import gelucheck.testing.rows  # noqa: F401  what a pytest in this process imports is forgotten
from gelucheck.api import compare
from gelucheck.gate.baseline.make import baseline_of
from gelucheck.gate.baseline.text import baseline_text
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import judge
from gelucheck.sweep.plan import Selection

pytest_plugins = "pytester"

ROOT = Path(__file__).parents[2]
# an installed plugin is the same module by another name
PLUGIN = ("-p", "no:gelucheck", "-p", "gelucheck.testing.plugin", "-p", "no:cacheprovider")
KERNELS = """
def half(x):
    return x / 2

def crashes(x):
    raise RuntimeError("not today")
"""
TWO = """[tool.gelucheck]
form = ["erf", "sigmoid"]
dtype = ["float16"]
arithmetic = ["upcast"]
inputs = "1:1"
atol = false
max_abs = 0.001
against = "gelu"
"""
ERF, SIGMOID = (f"pyproject.toml::{form} · float16 · upcast" for form in ("erf", "sigmoid"))
# 1/(1 + exp(-1.702)) = 0.84579… is 1732/2048 in float16, and Φ(1) = 0.8413447460685429…
BROKEN = (
    "FAIL sigmoid · float16 · upcast: max_abs 0.004358 against gelu is beyond 0.001 "
    "(pyproject.toml:7), cause method, at x = 1.0 (0x1p+0, bits 0x3c00) came 0.845703125 where "
    "0.8413447460685429 was due; the limit 0.00435837893145"
)
COMMAND = (
    "again: gelucheck check --no-config --dtype float16 --form sigmoid --arithmetic upcast "
    "--atol off --max-abs 0.001 --against gelu --inputs 0x1p+0:0x1p+0"
)


@pytest.fixture
def pytested(pytester, monkeypatch):
    """A directory with a test in it, in which pytest is run with the plugin, in this process."""
    for name in ("PYTEST_ADDOPTS", "GITHUB_ACTIONS", "CI"):
        monkeypatch.delenv(name, raising=False)
    pytester.makepyfile(test_mine="def test_mine():\n    pass\n")

    def run(*words):
        return pytester.runpytest_inprocess(*PLUGIN, *words)

    run.path = pytester.path
    return run


def config(pytested, text, name="pyproject.toml"):
    (pytested.path / name).write_text(text)


def test_one_test_for_each_row_beside_those_of_the_suite(pytested):
    config(pytested, TWO)
    result = pytested("--gelucheck", "-v")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.assert_outcomes(passed=2, failed=1)
    lines = result.outlines
    for start in ("test_mine.py::test_mine PASSED", f"{ERF} PASSED", f"{SIGMOID} FAILED"):
        assert any(line.startswith(start) for line in lines)
    # the gate's own lines, no frame of any code, and the summary says it too
    (line,) = (line for line in lines if line.startswith("FAIL sigmoid"))
    assert line.startswith(BROKEN) and line.endswith(COMMAND)
    assert "FAIL: 0 of 1 rows within max_abs 0.001 against gelu" in lines
    assert not any("Traceback" in line or "rows.py" in line for line in lines)
    assert any(line.startswith(f"FAILED {SIGMOID} - FAIL sigmoid · float16") for line in lines)


def test_nothing_of_it_without_the_option(pytested):
    config(pytested, TWO)
    pytested("-q").assert_outcomes(passed=1)
    # a config that is broken is nobody's affair then
    config(pytested, "[tool.gelucheck]\nmax_step = 1\n")
    assert pytested("-q").ret == pytest.ExitCode.OK


def test_nothing_is_imported_before_it_is_asked_for(pytester, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makepyfile(
        "import sys\n"
        "def test_imported():\n"
        "    names = {n for n in sys.modules if n.split('.')[0] in ('gelucheck', 'numpy')}\n"
        "    assert names == {'gelucheck', 'gelucheck.testing', 'gelucheck.testing.plugin'}\n"
    )
    pytester.runpytest_subprocess(*PLUGIN, timeout=60).assert_outcomes(passed=1)


def test_rows_can_be_chosen(pytested):
    config(pytested, TWO)
    pytested("--gelucheck", "-k", "erf").assert_outcomes(passed=1, deselected=2)
    pytested("--gelucheck", "-m", "gelucheck").assert_outcomes(passed=1, failed=1, deselected=1)
    # and by name alone, without those of the suite
    pytested("--gelucheck", ERF).assert_outcomes(passed=1)
    pytested("--gelucheck", "test_mine.py").assert_outcomes(passed=2, failed=1)


def test_an_error_of_the_suite_does_not_take_them_away(pytested):
    config(pytested, TWO)
    config(pytested, "import nothing_of_this_name\n", "test_broken.py")
    result = pytested("--gelucheck", "--continue-on-collection-errors", "test_broken.py")
    result.assert_outcomes(passed=1, failed=1, errors=1)


def test_they_are_collected_without_being_measured(pytested, monkeypatch):
    def measured(*args, **how):
        raise AssertionError("measured")

    monkeypatch.setattr("gelucheck.testing.gate.compare", measured)
    config(pytested, TWO)
    result = pytested("--gelucheck", "--collect-only", "-q")
    assert result.ret == pytest.ExitCode.OK
    names = {line for line in result.outlines if "::" in line}
    assert names == {"test_mine.py::test_mine", ERF, SIGMOID}


def test_a_row_that_cannot_be_measured_fails_without_a_traceback(pytested):
    config(pytested, KERNELS, "kernels.py")
    config(
        pytested,
        '[tool.gelucheck]\nimpl = ["python:kernels:half", "python:kernels:crashes"]\n'
        'dtype = ["float16"]\ninputs = "1:1"\natol = false\nmax_abs = 0.5\n',
    )
    result = pytested("--gelucheck", "-q")
    result.assert_outcomes(passed=2, failed=1)
    told = "python:kernels:crashes raised RuntimeError('not today'), at the float16 input 1.0 "
    assert any(line.startswith(told) for line in result.outlines)
    assert not any("Traceback" in line or "rows.py" in line for line in result.outlines)


def test_under_xdist_too(pytester, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    (pytester.path / "pyproject.toml").write_text(TWO)
    result = pytester.runpytest_subprocess(*PLUGIN, "--gelucheck", "-n", "2", timeout=120)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines([f"FAILED {SIGMOID} - FAIL sigmoid*"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[tool.gelucheck]\nmax_step = 1\n", "pyproject.toml:2: "),
        ("[tool.gelucheck]\ndtype = ['float24']\n", "float24"),
        # one step is 2^10 ulp in float16 where every digit is lost
        ("[tool.gelucheck]\ndtype = ['float16']\nmax_ulp = 1025\n", "pyproject.toml:3: "),
        ("[tool.other]\n", "there is no config in"),
    ],
)
def test_a_bad_config_is_said_in_one_line(pytested, text, told):
    config(pytested, text)
    result = pytested("--gelucheck", "-q")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = (line for line in result.errlines if line.strip())
    assert line.startswith("ERROR: gelucheck: ") and told in line


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('impl = ["python:nowhere_at_all:f"]', "there is no Python module 'nowhere_at_all'"),
        ('form = ["erf"]\natol = false', "pyproject.toml: no row has a limit"),
        ('inputs = "no.npy"', "no.npy"),
        ('baseline = "no.json"', "no.json"),
    ],
)
def test_what_cannot_be_begun_is_an_error_of_collection(pytested, text, told):
    config(pytested, f'[tool.gelucheck]\ndtype = ["float16"]\n{text}\n')
    result = pytested("--gelucheck", "-q")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.assert_outcomes(errors=1)
    assert any(line.startswith("gelucheck: ") and told in line for line in result.outlines)
    assert not any("Traceback" in line for line in result.outlines)


def test_a_limit_of_no_row_fails(pytested):
    more = '[[tool.gelucheck.limit]]\nimplementation = "nobody"\nmax_ulp = 3\n'
    config(pytested, TWO.replace("0.001", "0.01") + more)
    result = pytested("--gelucheck", "-q")
    result.assert_outcomes(passed=3, failed=1)
    (line,) = (line for line in result.outlines if line.startswith("max_ulp"))
    assert "3 ulp against gelu (pyproject.toml:11) has no answer: nothing is measured" in line


def test_what_no_limit_is_about_is_skipped(pytested):
    """The claim is made of erf and tanh; sigmoid is measured, and does not count."""
    text = '[tool.gelucheck]\ndtype = ["float16"]\narithmetic = ["upcast"]\ninputs = "1:1"\n'
    config(pytested, text)
    result = pytested("--gelucheck", "-q", "-rs")
    result.assert_outcomes(passed=3, skipped=1)
    assert any("no limit is about it" in line for line in result.outlines)


def test_room_is_a_warning(pytested):
    # |1732/2048 - Φ(1)| is a quarter of 0.0174, and 1723/2048 is nearer still
    config(pytested, TWO.replace("0.001", "0.0174\nheadroom = 0.8"))
    result = pytested("--gelucheck", "-q")
    result.assert_outcomes(passed=3)
    (line,) = (line for line in result.outlines if "RowWarning: " in line)
    assert "RowWarning: erf · float16 · upcast: max_abs 0.0174 against gelu is more than" in line


def test_a_file_of_any_name(pytested):
    plain = TWO.replace("[tool.gelucheck]\n", "").replace("0.001", "0.01")
    (pytested.path / "gates").mkdir()
    config(pytested, plain, "gates/g.toml")
    result = pytested("--gelucheck-config", "gates/g.toml", "-v")
    result.assert_outcomes(passed=3)
    name = "gates/g.toml::erf · float16 · upcast PASSED"
    assert any(line.startswith(name) for line in result.outlines)
    # gelucheck.toml is found by itself
    config(pytested, plain, "gelucheck.toml")
    pytested("--gelucheck", "-q").assert_outcomes(passed=3)


def test_from_another_directory_of_the_project(pytested, monkeypatch):
    config(pytested, TWO.replace("0.001", "0.01") + "[tool.pytest.ini_options]\n")
    (pytested.path / "below").mkdir()
    config(pytested, "def test_below():\n    pass\n", "below/test_below.py")
    monkeypatch.chdir(pytested.path / "below")
    pytested("--gelucheck", "-q").assert_outcomes(passed=3)


def test_rows_are_held_to_the_baseline_of_the_config(pytested):
    selection = Selection(("float16",), ("erf", "tanh"), ("upcast",), inputs="1:3:5")
    nothing = Limits(atol=None)
    run = compare(selection, limits=nothing)
    text = baseline_text(baseline_of(run, judge(run, nothing), selection))
    config(pytested, text, "base.json")
    asked = (
        '[tool.gelucheck]\nform = ["erf", "tanh"]\ndtype = ["float16"]\narithmetic = ["upcast"]\n'
        'inputs = "1:3:5"\natol = false\nbaseline = "base.json"\n'
    )
    config(pytested, asked)
    pytested("--gelucheck", "-q").assert_outcomes(passed=3)
    # inputs that it says nothing of are no success
    config(pytested, asked.replace('"1:3:5"', '"1:3:6"'))
    result = pytested("--gelucheck", "-q")
    result.assert_outcomes(passed=1, failed=2)
    assert any("the baseline was made from 5 inputs" in line for line in result.outlines)
    # what it is about, and is not measured, fails besides
    config(pytested, asked.replace(', "tanh"', ""))
    result = pytested("--gelucheck", "-q")
    result.assert_outcomes(passed=2, failed=1)
    said = "base.json is about what is not measured: no row is tanh · float16 · upcast"
    assert said in result.outlines


def test_a_row_that_is_worse_than_the_baseline_fails(pytested):
    """The sigmoid form, held to the figures of the tanh form, which is nearer to GELU at 1."""
    selection, nothing = Selection(("float16",), ("tanh",), ("upcast",), inputs="1:1"), Limits(None)
    run = compare(selection, limits=nothing)
    text = baseline_text(baseline_of(run, judge(run, nothing), selection))
    config(pytested, text.replace('"tanh"', '"sigmoid"'), "base.json")
    config(pytested, TWO.replace('"erf", ', "").replace("max_abs = 0.001", 'baseline="base.json"'))
    result = pytested("--gelucheck", "-q")
    result.assert_outcomes(passed=1, failed=1)
    assert any(line.startswith("FAIL sigmoid · float16 · upcast: ") for line in result.outlines)
    assert "FAIL: 0 of 1 rows within the baseline base.json" in result.outlines


def test_the_fixture(pytested):
    config(pytested, KERNELS, "kernels.py")
    config(
        pytested,
        "import kernels\n"
        "def test_sound(assert_accurate):\n"
        "    assert_accurate(kernels.half, inputs='0:0', max_steps=0)\n"
        "def test_faulty(assert_accurate):\n"
        "    assert_accurate(kernels.half, inputs='1:1', max_steps=1)\n"
        "def test_crashes(assert_accurate):\n"
        "    assert_accurate(kernels.crashes)\n",
        "test_mine.py",
    )
    sys.path.insert(0, str(pytested.path))
    try:
        result = pytested("-q")
    finally:
        sys.path.remove(str(pytested.path))
    result.assert_outcomes(passed=1, failed=2)
    text = result.stdout.str()
    # from 1/2 to 1723/2048 there are 1723 - 1024 values
    assert "E       AssertionError: FAIL half · float16: max_steps 699 is beyond 1 step" in text
    assert "ImplementationError: crashes raised RuntimeError('not today'), at the " in text
    # what is shown is the test and the kernel, no code of ours
    assert "kernels.py:6: RuntimeError" in text
    assert "accurate.py" not in text and "calling.py" not in text
