"""Words from outside are shown and not obeyed, and do not break what they stand in."""

import pytest
from layout import sticking_out
from runs import HOSTILE

_KINDS = """() => {
  const kinds = {};
  for (const one of document.querySelectorAll("*")) {
    kinds[one.localName] = (kinds[one.localName] || 0) + 1;
  }
  return kinds;
}"""
# how often these occur hangs on the words: pieces of text, breaks in them
LOOSE = {
    "bdi",
    "span",
    "wbr",
    "br",
    "p",
    "li",
    "code",
    "tspan",
    "text",
    "g",
    "path",
    "use",
    "title",
}


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_nothing_is_obeyed(look, screen):
    sight = look("hostile", screen)
    page = sight.page
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.wait_for_timeout(100)
    assert sight.dialogs == [] and sight.faults == []
    live = page.evaluate("""[...document.querySelectorAll("*")].flatMap((one) =>
        [...one.attributes].filter((it) => it.name.startsWith("on") ||
            (/^(xlink:)?(href|src|action|data)$/.test(it.name) && !/^#|^data:,$/.test(it.value)))
        .map((it) => `${one.localName} ${it.name}="${it.value}"`))""")
    assert live == []


def test_there_is_no_element_that_harmless_words_do_not_make(look):
    hostile, harmless = (look(name).page.evaluate(_KINDS) for name in ("hostile", "harmless"))
    assert set(hostile) == set(harmless)
    for kind in set(hostile) - LOOSE:
        assert hostile[kind] == harmless[kind], kind
    assert hostile["script"] == hostile["style"] == 1


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_the_layout_holds(look, screen):
    page = look("hostile", screen).page
    assert sticking_out(page) == []
    heights = page.locator("#rows tbody tr").evaluate_all(
        "(rows) => rows.map((row) => row.getBoundingClientRect().height)"
    )
    usual = (
        look("harmless", screen)
        .page.locator("#rows tbody tr")
        .evaluate_all("(rows) => rows.map((row) => row.getBoundingClientRect().height)")
    )
    assert max(heights) <= max(usual) + 150


def test_no_mark_turns_the_text_round(look):
    text = look("hostile").page.content()
    assert not set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200f\x00\x1b") & set(
        text
    )
    assert "\\u202eright to left" in text


@pytest.mark.parametrize("name", [HOSTILE[0], HOSTILE[1], HOSTILE[3], HOSTILE[4], HOSTILE[8]])
def test_a_name_is_whole_in_its_detail(look, name):
    page = look("hostile").page
    place = HOSTILE.index(name)
    ident = page.locator("#rows tbody tr").nth(place).get_attribute("id")
    assert name in page.locator(f"#detail-{ident}").text_content()
    row = page.locator("#rows tbody tr").nth(place).inner_text()
    assert len(row) < 1000


def test_provenance_is_whole(look):
    text = look("hostile").page.text_content("main")
    assert text.count(HOSTILE[4]) >= 2
    for word in (HOSTILE[0], HOSTILE[1], HOSTILE[3]):
        assert word in text
