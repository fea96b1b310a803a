"""On paper nothing is cut, everything is open, and no row is torn."""

import pytest
from driving import PAPERS
from layout import cut, cut_drawings, faint_drawings, sticking_out
from paper import sheets, squeezed

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
_ROWS = """() => [...document.querySelectorAll("#rows tbody tr")].map((tr) => ({
  breaks: getComputedStyle(tr).breakInside,
  cells: [...tr.cells].flatMap((td) => td.innerText.split(/\\s+/)).filter(Boolean),
}))"""


@pytest.fixture(params=PAPERS)
def paper(request):
    return request.param


@pytest.fixture(scope="module")
def printed(look):
    """The sheets of a run's page, each printed once."""
    kept = {}

    def sheets_of(name, paper, **settings):
        key = (name, paper, *settings)
        if key not in kept:
            kept[key] = sheets(look(name, **settings).page, paper)
        return kept[key]

    return sheets_of


@pytest.mark.parametrize("name", ["measured", "stored", "hostile"])
def test_nothing_is_cut(look, name, paper):
    page = look(name, fresh=True).page
    page.emulate_media(media="print")
    width = int(PAPERS[paper] - page.evaluate(_MARGINS))
    page.set_viewport_size({"width": width, "height": 1000})
    assert sticking_out(page, boxes=False) == []
    assert cut(page) == []
    assert cut_drawings(page) == []
    assert faint_drawings(page) == []


def test_controls_are_not_printed(look):
    page = look("measured", fresh=True).page
    page.emulate_media(media="print")
    controls = page.locator("button.copy, input, select, output")
    assert controls.count() > 3
    assert [one.evaluate("(e) => e.outerHTML") for one in controls.all() if one.is_visible()] == []


@pytest.mark.parametrize("name", ["measured", "many"])
def test_no_row_is_torn(look, printed, name, paper):
    """The sheet on which a row is has all its words."""
    page = look(name).page
    rows = page.evaluate(_ROWS)
    assert {row["breaks"] for row in rows} <= {"avoid", "avoid-page"}
    texts = list(map(squeezed, printed(name, paper)))
    for row in rows:
        words = list(map(squeezed, row["cells"]))
        assert any(all(word in text for word in words) for text in texts), row["cells"]


@pytest.mark.parametrize("scripts", [True, False])
def test_everything_is_open(look, printed, paper, scripts):
    """All text of the page but what is for the screen, in and out of what a click opens."""
    text = squeezed("".join(printed("measured", paper, java_script_enabled=scripts)))
    page = look("measured").page
    wanted = page.evaluate("""[...document.querySelectorAll("main details, main section")]
        .flatMap((one) => [...one.querySelectorAll("p, li, td, th, dt, dd, code")])
        .filter((one) => !one.closest("svg, button, #rows, [data-script]"))
        .filter((one) => !one.querySelector("button, input, select"))
        .map((one) => one.textContent)""")
    missing = {words for words in map(squeezed, wanted) if words not in text}
    assert wanted
    assert missing == set()


def test_a_sheet_is_as_full_as_it_should_be(printed, paper):
    """No empty sheets, and not one picture a sheet."""
    texts = printed("measured", paper)
    assert all(len(text.strip()) > 40 for text in texts)
