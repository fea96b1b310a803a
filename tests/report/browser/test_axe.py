"""axe-core finds nothing that keeps anyone out: light and dark, on a screen, on a telephone."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from layout import faint_drawings

OPTIONS = {
    "resultTypes": ["violations"],
    # off by default: newer than what most pages are held to
    "rules": {"target-size": {"enabled": True}},
}
SCHEMES = ("light", "dark")


def violations(page):
    """What axe-core calls serious or critical, a line each."""
    found = Axe().run(page, options=OPTIONS).response["violations"]
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]


def opened(look, name, screen, scheme):
    page = look(name, screen, color_scheme=scheme).page
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    return page


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    "name, screen", [("few", "desktop"), ("few", "phone"), ("networks", "desktop")]
)
def test_no_one_is_kept_out(look, name, screen, scheme):
    assert violations(opened(look, name, screen, scheme)) == []


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", ["few", "stored", "networks"])
def test_text_of_drawings_stands_out(look, name, scheme):
    page = opened(look, name, "desktop", scheme)
    assert page.locator("svg text").count() > 0
    assert faint_drawings(page) == []


def test_light_and_dark_are_two(look):
    grounds = [
        opened(look, "few", "desktop", scheme).evaluate(
            "getComputedStyle(document.body).backgroundColor"
            "+ getComputedStyle(document.documentElement).backgroundColor"
            "+ getComputedStyle(document.body).color"
        )
        for scheme in SCHEMES
    ]
    assert grounds[0] != grounds[1]


def test_a_picture_has_a_name_and_words(look):
    """What a drawing is called is in its title, and what it shows is told under it."""
    page = look("few").page
    drawings = page.evaluate("""[...document.querySelectorAll("figure.plot")].map((figure) => {
        const svg = figure.querySelector("svg[role=img]");
        const named = (svg?.getAttribute("aria-labelledby") || "").split(/\\s+/)
            .map((ident) => document.getElementById(ident)?.textContent.trim() || "");
        return {
            named,
            caption: figure.querySelector("figcaption")?.textContent.trim(),
            words: figure.querySelector("details")?.textContent.trim(),
        };
    })""")
    assert drawings
    for drawing in drawings:
        assert drawing["named"] and all(drawing["named"]), drawing
        assert drawing["caption"], drawing
        assert len(drawing["words"]) > 20, drawing
