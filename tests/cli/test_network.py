"""``gelucheck network``: the table of a plan, where it comes from, and every refusal."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

# the three examples of the operator's public documentation
SEED = {
    ("linear(64)\ngelu()\nlinear()", "B,128", "B,10"): """\
Network: [B, 128] -> [B, 10]  dtype=float32
index  name  operation  input shapes  output shapes
0      n0    linear     x=[B, 128]    out=[B, 64]
1      n1    gelu       x=[B, 64]     out=[B, 64]
2      n2    linear     x=[B, 64]     out=[B, 10]

Parameters: 8,906
""",
    ('linear(32)\ngelu(approximate="tanh")\nlinear()', "B,6,16", "B,6,8"): """\
Network: [B, 6, 16] -> [B, 6, 8]  dtype=float32
index  name  operation  input shapes  output shapes
0      n0    linear     x=[B, 6, 16]  out=[B, 6, 32]
1      n1    gelu       x=[B, 6, 32]  out=[B, 6, 32]
2      n2    linear     x=[B, 6, 32]  out=[B, 6, 8]

Parameters: 808
""",
    ("conv(8, kernel_size=3, padding=1)\ngelu()", "['B', 3, 8, 8]", "['B', 8, 8, 8]"): """\
Network: [B, 3, 8, 8] -> [B, 8, 8, 8]  dtype=float32
index  name  operation  input shapes    output shapes
0      n0    conv       x=[B, 3, 8, 8]  out=[B, 8, 8, 8]
1      n1    gelu       x=[B, 8, 8, 8]  out=[B, 8, 8, 8]

