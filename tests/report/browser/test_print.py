"""On paper nothing is cut, everything is open, and no row is torn."""

import pytest
from driving import PAPERS
from layout import broken_words, cut, cut_drawings, faint_drawings, sticking_out
from paper import sheets, squeezed, torn_rows

_MARGINS = """() => {
  for (const sheet of document.styleSheets) {
    const rules = [...sheet.cssRules].flatMap((rule) => [rule, ...(rule.cssRules || [])]);
    const page = rules.find((rule) => rule instanceof CSSPageRule && rule.style.margin);
    if (page) {
      const probe = document.createElement("div");
      probe.style.margin = page.style.margin;
      document.body.append(probe);
      const { marginLeft, marginRight } = getComputedStyle(probe);
      probe.remove();
      return parseFloat(marginLeft) + parseFloat(marginRight);
    }
  }
  return 0;
}"""


@pytest.fixture(params=PAPERS)
def paper(request):
    return request.param


@pytest.mark.parametrize("name", ["few", "stored", "hostile", "networks"])
def test_nothing_is_cut(look, name, paper):
    page = look(name, fresh=True).page
    page.emulate_media(media="print")
    width = int(PAPERS[paper] - page.evaluate(_MARGINS))
    page.set_viewport_size({"width": width, "height": 1000})
    assert sticking_out(page, boxes=False) == []
    assert cut(page) == []
    assert cut_drawings(page) == []
    assert faint_drawings(page) == []


def test_no_figure_of_a_network_is_broken(look, paper):
    page = look("networks", fresh=True).page
    page.emulate_media(media="print")
    width = int(PAPERS[paper] - page.evaluate(_MARGINS))
    page.set_viewport_size({"width": width, "height": 1000})

    assert page.locator("table.swaps, table.depth, table.verdicts").count() >= 6
    assert broken_words(page) == []


def test_a_broken_figure_is_found(browser):
    page = browser.new_page()
    page.set_content("<table><td style='width: 3em; overflow-wrap: anywhere'>4.601e-12</table>")
    assert len(broken_words(page)) == 1
    page.set_content("<table><td style='width: 3em'>1 of 192, tanh-fast</table>")
    assert broken_words(page) == []
    page.close()


def test_controls_are_not_printed(look):
    page = look("few", fresh=True).page
    page.emulate_media(media="print")
    controls = page.locator("button.copy, input, select, output")
    assert controls.count() > 3
    assert [one.evaluate("(e) => e.outerHTML") for one in controls.all() if one.is_visible()] == []


@pytest.mark.parametrize("name", ["mixed", "many"])
def test_no_row_is_torn(look, name, paper):
    page = look(name, fresh=True).page
    # they come after the table, and take long to read
    page.add_style_tag(content="#pictures, #details { display: none }")
    texts = sheets(page, paper)
    page.emulate_media(media="print")
    breaks = page.locator("#rows tbody tr").evaluate_all(
        "(rows) => rows.map((row) => getComputedStyle(row).breakInside)"
    )
    assert set(breaks) <= {"avoid", "avoid-page"}
    assert torn_rows(page, texts) == []


@pytest.mark.parametrize(("breaks", "count"), [("avoid", 0), ("auto", 1)])
def test_a_torn_row_is_found(browser, paper, breaks, count):
    page = browser.new_page()
    lines = "<br>".join(f"figure{place}" for place in range(20))
    page.set_content(
        "<!doctype html><div style='height: 850px'></div><table>"
        f"<tr style='break-inside: {breaks}'><td>name</td><td>{lines}</td></tr></table>"
    )
    texts = sheets(page, paper)
    assert len(texts) == 2
    assert len(torn_rows(page, texts)) == count
    page.close()


@pytest.mark.parametrize(("paper", "scripts"), [("A4", True), ("Letter", False)])
def test_everything_is_open(look, paper, scripts):
    """All text of the page but what is for the screen, in and out of what a click opens."""
    page = look("few", fresh=True, java_script_enabled=scripts).page
    texts = sheets(page, paper)
    assert [len(text) for text in texts[:-1] if len(text.strip()) < 40] == [], "an empty sheet"
    text = squeezed("".join(texts))
    page = look("few").page
    wanted = page.evaluate("""[...document.querySelectorAll("main details, main section")]
        .flatMap((one) => [...one.querySelectorAll("p, li, td, th, dt, dd, code")])
        .filter((one) => !one.closest("svg, .links, .tools, #controls, #rows"))
        .map((one) => one.textContent)""")
    missing = {words for words in map(squeezed, wanted) if words not in text}
    assert wanted
    assert missing == set()
