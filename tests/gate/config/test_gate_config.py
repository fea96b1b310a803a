"""The text of a config: what it means, and what is said of a fault, with file and line."""

import pytest

from gelucheck.errors import ConfigError
from gelucheck.gate.config.parse import parse_config
from gelucheck.gate.limit import Limit, Place
from gelucheck.gate.limits import Limits, limits_on

EVERY_OPTION = """\
dtype = ["float16", "float32"]
form = "erf"
arithmetic = ["native"]
impl = ["a=torch:gelu", "python:p.m:f"]
declares = ["erf", "erf"]
function = "gelu_grad"
inputs = "search"
samples = 1000
seed = 7
evaluations = 99
budget = 90
round_inputs = true
ulp = "fine"
device = "cpu"
time_limit = "2m"
subnormals = "flush"
weights_by = ["normal:0.5", "acts.npy"]
jobs = 2
out = ["text", "json:a.json"]
plot = "a.svg"
against = "gelu"
headroom = "10%"
baseline = "base.json"
"""
MEANT = {
    "dtypes": ("float16", "float32"),
    "forms": ("erf",),
    "arithmetics": ("native",),
    "implementations": ("a=torch:gelu", "python:p.m:f"),
    "declares": ("erf", "erf"),
    "functions": ("gelu_grad",),
    "inputs": "search",
    "samples": 1000,
    "seed": 7,
    "evaluations": 99,
    "budget": "90",
    "round_inputs": True,
    "ulp": "fine",
    "device": "cpu",
    "limit": "2m",
    "subnormals": "flush",
    "weights": ("normal:0.5", "acts.npy"),
    "jobs": 2,
    "outs": ("text", "json:a.json"),
    "plot": ("a.svg",),
    "against": "gelu",
    "headroom": 0.1,
    "baseline": "base.json",
}


class Row:
    """What limits tell rows apart by."""

    def __init__(self, implementation="tanh", dtype="float16", arithmetic="native"):
        self.implementation, self.dtype, self.arithmetic = implementation, dtype, arithmetic
        self.function = "gelu"


def test_every_option_with_its_line():
    config = parse_config(EVERY_OPTION, "c.toml")
    assert {name: item.value for name, item in config.options.items()} == MEANT
    # one a line, in this order
    lines = [item.place.line for item in config.options.values()]
    assert lines == list(range(1, len(MEANT) + 1))
    assert config.options["seed"].place == Place("c.toml", 9)
    assert (config.headroom, config.baseline) == (0.1, "base.json")


def test_the_fields_of_a_selection():
    fields = parse_config(EVERY_OPTION, "c.toml").selection
    assert fields["budget"] == 90 and fields["limit"] == 120
    assert "jobs" not in fields and "outs" not in fields
    # an implementation alone is measured alone
    assert parse_config('impl = "torch:gelu"', "c.toml").selection == {
        "implementations": ("torch:gelu",),
        "forms": (),
    }


def test_where_the_keys_stand():
    table = "[tool.gelucheck]\nseed = 1\n"
    for path in ("pyproject.toml", "a/pyproject.toml", "c.toml"):
        config = parse_config(f"[project]\nname = 'x'\n{table}", path)
        assert config.options["seed"].place == Place(path, 4)
        assert config.line == 3
    assert parse_config("[tool.ruff]\nx = 1\n", "pyproject.toml") is None
    assert parse_config("seed = 1", "a/pyproject.toml") is None
    assert parse_config("", "c.toml").limits == Limits()


def test_limits_with_their_lines():
    text = """
atol = false
max_steps = 2
[[limit]]
implementation = ["mine*", "tanh"]
dtype = "float16"
region = [-6, -2.5]
against = "gelu"
max_ulp = "5(1+k)"
correctly_rounded = 0.9
"""
    config = parse_config(text, "c.toml")
    narrow = {
        "against": "gelu", "region": "-6:-2.5",
        "implementations": ("mine*", "tanh"), "dtypes": ("float16",),
    }  # fmt: skip
    more = (
        Limit("max_steps", 2),
        Limit("max_ulp", 5.0, True, **narrow),
        Limit("correctly_rounded", 0.9, **narrow),
    )
    assert config.limits == Limits(atol=None, more=more)
    assert [limit.place.line for limit in config.limits.more] == [3, 9, 10]


@pytest.mark.parametrize(
    ("text", "flat", "more"),
    [
        ("", {}, ()),
        ("atol = 0.5", {"atol": None}, (Limit("atol", 0.5),)),
        ("atol = false", {"atol": None}, ()),
        # the default claim stays where a file limits the claim of some rows only
        (
            "[[limit]]\ndtype = 'float16'\natol = 0.5",
            {},
            (Limit("atol", 0.5, dtypes=("float16",)),),
        ),
        ("max_steps = 0", {}, (Limit("max_steps", 0),)),
    ],
)
def test_the_default_claim_stays_unless_the_file_says_otherwise(text, flat, more):
    assert parse_config(text, "c.toml").limits == Limits(**flat, more=more)


FILE = """
against = "gelu"
max_steps = 2
[[limit]]
dtype = "float16"
max_steps = 1
[[limit]]
dtype = "float16"
region = "1:2"
max_steps = 0
[[limit]]
dtype = "float32"
against = "own"
max_ulp = 9
"""


def test_a_figure_of_the_command_line_takes_the_place_of_those_without_a_region():
    limits = parse_config(FILE, "c.toml").limits_with(max_steps=5)
    assert limits.max_steps == 5
    assert [(each.figure, each.region) for each in limits.more] == [
        ("max_steps", "1:2"), ("max_ulp", None),
    ]  # fmt: skip
    # and what it is taken against is still the file's
    assert limits.against == "gelu"


def test_a_figure_that_is_taken_away_is_gone():
    config = parse_config("atol = 0.5\nmax_ulp = 3", "c.toml")
    assert config.limits_with(atol=None).all() == (Limit("max_ulp", 3.0),)


def test_against_of_the_command_line_is_for_all_that_do_not_say_it_themselves():
    config = parse_config(FILE, "c.toml")
    assert [each.against for each in config.limits.more] == ["gelu", "gelu", "gelu", "own"]
    for word in ("own", "gelu"):
        limits = config.limits_with(against=word, max_abs=1.0)
        # the claim, the figure of the command line, and the file's
        assert [each.against for each in limits.all()] == [word] * 5 + ["own"]


def test_entries_that_are_not_about_the_same_rows_stand_together():
    text = """
max_steps = 3
[[limit]]
dtype = ["float16", "bfloat16"]
max_steps = 1
[[limit]]
dtype = "float16"
arithmetic = "native"
max_steps = 2
[[limit]]
implementation = "*"
dtype = "float16"
arithmetic = "native"
max_steps = 4
[[limit]]
dtype = "float32"
max_steps = 5
"""
    limits = parse_config(text, "c.toml").limits
    found = [
        next(each.bound for each in limits_on(limits, row) if each.figure == "max_steps")
        for row in (
            Row(dtype="float64"), Row(dtype="bfloat16"), Row(arithmetic="upcast"), Row(),
            Row(dtype="float32"),
        )
    ]  # fmt: skip
    assert found == [3, 1, 1, 4, 5]


def test_levels():
    config = parse_config('[finding]\nseam = "off"\nlayout = "error"\n', "c.toml")
    assert config.level_names == {"seam": "off", "layout": "error"}
    assert config.levels["layout"].place == Place("c.toml", 3)


def test_a_config_error_is_no_answer():
    assert (ConfigError.slug, ConfigError.exit_code) == ("config", 2)
