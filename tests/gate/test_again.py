"""The command that shows a failure again."""

import shlex
import subprocess
from dataclasses import replace

import pytest

from gelucheck.gate.again import again, with_commands
from gelucheck.gate.limit import Limit, Place
from gelucheck.gate.verdict import Failure, Verdict
from gelucheck.record import Claim, Witness
from gelucheck.sweep.plan import Selection

# tanh, float16, at its worst input: 2.97265625 = 0x1.7c8p+1 has the pattern 0x41f2
AT = Witness(0.0024, 2.97265625, "0x1.7c8p+1", "0x41f2", 2.970703125, 2.968265)
HERE = "--inputs 0x1.7c8p+1:0x1.7c8p+1"
ULP, STEPS, CLAIM = Limit("max_ulp", 2.0), Limit("max_steps", 1), Limit("atol", 1e-3)
OURS = {"name": "tanh", "writing": "tanh", "arithmetic": "native"}
REGION = Limit("mean_abs", 1e-5, region="-3.0:-1.0", place=Place("gelu check.toml", 9))


def command(row, limit, selection, witness=AT, configured=False):
    claim = Claim(limit.name, limit.bound, "fail", "evaluation", -1.0, witness)
    return shlex.join(again(Failure(row, claim, limit), selection, configured=configured))


WRITINGS = [
    # fields of the row, limit, fields of the selection, words
    ({}, CLAIM, {}, f"--dtype float16 --form tanh --arithmetic native --atol 0.001 {HERE}"),
    (
        {"writing": "erfc", "form": "erf", "dtype": "float64"},
        ULP,
        {"ulp": "fine"},
        f"--dtype float64 --form erfc --arithmetic native --ulp fine --atol off --max-ulp 2 {HERE}",
    ),
    (
        {"function": "gelu_grad", "arithmetic": "upcast"},
        STEPS,
        {},
        "--dtype float16 --form tanh --arithmetic upcast --function gelu_grad --atol off "
        f"--max-steps 1 {HERE}",
    ),
    (
        {},
        Limit("max_ulp", 5.0, True, "gelu"),
        {"samples": 9, "seed": 8},
        "--dtype float16 --form tanh --arithmetic native --atol off --max-ulp '5(1+k)' "
        f"--against gelu {HERE}",
    ),
    (
        {},
        Limit("max_rel", 1e-7, region="-3.0:-1.0"),
        {},
        f"--dtype float16 --form tanh --arithmetic native --atol off --max-rel 1e-07 {HERE}",
    ),
]


@pytest.mark.parametrize("fields, limit, chosen, words", WRITINGS)
def test_the_command_names_what_the_row_is(made, fields, limit, chosen, words):
    row = made(**{**OURS, **fields})
    assert command(row, limit, Selection(**chosen)) == f"gelucheck check {words}"
    configured = command(row, limit, Selection(**chosen), configured=True)
    assert configured == f"gelucheck check --no-config {words}"


TORCH, MINE = "torch:gelu", "mine=python:a:b"
GUESTS = [
    # name of the row, its form, fields of the selection, words
    (TORCH, None, {"implementations": (TORCH,)}, f"--impl {TORCH} --atol off --max-ulp 2 {HERE}"),
    (TORCH, "tanh", {"implementations": (MINE, TORCH), "declares": ("tanh",)},
     f"--impl {TORCH} --declares tanh --atol off --max-ulp 2 {HERE}"),
    ("mine", "erf", {"implementations": (TORCH, MINE), "device": "cuda:0", "limit": 2.5},
     f"--impl {MINE} --declares erf --device cuda:0 --time-limit 2.5s --atol off --max-ulp 2 "
     f"{HERE}"),
    ("mine", None, {"implementations": (MINE,), "subnormals": "flush", "limit": 1e-5},
     f"--impl {MINE} --time-limit 0.00001s --subnormals flush --atol off --max-ulp 2 {HERE}"),
    # what is given by no words, or of a ledger that has none
    ("mine", None, {"implementations": (object(),)},
     f"--impl mine --atol off --max-ulp 2 {HERE}"),
    ("mine", None, {}, f"--impl mine --atol off --max-ulp 2 {HERE}"),
    ("a b", None, {"implementations": ("a b=python:a:b",)},
     f"--impl 'a b=python:a:b' --atol off --max-ulp 2 {HERE}"),
]  # fmt: skip


