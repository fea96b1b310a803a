"""``gelucheck prove``: combinations that mean nothing, and numbers that are none."""

from pathlib import Path

import pytest

REFUSED = [
    (("--constant", "0.05"), "--constant without one --form"),
    (("--constant", "0.05", "--form", "tanh", "--form", "sigmoid"), "without one --form"),
    (("--form", "erf"), "GELU itself"),
    (("--form", "relu"), "unknown form 'relu'"),
    (("--form", "erfc"), "unknown form 'erfc'"),
    (("--function", "erf"), "unknown function 'erf'"),
    (("--dtype", "float8"), "unknown format 'float8'"),
    (("--form", "tanh", "--constant", "x"), "--constant 'x'"),
    (("--form", "tanh", "--constant", "1/0"), "--constant '1/0' is not a number"),
    (("--form", "tanh", "--constant", "inf"), "not a number"),
    (("--form", "tanh", "--constant", "1/2/3"), "--constant '1/2/3'"),
    (("--form", "tanh", "--constant", "-1"), "constant of -1"),
    (("--form", "sigmoid", "--constant", "0"), "constant of 0"),
    (("--form", "sigmoid", "--constant", "1e999999999999"), "too large"),
    (("--atol", "0"), "a tolerance is above 0"),
    (("--atol", "-1e-3"), "a tolerance is above 0"),
    (("--rtol", "nan"), "not a number"),
    (("--interval", "3"), "not an interval"),
    (("--interval", "1:2:3"), "not an interval"),
    (("--interval", "3:-2"), "smaller end first"),
    (("--interval", "1:1"), "no inside"),
    (("--interval", "-inf:1"), "not a number"),
    (("--interval", "-1e400:1"), "goes too far"),
    (("--arithmetic", "native"), "--arithmetic without --rounding"),
    (("--region", "0:1"), "--region without --rounding"),
    (("--saturation", "--form", "tanh"), "--form with --saturation"),
    (("--saturation", "--atol", "1"), "--atol with --saturation"),
    (("--saturation", "--constants", "--rtol", "1"), "--rtol with --constants and --saturation"),
    (("--constants", "--interval", "0:1"), "--interval with --constants"),
    (("--hardest", "--form", "erfc"), "unknown form 'erfc'"),
    (("--hardest", "--function", "phi"), "--function phi with --hardest"),
    (("--rounding", "--function", "phi"), "--function phi with --rounding"),
    (("--rounding", "--arithmetic", "fast"), "fast"),
    (("--rounding", "--form", "relu"), "unknown form 'relu'"),
    (("--rounding", "--form", "erf", "--constant", "1"), "--constant with --rounding"),
    (("--rounding", "--certificate", "c.json"), "--certificate with --rounding"),
    (("--hardest", "--certificate", "c.json"), "--certificate with --hardest"),
    (("--certificate", ""), "names no file"),
    (("--certificate", "nowhere/c.json"), "nowhere"),
    (("--certificate", "a.json", "--out", "json:a.json"), "holds the json"),
    (("--certificate", "-", "--out", "json"), "standard output cannot take json and the certif"),
    (("--out", "junit"), "--out junit of theorems"),
    (("--out", "json", "--out", "csv"), "standard output"),
    (("--replay", "c.json", "--form", "tanh"), "--form with --replay"),
    (("--replay", "c.json", "--out", "json"), "--out with --replay"),
    (("--replay", "none.json"), "none.json"),
    (("--replay", ""), "cannot read"),
]


@pytest.mark.parametrize("words, told", REFUSED)
def test_refusals_are_one_message(call, tmp_path, monkeypatch, words, told):
    monkeypatch.chdir(tmp_path)
    code, out, err = call("prove", *words)
    assert (code, out) == (2, "")
    assert err.startswith("gelucheck: ") and err.count("\n") == 1
    assert told in err and "unexpected" not in err
    assert list(Path().iterdir()) == []


NOT_CERTIFICATES = [
    (b"", "is empty"),
    (b"{", "is not a certificate"),
    (b"\xff{}", "is not a certificate"),
    (b'{"a": 1, "a": 2}', "'a' stands twice in one object"),
    (b'{"a": NaN}', "NaN stands where a number is due"),
    (b"[" * 100_000, "nested too deep"),
    (b'{"a":' * 100_000, "nested too deep"),
    (b"1" * 10_000, "is not a certificate"),
]


@pytest.mark.parametrize("data, told", NOT_CERTIFICATES)
def test_what_is_no_certificate(call, tmp_path, data, told):
    path = tmp_path / "c.json"
    path.write_bytes(data)
    code, out, err = call("prove", "--replay", path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err and "unexpected" not in err and len(err) < 500


def test_a_file_that_is_too_large_is_not_read(call, tmp_path, monkeypatch):
    monkeypatch.setattr("gelucheck.export.stored.LARGEST", 10)
    (tmp_path / "c.json").write_bytes(b" " * 11)
    code, _, err = call("prove", "--replay", tmp_path / "c.json")
    assert code == 2 and "is larger than" in err
