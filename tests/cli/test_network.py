"""``gelucheck network``: every option, every refusal, exit codes, what reaches standard output."""

import json
from pathlib import Path

import pytest

from gelucheck.export.csv import COLUMNS as ROW_COLUMNS
from gelucheck.export.network_csv import COLUMNS
from gelucheck.export.schema import first_fault
from gelucheck.export.stored import read_run

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
QUICK = ("--swap", "--seeds", 1, "--batch", 2, "--dtype", "float16")


@pytest.fixture
def plan(tmp_path, monkeypatch):
    """A plan in the current folder, and the words that name it."""
    monkeypatch.chdir(tmp_path)
    Path("plan.txt").write_text("linear(3)\ngelu()\nlinear(2)\n", "utf-8")
    return "network", "plan.txt", "--input", "B,4"


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


def checkpoint(path, blocks=2):
    """A tiny model whose MLPs are called as BERT's."""
    np, save = pytest.importorskip("numpy"), pytest.importorskip("safetensors.numpy").save_file
    tensors = {}
    for block in range(blocks):
        prefix = f"encoder.layer.{block}"
        for name, shape in (("intermediate.dense", (6, 3)), ("output.dense", (3, 6))):
            weight = np.arange(shape[0] * shape[1], dtype=np.float32).reshape(shape) / 16
            tensors[f"{prefix}.{name}.weight"] = weight
            tensors[f"{prefix}.{name}.bias"] = np.zeros(shape[0], np.float32)
    save(tensors, path)


def test_trained_weights(call, plan):
    checkpoint("model.safetensors")
    words = ("network", "--weights", "model.safetensors")
    code, out, err = call(*words, "--layer", "encoder.layer.*")
    assert (code, err) == (0, "")
    # 3·6 + 6 + 6·3 + 3, twice, a blank line between
    assert out.count("Parameters: 45\n") == 2 and "\n\nNetwork: " in out
    assert call(*words, "--layer", "encoder.layer.1")[1] == out[: out.index("\n\nNetwork: ") + 1]
    code, out, err = call(*words, "--layer", "encoder.layer.*", *QUICK, "--out", "json:m.json")
    assert code == 0
    run = read_run("m.json")
    assert [study.name.split(" ")[0] for study in run.networks] == [
        *("encoder.layer.0", "encoder.layer.1"),
    ]
    assert run.networks[0].weights == "model.safetensors"


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
    ("--quiet",), ("--progress", "never"),
])  # fmt: skip
def test_what_needs_swap(call, plan, words):
    told = f"gelucheck: {words[0]} without --swap: add --swap, or leave it out\n"
    assert call(*plan, *words) == (2, "", told)


def test_a_plan_with_nothing_to_swap(call, plan):
    Path("plan.txt").write_text("linear(3)\n", "utf-8")
    code, out, err = call(*plan, "--swap")
    assert (code, out) == (2, "") and "no gelu" in err


def test_the_study_is_printed_and_stored(call, plan):
    code, out, err = call(*plan, *QUICK, "--out", "text", "--out", "json:n.json")
    assert code == 0 and err == "gelucheck: wrote n.json\n"
    assert out.startswith("network     plan.txt\n") and "\nanswers\n" in out
    stored = json.loads(Path("n.json").read_text("utf-8"))
    assert first_fault(stored) is None
    assert stored["schema"] == 1 and stored["rows"] == []
    assert stored["provenance"]["command"].startswith("gelucheck network plan.txt --input B,4")
    (study,) = read_run("n.json").networks
    assert (study.batch, study.seeds) == (2, (0,))
    assert [(s.form, s.arithmetic, s.dtype) for s in study.swaps] == [
        (form, arithmetic, "float16")
        for form in ("erf", "tanh", "sigmoid")
        for arithmetic in ("native", "upcast")
    ]


def test_the_same_again(call, plan):
    runs = []
    for name in ("a.json", "b.json"):
        call(*plan, "--swap", "--batch", 2, "-q", "--out", f"json:{name}")
        runs.append(read_run(name))
    assert runs[0].networks == runs[1].networks
    assert len(runs[0].networks[0].swaps) == 21


def test_the_selection(call, plan):
    words = ("--form", "erfc", "--form", "tanh", "--arithmetic", "upcast", "--dtype", "bfloat16")
    seeds = ("--seed", 7, "--seeds", 2, "--batch", 3)
    call(*plan, "--swap", *words, *seeds, "-q", "--out", "json:n.json")
    run = read_run("n.json")
    (study,) = run.networks
    assert [(s.writing, s.dtype, s.arithmetic) for s in study.swaps] == [
        ("erfc", "bfloat16", "upcast"),
        ("tanh", "bfloat16", "upcast"),
    ]
    assert (study.seeds, study.batch, run.provenance["seed"]) == ((7, 8), 3, 7)


