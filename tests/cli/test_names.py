"""``gelucheck names``: what is shown, and that nothing makes a traceback."""

import io
import json
import subprocess
import sys

import pytest

from gelucheck.names.registry import NAMES


def test_the_table_of_all_names(call):
    code, out, err = call("names")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert max(map(len, lines)) <= 100
    assert sum(line.startswith("  ") for line in lines) == len(NAMES)
    assert "  tanh     yes    jax.nn.gelu(x)" in lines
    assert "  erf      yes    torch.nn.functional.gelu(x)" in lines
    assert "  tanh     yes    CUBLASLT_EPILOGUE_GELU  (second-hand)" in lines


@pytest.mark.parametrize("form", ["erf", "tanh", "sigmoid"])
def test_form(call, form):
    code, out, _ = call("names", "--form", form)
    assert code == 0
    shown = [line for line in out.splitlines() if line.startswith("  ")]
    assert len(shown) == sum(name.form == form for name in NAMES)
    assert all(line.split()[0] == form for line in shown)


def test_one_meaning(call):
    code, out, _ = call("names", "gelu_new")
    assert code == 0
    assert out.startswith("gelu_new is the tanh form")
    assert "0.5*x*(1 + tanh(sqrt(2/pi)*(x + 0.044715*x^3)))" in out
    assert "transformers 4.57.6, transformers/activations.py" in out
    assert "--form tanh" in out
    assert "Warning" not in out


def test_different_meanings_are_warned_of(call):
    code, out, _ = call("names", "gelu")
    assert code == 0
    text = " ".join(out.split())
    head = text[: text.index(" erf: ")]
    assert "Warning: gelu does not mean the same everywhere" in head
    erf, tanh = head.split("it is erf in ")[1].split("; tanh in ")
    assert "PyTorch" in erf and "candle" not in erf and "JAX" not in erf
    assert "candle" in tanh and "JAX" in tanh and "PyTorch" not in tanh
    assert max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("torch.nn.GELU", "erf and tanh: look at the arguments"),
        ("nn.functional.gelu", "it is erf in PyTorch, Paddle."),
        ("PyTorch", "look at the arguments"),
        ("QUICKGELU", "is written otherwise"),
        ("F.quick_gelu", "its last part is"),
        ("torch.nn.functional.gelu", "--impl torch:gelu-tanh or --form tanh"),
        ("silu", "no form of GELU"),
        ("Tensor::gelu", "is the tanh form"),
    ],
)
def test_words(call, word, says):
    code, out, _ = call("names", word)
    assert code == 0
    assert says in " ".join(out.split())


def test_a_form_of_a_name(call):
    code, out, _ = call("names", "torch.nn.GELU", "--form", "tanh")
    assert code == 0
    assert 'approximate="tanh"' in out and "torch.nn.GELU()" not in out


def test_json(call):
    code, out, _ = call("names", "torch.nn.GELU", "--out", "json")
    found = json.loads(out)
    assert (code, found["match"], found["ambiguous"]) == (0, "exact", True)
    assert [name["flags"] for name in found["names"]] == [
        ["--impl torch:gelu", "--form erf", "--form erf-mul"],
        ["--impl torch:gelu-tanh", "--form tanh", "--form tanh-cube"],
    ]


def test_a_file(call, tmp_path):
    assert call("names", "--out", f"json:{tmp_path}/names.json") == (0, "", "")
    found = json.loads((tmp_path / "names.json").read_text())
    assert len(found["names"]) == len(NAMES)


def test_config(call, tmp_path):
    path = tmp_path / "config.json"
    path.write_text('{"model_type": "gpt2", "activation_function": "gelu_new"}')
    code, out, _ = call("names", "--config", path)
    assert code == 0
    assert "activation_function: gelu_new" in out
    assert "tanh form" in out
    assert "gelucheck check --form tanh" in out
    assert "gelucheck check --impl KIND:TARGET --declares tanh" in out
    path.write_text('{"vision_config": {"hidden_act": "gelu"}, "hidden_act": "gelu_pytorch_tanh"}')
    code, out, _ = call("names", "--config", path)
    assert code == 0
    assert "vision_config.hidden_act: gelu" in out
    assert "gelucheck check --impl torch:gelu-tanh" in out
    assert "Warning: this config has different forms: erf, tanh." in out


def test_config_as_json(call, tmp_path):
    path = tmp_path / "config.json"
    path.write_text('{"feed_forward_proj": "gated-gelu"}')
    code, out, _ = call("names", "--config", path, "--out", "json")
    (found,) = json.loads(out)["activations"]
    assert (code, found["key"], found["form"]) == (0, "feed_forward_proj", "tanh")


