"""Shares and times as people write them."""

import pytest

from gelucheck.gate.config import values


@pytest.mark.parametrize(
    ("words", "share"),
    [
        ("0.1", 0.1),
        ("10%", 0.1),
        ("99.9%", 0.999),
        (" 7 % ", 0.07),
        ("1", 1.0),
        ("0%", 0.0),
        (".5", 0.5),
        ("1e-3", 0.001),
        ("200%", 2.0),
    ],
)
def test_shares(words, share):
    assert values.share_of(words) == share


@pytest.mark.parametrize(
    "words",
    # multiplied out, the last one would fill the memory
    ["", "%", "10%%", "10% of it", "1/2", "-1", "nan", "inf", "x" * 99, "9" * 99, "1e9999999999%"],
)
def test_no_shares(words):
    with pytest.raises(ValueError):
        values.share_of(words)


@pytest.mark.parametrize(
    ("written", "text"), [(30, "30"), (0.5, "0.5"), ("1h", "1h"), (100, "100"), (1e-6, "0.000001")]
)
def test_times_are_kept_as_text(written, text):
    assert values.time(3600)("budget", written) == text


def test_names_come_once_and_declared_forms_as_they_are():
    assert values.names(values.text)("k", ["b", "a", "b"]) == ("b", "a")
    assert values.many(values.text)("k", ["b", "a", "b"]) == ("b", "a", "b")
