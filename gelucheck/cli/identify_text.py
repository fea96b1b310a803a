"""Identifications as text: a heading, the sentence, the best candidates, the constants."""

import textwrap
from collections.abc import Sequence
from decimal import Decimal
from math import floor, log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gelucheck.conformance.fit import Constant
    from gelucheck.conformance.identify import Candidate, Identification
    from gelucheck.conformance.identify_rows import Identified

WIDTH = 100
_INDENT = "    "
_STEPS = ("distance in steps", "steps off")
"""The last heading, and where the table has no room for it."""


def render_text(found: "Sequence[Identified]") -> str:
    """All of them, a blank line between two; no line is longer than ``WIDTH``."""
    return "\n".join("\n".join(_block(each)) + "\n" for each in found)


def _block(each: "Identified") -> list[str]:
    found = each.found
    count = f"{found.inputs:,} input{'' if found.inputs == 1 else 's'} ({each.evidence})"
    heading = f"{each.implementation}, {found.dtype}, {found.function}: {count}"
    return [
        *textwrap.wrap(heading, WIDTH),
        *textwrap.wrap(found.sentence, WIDTH, initial_indent="  ", subsequent_indent="  "),
        *_table(found),
        *(f"    {_constant(constant, found.dtype)}" for constant in found.constants),
    ]


def _table(found: "Identification") -> list[str]:
    if not found.candidates:
        return []
    lines: list[str] = []
    for brief in (False, True):
        rows = [("writing", "form", "arithmetic", "identical", _STEPS[brief])]
        rows += [_row(candidate, found.inputs, brief) for candidate in found.candidates]
        widths = [max(len(row[i]) for row in rows) for i in range(5)]
        if brief:
            # what is too long yet is cut
            room = WIDTH - len(_INDENT) - 2 * 4 - sum(widths[1:])
            widths[0] = min(widths[0], room)
            rows = [(_cut(row[0], room), *row[1:]) for row in rows]
        lines = [
            (_INDENT + "  ".join(_cell(row[i], widths[i], i > 2) for i in range(5))).rstrip()
            for row in rows
        ]
        if max(map(len, lines)) <= WIDTH:
            break
    return lines


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: max(0, room - 1)] + "…"


def _cell(text: str, width: int, right: bool) -> str:
    return text.rjust(width) if right else text.ljust(width)


def _row(candidate: "Candidate", inputs: int, brief: bool) -> tuple[str, ...]:
    whole = "" if brief else f" of {inputs:,}"
    return (
        candidate.writing,
        candidate.form,
        candidate.arithmetic,
        f"{candidate.identical:,}{whole} ({share(candidate.identical, inputs)})",
        f"{candidate.distance:.3g}",
    )


def share(part: int, whole: int) -> str:
    """A share in per cent; never 100 or 0 where it is not."""
    if part in (0, whole):
        return "0 %" if part == 0 else "100 %"
    return f"{min(max(100 * part / whole, 0.01), 99.99):.2f} %"


def _constant(constant: "Constant", dtype: str) -> str:
    shown = sure(constant.value, constant.uncertainty)
    text = f"{constant.name} = {shown}"
    if constant.uncertainty:
        text += f" ± {covering(constant.uncertainty + abs(float(shown) - constant.value))}"
    if constant.nearest:
        return f"{text}, as {constant.nearest}{_rounded(constant, dtype)}"
    return f"{text}, no known constant"


def _rounded(constant: "Constant", dtype: str) -> str:
    """Why a known constant is not the value that fits: it was rounded to the format."""
    from gelucheck.conformance.constants import KNOWN

    known = [each.value for each in KNOWN[constant.name] if each.text == constant.nearest]
    exact = known and abs(known[0] - constant.value) <= constant.uncertainty
    return f" rounded to {dtype}" if known and not exact else ""


def covering(uncertainty: float) -> str:
    """An uncertainty to one digit, never less than it is."""
    text = f"{uncertainty:.1g}"
    if Decimal(text) >= Decimal(uncertainty):
        return text
    digit, _, power = f"{uncertainty:.0e}".partition("e")
    return f"{float(f'{int(digit) + 1}e{power}'):.1g}"


def sure(value: float, uncertainty: float) -> str:
    """A value with as many digits as its uncertainty leaves, and one more."""
    if not uncertainty:
        return repr(value)
    places = max(0, min(1 - floor(log10(uncertainty)), 17))
    return f"{value:.{places}f}"
