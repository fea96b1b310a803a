"""init: a start that is a config, as it stands and with all that it proposes."""

import re

import pytest

from gelucheck.cli.init import start_of
from gelucheck.gate.config.keys import AT_THE_TOP, IN_A_LIMIT
from gelucheck.gate.config.parse import parse_config

# a commented line that is a key or a header, and no sentence
PROPOSED = re.compile(r"^# (?=\[|[\w.-]+ = )", re.M)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("path", ["gelucheck.toml", "pyproject.toml"])
def test_the_start_changes_nothing(path):
    config = parse_config(start_of(), path)
    assert (config.options, config.written, config.levels, config.claim) == ({}, (), {}, None)


@pytest.mark.parametrize("path", ["gelucheck.toml", "pyproject.toml"])
def test_what_it_proposes_is_a_config(path):
    text, count = PROPOSED.subn("", start_of())
    config = parse_config(text, path)
    assert count > 15
    assert {"implementations", "dtypes", "headroom", "outs"} <= set(config.options)
    assert {each.limit.figure for each in config.written} == {
        "atol", "max_steps", "max_ulp", "correctly_rounded",
    }  # fmt: skip
    assert config.level_names["nan-at-minus-inf"] == "error"


def test_each_proposal_by_itself_is_a_config():
    """But for the keys of a limit, which need its header."""
    lines = start_of().splitlines()
    top = [number for number, line in enumerate(lines) if PROPOSED.match(line)]
    end = next(number for number in top if "[[" in lines[number])
    for number in (each for each in top if each < end):
        text = "\n".join([*lines[:number], PROPOSED.sub("", lines[number]), *lines[number + 1 :]])
        config = parse_config(text, "c.toml")
        assert len(config.options) + len(config.written) + len(config.levels) == 1


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (["--dtype", "float16"], {"dtypes": ("float16",)}),
        (["--dtype", "float16", "--dtype", "float32"], {"dtypes": ("float16", "float32")}),
        (["--impl", 'q"\\ é=program:"./k" \x7f'],
         {"implementations": ('q"\\ é=program:"./k" \x7f',)}),
        (["--impl", "torch:gelu", "--impl", "a=jax:gelu", "--dtype", "bfloat16"],
         {"implementations": ("torch:gelu", "a=jax:gelu"), "dtypes": ("bfloat16",)}),
    ],
)  # fmt: skip
def test_what_is_given_stands_in_it(folder, call, words, options):
    code, out, err = call("init", *words)
    assert (code, out) == (0, "")
    assert err == (
        "gelucheck: wrote gelucheck.toml; gelucheck check reads it by itself, gelucheck config "
        "shows what it says\n"
    )
    config = parse_config((folder / "gelucheck.toml").read_text(), "gelucheck.toml")
    assert {name: item.value for name, item in config.options.items()} == options
    assert call("config")[0] == 0


def test_another_file_is_named_by_the_command(folder, call):
    code, _, err = call("init", "gate.toml")
    assert code == 0
    assert err == "gelucheck: wrote gate.toml; gelucheck check --config gate.toml reads it\n"
    assert call("config", "--config", "gate.toml")[0] == 0


def test_it_is_printed(folder, call):
    code, out, err = call("init", "-", "--dtype", "float16")
    assert (code, err) == (0, "")
    # what is printed may be put into a pyproject.toml
    (folder / "pyproject.toml").write_text(f"[project]\nname = 'x'\n\n{out}")
    assert "pyproject.toml:" in call("config")[1]
    assert not (folder / "gelucheck.toml").exists()


@pytest.mark.parametrize("name", ["gelucheck.toml", "other.toml", "pyproject.toml", "link"])
def test_nothing_is_written_over(folder, call, name):
    if name == "link":
        (folder / name).symlink_to("nowhere")
    else:
        (folder / name).write_text("# mine\n")
    code, out, err = call("init", name)
    assert (code, out) == (2, "")
    assert f"'{name}' is there already" in err
    assert not (folder / "nowhere").exists()
    if name != "link":
        assert (folder / name).read_text() == "# mine\n"


def test_not_beside_a_table_that_counts(folder, call):
    (folder / "pyproject.toml").write_text("\n[tool.gelucheck]\n")
    code, _, err = call("init")
    assert code == 2
    assert "pyproject.toml:2: [tool.gelucheck] is here already" in err
    assert not (folder / "gelucheck.toml").exists()
    # elsewhere it is no second one
    assert call("init", "gate.toml")[0] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--dtype", "float24"], "--dtype: unknown format 'float24'"),
        (["--impl", "torhc:gelu"], "--impl: unknown kind of implementation 'torhc'"),
        (["--impl", "python:\udcff:f"], "is no Unicode"),
        (["no/such/folder.toml"], "cannot write 'no/such/folder.toml'"),
    ],
)
def test_no_start(folder, call, words, said):
    code, out, err = call("init", *words)
    assert (code, out) == (2, "")
    assert said in err and err.count("\n") == 1
    assert list(folder.iterdir()) == []


def test_no_sentence_looks_like_a_proposal():
    """So that who takes the marks off a block of lines takes off no sentence's."""
    words = re.compile(rf"# (?:{'|'.join((*AT_THE_TOP, *IN_A_LIMIT))})\b")
    lines = [line for line in start_of().splitlines() if words.match(line)]
    assert lines and all(PROPOSED.match(line) for line in lines)
