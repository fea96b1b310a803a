"""The options of the engine and of implementations, and what they are refused with."""

import pytest


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), (None, None, None, None)),
        (("--jobs", 3), (3, None, None, None)),
        (("--cluster", "tcp://a:1"), (None, "tcp://a:1", None, None)),
        (("--ledger", "x"), (None, None, None, "x")),
    ],
)
@pytest.mark.parametrize("command", ["compare", "check"])
def test_what_is_asked_of_the_engine(call, measuring, command, words, expected):
    code, _, _ = call(command, *words)
    engine = measuring.calls[-1].engine
    assert code == 0
    assert (engine.jobs, engine.cluster, engine.shard, engine.ledger) == expected


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("compare", "--jobs", 0), ("--jobs 0", "1 or more")),
        (("compare", "--jobs", -1), ("--jobs -1",)),
        (("compare", "--jobs", "many"), ("many",)),
        (("compare", "--jobs", 2, "--cluster", "tcp://a:1"), ("--jobs with --cluster",)),
        (("compare", "--shard", "1/2"), ("--shard without --ledger",)),
        (("compare", "--shard", "3/2", "--ledger", "x"), ("--shard 3/2", "1 <= i <= n")),
        (("compare", "--shard", "0/2", "--ledger", "x"), ("--shard 0/2",)),
        (("compare", "--shard", "2", "--ledger", "x"), ("'2'", "I/N")),
        (("compare", "--shard", "-1/2", "--ledger", "x"), ("I/N",)),
        (("compare", "--shard", "1/2", "--ledger", "x", "--out", "json"), ("merge",)),
        (("check", "--shard", "1/2", "--ledger", "x"), ("shard", "judged")),
        (("compare", "--declares", "tanh"), ("--declares without --impl",)),
        (("merge",), ("no ledger",)),
        (("merge", "no-such-file"), ("cannot read", "no-such-file")),
    ],
)
def test_what_means_nothing(call, measuring, words, parts):
    code, out, err = call(*words)
    assert (code, out) == (2, "")
    assert err.startswith("gelucheck: ") and err.count("\n") == 1
    for part in parts:
        assert part in err
    assert not measuring.calls


@pytest.mark.parametrize(
    ("words", "forms", "implementations", "declares"),
    [
        ((), ("erf", "tanh", "sigmoid"), (), ()),
        (("--impl", "python:a:b"), (), ("python:a:b",), ()),
        (("--impl", "python:a:b", "--form", "erf"), ("erf",), ("python:a:b",), ()),
        (
            ("--impl", "python:a:b", "--impl", "c=python:a:c", "--declares", "tanh"),
            (),
            ("python:a:b", "c=python:a:c"),
            ("tanh",),
        ),
    ],
)
def test_what_is_measured(call, measuring, words, forms, implementations, declares):
    call("compare", *words)
    chosen = measuring.selection
    assert chosen.forms == forms
    assert (chosen.implementations, chosen.declares) == (implementations, declares)


def test_as_many_declared_as_there_are(call):
    code, _, err = call(
        *("compare", "--impl", "python:math:sqrt", "--impl", "python:math:exp"),
        *("--declares", "erf", "--declares", "tanh", "--declares", "tanh"),
    )
    assert code == 2
    assert "3 --declares for 2 --impl" in err


def test_shards_and_their_merging(call, tmp_path):
    ledgers = [tmp_path / f"{i}.jsonl" for i in (1, 2)]
    sweep = ("--dtype", "float16", "--form", "tanh")
    for i, ledger in enumerate(ledgers, 1):
        code, out, err = call("compare", *sweep, "--shard", f"{i}/2", "--ledger", ledger)
        assert (code, out) == (0, "")
        assert f"shard {i}/2: 1 of 1 chunks" in err
    _, direct, _ = call("compare", *sweep)
    code, merged, _ = call("merge", *ledgers, "--into", tmp_path / "all.jsonl")
    assert (code, merged) == (0, direct)
    # and what a picture needs is in a ledger too
    code, _, _ = call("merge", *ledgers, "-q", "--plot", tmp_path / "p.svg")
    assert code == 0 and (tmp_path / "p.svg").read_bytes().startswith(b"<?xml")
    # with a ledger that is complete check judges it: tanh in native arithmetic breaks the claim
    code, _, _ = call("check", *sweep, "--ledger", tmp_path / "all.jsonl", "-q")
    assert code == 1


def test_a_failure_of_an_implementation_can_be_seen_again(call, tmp_path, monkeypatch):
    (tmp_path / "halves.py").write_text("def half(x):\n    return (x / 2).astype(x.dtype)\n")
    monkeypatch.chdir(tmp_path)
    words = ("check", "--dtype", "float16", "--impl", "h=python:halves:half", "--declares", "tanh")
    code, out, _ = call(*words, "-q")
    assert code == 1
    assert "--impl h=python:halves:half --declares tanh" in out