Parameters: 224
""",
}


@pytest.mark.parametrize("text, given, output", SEED)
def test_the_tables_of_the_documentation(call, plan, text, given, output):
    Path("plan.txt").write_text(text, "utf-8")
    told = call("network", "plan.txt", "--input", given, "--output", output)
    assert told == (0, SEED[text, given, output], "")


def test_a_plan_from_standard_input(call, plan, monkeypatch):
    with open("plan.txt", encoding="utf-8") as given:
        monkeypatch.setattr("sys.stdin", given)
        code, out, err = call("network", "-", "--input", "B,4")
    assert (code, err) == (0, "") and "Parameters: 23" in out


def test_json_is_a_plan_again(call, plan):
    code, out, err = call(*plan, "--out", "json")
    assert (code, err) == (0, "")
    assert [item["operation"] for item in json.loads(out)["operators"]] == [
        *("linear@1", "gelu@1", "linear@1"),
    ]
    Path("plan.json").write_text(out, "utf-8")
    assert call("network", "plan.json") == call(*plan)
    assert call(*plan, "--out", "json:again.json") == (0, "", "")
    assert Path("again.json").read_text("utf-8") == out
    assert call("network", "plan.json", "--out", "json")[1] == out


def test_the_format_of_a_plan(call, plan):
    assert "dtype=bfloat16" in call(*plan, "--dtype", "bfloat16")[1]
    assert "dtype=float64" in call("network", "--preset", "gpt2-mlp", "--dtype", "float64")[1]


def test_presets(call):
    code, out, err = call("network", "--preset", "gpt2-mlp")
    # 768·3072 + 3072 + 3072·768 + 768
    assert (code, err) == (0, "") and out.endswith("\nParameters: 4,722,432\n")
    deep = call("network", "--preset", "gpt2-block-stack", "--depth", 2)[1]
    # and a gain and a bias of 768 for each block
    assert deep.endswith(f"\nParameters: {2 * (4_722_432 + 2 * 768):,}\n")
    usual = call("network", "--preset", "gpt2-block-stack")[1]
    assert usual.count("residual") == 12


REFUSED = [
    ((), "no network"),
    (("plan.txt", "--preset", "gpt2-mlp"), "PLAN and --preset at once"),
    (("plan.txt", "--weights", "m.safetensors"), "PLAN and --weights at once"),
    (("--preset", "gpt2-mlp", "--weights", "m.safetensors"), "--preset and --weights at once"),
    (("--preset", "gpt3"), "unknown preset 'gpt3'"),
    (("--preset", "gpt2-mlp", "--depth", 2), "depth 2"),
    (("--preset", "gpt2-block-stack", "--depth", 0), "depth 0"),
    (("--preset", "gpt2-mlp", "--input", "B,768"), "--input with --preset"),
    (("--preset", "gpt2-mlp", "--layer", "h.0"), "--layer with --preset"),
    (("plan.txt", "--input", "B,4", "--depth", 2), "--depth with PLAN"),
    (("plan.txt", "--input", "B,4", "--layer", "h.0"), "--layer with PLAN"),
    (("--weights", "missing.safetensors", "--layer", "h.0"), "missing.safetensors"),
    (("missing.txt", "--input", "B,4"), "missing.txt"),
    (("plan.txt",), "--input B,128"),
    (("plan.txt", "--input", "4"), "no shape"),
    (("plan.txt", "--input", "B,0"), "no shape"),
    (("plan.txt", "--input", "B,4", "--output", "B,7"), "plan.txt:3: [B, 2] comes out"),
    (("plan.txt", "--input", "B,4", "--dtype", "float8"), "float8"),
    (("plan.txt", "--input", "B,4", "--dtype", "float16", "--dtype", "float32"), "one --dtype"),
    (("plan.txt", "--input", "B,4", "--out", "text", "--out", "json:a"), "more than one --out"),
    (("plan.txt", "--input", "B,4", "--out", "csv"), "csv"),
    (("plan.txt", "--input", "B,4", "--out", "json:"), "names no file"),
    (("plan.txt", "--input", "B,4", "--out", "json:nowhere/a.json"), "nowhere"),
    (("plan.txt", "--input", "B,4", "--swap", "--dtype", "float8"), "float8"),
    (("plan.txt", "--input", "B,4", "--swap", "--form", "gelu"), "unknown form"),
    (("plan.txt", "--input", "B,4", "--swap", "--arithmetic", "fast"), "fast"),
    (("plan.txt", "--input", "B,4", "--swap", "--batch", 0), "batch of 0"),
    (("plan.txt", "--input", "B,4", "--swap", "--batch", 10**9), "batch of"),
    (("plan.txt", "--input", "B,4", "--swap", "--seeds", 0), "0 seeds"),
    (("plan.txt", "--input", "B,4", "--swap", "--seeds", 10**9), "seeds"),
    (("plan.txt", "--input", "B,4", "--swap", "--seed", -1), "-1"),
    (("plan.txt", "--input", "B,4", "--swap", "--seed", "x"), "not a valid integer"),
    (("plan.txt", "--input", "B,4", "--swap", "--out", "junit"), "--out junit of a network"),
    (("plan.txt", "--input", "B,4", "--swap", "--out", "pdf"), "pdf"),
    (("plan.txt", "--input", "B,4", "--swap", "--out", "json:plan.txt"), "holds the plan"),
    (("plan.txt", "--input", "B,4", "--swap", "--plot", "plan.gif"), "plan.gif"),
    (
        ("plan.txt", "--input", "B,4", "--swap", "--plot", "error:a.svg"),
        "error:a.svg is a picture of rows",
    ),
    (("plan.txt", "--input", "B,4", "--swap", "--weights-by", "normal:x"), "normal:x"),
    (("plan.txt", "--input", "B,4", "--swap", "--activations", "none.npy"), "none.npy"),
]


@pytest.mark.parametrize("words, told", REFUSED)
def test_refusals_are_one_message(call, plan, words, told):
    code, out, err = call("network", *words)
    assert (code, out) == (2, "")
    assert err.startswith("gelucheck: ") and err.count("\n") == 1
    assert told in err and "unexpected" not in err


@pytest.mark.parametrize("words", [
    ("--form", "erf"), ("--arithmetic", "native"), ("--batch", 64), ("--seed", 0), ("--seeds", 3),
    ("--weights-by", "normal:1.0"), ("--activations", "plan.txt"), ("--plot", "a.svg"),
])  # fmt: skip
def test_what_needs_swap(call, plan, words):
    told = f"gelucheck: {words[0]} without --swap: add --swap, or leave it out\n"
    assert call(*plan, *words) == (2, "", told)


@pytest.mark.parametrize("words", [("-q",), ("--progress", "never"), ("-v",), ("--color", "never")])
def test_how_to_talk_needs_no_swap(call, plan, words):
    assert call(*plan, *words) == call(*plan)


@pytest.mark.parametrize("out", ["text:plan.txt", "json:./plan.txt"])
def test_what_is_read_is_not_written_over(call, plan, out):
    before = Path("plan.txt").read_bytes()
    code, _, err = call(*plan, "--out", out)
    assert (code, err.count("\n")) == (2, 1) and "holds the plan" in err
    assert Path("plan.txt").read_bytes() == before


def test_nor_is_what_a_shell_sends_in(plan):
    """Standard input is a file here, as the shell's < makes it."""
    before = Path("plan.txt").read_bytes()
    with Path("plan.txt").open("rb") as given:
        words = ("network", "-", "--input", "B,4", "--out", "json:plan.txt")
        command = [sys.executable, "-m", "gelucheck", *words]
        done = subprocess.run(command, stdin=given, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "holds the plan" in done.stderr
    assert Path("plan.txt").read_bytes() == before


NOT_PLANS = [
    (("m.safetensors", "--input", "B,4"), "--weights m.safetensors --layer PREFIX"),
    (("run.json",), "gelucheck report run.json"),
    (("plan.txt", "--input", "B,4", "--out", "html:x.html"), "add --swap"),
    (("plan.txt", "--input", "B,4", "--swap", "--out", "x.json"), "FORMAT or FORMAT:PATH"),
    (
        ("plan.txt", "--input", "B,4", "--swap", "--seed", 2**64 - 1, "--seeds", 2),
        "the seeds 18446744073709551615 to 18446744073709551616",
    ),
    (("--weights", "", "--layer", "h.0"), "a file without a name"),
]


@pytest.mark.parametrize("words, told", NOT_PLANS)
def test_what_was_meant_is_told(call, plan, words, told):
    Path("run.json").write_text('{"schema": 1, "provenance": {}, "rows": [], "theorems": []}')
    code, out, err = call("network", *words)
    assert (code, out, err.count("\n")) == (2, "", 1) and told in err


def test_a_batch_that_cannot_be_is_told_before_anything_is_measured(call, plan, monkeypatch):
    def measured(*_, **__):
        raise AssertionError("measured")

    monkeypatch.setattr("gelucheck.cli.network.measure_run", measured)
    code, _, err = call(*plan, "--swap", "--batch", 0, "--weights-by", "normal:1")
    assert code == 2 and "a batch of 0" in err
