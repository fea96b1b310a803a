"""A page on paper: what is printed, and on which sheet."""

import io
import re


def squeezed(text: str) -> str:
    """Text without what a break of a line may have changed."""
    return re.sub(r"[\s\u00ad\u200b-]+", "", text)


def sheets(page, paper: str) -> list[str]:
    """The text of each sheet of a page that is printed as a reader would print it."""
    from pypdf import PdfReader

    data = page.pdf(format=paper, print_background=False)
    return [sheet.extract_text() for sheet in PdfReader(io.BytesIO(data)).pages]
