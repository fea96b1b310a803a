"""Whether a limit is broken by the form itself, or by the arithmetic."""

from dataclasses import replace

from gelucheck.formats import FORMATS
from gelucheck.gate.limit import Limit
from gelucheck.gate.standing import Standing, part_of, standing
from gelucheck.record import Row
from gelucheck.reference.functions import REFERENCES, function_of
from gelucheck.reference.oracle import exact, rounded_bits


def cause_of(row: Row, limit: Limit, found: Standing) -> str:
    """Of a limit that is broken: "method", the declared form itself is beyond the bound, or
    "evaluation", the arithmetic brings it there.

    Against GELU, an absolute error is held against the form's largest distance from GELU on these
    inputs, any other maximum against the form's at the witness; a mean or a share is the form's
    where it keeps the bound against the form.
    """
    if found.value is None or row.method is None:
        return "evaluation"
    if limit.figure != "atol" and part_of(row, limit) == "evaluation":
        return "evaluation"
    if limit.figure in ("atol", "max_abs"):
        part = row.parts.get(limit.region, row) if limit.region else row
        return _method(part.method is not None and part.method.value > limit.bound)
    if found.witness is not None:
        return _method(_of_the_form(row, limit, found) > limit.bound)
    own = standing(row, replace(limit, against="own"))
    return _method(own is not None and own.over is False)


def _method(is_it: bool) -> str:
    return "method" if is_it else "evaluation"


def _of_the_form(row: Row, limit: Limit, found: Standing):
    """What the figure would be at the witness if the form were computed without an error."""
    gelu, form = REFERENCES[row.function], function_of(row.form, row.function)
    x = found.witness.x
    if limit.figure == "max_steps":
        fmt = FORMATS[row.dtype]
        # ±0 are one value
        ranks = [fmt.ranks(fmt.values_of_bits([rounded_bits(f, x, fmt)])) for f in (form, gelu)]
        return abs(int(ranks[0][0]) - int(ranks[1][0]))
    due, of_form = exact(gelu, x), exact(form, x)
    with due.context.workprec(4096):
        whole = abs(due.context.mpf(found.witness.got) - due)
        # in whatever unit: at one input they are proportional
        return found.value * abs(of_form - due) / whole if whole else 0
