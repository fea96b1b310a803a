"""Checked vectors as text: the verdict, the largest errors, the forms, and where they come from."""

import math
import textwrap
from typing import TYPE_CHECKING

from gelucheck.export.figures import clean

if TYPE_CHECKING:
    from gelucheck.api_vectors import CheckedFile
    from gelucheck.record import Witness
    from gelucheck.vectors.checked import Checked, Fit

WIDTH = 100
STRICT = "correctly rounded"


def render_text(found: "CheckedFile", width: int = WIDTH) -> str:
    """A block a set; no line that can be broken is longer than ``width``."""
    return "\n".join("\n".join(_block(each, width)) + "\n" for each in found.checks)


def _block(each: "Checked", width: int) -> list[str]:
    rows = "1 row" if each.count == 1 else f"{each.count:,} rows"
    lines = [f"{each.name}: {each.dtype}, {each.function}, {rows}"]
    told = _verdicts(each)
    if each.first:
        told += _witness(_kind(each.first), each.first, each.first.want)
    if each.max_ulp and each.correct < each.count:
        (own,) = (fit for fit in each.fits if fit.function == each.function)
        head, steps = f"largest error {_size(own, each)}", each.max_steps
        together = steps.x == each.max_ulp.x
        head = f"{head}, {_steps(steps)}" if together else head
        told += _witness(head, each.max_ulp, each.golden[0])
        if not together:
            told += _witness(f"and {_steps(steps)}", steps, each.golden[1])
    lines += [_wrapped(sentence, width) for sentence in [*told, *_notes(each)]]
    if each.correct < each.count:
        lines += _fits(each)
    if each.origin:
        lines.append(_wrapped(f"computed as: {clean(each.origin)}", width))
    return lines


def _wrapped(sentence: str, width: int) -> str:
    """A sentence in lines; one that begins with a blank belongs to the one before it."""
    indent = "    " if sentence[:1] == " " else "  "
    more = {"initial_indent": indent, "subsequent_indent": "    ", "break_on_hyphens": False}
    return "\n".join(textwrap.wrap(sentence.strip(), width, **more))


def _verdicts(each: "Checked") -> list[str]:
    """What is wrong, worst first: of a file whose outputs are right, what else it is."""
    if each.wrong or not each.damage:
        return [_verdict(each), *each.damage]
    first, *rest = each.damage
    return [f"WRONG: {first}", *rest, _verdict(each)]


def _verdict(each: "Checked") -> str:
    told = each.tolerance.words
    unfaithful = each.count - each.faithful
    if each.wrong:
        head = f"WRONG: {each.wrong:,} of {each.count:,} are not {told}"
    elif each.damage:
        head = f"apart from that, all outputs are {told}"
    else:
        head = f"right: all are {told}"
    if each.correct == each.count:
        return head
    if told == STRICT:
        more = f"{unfaithful:,} not even faithful" if unfaithful else "but all are faithful"
        return f"{head}, {more}"
    more = f"{unfaithful:,} are not faithful" if unfaithful else "all are faithful"
    return f"{head}; {each.correct:,} are {STRICT}, {more}"


def _notes(each: "Checked") -> list[str]:
    notes = [*each.notes]
    best = each.fits[0]
    if best.function != each.function and best.correct > each.correct:
        right = f", where {'none is' if not best.wrong else f'{best.wrong:,} are'} wrong"
        notes.append(
            f"they fit {best.function} best{right}: that is --form {_asked(best.function)}"
        )
    for count, what in zip(each.rounded, ("input", "output"), strict=True):
        if count == 1:
            notes.append(f"1 {what} was no value of {each.dtype}, and was rounded to it")
        elif count:
            notes.append(
                f"{count:,} {what}s were no values of {each.dtype}, and were rounded to it"
            )
    if each.repeated:
        notes.append(f"inputs that are there again have other outputs, {each.repeated:,} in all")
    if each.zero_signs:
        notes.append(f"zeros of the wrong sign were let pass, {each.zero_signs:,} in all")
    return notes


def _asked(function: str) -> str:
    """A reference as options say it."""
    form = function.removesuffix("_grad").replace("gelu", "erf")
    return f"{form} --function gelu_grad" if function.endswith("_grad") else form


def _fits(each: "Checked") -> list[str]:
    rows = [("against", STRICT, "largest error")]
    rows += [
        (fit.function, f"{fit.correct:,} of {each.count:,}", _size(fit, each)) for fit in each.fits
    ]
    widths = [max(len(row[k]) for row in rows) for k in range(3)]
    return [
        f"    {row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:>{widths[2]}}" for row in rows
    ]


def _witness(head: str, found: "Witness", golden: float) -> list[str]:
    """Where it is, and what is due there: the golden value, and the exact one where it differs."""
    due = f"got {found.got!r} where {golden!r} is due"
    same = found.want == golden or math.isnan(golden)
    exact = "" if same else f", exactly {found.want!r}"
    return [f"{head}, at {found.x!r} ({found.x_hex}, bits {found.bits})", f" {due}{exact}"]


def _kind(found: "Witness") -> str:
    """What is wrong where an error has no size."""
    cases = (
        (math.isnan(found.got), "NaN for a number"),
        (math.isnan(found.want), "a number for NaN"),
        (math.isinf(found.got), "infinite, and a finite value is due"),
        (math.isinf(found.want), "finite, and an infinity is due"),
    )
    return next((words for holds, words in cases if holds), "not the limit")


def _steps(found: "Witness") -> str:
    return "1 step" if found.value == 1 else f"{int(found.value):,} steps"


def _size(fit: "Fit", each: "Checked") -> str:
    """The largest error, to four digits, or more where these are on the other side of a bound."""
    if not fit.max_ulp:
        return "-"
    value = fit.max_ulp.value
    text = f"{value:.4g}"
    bounds = (0.5, each.tolerance.max_ulp or 0.5)
    if any((float(text) > bound) != (value > bound) for bound in bounds):
        text = repr(value)
    above = "just above " if fit.above and float(text) in bounds else ""
    return f"{above}{text} ulp"