def test_every_output(call, plan):
    outs = [f"{name}:n.{name}" for name in ("json", "csv", "markdown", "html", "text")]
    words = [word for out in outs for word in ("--out", out)]
    code, out, err = call(*plan, *QUICK, *words, "--plot", "n.svg", "--plot", "depth:n.png")
    assert (code, err.count("wrote")) == (0, 7)
    assert "\nanswers\n" in out, "the table is printed where nothing else is"
    assert Path("n.csv").read_text("utf-8").splitlines()[0].split(",") == list(COLUMNS)
    assert Path("n.markdown").read_text("utf-8").startswith("### Network plan.txt\n")
    assert "Network: what swapping the form does" in Path("n.html").read_text("utf-8")
    assert Path("n.text").read_text("utf-8").startswith("network     plan.txt\n")
    assert "Error against depth" in Path("n.svg").read_text("utf-8")
    assert Path("n.png").read_bytes().startswith(b"\x89PNG")


def test_quiet_says_nothing(call, plan):
    assert call(*plan, *QUICK, "-q", "--plot", "n.svg") == (0, "", "")


def test_verbose_shows_each_format(call, plan):
    short, long = (call(*plan, *QUICK, *more) for more in ((), ("-v",)))
    assert "behind each operator: float16 · native" not in short[1]
    assert "behind each operator: float16 · native" in long[1]
    assert "1 network, 6 swaps" in long[2]


def test_progress(call, plan):
    assert call(*plan, *QUICK, "--progress", "never")[2] == ""
    err = call(*plan, *QUICK, "--progress", "always")[2]
    assert "100 %" in err and "M/s" not in err


def test_expected_errors_are_measured_with_it(call, plan):
    np = pytest.importorskip("numpy")
    np.save("acts.npy", np.array([-2.5, 0.5, 1.0], np.float32))
    words = ("--weights-by", "normal:1.0", "--activations", "acts.npy", "--form", "tanh")
    code, out, _ = call(*plan, *QUICK, *words, "--out", "text", "--out", "json:n.json",
                        "--out", "csv:n.csv", "--arithmetic", "upcast")  # fmt: skip
    run = read_run("n.json")
    assert code == 0 and len(run.networks) == 1
    (row,) = run.rows
    assert (row.implementation, row.dtype, row.arithmetic) == ("tanh", "float16", "upcast")
    assert [item.weights for item in row.expected] == ["normal:1.0", "acts.npy"]
    assert row.claims == (), "nothing is judged"
    assert run.provenance["command"].startswith("gelucheck network")
    assert out.index("inputs as") < out.index("network     plan.txt")
    # csv is of the networks here
    head = Path("n.csv").read_text("utf-8").splitlines()[0].split(",")
    assert head == list(COLUMNS) != list(ROW_COLUMNS)


def test_report_reads_it(call, plan):
    call(*plan, *QUICK, "-q", "--out", "json:n.json")
    call("network", "plan.txt", "--input", "B,6", *QUICK, "-q", "--out", "json:plan.json")
    code, out, _ = call("report", "n.json", "--out", "text")
    assert code == 0 and out.startswith("network     plan.txt\n")
    code, _, err = call("report", "n.json", "plan.json")
    assert code == 2 and "plan.txt" in err, "one name, two networks"
    Path("other.txt").write_text("linear(5)\ngelu()\n", "utf-8")
    call("network", "other.txt", "--input", "B,6", *QUICK, "-q", "--out", "json:o.json")
    code, out, _ = call("report", "n.json", "o.json", "--out", "text", "--plot", "depth:both.svg")
    assert code == 0 and "network     other.txt" in out
    assert "other.txt" in Path("both.svg").read_text("utf-8")


def test_a_picture_of_networks_that_there_are_not(call, plan, store, measuring):
    code, out, err = call("report", store("rows.json"), "-q", "--plot", "depth:a.svg")
    assert (code, out) == (2, "") and "no networks" in err
    code, out, err = call("compare", "--plot", "depth:a.svg")
    assert (code, out) == (2, "") and "is a picture of networks" in err and not measuring.calls


def test_an_interruption(call, plan, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("gelucheck.network.effect.study", interrupted)
    code, out, err = call(*plan, *QUICK, "--out", "json:n.json")
    assert (code, out, err) == (130, "", "gelucheck: interrupted\n")
    assert not Path("n.json").exists()
