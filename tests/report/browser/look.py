"""Pictures of a page, for a person to look at: light, dark, on a telephone, on paper.

    python tests/report/browser/look.py report.html [FOLDER]

writes light.png, dark.png, phone.png, phone-dark.png, print-A4.pdf and print.png into the folder,
by default one beside the page. What is on the page is opened first; ``--closed`` leaves it.
"""

import argparse
from pathlib import Path

from driving import PAPERS, look_at, started

VIEWS = {
    "light": ("desktop", {"color_scheme": "light"}),
    "dark": ("desktop", {"color_scheme": "dark"}),
    "phone": ("phone", {"color_scheme": "light"}),
    "phone-dark": ("phone", {"color_scheme": "dark"}),
}
TALLEST = 15_000
"""Pixels; a browser draws no picture that is higher than 16,384 in all."""


def save(page, folder: Path, name: str, open_all: bool, scale: int = 1) -> list[Path]:
    """Pictures of the whole page, as many as it takes."""
    if open_all:
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    width = page.viewport_size["width"]
    height = page.evaluate("document.scrollingElement.scrollHeight")
    step = TALLEST // scale
    paths = []
    for place, top in enumerate(range(0, height, step)):
        path = folder / (f"{name}.png" if height <= step else f"{name}-{place + 1}.png")
        clip = {"x": 0, "y": top, "width": width, "height": min(step, height - top)}
        page.screenshot(path=path, full_page=True, clip=clip, timeout=120_000)
        paths.append(path)
    return paths


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("page", type=Path)
    arguments.add_argument("folder", type=Path, nargs="?")
    arguments.add_argument("--closed", action="store_true", help="leave details closed")
    chosen = arguments.parse_args()
    folder = chosen.folder or chosen.page.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    with started() as browser:
        for name, (screen, settings) in VIEWS.items():
            sight = look_at(browser, chosen.page.resolve(), screen, **settings)
            scale = 2 if screen == "phone" else 1
            for path in save(sight.page, folder, name, not chosen.closed, scale):
                print(path)
            for fault in sight.faults:
                print("fault:", fault)
        sight = look_at(browser, chosen.page.resolve())
        sight.page.pdf(path=folder / "print-A4.pdf", format="A4")
        print(folder / "print-A4.pdf")
        sight.page.emulate_media(media="print")
        sight.page.set_viewport_size({"width": int(PAPERS["A4"]), "height": 1000})
        for path in save(sight.page, folder, "print", not chosen.closed):
            print(path)


if __name__ == "__main__":
    main()
