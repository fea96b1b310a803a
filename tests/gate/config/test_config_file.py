"""Which file is a config, and what is said of one that cannot be read."""

import os

import pytest

from gelucheck.errors import ConfigError
from gelucheck.gate.config.file import LARGEST, find_config, read_config

TABLE = "[tool.gelucheck]\nseed = 1\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("files", "path"),
    [
        ({}, None),
        ({"pyproject.toml": TABLE}, "pyproject.toml"),
        ({"gelucheck.toml": "seed = 1"}, "gelucheck.toml"),
        ({"gelucheck.toml": TABLE}, "gelucheck.toml"),
        ({"pyproject.toml": "[tool.ruff]", "gelucheck.toml": "seed = 1"}, "gelucheck.toml"),
        ({"pyproject.toml": '[project]\nname = "gelucheck"'}, None),
        # what another tool wrote there is not for us to judge
        ({"pyproject.toml": "no toml at all ["}, None),
        ({"pyproject.toml": "#" * (LARGEST + 1)}, None),
        ({"other.toml": TABLE}, None),
    ],
)
def test_the_file_that_is_found(folder, files, path):
    for name, text in files.items():
        (folder / name).write_text(text)
    found = find_config()
    assert (found and found.path) == path
    assert found is None or found.options["seed"].value == 1


def test_parents_and_folders_do_not_count(folder, monkeypatch):
    (folder / "pyproject.toml").write_text(TABLE)
    (folder / "inner").mkdir()
    monkeypatch.chdir(folder / "inner")
    (folder / "inner" / "gelucheck.toml").mkdir()
    assert find_config() is None
    assert find_config("..").path == os.path.join("..", "pyproject.toml")


@pytest.mark.parametrize("name", ["pyproject.toml", "gelucheck.toml"])
def test_a_link_to_nothing_is_not_taken_for_no_config(folder, name):
    (folder / name).symlink_to("shared/gelucheck.toml")
    with pytest.raises(ConfigError, match="cannot be read, no such file"):
        find_config()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"#" * (LARGEST + 1) + b"\n" + TABLE.encode(), "larger than 1 MiB"),
        (TABLE.encode("utf-16"), "not UTF-8"),
    ],
)
def test_a_table_that_is_not_looked_for_in_vain(folder, data, said):
    (folder / "pyproject.toml").write_bytes(data)
    with pytest.raises(ConfigError, match=said):
        find_config()


def test_two_are_one_too_many(folder):
    (folder / "pyproject.toml").write_text(f"[project]\nname = 'x'\n\n{TABLE}")
    (folder / "gelucheck.toml").write_text("")
    with pytest.raises(ConfigError) as caught:
        find_config()
    assert str(caught.value).startswith("pyproject.toml:4: ")
    assert "gelucheck.toml too" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "data", "start"),
    [
        ("c.toml", b"seed = 1\n# \xe9\n", "c.toml:2: not UTF-8"),
        ("c.toml", b"#" * (LARGEST + 1), "c.toml: larger than 1 MiB"),
        ("c.toml", b"\xff\xfes\0e\0e\0d\0", "c.toml:1: not UTF-8"),
        ("pyproject.toml", b"[project]\n", "pyproject.toml:1: there is no [tool.gelucheck]"),
        ("c.toml", None, "c.toml: cannot be read, no such file"),
        (".", None, ".: cannot be read, is a directory"),
        ("a\0b", None, "a\0b: cannot be read"),
    ],
)
def test_a_file_that_is_none(folder, name, data, start):
    if data is not None:
        (folder / name).write_bytes(data)
    with pytest.raises(ConfigError) as caught:
        read_config(name)
    assert str(caught.value).startswith(start)
    assert caught.value.mend


def test_a_byte_order_mark_and_the_largest_size(folder):
    text = "\ufeff# é\r\nseed = 3\r\n"
    (folder / "c.toml").write_bytes(text.encode() + b"#" * (LARGEST - len(text.encode())))
    setting = read_config("c.toml").options["seed"]
    assert (setting.value, str(setting.place)) == (3, "c.toml:2")
