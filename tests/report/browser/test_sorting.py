"""The table is put in order by a click on the head of a column, or by the keyboard."""

import re

import pytest
from runs import RUNS

# what the records have under some heads; the page must sort by all digits of it
FIGURES = {
    "max abs": lambda row: row.total.max_abs,
    "max ulp": lambda row: row.total.max_ulp,
    "evaluation max ulp": lambda row: row.evaluation and row.evaluation.max_ulp,
    "method max abs": lambda row: row.method,
}
_READ = """() => ({
  heads: [...document.querySelectorAll("#rows thead th")].map((th) => th.innerText.trim()),
  sorts: [...document.querySelectorAll("#rows thead th")].map((th) => th.getAttribute("aria-sort")),
  rows: [...document.querySelectorAll("#rows tbody tr")].map((tr) => ({
    id: tr.id,
    cells: [...tr.cells].map((td) => [td.dataset.value ?? null, td.innerText.trim()]),
  })),
})"""


def read(page):
    return page.evaluate(_READ)


def ids(table):
    return [row["id"] for row in table["rows"]]


def is_number(text):
    try:
        float(text)
    except (TypeError, ValueError):
        return False
    return True


def natural(text):
    """Letters by the alphabet, digits by what they come to: float16 before float32 before x10; a
    dash before both."""
    return [
        (0, int(part), "") if part.isdigit() else (part != "—", 0, part.casefold())
        for part in re.split(r"(\d+)", text)
        if part
    ]


def in_order(table, column, descending):
    """The ids as they should be: figures by size, words by letters, ties as they were, what is
    absent last in both directions."""
    cells = {row["id"]: row["cells"][column] for row in table["rows"]}
    if not any(is_number(value) for value, _ in cells.values()):
        return sorted(cells, key=lambda each: natural(cells[each][1]), reverse=descending)
    there = [each for each in cells if is_number(cells[each][0])]
    absent = [each for each in cells if each not in there]
    return [
        *sorted(there, key=lambda each: float(cells[each][0]), reverse=descending),
        *absent,
    ]


def click(button, page):
    button.click()
    return read(page)


@pytest.mark.parametrize("name", ["stored", "mixed"])
def test_a_click_sorts_and_a_second_one_reverses(look, name):
    page = look(name, fresh=True).page
    table = read(page)
    assert set(table["sorts"]) == {"none"}
    for column, head in enumerate(table["heads"]):
        button = page.locator("#rows thead th").nth(column).get_by_role("button")
        for way in ("ascending", "descending"):
            before, table = table, click(button, page)
            want = ["none"] * len(before["sorts"])
            want[column] = way
            assert table["sorts"] == want
            assert ids(table) == in_order(before, column, way == "descending"), head


def test_hostile_words_are_sorted_too(look):
    """Whatever the order of such words is: no row is lost, and a second click turns it round."""
    page = look("hostile", fresh=True).page
    first = read(page)
    button = page.locator("#rows thead th").first.get_by_role("button")
    one, other = click(button, page), click(button, page)
    assert ids(one) == ids(other)[::-1] != ids(first)
    assert set(ids(one)) == set(ids(first))


def test_every_column_of_figures_has_all_digits(look):
    page = look("stored").page
    table = read(page)
    for head, figure in FIGURES.items():
        column = table["heads"].index(head)
        for row, shown in zip(RUNS["stored"]().rows, table["rows"], strict=True):
            witness, (value, _) = figure(row), shown["cells"][column]
            assert (None if value is None else float(value)) == (witness and witness.value), head
        column = table["heads"].index("inputs")
        assert [int(row["cells"][column][0]) for row in table["rows"]] == [
            row.inputs for row in RUNS["stored"]().rows
        ]


def test_absent_figures_are_last_both_ways(look):
    """Rows of no declared form have no figure against one."""
    page = look("mixed", fresh=True).page
    table = read(page)
    column = table["heads"].index("evaluation max ulp")
    absent = {row["id"] for row in table["rows"] if row["cells"][column][0] is None}
    assert 0 < len(absent) < len(table["rows"])
    button = page.locator("#rows thead th").nth(column).get_by_role("button")
    for _ in range(2):
        button.click()
        assert set(ids(read(page))[-len(absent) :]) == absent


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_the_keyboard_sorts(look, key):
    page = look("few", fresh=True).page
    head = page.locator("#rows thead th").nth(4)
    for _ in range(100):
        page.keyboard.press("Tab")
        if head.evaluate("(th) => th.contains(document.activeElement)"):
            break
    else:
        pytest.fail("Tab does not come to the head of the table")
    outline = page.evaluate("""() => {
        const style = getComputedStyle(document.activeElement);
        return style.outlineStyle + parseFloat(style.outlineWidth) + style.boxShadow;
    }""")
    assert outline != "none0none", "nothing shows where the keyboard is"
    page.keyboard.press(key)
    assert head.get_attribute("aria-sort") == "ascending"
    # what has the focus keeps it: a second press reverses
    page.keyboard.press(key)
    assert head.get_attribute("aria-sort") == "descending"
