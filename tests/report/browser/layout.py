"""What is wrong with how a page is laid out, as sentences; none where all is well."""

from pathlib import Path

_SOURCE = Path(__file__).with_suffix(".js").read_text("utf-8")
# what comes before it are comments
_SOURCE = _SOURCE[_SOURCE.index("(() =>") :].strip()


def _ask(page, call: str) -> list[str]:
    return page.evaluate(f"{_SOURCE}.{call}")


def sticking_out(page, *, boxes: bool = True, width: float | None = None) -> list[str]:
    """What is beyond the page's width.

    Args:
        boxes: what is in a box that scrolls by itself is where it should be.
        width: in CSS pixels, by default that of the window.
    """
    width = width or page.viewport_size["width"]
    found = _ask(page, f"out({width}, {str(boxes).lower()})")
    whole = page.evaluate("document.scrollingElement.scrollWidth")
    return [*found, *([f"the page is {whole} px wide"] if whole > width + 0.5 else [])]


def cut(page) -> list[str]:
    """Elements that hide some of what is in them, boxes that scroll included."""
    return _ask(page, "cut()")


def small_targets(page, least: float = 24) -> list[str]:
    """Links and controls that are too small for a finger (WCAG 2.2, 2.5.8)."""
    return _ask(page, f"small({least})")


def tiny_text(page, least: float = 12, drawn: float = 11) -> list[str]:
    """Text that is less high than ``least`` pixels; in drawings, than ``drawn``."""
    return _ask(page, f"tiny({least}, {drawn})")


def faint_drawings(page, least: float = 4.5) -> list[str]:
    """Text of drawings whose contrast with the page is less (WCAG 2.1, 1.4.3, level AA)."""
    return _ask(page, f"faint({least})")


def broken_words(page) -> list[str]:
    """Words and figures of tables that begin on one line and end on another."""
    return _ask(page, "broken()")


def cut_drawings(page) -> list[str]:
    """Text that is cut off by the edge of its own drawing."""
    return _ask(page, "undrawn()")
