"""What the pictures share: colours and their names on a page, dashes, markers, settings, names.

A colour is asked for by its role. In a file it is the one below; on a page it is a CSS variable
of the role's name, so that the page's light and dark styles decide, and the one below where the
page has no such variable.
"""

from gelucheck.export.figures import clean

# Okabe and Ito's colours, told apart by every kind of colour vision; yellow, too pale, is left out
COLORS = {
    "paper": "#ffffff",
    "ink": "#1b1b1f",
    "muted": "#5a5a63",
    "grid": "#dcdce2",
    "c1": "#0072b2",
    "c2": "#d55e00",
    "c3": "#009e73",
    "c4": "#cc79a7",
    "c5": "#56b4e9",
    "c6": "#e69f00",
    "c7": "#3a3a3f",
}
"""By role; no two alike, so that a colour in a file tells its role."""
SERIES = ("c1", "c2", "c3", "c4", "c5", "c6", "c7")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">", "h", "d")
DASHES = {"native": None, "upcast": (5.0, 2.0), None: None}
"""By arithmetic: on and off, in px; None is a full line."""
TEXT = 11.0
"""Size of letters in px: the smallest that is read without effort."""
LETTER = 0.64
"""Width of a letter over its size, of a wide type: what room is kept for."""
FAMILY = "'DejaVu Sans', Verdana, Arial, sans-serif"
_LONGEST = 48


def settings() -> dict:
    """What matplotlib is told; nothing of a user's own settings changes a picture."""
    return {
        "svg.hashsalt": "gelucheck",
        "svg.fonttype": "none",  # text stays text
        "text.parse_math": False,  # a dollar is no formula
        "path.simplify": False,  # no peak is lost
        "path.snap": False,
        "font.family": "DejaVu Sans",
        "font.size": TEXT,
    }


def short(name: str, most: int = _LONGEST) -> str:
    """A name that has no room is cut in the middle; what a reader could obey is spelled out."""
    # what is far too long is cut before anybody looks at each of its letters
    name = clean(name if len(name) <= 4 * most else name[: 2 * most] + name[-2 * most :])
    head = most // 2
    return name if len(name) <= most else f"{name[:head]}…{name[head + 1 - most :]}"


def width_of(text: str, size: float = TEXT) -> float:
    """How wide a text can be, in px."""
    return len(text) * size * LETTER


def series_look(number: int) -> tuple[str, str]:
    """Colour and marker of the series of a number: no two of the first 84 alike."""
    return SERIES[number % len(SERIES)], MARKERS[number % len(MARKERS)]