@pytest.mark.parametrize("name, form, chosen, words", GUESTS)
def test_an_implementation_by_the_words_that_were_given(made, name, form, chosen, words):
    row = made(name=name, form=form)
    found = command(row, ULP, Selection(forms=(), **chosen))
    assert found == f"gelucheck check --dtype float16 {words}"


def test_the_claim_of_a_sigmoid_form_counts_where_it_is_made_by_name(made):
    selection = Selection(forms=(), implementations=(MINE,), declares=("sigmoid",))
    row = made(name="mine", form="sigmoid")
    assert "--declares sigmoid --atol" in command(row, CLAIM, selection)
    assert "--declares sigmoid" in command(row, ULP, selection)


@pytest.mark.parametrize("words", ["outputs:y.npy", "mine=outputs:y.npy"])
@pytest.mark.parametrize("rounded", [False, True])
def test_outputs_that_were_given_are_asked_for_their_own_inputs(made, words, rounded):
    row = made(name=words.partition("=")[0], form=None)
    selection = Selection(implementations=(words,), inputs="x.npy", round_inputs=rounded)
    found = shlex.split(command(row, ULP, selection))
    assert found[found.index("--impl") + 1] == words
    assert found[-3:] == (
        ["--inputs", "x.npy", "--round-inputs"] if rounded else ["2", "--inputs", "x.npy"]
    )


MEANS = [
    # of what no one input decides: fields of the selection, the words behind the limit
    ({}, ""),
    ({"inputs": "all"}, " --inputs all"),
    ({"samples": 100, "seed": 3}, " --samples 100 --seed 3"),
    ({"inputs": "search", "evaluations": 99}, " --inputs search --evaluations 99"),
    ({"inputs": "search", "budget": 90.0}, " --inputs search --budget 90s"),
    ({"inputs": "x.npy", "round_inputs": True}, " --inputs x.npy --round-inputs"),
    ({"inputs": "-3:-2:100"}, " --inputs -3:-2:100"),
]


@pytest.mark.parametrize("chosen, words", MEANS)
def test_where_all_inputs_decide_they_are_asked_for(made, chosen, words):
    found = command(made(**OURS), Limit("mean_abs", 1e-5), Selection(**chosen), witness=None)
    assert found == (
        "gelucheck check --dtype float16 --form tanh --arithmetic native --atol off "
        "--mean-abs 1e-05" + words
    )


def test_a_mean_of_a_region_is_shown_by_the_file_that_asks_it(made):
    found = command(made(**OURS), REGION, Selection(seed=3), witness=None, configured=True)
    assert found == (
        "gelucheck check --config 'gelu check.toml' --dtype float16 --form tanh "
        "--arithmetic native --seed 3"
    )
    bare = replace(REGION, place=None)
    assert command(made(**OURS), bare, Selection(), witness=None).endswith(
        "--atol off --mean-abs 1e-05 --inputs -3.0:-1.0"
    )
    # the shortest decimal of 2^-24 is a little more than it
    small = replace(bare, region=f"{2.0**-24!r}:inf")
    assert command(made(**OURS), small, Selection(), witness=None).endswith(
        "--inputs 0x1.0000000000000p-24:inf"
    )


CLAIMS = [
    # name of the claim, bound, fields of the row, words behind the row's
    ("finding zero-sign", 0, {}, "--atol off --finding zero-sign=error"),
    ("baseline max_ulp", 1.5, {}, f"--atol off --max-ulp 1.5 {HERE}"),
    ("baseline max_abs against gelu", 0.5, {}, f"--atol off --max-abs 0.5 --against gelu {HERE}"),
    ("baseline max_steps", 0, {}, f"--atol off --max-steps 0 {HERE}"),
    # a bound that check would refuse, and figures that are no limits
    ("baseline max_ulp", 2000.0, {}, ""),
    ("baseline max_rel", float("inf"), {}, ""),
    ("baseline faithful", 60000, {}, ""),
    ("baseline", 0, {}, ""),
]  # fmt: skip


