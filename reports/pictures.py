"""The pictures that README shows: of ``gelucheck report --dtype float16 --plot float16.svg`` the
plot, and the upper part of the page, as a browser shows it.
"""

import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path

FOLDER = Path(__file__).parent
PLOT, TOP = FOLDER / "float16.svg", FOLDER / "float16.png"
OPTIONS = ("--dtype", "float16")
_WIDTH = 960  # px
_COLOURS = 128  # so that it is small
_BROWSER = FOLDER.parent / "tests" / "report" / "browser"


def put_pictures() -> str:
    """Write both; where there is no browser the page's stays as it is. Says what was done."""
    with tempfile.TemporaryDirectory() as bare:
        page = Path(bare) / "float16.html"
        outs = ("--out", f"html:{page}", "--plot", str(PLOT))
        command = [sys.executable, "-m", "gelucheck", "report", *OPTIONS, *outs, "-q"]
        subprocess.run([*command, "--no-config"], check=True, cwd=FOLDER.parent)
        try:
            _look(page)
        except (ImportError, FileNotFoundError) as problem:
            return f"{PLOT.name}; {TOP.name} is left as it was: {problem}"
    return f"{PLOT.name} and {TOP.name}"


def _look(page: Path) -> None:
    """The page down to its table, in few colours."""
    sys.path.insert(0, str(_BROWSER))
    from driving import look_at, started
    from PIL import Image

    with started() as browser:
        sight = look_at(browser, page, color_scheme="light").page
        sight.set_viewport_size({"width": _WIDTH, "height": 800})
        bottom = sight.locator("#table").bounding_box()["y"]
        clip = {"x": 0, "y": 0, "width": _WIDTH, "height": int(bottom)}
        shot = sight.screenshot(full_page=True, clip=clip)
    image = Image.open(BytesIO(shot)).convert("RGB")
    # rare colours are kept: a green bar means something
    few = image.quantize(_COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(TOP, optimize=True)
