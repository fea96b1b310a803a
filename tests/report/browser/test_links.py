"""A link to a row or to its detail lands there; what is to be copied is copied."""

import re

import pytest

SLUG = re.compile(r"[a-z0-9-]{1,64}")


def ids_of(page):
    return page.locator("#rows tbody tr").evaluate_all("(rows) => rows.map((row) => row.id)")


def in_sight(page, ident):
    """Whether the head of an element is in the window."""
    return page.evaluate(
        """(ident) => {
        const { top, bottom, left } = document.getElementById(ident).getBoundingClientRect();
        return top >= -1 && top < innerHeight - 20 && bottom > 20 && left > -1;
    }""",
        ident,
    )


def marked(page, ident):
    """How an element looks: what tells the target of a link from the rest."""
    return page.evaluate(
        """(ident) => {
        const looks = (element) => {
            const style = getComputedStyle(element);
            return [style.backgroundColor, style.outlineStyle, style.outlineWidth, style.boxShadow,
                style.borderLeftColor, style.borderLeftWidth].join(" ");
        };
        const element = document.getElementById(ident);
        return [element, ...element.querySelectorAll("th, td, summary, h3")].map(looks).join();
    }""",
        ident,
    )


@pytest.mark.parametrize("name", ["many", "hostile"])
def test_every_row_has_an_id_and_a_link_to_its_detail(look, name):
    page = look(name).page
    idents = ids_of(page)
    assert all(map(SLUG.fullmatch, idents)), idents
    everything = page.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(set(everything)) == len(everything)
    links = page.locator("#rows tbody tr").evaluate_all(
        "(rows) => rows.map((row) => row.querySelector('a.detail').getAttribute('href'))"
    )
    assert links == [f"#detail-{ident}" for ident in idents]
    assert {f"detail-{ident}" for ident in idents} <= set(everything)


def test_an_id_tells_what_the_row_is(look):
    idents = ids_of(look("few").page)
    assert "erf-bfloat16-native-gelu" in idents


def test_links_inside_the_page_lead_somewhere(look):
    page = look("many").page
    missing = page.evaluate("""[...document.querySelectorAll("a[href^='#']")]
        .map((link) => link.getAttribute("href").slice(1))
        .filter((ident) => !document.getElementById(decodeURIComponent(ident)))""")
    assert missing == []


@pytest.mark.parametrize("screen", ["desktop", "phone"])
@pytest.mark.parametrize("prefix", ["", "detail-"])
@pytest.mark.parametrize("place", [0, 35])
def test_a_deep_link_lands(look, screen, prefix, place):
    plain = look("many", screen).page
    ident = prefix + ids_of(plain)[place]
    sight = look("many", screen, ident, fresh=True)
    page = sight.page
    assert page.evaluate("document.querySelector(':target')?.id") == ident
    assert in_sight(page, ident)
    assert marked(page, ident) != marked(plain, ident)
    if prefix:
        assert page.locator(f"#{ident}").get_by_role("button", name="copy").first.is_visible()
    assert sight.faults == []


def test_a_click_on_a_row_opens_its_detail(look):
    page = look("many", fresh=True).page
    for ident in ids_of(page)[7:9]:
        page.locator(f"#{ident} a.detail").click()
        assert page.evaluate("location.hash") == f"#detail-{ident}"
        button = page.locator(f"#detail-{ident}").get_by_role("button", name="copy").first
        button.wait_for(state="visible")
        assert in_sight(page, f"detail-{ident}")


def test_a_link_to_a_row_that_a_filter_hides_shows_it(look):
    page = look("many", fresh=True).page
    ident = ids_of(page)[30]
    page.fill("#filter", "nothing of this name")
    assert not page.locator(f"#{ident}").is_visible()
    page.evaluate("(ident) => { location.hash = ident }", ident)
    page.locator(f"#{ident}").wait_for(state="visible")
    assert in_sight(page, ident)


def test_a_link_to_nothing_does_no_harm(look):
    sight = look("few", "desktop", "%22%3E%3Cimg%20src=x%3E'\\%zz", fresh=True)
    assert sight.faults == []
    assert sight.page.locator("#rows tbody tr").first.is_visible()


def copied(look, **settings):
    sight = look("few", "desktop", "detail-erf-bfloat16-native-gelu", fresh=True, **settings)
    detail = sight.page.locator("#detail-erf-bfloat16-native-gelu")
    return sight, detail, detail.locator("button.copy").first


def test_the_reproducer_is_copied(look):
    sight, detail, button = copied(look, permissions=["clipboard-read", "clipboard-write"])
    before = button.inner_text()
    button.click()
    sight.page.wait_for_function(
        "([button, before]) => button.innerText !== before", arg=[button.element_handle(), before]
    )
    text = sight.page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("gelucheck ")
    assert " ".join(text.split()) in " ".join(detail.inner_text().split())
    assert sight.faults == []


def test_without_a_clipboard_the_reproducer_is_selected(look):
    sight, detail, button = copied(look)
    sight.page.evaluate("""() => {
        Object.defineProperty(navigator, "clipboard", { value: undefined });
        document.execCommand = () => false;
    }""")
    button.click()
    sight.page.wait_for_function("getSelection().toString().startsWith('gelucheck ')")
    assert sight.page.evaluate("getSelection().toString()").strip() in detail.inner_text()
    assert sight.faults == []
