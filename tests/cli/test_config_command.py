"""config: every value and where it came from; a bad file is no answer."""

import json

import pytest

FILE = """dtype = ["float16"]
samples = 5
out = ["json:x y.json"]
max_ulp = 3
[finding]
seam = "error"
layout = "off"
[[limit]]
implementation = ["mine*", "tanh"]
region = "-6:-2"
max_steps = 0
"""


@pytest.fixture
def shown(tmp_path, monkeypatch, call):
    """The records of config by option, its limits and findings."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gelucheck.toml").write_text(FILE)

    def shown(*flags):
        code, out, err = call("config", "--out", "json", *flags)
        assert (code, err) == (0, "")
        found = json.loads(out)
        found["options"] = {each["name"]: each for each in found["options"]}
        return found

    return shown


def test_where_each_value_came_from(shown, monkeypatch):
    monkeypatch.setenv("GELUCHECK_SEED", "4")
    monkeypatch.setenv("GELUCHECK_DTYPE", "float32")
    found = shown("--dtype", "bfloat16", "--max-abs", "1")
    table = {name: (each["value"], each["source"]) for name, each in found["options"].items()}
    assert found["config"] == "gelucheck.toml"
    assert table["--dtype"] == (["bfloat16"], "flag")
    assert table["--seed"] == (4, "GELUCHECK_SEED")
    assert table["--samples"] == (5, "gelucheck.toml:2")
    assert table["--out"] == (["json:x y.json"], "gelucheck.toml:3")
    assert table["--form"] == (["erf", "tanh", "sigmoid"], "default")
    assert table["--against"] == ("own", "default")
    limits = [(each["figure"], each["bound"], each["source"]) for each in found["limits"]]
    assert limits == [
        ("atol", 1e-3, "default"),
        ("max_abs", 1.0, "flag"),
        ("max_ulp", 3.0, "gelucheck.toml:4"),
        ("max_steps", 0, "gelucheck.toml:11"),
    ]
    assert found["limits"][3]["implementation"] == ["mine*", "tanh"]
    assert found["limits"][3]["region"] == "-6:-2"
    assert found["findings"] == [
        {"slug": "seam", "level": "error", "source": "gelucheck.toml:6"},
        {"slug": "layout", "level": "off", "source": "gelucheck.toml:7"},
    ]


def test_levels_of_every_layer(shown, monkeypatch):
    monkeypatch.setenv("GELUCHECK_FINDING", "seam=off shape=error")
    found = shown("--finding", "shape=warning")["findings"]
    assert {each["slug"]: (each["level"], each["source"]) for each in found} == {
        "layout": ("off", "gelucheck.toml:7"),
        "seam": ("off", "GELUCHECK_FINDING"),
        "shape": ("warning", "flag"),
    }


def test_what_gives_way_is_not_shown(shown):
    assert shown("--impl", "python:m:f")["options"]["--form"]["value"] == []


def test_out_of_a_variable_is_checks_own(shown, monkeypatch):
    monkeypatch.setenv("GELUCHECK_OUT", "csv 'json:a b.json'")
    assert shown()["options"]["--out"] == {
        "name": "--out", "value": ["csv", "json:a b.json"], "source": "GELUCHECK_OUT",
    }  # fmt: skip


def test_every_option_of_check_is_there(shown):
    from gelucheck.cli.check import check

    found = shown()
    options = {max(each.opts, key=len) for each in check.params}
    elsewhere = {"--config", "--no-config", "--finding", "--atol", "--max-ulp", "--max-steps"}
    elsewhere |= {"--max-abs", "--max-rel", "--mean-abs", "--correctly-rounded"}
    assert set(found["options"]) == options - elsewhere


def test_the_table(shown, call):
    shown()
    code, out, err = call("config", "--seed", "3")
    assert (code, err) == (0, "")
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == ["config", "file:", "gelucheck.toml"]
    assert ["--seed", "3", "flag"] in lines
    assert ["--samples", "5", "gelucheck.toml:2"] in lines
    assert ["--device", "—", "default"] in lines
    assert ["max_ulp", "3", "ulp", "gelucheck.toml:4"] in lines
    assert ["seam", "error", "gelucheck.toml:6"] in lines
    told = "max_steps 0 steps in -6:-2, implementation mine* or tanh"
    assert any(line.split()[:-1] == told.split() for line in out.splitlines() if line)


def test_without_a_file_or_a_limit(call):
    code, out, _ = call("config", "--atol", "off")
    assert code == 0
    assert out.startswith("config file: none\n")
    assert "limits\n  none\n" in out


def test_a_hostile_name_stays_in_its_line(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "c.toml").write_text('impl = "a\\u001b[31m\\nb=torch:gelu"\n')
    out = call("config", "--config", "c.toml")[1]
    assert "\x1b" not in out and "\nb=" not in out


@pytest.mark.parametrize("out", ["text", "json"])
def test_a_bad_file_is_no_answer(shown, tmp_path, call, out):
    (tmp_path / "gelucheck.toml").write_text("seed = 1\nsede = 2\n")
    code, told, err = call("config", "--out", out)
    assert (code, told) == (2, "")
    assert err.startswith("gelucheck: gelucheck.toml:2: unknown key 'sede'")


def test_the_result_in_a_file(shown, tmp_path, call):
    assert call("config", "--out", "json:a.json")[1] == ""
    assert json.loads((tmp_path / "a.json").read_text())["schema"] == 1
