"""A page says nothing to the console, breaks nothing, and asks for nothing but itself."""

import pytest
from layout import cut_drawings, sticking_out, tiny_text
from runs import RUNS

LIMIT = 2_000_000
"""Bytes; what can be sent by mail and opened on a telephone."""


@pytest.mark.parametrize(
    ("name", "screen"),
    [("stored", "desktop"), ("many", "desktop"), ("few", "phone"), ("hostile", "phone")],
)
def test_nothing_is_said_and_nothing_asked_for(look, page_file, name, screen):
    sight = look(name, screen)
    assert sight.page.locator("#rows tbody tr").count() == len(RUNS[name]().rows)
    assert sight.faults == []
    assert sight.asked == [page_file(name).as_uri()]


@pytest.mark.parametrize("name", ["few", "hostile"])
def test_it_is_the_same_offline(look, name):
    with_network, without = look(name), look(name, offline=True)
    assert without.faults == []
    texts = [sight.page.inner_text("body") for sight in (with_network, without)]
    assert texts[0] == texts[1]


def test_it_allows_itself_no_other_source(look):
    """What the policy lets through is tried from inside the page."""
    sight = look("few", fresh=True)
    tried = sight.page.evaluate("""async () => {
        const image = new Image();
        image.src = "https://example.invalid/x.png";
        const script = document.createElement("script");
        script.textContent = "window.obeyed = true";
        const button = document.createElement("button");
        button.setAttribute("onclick", "window.obeyed = true");
        document.body.append(image, script, button);
        button.click();
        const asked = await fetch("https://example.invalid/").then(() => "came", () => "refused");
        return [window.obeyed === true, asked];
    }""")
    assert tried == [False, "refused"]
    refused = sight.page.evaluate("window.refused")
    kinds = {line.split("-")[0] for line in refused}
    assert kinds == {"img", "script", "connect"}, refused


@pytest.mark.parametrize("name", ["usual", "many", "stored"])
def test_it_is_small_enough_to_send(page_file, name):
    assert page_file(name).stat().st_size < LIMIT


@pytest.mark.parametrize("name", ["stored", "many"])
def test_it_fits_a_screen(look, name):
    page = look(name).page
    assert sticking_out(page) == []
    assert tiny_text(page) == []
    assert cut_drawings(page) == []
