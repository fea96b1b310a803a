"""How a cell of CSV is spelled."""

from gelucheck.export.figures import clean

_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what makes a spreadsheet compute a cell


def guard(text: str | None) -> str | None:
    """A name that a spreadsheet takes for text, not for a formula."""
    if text is None:
        return None
    text = clean(text)
    return f"'{text}" if text.startswith(_FORMULA) else text


def spell(value) -> str:
    """A value: all digits of a number, nothing for None."""
    if value is None:
        return ""
    return repr(float(value)) if isinstance(value, float) else str(value)
