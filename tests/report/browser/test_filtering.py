"""The rows that are shown are those that every filter lets through, and they are counted."""

import pytest
from runs import RUNS

ROWS = RUNS["mixed"]().rows


def shown(page):
    """Places of the rows that can be seen."""
    seen = page.locator("#rows tbody tr").evaluate_all(
        "(rows) => rows.map((row) => row.checkVisibility() && row.getClientRects().length > 0)"
    )
    return [place for place, is_seen in enumerate(seen) if is_seen]


def places(let):
    return [place for place, row in enumerate(ROWS) if let(row)]


def verdict(row):
    """What the page calls it: sigmoid is shown, and not claimed to be GELU."""
    return "aside" if row.form == "sigmoid" else row.claims[0].verdict


@pytest.fixture
def page(look):
    """A page whose filters are as they were at first; the order of its rows is nobody's."""
    page = look("mixed").page
    page.fill("#filter", "")
    page.select_option("#filter-verdict", index=0)
    page.select_option("#filter-dtype", index=0)
    return page


@pytest.mark.parametrize(
    ("words", "let"),
    [
        ("tanh", lambda row: "tanh" in row.implementation),
        ("TANH", lambda row: "tanh" in row.implementation),
        ("  tanh   bfloat16 ", lambda row: "tanh" in row.label and row.dtype == "bfloat16"),
        ("bfloat16 tanh", lambda row: "tanh" in row.label and row.dtype == "bfloat16"),
        ("kernel1", lambda row: "kernel1" in row.implementation),
        ("nothing of this name", lambda row: False),
        (".*", lambda row: False),
        ("", lambda row: True),
    ],
)
def test_all_words_must_be_in_a_row(page, words, let):
    page.fill("#filter", words)
    assert shown(page) == places(let)
    assert page.inner_text("#shown") == f"{len(places(let))} of {len(ROWS)} rows"


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_a_format_is_chosen(page, dtype):
    page.select_option("#filter-dtype", dtype)
    assert shown(page) == places(lambda row: row.dtype == dtype)


@pytest.mark.parametrize("wanted", ["pass", "fail", "aside"])
def test_a_verdict_is_chosen(page, wanted):
    page.select_option("#filter-verdict", wanted)
    assert shown(page) == places(lambda row: verdict(row) == wanted)


def test_filters_add_up_and_are_cleared(page):
    page.select_option("#filter-dtype", "bfloat16")
    page.select_option("#filter-verdict", "fail")
    page.fill("#filter", "tanh")
    left = places(
        lambda row: (
            (row.dtype, verdict(row)) == ("bfloat16", "fail") and "tanh" in row.implementation
        )
    )
    assert left
    assert shown(page) == left
    page.fill("#filter", "")
    page.select_option("#filter-verdict", index=0)
    page.select_option("#filter-dtype", index=0)
    assert shown(page) == list(range(len(ROWS)))
    assert page.inner_text("#shown") == f"{len(ROWS)} of {len(ROWS)} rows"


def test_a_filter_and_an_order_go_together(look):
    page = look("mixed", fresh=True).page
    page.fill("#filter", "tanh")
    head = page.locator("#rows thead th", has_text="implementation")
    head.get_by_role("button").click()
    head.get_by_role("button").click()
    names = [row.split()[0] for row in page.locator("#rows tbody tr:visible").all_inner_texts()]
    assert names == sorted(names, reverse=True)
    assert len(names) == len(places(lambda row: "tanh" in row.implementation))
