"""Checked vectors as text: the verdict, the largest errors, the forms, and where they come from."""

import math
import textwrap
from typing import TYPE_CHECKING

from gelucheck.export.figures import clean

if TYPE_CHECKING:
    from gelucheck.api_vectors import CheckedFile
    from gelucheck.record import Witness
    from gelucheck.vectors.check import Checked

WIDTH = 100


def render_text(found: "CheckedFile") -> str:
    """A block a set; no line that can be broken is longer than ``WIDTH``."""
    return "\n".join("\n".join(_block(each)) + "\n" for each in found.checks)


def _block(each: "Checked") -> list[str]:
    rows = "1 row" if each.count == 1 else f"{each.count:,} rows"
    lines = [f"{each.name}: {each.dtype}, {each.function}, {rows}", *map(_wrapped, _verdict(each))]
    if each.first:
        lines += _witness("not a number, or infinite, or neither where it is due", each.first)
    if each.max_ulp and each.correct < each.count:
        lines += _witness(f"largest error {_figure(each.max_ulp.value)} ulp", each.max_ulp)
        steps = each.max_steps
        if steps.x == each.max_ulp.x:
            lines[-2] = lines[-2].replace(" ulp,", f" ulp, {_steps(steps.value)},")
        else:
            lines += _witness(f"and {_steps(steps.value)}", steps)
    lines += map(_wrapped, _notes(each))
    if each.correct < each.count:
        lines += _fits(each)
    if each.origin:
        lines.append(_wrapped(f"computed as: {clean(each.origin)}"))
    return [clean(line) if "\n" not in line else line for line in lines]


def _wrapped(sentence: str) -> str:
    return "\n".join(textwrap.wrap(sentence, WIDTH, initial_indent="  ", subsequent_indent="    "))


def _verdict(each: "Checked") -> list[str]:
    told = each.tolerance.words
    if each.wrong:
        head = f"WRONG: {each.wrong:,} of {each.count:,} are not {told}"
    else:
        head = f"{'right' if each.passed else 'WRONG'}: all are {told}"
    off = each.count - each.correct
    if off:
        unfaithful = each.count - each.faithful
        more = "all are faithful" if not unfaithful else f"{unfaithful:,} are not faithful"
        head += f"; {each.correct:,} are correctly rounded, {more}"
    return [head, *each.damage]


def _notes(each: "Checked") -> list[str]:
    notes = []
    best = each.fits[0]
    if best.function != each.function and best.correct > each.correct:
        right = f", where {'none is' if not best.wrong else f'{best.wrong:,} are'} wrong"
        notes.append(
            f"they fit {best.function} best{right}: that is --form {_asked(best.function)}"
        )
    for count, what in zip(each.rounded, ("inputs", "outputs"), strict=True):
        if count:
            notes.append(f"{count:,} {what} were no values of {each.dtype}, and were rounded to it")
    if each.repeated:
        notes.append(f"{each.repeated:,} rows have an input that is there with another output")
    if each.zero_signs:
        notes.append(f"{each.zero_signs:,} zeros have the wrong sign, which was let pass")
    return notes


def _asked(function: str) -> str:
    """A reference as options say it."""
    form = function.removesuffix("_grad").replace("gelu", "erf")
    return f"{form} --function gelu_grad" if function.endswith("_grad") else form


def _fits(each: "Checked") -> list[str]:
    rows = [("against", "correctly rounded", "largest error")]
    for fit in each.fits:
        size = f"{_figure(fit.max_ulp.value)} ulp" if fit.max_ulp else "-"
        rows.append((fit.function, f"{fit.correct:,} of {each.count:,}", size))
    widths = [max(len(row[k]) for row in rows) for k in range(3)]
    return [
        f"    {row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:>{widths[2]}}" for row in rows
    ]


def _witness(head: str, found: "Witness") -> list[str]:
    where = f"at {found.x!r} ({found.x_hex}, bits {found.bits})"
    return [f"  {head}, {where}", f"    got {found.got!r}, want {found.want!r}"]


def _steps(count: float) -> str:
    return "1 step" if count == 1 else f"{int(count):,} steps"


def _figure(value: float) -> str:
    """Four digits; never rounded to what is right."""
    text = f"{value:.4g}"
    return text if math.isinf(value) or (float(text) > 0.5) == (value > 0.5) else repr(value)
