"""``gelucheck prove``: the table, the files, certificates and their replay."""

import json
import re
import shlex
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from gelucheck.export.theorems import sections_of
from gelucheck.record import Run

TANH = ("prove", "--form", "tanh", "--function", "gelu_grad")


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_all_of_it(call, here):
    """The figures: Arb's, and mpmath's in test_api_prove."""
    code, out, err = call("prove", "--out", "json:t.json", "--out", "text")
    assert (code, err) == (0, "gelucheck: wrote t.json\n")
    lines = out.splitlines()
    assert lines[1].split() == [
        *(
            "sup",
            "|tanh",
            "-",
            "gelu|",
            "4.732355206872849e-4",
            "at",
            "x",
            "=",
            "±2.69894138637727",
        ),
    ]
    assert max(map(len, lines)) <= 100 and lines[-1].startswith("evidence: theorem.")
    run = Run.from_dict(json.loads(Path("t.json").read_text("utf-8")))
    assert lines[0] == "How far the forms are from GELU"
    titles = [title for title, _ in sections_of(run.theorems)]
    assert len(titles) == 5 and [line for line in lines if line in titles] == titles
    assert all(known.sentence.endswith(".") and known.group for known in run.theorems)
    assert len({known.name for known in run.theorems}) == len(run.theorems)
    told = " ".join(out.split())
    assert "0.044715 is what a minimax fit of Φ gives, to 5 digits" in told
    assert "1.702 is what a minimax fit of Φ gives, to 4 digits" in told


def test_what_a_constant_is_worth(call):
    code, out, err = call("prove", "--constants", "--form", "tanh", "--constant", "0.0443829")
    assert (code, err) == (0, "")
    told = " ".join(out.split())
    assert "0.0443829 is what a minimax fit of GELU gives, to 6 digits" in told
    assert "not what a minimax fit of Φ gives" in told


@pytest.mark.parametrize("interval", ["-0x1p+1:3", "-2:3.0", "-4/2:0x1.8p1"])
def test_numbers_may_begin_with_a_sign(call, monkeypatch, interval):
    asked = {}
    monkeypatch.setattr("gelucheck.api_prove.prove", lambda **given: asked.update(given) or 1 / 0)
    words = ("--interval", interval, "--rtol", "1/3", "--constant", "-0x1p-2")
    code, _, err = call("prove", "--form", "tanh", *words)
    assert code == 2 and "ZeroDivisionError" in err, "what was asked is enough here"
    assert asked["intervals"] == ((-2.0, 3.0),) and asked["constant"] == Fraction(-1, 4)
    assert asked["rtols"] == (Fraction(1, 3),) and asked["forms"] == ("tanh",)


def test_a_certificate_is_replayed(call, here, monkeypatch):
    words = (*TANH, "--certificate", "c.json")
    code, out, err = call(*words, "--out", "json:t.json", "-q")
    assert (code, out, err) == (0, "", "")
    theorems = json.loads(Path("t.json").read_text("utf-8"))["theorems"]
    certificate = json.loads(Path("c.json").read_text("utf-8"))
    code, out, err = call("prove", "--replay", "c.json")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    count = len(certificate["theorems"])
    assert sum(line.startswith("proved  ") for line in lines) == count == 3
    assert max(map(len, lines)) <= 100
    boxes = sum(len(each["boxes"]) for each in certificate["theorems"])
    assert lines[-1] == f"proved: {count} theorems, {boxes} boxes"
    with open("c.json", encoding="utf-8") as given:
        monkeypatch.setattr(sys, "stdin", given)
        assert call("prove", "--replay", "-") == (0, out, "")
    assert call("prove", "--replay", "c.json", "-q") == (0, f"{lines[-1]}\n", "")
    assert {each["name"] for each in certificate["theorems"]} & {each["name"] for each in theorems}


