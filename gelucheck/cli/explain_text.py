"""An explanation for the terminal: five short tables, one below the other.

Plain text; colours only make what is marked easier to find. Widths are those of the figures, and
an exact value that is longer than a line goes on below.
"""

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from textwrap import wrap
from typing import TYPE_CHECKING

from gelucheck.export.figures import NOTHING, clean, figure, format_x
from gelucheck.formats import FORMATS
from gelucheck.forms.arithmetic import ARITHMETICS

if TYPE_CHECKING:
    from gelucheck.explain.record import Exact, Explanation, Held, Step, Trace

_STYLES = {"head": "1", "dim": "2", "blamed": "1;31"}
_INDENT = "  "
_MARK = "▶"
_LONG = 44
"""Places of an exact value beside which its difference and condition have room."""


def render_text(
    found: "Explanation", *, width: int = 100, color: bool = False, ordinals: bool = False
) -> str:
    """The five parts as text.

    Args:
        width: columns of the terminal; 100 are enough for everything.
        ordinals: whether to tell the ordinals of inputs.
    """
    page = _Page(color, width)
    page.line(f"x = {_cut(clean(found.text))}", "head")
    _put_input(page, found, ordinals)
    _put_exact(page, found, width)
    _put_due(page, found)
    _put_results(page, found, width)
    _put_steps(page, found, width)
    return page.text()