@pytest.mark.parametrize("name, bound, fields, words", CLAIMS)
def test_what_is_no_limit(made, name, bound, fields, words):
    claim = Claim(name, bound, "fail", "evaluation", None, AT)
    found = shlex.join(again(Failure(made(**OURS, **fields), claim), Selection()))
    base = "gelucheck check --dtype float16 --form tanh --arithmetic native"
    assert found == f"{base} {words}".strip()


def test_a_share_of_a_baseline_is_asked_as_one(made):
    """60,000 of 64,000 were correctly rounded."""
    claim = Claim("baseline correctly_rounded against gelu", 60000, "fail", "evaluation", -9, None)
    failure = Failure(made(**OURS, inputs=64000), claim)
    assert again(failure, Selection())[-4:] == [
        "--correctly-rounded",
        "0.9375",
        "--against",
        "gelu",
    ]


@pytest.mark.parametrize("name", ["faithful", "flushed", "nan", "max_ulp"])
def test_what_only_the_baseline_asks_is_shown_by_the_command_that_was_given(made, name):
    """One row of it would be without the others that the baseline has: no answer."""
    given = "gelucheck check --baseline b.json"
    # 2,000 ulp are a limit that check refuses in float16
    claim = Claim(f"baseline {name}", 2000.0, "fail", "evaluation", None, AT)
    verdict = Verdict(False, 1, (Failure(made(**OURS), claim),))
    (found,) = with_commands(verdict, Selection(), command=given).failures
    assert found.again == given


@pytest.mark.parametrize("held", [False, True])
def test_a_mean_in_a_region_is_asked_by_the_file_and_of_all_rows_where_that_has_a_baseline(
    made, held
):
    claim = Claim(REGION.name, 1e-5, "fail", "evaluation", -1.0, None)
    verdict = Verdict(False, 1, (Failure(made(**OURS), claim, REGION),))
    (found,) = with_commands(verdict, Selection(), command="gelucheck check", held=held).failures
    one = "gelucheck check --config 'gelu check.toml' --dtype float16 --form tanh "
    assert found.again == ("gelucheck check" if held else f"{one}--arithmetic native")


def test_what_an_option_asks_is_shown_by_the_one_row(made):
    claim = Claim("baseline max_ulp", 1.5, "fail", "evaluation", None, AT)
    verdict = Verdict(False, 1, (Failure(made(**OURS), claim),))
    (found,) = with_commands(verdict, Selection(), command="gelucheck check").failures
    assert found.again.endswith(f"--max-ulp 1.5 {HERE}")


def test_nothing_in_a_name_is_run(made):
    hostile = "x; rm -rf $HOME `a` 'b'\""
    row = made(name=hostile, writing=hostile)
    claim = Claim("max_ulp", 2.0, "fail", "evaluation", -1.0, AT)
    verdict = Verdict(False, 1, (Failure(row, claim, ULP),) * 2)
    for failure in with_commands(verdict, Selection()).failures:
        words = shlex.split(failure.again)
        assert words[words.index("--form") + 1] == hostile


@pytest.mark.parametrize(
    "name",
    ["a\n::error::b", "a\x1b[2Jé'\\", "\u202ea b$HOME", "a\udcffb", "\x7f1"],
)
def test_a_command_is_one_line_that_a_shell_reads_back(made, name):
    row = made(name=name, writing=name)
    claim = Claim("max_ulp", 2.0, "fail", "evaluation", -1.0, AT)
    (failure,) = with_commands(Verdict(False, 1, (Failure(row, claim, ULP),)), Selection()).failures
    assert failure.again.isprintable()
    script = f"gelucheck() {{ printf '%s\\0' \"$@\"; }}; {failure.again}"
    shown = subprocess.run(["bash", "-c", script], capture_output=True, check=True).stdout
    words = shown.decode("utf-8", "surrogateescape").split("\0")
    assert words[words.index("--form") + 1] == name


def test_a_surrogate_that_is_no_byte_is_no_crash(made):
    row = made(name="\ud800", writing="\ud800")
    claim = Claim("max_ulp", 2.0, "fail", "evaluation", -1.0, AT)
    (failure,) = with_commands(Verdict(False, 1, (Failure(row, claim, ULP),)), Selection()).failures
    assert failure.again.isascii()
