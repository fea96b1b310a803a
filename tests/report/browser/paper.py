"""A page on paper: what is printed, and on which sheet."""

import io
import re
import unicodedata


def squeezed(text: str) -> str:
    """Text without what a break of a line, or a sign that stands for two, may have changed."""
    return re.sub(r"[\s\u00ad\u200b-]+", "", unicodedata.normalize("NFKC", text))


_ROWS = """(rows) => rows.map((tr) =>
  [...tr.cells].flatMap((td) => td.innerText.split(/\\s+/)).filter(Boolean))"""


def torn_rows(page, texts: list[str]) -> list[list[str]]:
    """The words of each row of the first table that are not all on one of the sheets.

    Args:
        page: as it is on the screen.
        texts: its sheets, as ``sheets`` gives them.
    """
    whole = list(map(squeezed, texts))
    rows = page.locator("table").first.locator("tbody tr").evaluate_all(_ROWS)
    return [
        words
        for words in rows
        if not any(all(squeezed(word) in sheet for word in words) for sheet in whole)
    ]


def sheets(page, paper: str) -> list[str]:
    """The text of each sheet of a page that is printed as a reader would print it."""
    from pypdf import PdfReader

    data = page.pdf(format=paper, print_background=False)
    return [sheet.extract_text() for sheet in PdfReader(io.BytesIO(data)).pages]