class _Page:
    """Lines of text, some of them in a style."""

    def __init__(self, color: bool, width: int):
        self.color, self.width = color, width
        self.lines: list[str] = []

    def line(self, text: str = "", style: str = "") -> None:
        text = text.rstrip()
        if self.color and style and text:
            text = f"\x1b[{_STYLES[style]}m{text}\x1b[0m"
        self.lines.append(text)

    def title(self, text: str) -> None:
        self.line()
        self.line(text, "head")

    def table(self, head: Sequence[str], rows, rights=(), styles=(), indent=_INDENT) -> None:
        """Columns as wide as their widest cell, two blanks apart; one where room is short, and
        where that does not do the last columns go on below."""
        everything = [head, *rows] if head else rows
        widths = [max(map(len, column)) for column in zip(*everything, strict=True)]
        full = len(indent) + sum(widths) + 2 * (len(widths) - 1)
        tight = full - len(widths) + 1 <= self.width < full
        gap = " " if tight else "  "
        lines = [(0, len(widths))] if tight else self._lines(widths, len(indent))
        styles = styles or [""] * len(rows)
        for row, style in zip(everything, ["dim", *styles] if head else styles, strict=True):
            cells = [
                cell.rjust(width) if i in rights else cell.ljust(width)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            for number, (start, stop) in enumerate(lines):
                text = gap.join(cells[start:stop])
                if text.strip() or not number:
                    self.line(f"{indent}{_INDENT * 2 if number else ''}{text}", style)

    def _lines(self, widths: list[int], indent: int) -> list[tuple[int, int]]:
        """Which columns stand on one line: all, or as many as fit, and the next below."""
        lines, start, room = [], 0, self.width - indent
        for stop in range(1, len(widths) + 1):
            if stop > start + 1 and sum(widths[start:stop]) + 2 * (stop - start - 1) > room:
                lines.append((start, stop - 1))
                start, room = stop - 1, self.width - indent - 2 * len(_INDENT)
        return [*lines, (start, len(widths))]

    def prose(self, text: str, indent: str, style: str = "") -> None:
        """A sentence, on more lines where it is too long for one."""
        for line in wrap(text, max(20, self.width - len(indent)), subsequent_indent=_INDENT):
            self.line(indent + line, style)

    def text(self) -> str:
        return "".join(line + "\n" for line in self.lines)


def _put_input(page: _Page, found: "Explanation", ordinals: bool) -> None:
    if found.hex and found.hex != found.text.lower():
        page.line(f"{_INDENT}= {found.hex}")
    if "x" in found.text.lower():
        same = found.hex is None or Fraction(Decimal(found.decimal)) == float.fromhex(found.hex)
        page.line(f"{_INDENT}{'=' if same else '≈'} {_cut(found.decimal)}")
    page.title("as each format holds it")
    rows = []
    for each in found.inputs:
        row = [*_held(each.held, long=each.rounded), "rounded" if each.rounded else ""]
        rows.append(row)
    page.table(["", "decimal", "hex", "bits", ""], rows)
    known = [each.held for each in found.inputs if each.held.ordinal is not None]
    if ordinals and known:
        told = ", ".join(f"{held.dtype} {held.ordinal}" for held in known)
        page.prose(f"ordinals: {told}", _INDENT, "dim")


def _cut(text: str, room: int = 90) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"


def _held(held: "Held", long: bool = False) -> list[str]:
    """Format, decimal, hex and bits; ``long`` shows digits beyond the shortest that tell it."""
    text = format_x(held.value, FORMATS[held.dtype], 24)
    if long and math.isfinite(held.value) and held.value:
        from gelucheck.explain.digits import fraction_digits

        exact = Fraction(held.value)
        text = fraction_digits(exact, 20)
        text += "" if Fraction(Decimal(text)) == exact else "…"
    return [held.dtype, text, held.hex, held.bits]


def _put_exact(page: _Page, found: "Explanation", width: int) -> None:
    count = f"{found.digits} digit{'s' if found.digits != 1 else ''}"
    page.title(f"exact, to {count}")
    first = found.exact[0].function
    if all(len(each.value) <= _LONG for each in found.exact):
        head = ["", "value", f"less {first}", "condition"]
        page.table(head, [[e.function, e.value, *_beside(e)] for e in found.exact])
    else:
        for each in found.exact:
            difference, condition = _beside(each)
            notes = f"less {first} {difference}, " if difference else ""
            page.line(f"{_INDENT}{each.function}: {notes}condition {condition}")
            room = max(20, width - 4)
            for start in range(0, len(each.value), room):
                page.line(f"{_INDENT * 2}{each.value[start : start + room]}")
    if any(each.beyond for each in found.exact):
        page.line(f"{_INDENT}to within 1e-100000", "dim")
    page.line(f"{_INDENT}condition: by how much a relative error of x is magnified", "dim")


def _beside(each: "Exact") -> list[str]:
    difference = "" if each.difference is None else short(each.difference, 6)
    return [difference, figure(each.condition, 5)]


def short(text: str, digits: int) -> str:
    """A long decimal to fewer digits; "~0" below 10^-10000, as among the steps."""
    number = Decimal(text)
    if not number:
        return "0"
    if number.adjusted() < -10_000:
        return "~0"
    if -3 <= number.adjusted() < 5:
        return figure(float(number), digits)
    mantissa, exponent = f"{number:.{digits - 1}e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def _put_due(page: _Page, found: "Explanation") -> None:
    page.title(f"{found.function} of these, correctly rounded")
    rows = [
        [*_held(each.held), NOTHING if each.error_ulp is None else figure(each.error_ulp, 4)]
        for each in found.due
    ]
    page.table(["", "decimal", "hex", "bits", "error, ulp"], rows, rights=(4,))


def _put_results(page: _Page, found: "Explanation", width: int) -> None:
    page.title("what each writing gives")
    page.prose("total = method (the form's part) + evaluation (the arithmetic's)", _INDENT, "dim")
    head = ["", "", "y", "total", "method", "evaluation", "total ulp", "steps"]
    for number, (title, traces) in enumerate(_by_writing(found).items()):
        if number:
            page.line()
        for line in wrap(title, width - 2, subsequent_indent=_INDENT):
            page.line(_INDENT + line)
        page.table(head, [_result(each) for each in traces], (3, 4, 5, 6, 7), indent=_INDENT * 2)


def _by_writing(found: "Explanation") -> dict[str, list["Trace"]]:
    groups: dict[str, list[Trace]] = {}
    for each in found.traces:
        groups.setdefault(f"{each.writing}: {each.text}", []).append(each)
    return groups


def _result(each: "Trace") -> list[str]:
    parts = [each.total, each.method, each.evaluation]
    return [
        each.dtype,
        each.arithmetic,
        _shortest(each.result.value, FORMATS[each.dtype]),
        *(NOTHING if part is None else short(part, 4) for part in parts),
        figure(each.total_ulp, 4),
        NOTHING if each.distance is None else _count(each.distance),
    ]


def _shortest(value: float, fmt) -> str:
    """Digits that tell the value in its format; all of them where they are few."""
    return format_x(value, fmt, 24 if fmt.precision > 24 or fmt.bits <= 8 else 16)


def _count(steps: int) -> str:
    return str(steps) if steps < 10**7 else figure(steps, 4)


def _put_steps(page: _Page, found: "Explanation", width: int) -> None:
    page.title("step by step")
    legend = f"{_MARK} loses the digits. error: relative to the exact value of the same formula."
    legend += " ~0: tiny"
    page.prose(legend, _INDENT, "dim")
    for each in found.traces:
        inside = ARITHMETICS[each.arithmetic](FORMATS[each.dtype])
        page.line()
        x = _shortest(each.x, FORMATS[each.dtype])
        title = f"{each.writing}, {each.dtype} {each.arithmetic}, x = {x}"
        if each.evaluation_ulp is not None:
            title += f": evaluation {figure(each.evaluation_ulp, 4)} ulp"
        page.prose(title, _INDENT, "head")
        names = max(len(step.name) for step in each.steps if step.name != step.short)
        formats = [inside] * (len(each.steps) - 1) + [FORMATS[each.dtype]]
        rows = [
            _step(step, fmt, names, width) for step, fmt in zip(each.steps, formats, strict=True)
        ]
        styles = ["blamed" if step.blamed else "" for step in each.steps]
        page.table(["", "", "rounded", "exact", "error", ""], rows, (4,), styles, "")
        page.prose(each.sentence, _INDENT * 2, "" if any(styles) else "dim")


def _step(step: "Step", fmt, names: int, width: int) -> list[str]:
    exact = step.exact or NOTHING
    if width < 100 and len(exact) > 16:
        exact = short(exact, 9)
    name = step.short if step.name == step.short else f"{step.name.ljust(names)} = {step.short}"
    bits = ""
    if step.blamed and step.lost is not None and math.isfinite(step.lost):
        bits = f"-{step.lost:.1f} bits"
    value = _shortest(step.value, fmt)
    return [f" {_MARK}" if step.blamed else "  ", name, value, exact, _error(step.error), bits]


def _error(error: float | None) -> str:
    if error is None or not math.isfinite(error) or error in (0, 1):
        return NOTHING if error is None else f"{error:.0f}"
    return figure(error, 2, scientific=True)