def test_config_of_standard_input(call, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"hidden_act": "quick_gelu"}'))
    code, out, _ = call("names", "--config", "-")
    assert code == 0
    assert "sigmoid form" in out


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"{", "is not JSON"),
        (b"\xff{}", "not UTF-8 at byte 0"),
        (b"[" * 100_000, "nested too deep"),
        (b"[]", "no JSON object"),
        (b'{"hidden_size": 5}', "names no activation"),
        (b'{"hidden_act": "gelu_nwe"}', "did you mean gelu_new"),
        (b'{"hidden_act": "\\u001b[31m"}', "does not have"),
        (b" " * ((4 << 20) + 1), "larger than 4 MiB"),
        (b'{"hidden_act": ' + b"1" * 10_000 + b"}", "is not JSON"),
    ],
)
def test_bad_configs(call, tmp_path, content, says):
    path = tmp_path / "config.json"
    path.write_bytes(content)
    code, out, err = call("names", "--config", path)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1 and "\x1b" not in err and "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("gelu_nwe",), "did you mean gelu_new"),
        (("zzzzzzzz",), "gelucheck names lists all"),
        (("",), "nobody here calls anything ''"),
        (("x" * 100_000,), "nobody here"),
        (("gelu_new", "--form", "erf"), "never erf: it is tanh"),
        (("--form", "erff"), "unknown form 'erff'"),
        (("gelu", "--installed"), "at once"),
        (("--config", "c.json", "--installed"), "at once"),
        (("--installed", "--form", "erf"), "--form with --installed"),
        (("--config", "no-such-file.json"), "cannot read"),
        (("--config", "."), "directory"),
        (("--config", "a\0b"), "cannot read"),
        (("--out", "csv"), "one of text, json"),
        (("--out", "json:"), "names no file"),
        (("--out", "json:no/such/folder/x"), "cannot write"),
    ],
)
def test_errors(call, words, says):
    code, out, err = call("names", *words)
    assert (code, out) == (2, "")
    assert says in err and err.count("\n") == 1


def test_installed(call):
    code, out, err = call("names", "--installed")
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 100
    assert "python      ready" in out


def test_installed_tells_versions_and_the_extra_of_what_is_missing(call, monkeypatch):
    from gelucheck.implementations import kinds
    from gelucheck.implementations.kind import Kind, Short

    def kind(name, **more):
        module = type(sys)(f"kind_{name}")
        module.KIND = Kind(name, None, "a name", **more)
        monkeypatch.setitem(sys.modules, module.__name__, module)
        return module.__name__

    short = {"gelu": Short("x", "tanh")}
    monkeypatch.setattr(
        kinds,
        "KINDS",
        {
            "there": kind("there", modules=("numpy",), extra="there", short=short),
            "missing": kind("missing", modules=("no_such_module_at_all",), extra="more"),
        },
    )
    code, out, _ = call("names", "--installed", "--out", "json")
    there, missing = json.loads(out)["kinds"]
    import numpy as np

    assert code == 0
    assert (there["here"], there["versions"]) == (True, f"numpy {np.__version__}")
    assert there["short"] == {"there:gelu": "tanh"}
    assert (missing["here"], missing["versions"]) == (False, "")
    assert 'pip install "gelucheck[more]"' in call("names", "--installed")[1]


def test_no_framework_is_imported():
    code = (
        "import sys; from gelucheck.cli.main import main\n"
        "assert main(['names']) == 0 and main(['names', '--installed']) == 0\n"
        "heavy = {'torch', 'jax', 'tensorflow', 'onnxruntime', 'openvino', 'mlx.core', 'pandas',"
        " 'matplotlib'}\n"
        "sys.exit(', '.join(heavy & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_writings(call):
    code, out, _ = call("names", "--writings")
    assert code == 0
    assert "  erf-megatron\n    x * 0.5 * (erf(x / 1.41421) + 1)\n    Megatron-LM" in out
    assert all(len(line) <= 100 for line in out.splitlines())
    code, out, _ = call("names", "--writings", "--out", "json")
    found = {(each["name"], each["function"]): each for each in json.loads(out)["writings"]}
    assert found["erf", "gelu"]["exact"] and not found["erf-megatron", "gelu"]["exact"]
    assert found["tanh", "gelu_grad"]["form"] == "tanh"
    assert call("names", "gelu", "--writings")[0] == 2
