"""What the other tests call a fault is found where it is planted, and nowhere else."""

import layout
import pytest
from driving import SCREENS

WIDE = "<div style='width: 900px'>wide</div>"
PICTURE = (
    "<svg viewBox='0 0 100 50' width='{}' height='50'><text x='{}' y='30' {}>word</text></svg>"
)
FAULTS = [
    (layout.sticking_out, "<p>short</p>", 0, "all is inside"),
    (layout.sticking_out, WIDE, 2, "an element, and the page by it"),
    (layout.sticking_out, f"<div style='overflow-x: auto'>{WIDE}</div>", 0, "scrolls by itself"),
    (
        layout.sticking_out,
        f"<div style='width: 500px; overflow-x: auto'>{WIDE}</div>",
        3,
        "no room",
    ),
    (layout.sticking_out, f"<div hidden>{WIDE}</div>", 0, "not shown"),
    (layout.sticking_out, f"<details><summary>x</summary>{WIDE}</details>", 0, "closed"),
    (layout.sticking_out, f"<details open><summary>x</summary>{WIDE}</details>", 2, "open"),
    (layout.sticking_out, "<p style='position: relative; left: -30px'>x</p>", 1, "to the left"),
    (
        layout.sticking_out,
        "<a href='#x' style='position: absolute; left: -999px'>skip</a>",
        0,
        "waits for the keyboard",
    ),
    (layout.sticking_out, "<p>" + "n" * 999 + "</p>", 1, "text alone makes the page wide"),
    (layout.cut, "<p>short</p>", 0, "nothing is hidden"),
    (layout.cut, f"<div style='overflow-x: auto'>{WIDE}</div>", 1, "paper does not scroll"),
    (layout.cut, f"<div style='overflow: hidden'>{WIDE}</div>", 1, "cut"),
    (
        layout.cut,
        f"<div style='overflow: hidden; width: 1px; height: 1px'>{WIDE}</div>",
        0,
        "sound",
    ),
    (layout.cut, "<p style='max-height: 9px; overflow-y: clip'>a<br>b</p>", 1, "cut below"),
    (layout.small_targets, "<p>read <a href='#x'>this</a> first</p>", 0, "a link in a sentence"),
    (layout.small_targets, "<p><a href='#x'>this</a></p>", 1, "a link alone, one line high"),
    (layout.small_targets, "<button style='height: 20px; width: 90px'>x</button>", 1, "low"),
    (layout.small_targets, "<button style='height: 24px; width: 24px'>x</button>", 0, "just"),
    (layout.tiny_text, "<p style='font-size: 12px'>x</p>", 0, "just"),
    (layout.tiny_text, "<p>large <small style='font-size: 11px'>x</small></p>", 1, "a part of it"),
    (layout.tiny_text, PICTURE.format(100, 5, "font-size='11'"), 0, "drawn as large as it says"),
    (layout.tiny_text, PICTURE.format(50, 5, "font-size='20'"), 1, "drawn half as large"),
    (layout.tiny_text, PICTURE.format(50, 5, "font-size='23'"), 0, "half of it is enough"),
    (layout.faint_drawings, PICTURE.format(100, 5, ""), 0, "black on white"),
    (layout.faint_drawings, PICTURE.format(100, 5, "fill='#767676'"), 0, "4.54, as is well known"),
    (layout.faint_drawings, PICTURE.format(100, 5, "fill='#777777'"), 1, "4.48, likewise"),
    (layout.faint_drawings, PICTURE.format(100, 5, "opacity='0.5'"), 1, "seen through: #808080"),
    (layout.faint_drawings, PICTURE.format(100, 5, "style='fill: oklch(0.9 0 0)'"), 1, "pale"),
    (
        layout.faint_drawings,
        f"<div style='background: #111'>{PICTURE.format(100, 5, '')}</div>",
        1,
        "black on black",
    ),
    (layout.cut_drawings, PICTURE.format(100, 5, ""), 0, "inside"),
    (layout.cut_drawings, PICTURE.format(100, 90, ""), 1, "beyond its right edge"),
]


@pytest.fixture(scope="module")
def page(browser):
    page = browser.new_context(**SCREENS["phone"]).new_page()
    page.set_default_timeout(20_000)
    return page


@pytest.mark.parametrize(
    ("find", "body", "count", "why"), FAULTS, ids=[f"{f.__name__}-{why}" for f, _, _, why in FAULTS]
)
def test_a_fault_is_found(page, find, body, count, why):
    page.set_content(
        "<!doctype html><meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<body style='margin: 8px'>{body}</body>"
    )
    found = find(page)
    assert len(found) == count, found
