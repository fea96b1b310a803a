"""Plans from files, text and JSON; whatever else a file may hold ends in one message."""

import io
import json
import os

import pytest

from gelucheck.errors import PlanError, UsageError
from gelucheck.network.language import parse_plan
from gelucheck.network.load import load_plan
from gelucheck.network.stored import plan_to_dict

TEXT = "linear(64)\ngelu()\nlinear()\n"
PLAN = parse_plan(TEXT, input=(128,), output=(10,))
JSON = json.dumps(plan_to_dict(PLAN))


@pytest.fixture
def write(tmp_path):
    def write(data, name="plan.txt"):
        path = tmp_path / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    return write


@pytest.mark.parametrize(
    "data",
    [
        TEXT,
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", "\r"),
        "\ufeff" + TEXT,
        "# a comment\n\n  " + TEXT.replace("gelu()", "\tgelu( )  # the exact one"),
        JSON,
        "\ufeff \n\t" + JSON,
        json.dumps(json.loads(JSON), indent=4),
    ],
)
def test_plan_is_read(write, data):
    path = write(data)
    for name in (path, str(path)):
        plan = load_plan(name, (128,), (10,))
        assert plan == PLAN and plan.name == "plan.txt"


def test_lines_are_kept_for_messages(write):
    plan = load_plan(write("\n# two\nlinear(3)\n\ngelu()"), (4,))
    assert [node.line for node in plan.nodes] == [3, 5]


def test_text_has_the_format_that_is_given(write):
    path = write("gelu()")
    assert load_plan(path, (4,)).dtype == "float32"
    assert load_plan(path, (4,), dtype="bfloat16").dtype == "bfloat16"
    with pytest.raises(UsageError, match="'float31'"):
        load_plan(path, (4,), dtype="float31")


def test_json_has_its_own(write):
    path = write(JSON.replace("float32", "float16"), "plan.json")
    plan = load_plan(path)
    assert (plan.input, plan.output, plan.dtype) == ((128,), (10,), "float16")
    assert load_plan(path, (128,), (10,), "float16") == plan


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"input": (64,)}, "input is [B, 128], and [B, 64] is given"),
        ({"output": (10, 10)}, "output is [B, 10], and [B, 10, 10] is given"),
        ({"dtype": "float64"}, "dtype is float32, and float64 is given"),
    ],
)
def test_json_and_what_is_given_differ(write, given, named):
    with pytest.raises(PlanError) as caught:
        load_plan(write(JSON, "plan.json"), **given)
    assert named in caught.value.what
    assert f"--{next(iter(given))}" in caught.value.mend


def test_text_needs_the_shape_of_its_input(write):
    with pytest.raises(PlanError, match="the shape of its input is not declared") as caught:
        load_plan(write(TEXT))
    assert "--input B,128" in caught.value.mend


@pytest.mark.parametrize(
    "stream",
    [
        io.StringIO(TEXT),
        io.BytesIO(JSON.encode()),
        io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf" + TEXT.encode())),
    ],
)
def test_standard_input(stream):
    plan = load_plan("-", (128,), (10,), stdin=stream)
    assert plan == PLAN and plan.name == "standard input"


def test_faults_of_standard_input():
    with pytest.raises(PlanError, match=r"^standard input:2: unknown operator 'relu'"):
        load_plan("-", (4,), stdin=io.StringIO("gelu()\nrelu()"))
    with pytest.raises(PlanError, match=r"^standard input: cannot be read, there is none"):
        load_plan("-", (4,))


@pytest.mark.parametrize(
    ("data", "named"),
    [
        (b"", "plan.txt:1: the file is empty"),
        (b" \r\n\t\n", "plan.txt:1: the file is empty"),
        (b"# nothing\n", "plan.txt:1: there is no operator"),
        (b"gelu()\ngelu()\xff\n", "plan.txt:2: byte 13 of the file is not UTF-8"),
        ("gelu()".encode("utf-16"), "plan.txt:1: byte 0 of the file is not UTF-8"),
        ("gelu()".encode("utf-16-le"), "plan.txt:1: '\\x00' (U+0000)"),
        (b"\x7fELF\x02\x01\x01", "plan.txt:1: '\\x7f' (U+007F)"),
        (b"gelu()\n" * 10_000, "plan.txt:1001: 'gelu()' is operator 1,001"),
        (b"# " + b"x" * 300_000, "plan.txt: larger than 256 kB"),
        (b"gelu()\nlinear()\n", "plan.txt:2: linear() takes its width from the declared output"),
        # JSON
        (b"{", "plan.txt:1: not JSON, "),
        (JSON[:-1].encode(), "plan.txt:1: not JSON, expecting ',' delimiter in column "),
        (b"{}", "plan.txt: the plan has no 'schema'"),
        (JSON.encode() + b"\n\n{}", "plan.txt:3: not JSON, extra data in column 1"),
        (JSON.replace("8906", "NaN").encode(), "NaN stands where a number is due"),
        (JSON.replace("8906", "-Infinity").encode(), "-Infinity stands where a number is due"),
        (JSON.replace("8906", "1e999").encode(), "parameters is inf"),
        (JSON.replace("8906", "9" * 5000).encode(), "plan.txt: not a plan in JSON, "),
        (JSON.replace("8906", "9" * 4000).encode(), "very many digits"),
        (
            JSON.replace('"schema": 1', '"schema": 1, "schema": 1').encode(),
            "key 'schema' stands twice",
        ),
        (
            JSON.replace('"features": 64', '"features": 1, "features": 64').encode(),
            "'features' stands",
        ),
        (b'{"schema":' * 25_000, "nested too deep"),
        (b'{"a":' + b"[" * 200_000, "nested too deep"),
    ],
)
def test_refused(write, data, named):
    path = write(data)
    with pytest.raises(PlanError) as caught:
        load_plan(path, (4,))
    what = caught.value.what
    assert what.startswith(str(path)) and named in what.replace(str(path), "plan.txt")
    assert what.isprintable() and len(what) < len(str(path)) + 200 and caught.value.mend


@pytest.mark.parametrize("path", ["", "nowhere.txt", ".", "a\0b", "/dev/null/plan.txt", "x" * 5000])
def test_what_cannot_be_read(path):
    with pytest.raises(PlanError, match="cannot be read, ") as caught:
        load_plan(path, (4,))
    assert caught.value.what.isprintable() and caught.value.mend


def test_a_name_that_a_terminal_would_obey(tmp_path):
    path = tmp_path / "a\n\x1b[2J.txt"
    path.write_text("gelu()")
    assert load_plan(path, (4,)).name == r"a\n\x1b[2J.txt"
    path.write_text("relu()")
    with pytest.raises(PlanError) as caught:
        load_plan(path, (4,))
    assert caught.value.what.startswith(os.fspath(tmp_path))
    assert r"a\n\x1b[2J.txt:1: unknown operator" in caught.value.what