def test_a_certificate_that_lies_is_rejected(call, here):
    assert call(*TANH, "--certificate", "c.json")[0] == 0
    document = json.loads(Path("c.json").read_text("utf-8"))
    lie = document["theorems"][0]
    lie["upper"], lie["name"] = lie["lower"], "sup\x1b[31m"
    Path("c.json").write_text(json.dumps(document), "utf-8")
    code, out, err = call("prove", "--replay", "c.json")
    assert (code, out) == (1, "") and err.startswith("gelucheck: rejected: theorem 1: name is no ")
    assert err.count("\n") == 1 and "\x1b" not in err
    lie["name"] = "sup |tanh_grad - gelu_grad|"
    Path("c.json").write_text(json.dumps(document), "utf-8")
    code, _, err = call("prove", "--replay", "c.json")
    assert code == 1 and err.startswith("gelucheck: rejected: sup |tanh_grad - gelu_grad|: box ")


@pytest.mark.parametrize("document", ["[]", "{}", "7", '"a"', "null", '{"certificate": 2}'])
def test_what_is_no_certificate_is_rejected(call, here, document):
    Path("c.json").write_text(document, "utf-8")
    code, out, err = call("prove", "--replay", "c.json")
    assert (code, out, err.count("\n")) == (1, "", 1) and "rejected" in err


def test_a_certificate_on_standard_output_is_alone(call):
    code, out, err = call(*TANH, "--certificate", "-")
    assert (code, err) == (0, "") and json.loads(out)["certificate"] == 1


def test_theorems_are_reported_alone_and_with_rows(call, here):
    words = ("prove", "--form", "tanh", "--function", "gelu_grad")
    assert (
        call(*words, "--out", "json:t.json", "--out", "csv:t.csv", "--out", "html:t.html")[0] == 0
    )
    run = json.loads(Path("t.json").read_text("utf-8"))
    assert run["rows"] == [] and {each["group"] for each in run["theorems"]} == {
        *("suprema", "extremes"),
    }
    assert Path("t.csv").read_text("utf-8").count("\n") == len(run["theorems"]) + 1
    code, _, err = call("report", "t.json", "--out", "text", "--out", "html:again.html")
    assert code == 0 and "wrote again.html" in err
    page = Path("again.html").read_text("utf-8")
    assert page == Path("t.html").read_text("utf-8") and "sup |tanh_grad - gelu_grad|" in page
    compared = call(
        *("compare", "--dtype", "float16", "--form", "tanh", "--arithmetic", "upcast"),
        *("--function", "gelu_grad", "--out", "json:run.json"),
    )
    assert compared[0] == 0
    code, out, _ = call("report", "run.json", "t.json", "--out", "text")
    assert code == 0 and out.count("sup |tanh_grad - gelu_grad|") == 1
    assert "theorem, on the whole real line" not in out, "the narrower one says it"
    assert call("report", "run.json", "t.json", "--out", "html:both.html")[0] == 0


def test_bounds_of_rounding(call):
    words = ("--form", "tanh", "--dtype", "float16", "--region", "-1:1", "--region", "-0x1p+1:-1")
    code, out, err = call("prove", "--rounding", *words)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[1].startswith("  tanh · float16 · native on [-1, 1]   ")
    assert " ulp  at x = " in lines[1] and lines[2].startswith(
        "  tanh · float16 · native on [-2, -1]"
    )
    assert out.count("With each operation correctly rounded") == 1


def test_verbose_shows_the_ends(call):
    code, out, err = call(*TANH, "-v")
    assert code == 0 and err.endswith(" s\n") and "theorems, " in err
    assert out.count("    in ") == out.count("    in -0x") + out.count("    in 0x") == 3


def test_what_readme_shows_of_a_certificate(call, here):
    readme = Path(__file__).parents[2] / "README.md"
    block = re.search(
        r"^```\n(\$ gelucheck prove .*?)^```$", readme.read_text("utf-8"), re.M | re.S
    )
    (made, _), (replayed, told) = re.findall(r"^\$ gelucheck (.*)\n((?:[^$].*\n)*)", block[1], re.M)
    assert call(*shlex.split(made)) == (0, "", "")
    assert call(*shlex.split(replayed)) == (0, told, "")
