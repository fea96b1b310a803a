"""On a telephone the page is read without scrolling sideways, and a finger hits what it means."""

import io

import pytest
from layout import cut_drawings, small_targets, sticking_out, tiny_text
from PIL import Image


@pytest.fixture(params=["phone", "small phone"])
def screen(request):
    return request.param


def opened(look, name, screen):
    """The page with everything on it opened."""
    page = look(name, screen).page
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    return page


@pytest.mark.parametrize("name", ["few", "stored", "hostile", "networks"])
def test_nothing_sticks_out(look, name, screen):
    assert sticking_out(opened(look, name, screen)) == []


@pytest.mark.parametrize("name", ["few", "hostile", "networks"])
def test_text_can_be_read_and_targets_can_be_hit(look, name, screen):
    page = opened(look, name, screen)
    assert small_targets(page) == []
    assert tiny_text(page) == []
    assert cut_drawings(page) == []


def test_it_can_be_made_larger(look):
    """WCAG 1.4.4: the page does not forbid it."""
    content = look("few", "phone").page.get_attribute("meta[name=viewport]", "content")
    assert "width=device-width" in content
    assert "maximum-scale" not in content and "user-scalable" not in content


def test_what_is_wide_can_be_scrolled_to_its_end(look, screen):
    page = opened(look, "few", screen)
    short = page.evaluate("""[...document.querySelectorAll("body *")]
        .filter((one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowX))
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .filter((one) => {
            one.scrollLeft = 1e6;
            const moved = one.scrollLeft;
            one.scrollLeft = 0;
            return Math.abs(moved - (one.scrollWidth - one.clientWidth)) > 2;
        }).length""")
    assert short == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_goes_on_beside_the_screen_is_shaded(look, scheme):
    """At the right edge while there is more, at the left one when that is reached."""
    page = look("networks", "phone", fresh=True, color_scheme=scheme).page
    wide = page.locator(".wide:has(table.swaps)").first
    assert wide.evaluate("(one) => one.scrollWidth > one.clientWidth + 40")

    def shades():
        """How far the ground at either edge is from that of the page."""
        image = Image.open(io.BytesIO(wide.screenshot())).convert("L")
        # of a column the most frequent: the ground, whatever text stands on it
        edges = (0, image.width - 1)
        columns = [image.crop((x, 0, x + 1, image.height)).getcolors() for x in edges]
        (left, right) = (max(colors)[1] for colors in columns)
        ground = max(image.getcolors())[1]
        return abs(left - ground), abs(right - ground)

    left, right = shades()
    assert left <= 3 and right >= 20
    wide.evaluate("(one) => { one.scrollLeft = 1e6; }")
    left, right = shades()
    assert left >= 20 and right <= 3


def test_the_controls_work_with_a_finger(look):
    page = look("few", "phone", fresh=True).page
    page.locator("#filter").tap()
    page.keyboard.type("erf")
    assert page.inner_text("#shown").startswith("1 of 2")
    row = page.locator("#rows tbody tr:visible").first
    ident = row.get_attribute("id")
    row.locator("a.detail").tap()
    page.locator(f"#detail-{ident} button.copy").first.wait_for(state="visible")
