"""--weights-by: where it may stand, what it gives, and one line for all that is wrong with it."""

import json
import os
import shlex

import numpy as np
import pytest

FAST = "--dtype float16 --form erfc --arithmetic upcast --inputs 1:2:5"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "acts.txt").write_text("1\n2\n1\nnan\n")
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "acts.txt").write_text("1\n")
    (tmp_path / "empty.txt").write_text("")
    np.save("x.npy", np.ones(2, np.float16))
    np.save("infinite.npy", np.full(2, np.inf, np.float32))
    (tmp_path / "bare.bin").write_bytes(b"\0\x3c")
    (tmp_path / "bad.toml").write_text('seed = 1\nweights_by = "normal:-1"\n')
    (tmp_path / "number.toml").write_text("weights_by = 1.0\n")
    (tmp_path / "good.toml").write_text('weights_by = ["normal:2", "acts.txt"]\n')
    return tmp_path


REFUSED = {
    "no number": (f"compare {FAST} --weights-by normal:x", "'normal:x'"),
    "zero": (f"check {FAST} --weights-by normal:0", "'normal:0'"),
    "empty": (f"compare {FAST} --weights-by ''", "--weights-by ''"),
    "standard input": (f"compare {FAST} --weights-by -", "--weights-by '-'"),
    "gone": (f"compare {FAST} --weights-by gone.npy", "gone.npy"),
    "folder": (f"compare {FAST} --weights-by a", "directory"),
    "nothing in it": (f"compare {FAST} --weights-by empty.txt", "empty.txt"),
    "nothing finite": (f"report {FAST} --weights-by infinite.npy", "finite"),
    "two of a name": (f"compare {FAST} --weights-by acts.txt --weights-by a/acts.txt", "acts.txt"),
    "bare": ("compare --form erfc --weights-by bare.bin", "--dtype"),
    "shard": (f"compare {FAST} --weights-by normal --shard 1/2 --ledger l", "--shard"),
    "outputs": (
        "compare --dtype float16 --impl outputs:x.npy --inputs x.npy --weights-by normal",
        "outputs:x.npy",
    ),
    "written over": (f"compare {FAST} --weights-by acts.txt --out json:acts.txt", "acts.txt"),
    "drawn over": (f"compare {FAST} --weights-by acts.txt --plot acts.txt", "acts.txt"),
    "merge": ("merge l --weights-by normal", "--weights-by"),
    "identify": (f"identify {FAST} --weights-by normal", "--weights-by"),
    "unknown form": ("compare --form tanq --weights-by acts.txt", "tanq"),
    "config": (f"check {FAST} --config bad.toml", "bad.toml:2"),
    "config, a number": (f"check {FAST} --config number.toml", "number.toml:1"),
    "stored": ("report x.npy --weights-by normal", "--weights-by"),
}


@pytest.mark.parametrize(("words", "says"), REFUSED.values(), ids=list(REFUSED))
def test_refused(folder, call, words, says):
    code, out, err = call(*shlex.split(words))
    assert (code, out) == (2, "")
    assert err.startswith("gelucheck: ") and err.count("\n") == 1
    assert says in err and "Traceback" not in err
    assert not (folder / "l").exists()


def expected_in(out):
    (row,) = json.loads(out)["rows"]
    return [(each["weights"], each["inputs"], each["share"]) for each in row["expected"]]


def test_compare(folder, call):
    words = f"compare {FAST} -q --out json --weights-by normal:1 --weights-by acts.txt"
    code, out, err = call(*words.split(), "--weights-by", "normal")
    assert (code, err) == (0, "")
    assert expected_in(out) == [("normal:1.0", 63488, 1.0), ("acts.txt", 2, 0.75)]
    # no folder of this machine is in a row
    other = call(*f"compare {FAST} -q --out json --weights-by {folder / 'acts.txt'}".split())[1]
    assert str(folder) not in json.dumps(json.loads(other)["rows"])


def test_check_and_report(folder, call):
    code, out, _ = call(*f"check {FAST} --weights-by acts.txt".split())
    assert code == 0 and "expected abs" in out and out.endswith("PASS: 1 of 1 rows within 0.001\n")
    assert call(*f"report {FAST} --weights-by acts.txt --name a".split())[0] == 0
    assert "Expected errors" in (folder / "reports" / "a.html").read_text(encoding="utf-8")
    code, out, _ = call("report", "reports/a.json", "--out", "text")
    assert code == 0 and "acts.txt" in out


def test_config_and_variable(folder, call, monkeypatch):
    words = f"compare {FAST} -q --out json --config good.toml".split()
    assert [each[0] for each in expected_in(call(*words)[1])] == ["normal:2.0", "acts.txt"]
    monkeypatch.setenv("GELUCHECK_WEIGHTS_BY", "normal:3 'a/acts.txt'")
    assert [each[0] for each in expected_in(call(*words)[1])] == ["normal:3.0", "acts.txt"]
    assert [each[0] for each in expected_in(call(*words, "--weights-by", "normal:4")[1])] == [
        "normal:4.0"
    ]
    out = call("config", "--config", "good.toml", "--out", "json")[1]
    options = {each["name"]: each for each in json.loads(out)["options"]}
    assert options["--weights-by"]["value"] == ["normal:3", "a/acts.txt"]
    assert options["--weights-by"]["source"] == "GELUCHECK_WEIGHTS_BY"


def test_a_shard_of_the_command_line_leaves_those_of_a_file_aside(folder, call):
    words = f"compare {FAST} -q --config good.toml --shard 1/1 --ledger l"
    assert call(*words.split())[0] == 0
    assert os.path.getsize("l")


def test_what_is_handed_on(measuring, call):
    assert call("compare", "--weights-by", "normal", "--weights-by", "a b.npy")[0] == 0
    assert measuring.selection.weights == ("normal", "a b.npy")
    assert call("compare")[0] == 0
    assert measuring.selection.weights == ()


def test_a_hostile_name_is_one_line(folder, call):
    name = "a\x1b[31m\nb.txt"
    (folder / name).write_text("1\n")
    code, out, err = call(*f"compare {FAST} --weights-by".split(), name)
    assert (code, err) == (0, "") and "\x1b" not in out
    assert "a\\x1b[31m\\nb.txt" in out
