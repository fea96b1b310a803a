"""What the table and Markdown say of one row: the figures as text, the verdict as words."""

from dataclasses import dataclass
from functools import partial

from gelucheck.export.figures import NOTHING, figure, format_against, format_share, format_x
from gelucheck.formats import FORMATS, Format
from gelucheck.gate.verdict import is_claimed
from gelucheck.record import Errors, Row, Run, Theorem, Witness

SEARCHED = "search: the worst that was found; each maximum is a lower bound of the true one."
_CORRECT = 0.5  # ulp; the most that a correctly rounded result can be away


@dataclass(frozen=True)
class Cells:
    """The figures of one row, as text.

    Attributes:
        max_abs, max_ulp, evaluation, method: pairs of figure and x; x is empty where the figure
            is zero or does not exist.
        share: correctly rounded, of the finite inputs.
        verdict: "pass", "FAIL", either in parentheses where the claim is not made of this row's
            form, or a dash without claims.
        limits: names of the claims that fail; ``atol``, the claim of old, goes without saying.
        cause: which part of the error breaks them, or empty.
        passed: None without claims.
    """

    max_abs: tuple[str, str]
    max_ulp: tuple[str, str]
    evaluation: tuple[str, str]
    method: tuple[str, str]
    share: str
    verdict: str
    limits: str
    cause: str
    passed: bool | None


def cells_of(row: Row, *, forms_asked: bool = False, room: int = 11) -> Cells:
    """The cells of a row; an x takes at most ``room`` places."""
    bounds = {claim.name: claim.atol for claim in row.claims}
    # a stored run may be of a format that this version does not know
    place = partial(_place, fmt=FORMATS.get(row.dtype), room=room)
    evaluation = row.evaluation or Errors(*[None] * 6)
    failed = [claim for claim in row.claims if claim.verdict == "fail"]
    passed = not failed if row.claims else None
    verdict = NOTHING if passed is None else "pass" if passed else "FAIL"
    if row.claims and not is_claimed(row, forms_asked):
        verdict = f"({verdict})"
    return Cells(
        max_abs=_absolute(row.total.max_abs, bounds.get("atol"), place),
        max_ulp=_in_ulp(row.total.max_ulp, bounds.get("max_ulp"), place),
        evaluation=_in_ulp(evaluation.max_ulp, bounds.get("max_ulp"), place),
        method=_absolute(row.method, bounds.get("atol"), place),
        share=format_share(row.correctly_rounded, row.inputs),
        verdict=verdict,
        limits=", ".join(claim.name for claim in failed if claim.name != "atol"),
        cause=", ".join(dict.fromkeys(claim.cause for claim in failed if claim.cause)),
        passed=passed,
    )


def claims_in_words(rows) -> list[str]:
    """One sentence for each different claim that the rows carry."""
    claims = dict.fromkeys((claim.name, claim.atol) for row in rows for claim in row.claims)
    # half an ulp is what any result of a format must be allowed
    shapes = {
        "atol": "|error| ≤ {} + ½ ulp at every input",
        "max_ulp": "max ulp ≤ {}",
        "max_steps": "max steps ≤ {}",
    }
    return [shapes[name].format(_bound(bound)) for name, bound in claims]


def _bound(bound: float) -> str:
    return repr(bound).removesuffix(".0")


def _absolute(witness: Witness | None, bound: float | None, place) -> tuple[str, str]:
    if witness is None:
        return NOTHING, ""
    return format_against(witness.value, bound, scientific=True), place(witness)


def _in_ulp(witness: Witness | None, bound: float | None, place) -> tuple[str, str]:
    if witness is None:
        return NOTHING, ""
    # a little above ½ must not look like ½, which is the mark of a correct rounding; nine digits
    # are all that the table has room for there, while a bound gets all that it takes
    text = format_against(witness.value, _CORRECT, most=9)
    if bound is not None:
        text = max(text, format_against(witness.value, bound), key=len)
    return text, place(witness)


def _place(witness: Witness, fmt: Format | None, room: int) -> str:
    return format_x(witness.x, fmt, room) if witness.value else ""


def theorems_in_words(run: Run) -> list[str]:
    """What is proved on the whole real line, to the digits that the enclosure's ends share."""
    return [_theorem(theorem) for theorem in run.theorems]


def _theorem(theorem: Theorem) -> str:
    digits = next(
        (n for n in range(16, 2, -1) if figure(theorem.lower, n) == figure(theorem.upper, n)), 3
    )
    place = "" if theorem.at is None else f" at x = ±{abs(theorem.at):.7g}"
    return f"{theorem.name} = {figure(theorem.lower, digits, scientific=True)}{place}"
