"""A badge: an SVG, or the JSON from which Shields' endpoint badge draws one.

The verdict is a word, and the colour says it again.
"""

import json
from dataclasses import dataclass
from xml.sax.saxutils import escape

from gelucheck.export.figures import clean, format_count
from gelucheck.export.marks import WORDS, counting, marks_of, verdict_of
from gelucheck.gate.verdict import Verdict, rows_judged
from gelucheck.record import Row, Run

LABEL = "GELU accuracy"
_JSON = ".json"


@dataclass(frozen=True)
class _Look:
    """A colour with a contrast of at least 4.5 to white, and its name at Shields."""

    fill: str
    shields: str


_LOOKS = {
    0: _Look("#1b7f3b", "success"),
    1: _Look("#c0272d", "critical"),
    2: _Look("#5f6368", "inactive"),
}
_LABEL_FILL = "#333333"
_HEIGHT, _BASE, _PAD, _SIZE = 20, 14, 6, 11  # pixels
# widths of Verdana at 11 pixels, by classes of characters; the text is then fitted to them
_NARROW, _WIDE, _USUAL = 4.2, 9.6, 6.9
_THIN = frozenset("iljft.,:;|!'() 1")
_THICK = frozenset("mwMWGU%")


def render(run: Run, *, color=False, width=100, forms_asked=False, verdict=None, path=None) -> str:
    """The badge: JSON where the path ends in .json, else SVG. The same verdict gives the same
    bytes."""
    verdict = verdict_of(run, verdict, forms_asked)
    text, look = message(run, verdict, forms_asked), _LOOKS[verdict.exit_code]
    if str(path or "").lower().endswith(_JSON):
        told = {
            "schemaVersion": 1,
            "label": LABEL,
            "message": text,
            "color": look.shields,
            # then Shields lets nobody paint it green
            "isError": verdict.exit_code != 0,
        }
        return json.dumps(told, indent=1, ensure_ascii=False) + "\n"
    return _draw(text, look)


def message(run: Run, verdict: Verdict, forms_asked: bool = False) -> str:
    """The verdict, and how many rows it is of; of one row that passes its format and its largest
    error.

    "pass 6 of 6", "fail 2 of 6" (two fail), "no answer", "pass, float16: 2 steps".
    """
    word = WORDS[verdict.exit_code]
    if verdict.exit_code == 2:
        return word
    failed, judged = rows_judged(verdict)
    if failed:
        return f"{word} {failed} of {judged}"
    marks = marks_of(run, verdict)
    rows = [row for row in run.rows if counting(row, forms_asked, marks[id(row)])]
    if len(rows) == judged == 1 and (told := _steps(rows[0])):
        return f"{word}, {clean(rows[0].dtype)}: {told}"
    return f"{word} {judged} of {judged}"


def _steps(row: Row) -> str:
    worst = (row.evaluation or row.total).max_steps
    if worst is None:
        return ""
    return f"{format_count(worst.value)} step{'s' * (worst.value != 1)}"


def _width(text: str) -> int:
    return round(sum(_NARROW if c in _THIN else _WIDE if c in _THICK else _USUAL for c in text))


def _draw(text: str, look: _Look) -> str:
    left, right = _width(LABEL), _width(text)
    edge = left + 2 * _PAD
    whole = edge + right + 2 * _PAD
    told = escape(f"{LABEL}: {text}")
    about = f"The verdict of gelucheck, a check of the accuracy of GELU: {escape(text)}."
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{_HEIGHT}" \
viewBox="0 0 {whole} {_HEIGHT}" role="img" aria-labelledby="title desc">
<title id="title">{told}</title>
<desc id="desc">{about}</desc>
<path fill="{_LABEL_FILL}" d="M3 0H{edge}V{_HEIGHT}H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z"/>
<path fill="{look.fill}" \
d="M{edge} 0H{whole - 3}a3 3 0 0 1 3 3V{_HEIGHT - 3}a3 3 0 0 1-3 3H{edge}z"/>
<g fill="#ffffff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="{_SIZE}">
<text x="{_PAD}" y="{_BASE}" textLength="{left}" lengthAdjust="spacingAndGlyphs">{LABEL}</text>
<text x="{edge + _PAD}" y="{_BASE}" textLength="{right}" \
lengthAdjust="spacingAndGlyphs">{escape(text)}</text>
</g>
</svg>
"""
