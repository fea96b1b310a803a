"""Chromium, driven: where it is, how it starts, the screens it is shown on, and what a page says
and asks for while it is looked at.

Tests in this folder import it; ``look.py``, which is a script beside it, does too.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

NAMES = ("chromium", "google-chrome", "google-chrome-stable", "chromium-browser")
# root has no sandbox; the rest keeps the browser itself from the network
ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
SCREENS = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
    "small phone": {
        "viewport": {"width": 320, "height": 640},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
}
PAPERS = {"A4": 210 / 25.4 * 96, "Letter": 8.5 * 96}
"""Width in CSS pixels."""

_LISTEN = """
window.refused = [];
document.addEventListener("securitypolicyviolation",
  (event) => window.refused.push(event.violatedDirective + " " + event.blockedURI));
"""


def find_browser() -> str | None:
    """The path of the first browser of ``NAMES`` that is there."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def started() -> Iterator:
    """A browser; it is closed at the end.

    Raises:
        FileNotFoundError: none of ``NAMES`` is installed.
    """
    path = find_browser()
    if path is None:
        raise FileNotFoundError(f"no browser: install one of {', '.join(NAMES)}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Sight:
    """A page that is open, and what went on in it.

    Attributes:
        page: playwright's page.
        said: messages of its console, as "type: text", all of them.
        broke: errors that no one caught.
        asked: addresses that were asked for, the page's own included.
        dialogs: what windows that pop up said.
    """

    page: object
    said: list[str] = field(default_factory=list)
    broke: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        """Everything that a page must not do while it is looked at."""
        beyond = [address for address in self.asked if address != self.asked[0]]
        loud = [line for line in self.said if line.startswith(("error", "warning", "assert"))]
        refused = self.page.evaluate("window.refused")
        return [*loud, *self.broke, *beyond, *self.dialogs, *refused]


def look_at(browser, path: Path, screen: str = "desktop", fragment: str = "", **settings) -> Sight:
    """Open a file on a screen.

    Args:
        screen: a key of ``SCREENS``.
        fragment: what comes after the #.
        settings: of playwright's context, "color_scheme" or "java_script_enabled".
    """
    context = browser.new_context(**SCREENS[screen], **settings)
    context.set_default_timeout(20_000)
    if settings.get("java_script_enabled", True):
        context.add_init_script(_LISTEN)
    page = context.new_page()
    sight = Sight(page)
    context.on("request", lambda request: sight.asked.append(request.url.partition("#")[0]))
    page.on("console", lambda message: sight.said.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: sight.broke.append(str(error)))
    page.on("dialog", lambda dialog: (sight.dialogs.append(dialog.message), dialog.dismiss()))
    page.goto(path.as_uri() + (f"#{fragment}" if fragment else ""))
    return sight
