"""``gelucheck network --swap``: what is printed, written, drawn and stored."""

import json
from pathlib import Path

import pytest

from gelucheck.errors import UsageError
from gelucheck.export.csv import COLUMNS as ROW_COLUMNS
from gelucheck.export.network_csv import COLUMNS
from gelucheck.export.schema import first_fault
from gelucheck.export.stored import read_run

QUICK = ("--swap", "--seeds", 1, "--batch", 2, "--dtype", "float16")


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
    assert out.count("Parameters: 45\n") == 2
    # of several, each has its name
    head = " of model.safetensors\nNetwork: "
    assert out.startswith(f"encoder.layer.0{head}") and f"\n\nencoder.layer.1{head}" in out
    _, one, _ = call(*words, "--layer", "encoder.layer.1")
    assert one.startswith("Network: ") and out.endswith(f"\nencoder.layer.1{head[:-9]}{one}")
    code, out, err = call(*words, "--layer", "encoder.layer.*", *QUICK, "--out", "json:m.json")
    assert code == 0
    run = read_run("m.json")
    assert [study.name.split(" ")[0] for study in run.networks] == [
        *("encoder.layer.0", "encoder.layer.1"),
    ]
    assert run.networks[0].weights == "model.safetensors"


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
    assert call("report", "n.json", "plan.json", "-q")[0] == 0, "one name, two networks"
    code, _, err = call("report", "n.json", "n.json")
    assert code == 2 and "plan.txt" in err, "one network twice"
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


def test_networks_are_not_compared_and_it_is_said(call, plan):
    call(*plan, *QUICK, "-q", "--out", "json:n.json")
    words = ("report", "n.json", "--against", "n.json", "--out", "html:n.html")
    assert "networks are not compared" in call(*words)[2]
    assert "networks are not compared" not in call(*words, "-q")[2]


def test_a_picture_of_a_run_of_networks_is_of_them(call, plan):
    call(*plan, *QUICK, "-q", "--out", "json:n.json")
    assert call("report", "n.json", "-q", "--out", "html:n.html", "--plot", "p.svg")[0] == 0
    assert "Error against depth" in Path("p.svg").read_text("utf-8")


def test_what_cannot_be_drawn_takes_nothing_else_with_it(call, plan, monkeypatch):
    """The table is printed and the files are written; the message, and exit 2, come after."""

    def nothing(*_):
        raise UsageError("there is nothing to draw", "no")

    monkeypatch.setattr("gelucheck.report.plots.draw", nothing)
    code, out, err = call(*plan, *QUICK, "--out", "text", "--out", "csv:n.csv", "--plot", "p.svg")
    assert code == 2 and "answers" in out and "nothing to draw" in err
    assert Path("n.csv").exists() and not Path("p.svg").exists()
