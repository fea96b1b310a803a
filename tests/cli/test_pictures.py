"""``--plot [KIND:]PATH``: what is a kind, and what is a path."""

import pytest

from gelucheck.cli.pictures import USUAL, parse_pictures, split_picture
from gelucheck.errors import UsageError


@pytest.mark.parametrize(
    "given, meant",
    [
        ("a.svg", (USUAL, "a.svg")),
        ("error:a.svg", ("error", "a.svg")),
        ("tail:a:b.svg", ("tail", "a:b.svg")),
        # a path where no plain word stands before the colon
        ("./error:a.svg", (USUAL, "./error:a.svg")),
        ("a:b.svg", (USUAL, "a:b.svg")),
        ("C:\\x\\a.svg", (USUAL, "C:\\x\\a.svg")),
        ("a.b:c.svg", (USUAL, "a.b:c.svg")),
        ("my dir/x:c.svg", (USUAL, "my dir/x:c.svg")),
        (":a.svg", (USUAL, ":a.svg")),
        ("", (USUAL, "")),
    ],
)
def test_kind_and_path(given, meant):
    assert split_picture(given) == meant


@pytest.mark.parametrize(
    "given, parts",
    [
        ("errors:a.svg", ["'errors'", "error", "tail", "./errors:a.svg"]),
        ("Error:a.svg", ["'Error'"]),
        ("error:", ["names no file", "error:PATH"]),
        ("error:a.bmp", ["'a.bmp'", ".svg", ".png", ".pdf"]),
        ("error:-", ["'-'"]),
        ("a:", ["'a:'"]),
    ],
)
def test_what_is_refused(given, parts):
    with pytest.raises(UsageError) as caught:
        parse_pictures([given])
    for part in parts:
        assert part in str(caught.value)


def test_the_same_twice_is_one():
    assert parse_pictures(["a.svg", "formats:a.svg", "error:b.svg"]) == (
        ("formats", "a.svg"),
        ("error", "b.svg"),
    )
