"""What a row is called on the page, and the words that are the same in all its parts."""

from gelucheck.export.figures import clean, cut
from gelucheck.record import Row

_NAME = 56  # characters; the details have all of it


def short(text: str | None) -> str:
    """A name that came from outside, harmless, and short enough for a table."""
    # cut first: of a long name a character may be spelled out as ten
    told = cut(clean(cut(text or "", _NAME + 1)), _NAME)
    # a link of blanks cannot be seen
    return told if told.strip() else repr(told)


def label_of(row: Row) -> str:
    """What to call a row in a sentence: "torch:gelu · float32"."""
    function = None if row.function == "gelu" else row.function
    parts = (short(row.implementation), row.dtype, row.arithmetic, function)
    return " · ".join(clean(part) for part in parts if part)


def note_of(row: Row) -> str:
    """What its name does not tell: the form and the function, if they are not what one expects."""
    notes = []
    if row.form != row.implementation:
        notes.append(f"form {clean(row.form)}" if row.form else "no form declared")
    if row.function != "gelu":
        notes.append(clean(row.function))
    return ", ".join(notes)
