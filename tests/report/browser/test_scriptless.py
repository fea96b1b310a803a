"""With scripts off everything can be read, and nothing that would not work is shown."""

import pytest


@pytest.fixture(params=["desktop", "phone"])
def page(request, look):
    return look("few", request.param, java_script_enabled=False).page


def test_the_table_is_whole(page):
    assert page.locator("h1#verdict").is_visible()
    rows = page.locator("#rows tbody tr")
    assert rows.count() == 2
    assert all(row.is_visible() for row in rows.all())
    assert "%" in rows.first.inner_text() and "float16" in rows.first.inner_text()


def test_no_dead_control_is_shown(page):
    controls = page.locator("button, input, select, textarea, output, [role=button]")
    assert [one.evaluate("(e) => e.outerHTML") for one in controls.all() if one.is_visible()] == []
    assert page.locator("#rows thead th button").count() == 0


def test_details_and_pictures_open_by_themselves(page):
    page.locator("#rows a.detail").first.click()
    ident = page.locator("#rows tbody tr").first.get_attribute("id")
    detail = page.locator(f"#detail-{ident}")
    closed = page.locator(f"details#detail-{ident}:not([open]) > summary")
    for summary in closed.all():
        summary.click()
    for summary in detail.locator("details:not([open]) > summary").all():
        if summary.is_visible():
            summary.click()
    assert "gelucheck explain" in detail.inner_text()
    assert detail.locator("svg").first.is_visible()
