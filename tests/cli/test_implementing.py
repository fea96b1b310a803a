"""The options of implementations: what they mean, and what is said of nonsense."""

import json

import pytest

from gelucheck.cli.implementing import parse_levels, parse_limit
from gelucheck.errors import UsageError


@pytest.mark.parametrize(
    ("text", "seconds"), [(None, None), ("3", 3.0), ("0.5s", 0.5), ("2m", 120.0), ("1h", 3600.0)]
)
def test_time_limits(text, seconds):
    assert parse_limit(text) == seconds


@pytest.mark.parametrize("text", ["", "0", "0s", "soon", "-1", "nan", "1e9"])
def test_no_time_limits(text):
    with pytest.raises(UsageError, match="--time-limit"):
        parse_limit(text)


def test_levels():
    given = ["nan-at-minus-inf=error", "inaccurate=warning", "inaccurate=off"]
    assert parse_levels(given) == {"nan-at-minus-inf": "error", "inaccurate": "off"}
    assert parse_levels([]) == {}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("inaccurate", "SLUG=LEVEL"),
        ("inacurate=off", "unknown finding 'inacurate'"),
        ("inaccurate=fatal", "unknown level 'fatal'"),
    ],
)
def test_no_levels(words, told):
    with pytest.raises(UsageError, match=told):
        parse_levels([words])


def test_a_finding_gets_the_level_asked_for(call):
    words = ("--dtype", "float16", "--form", "erf", "--arithmetic", "native", "--out", "json")
    for level in ("error", "off"):
        code, out, _ = call("compare", *words, "--finding", f"nan-at-minus-inf={level}")
        assert code == 0
        found = {f["slug"]: f["level"] for f in json.loads(out)["rows"][0]["findings"]}
        assert found["nan-at-minus-inf"] == level


@pytest.mark.parametrize("option", ["--device", "--time-limit", "--declares"])
def test_options_of_nothing(call, option):
    code, _, err = call("compare", "--dtype", "float16", option, "1")
    assert code == 2
    assert f"{option} without --impl" in err
