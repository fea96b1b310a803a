"""What the table and Markdown say of one row: the figures as text, the verdict as words."""

from dataclasses import dataclass
from functools import partial

from gelucheck.export.claim_words import bounds_of
from gelucheck.export.figures import NOTHING, clean, figure, format_against, format_share, format_x
from gelucheck.export.marks import Mark, counting, others
from gelucheck.formats import FORMATS, Format
from gelucheck.record import Errors, Row, Run, Theorem, Witness

SEARCHED = "search: the worst that was found; each maximum is a lower bound of the true one."
CORRECT = 0.5
"""ulp: the most that a correctly rounded result can be away."""
_SHORTER = {"correctly_rounded": "rounded"}


@dataclass(frozen=True)
class Cells:
    """The figures of one row, as text.

    Attributes:
        max_abs, max_ulp, evaluation, method: pairs of figure and x; x is empty where the figure
            is zero or does not exist.
        share: correctly rounded, of the finite inputs.
        verdict: "pass", "FAIL", either in parentheses where the claim is not made of this row's
            form, "no answer", or a dash without claims.
        limits: names of the claims that fail; ``atol``, the claim of old, goes without saying.
        figures: the same without what narrows them: all that a narrow table has room for.
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
    figures: str
    cause: str
    passed: bool | None


def cells_of(
    row: Row, *, forms_asked: bool = False, room: int = 11, mark: Mark | None = None
) -> Cells:
    """The cells of a row; an x takes at most ``room`` places.

    Args:
        mark: what a verdict says of the row; without one its claims decide.
    """
    bounds = partial(bounds_of, row.claims)
    # a stored run may be of a format that this version does not know
    place = partial(_place, fmt=FORMATS.get(row.dtype), room=room)
    evaluation = row.evaluation or Errors(*[None] * 6)
    counted = [*counting(row, forms_asked, mark), *others(row, mark)]
    deciding = counted or row.claims
    failed = [claim for claim in deciding if claim.verdict == "fail"]
    passed = not failed if deciding else None
    verdict = NOTHING if passed is None else "pass" if passed else "FAIL"
    if mark and mark.unjudged and not (counted and failed):
        passed, verdict, failed = None, "no answer", []
    elif row.claims and not counted:
        verdict = f"({verdict})"
    named = [clean(claim.name) for claim in failed if claim.name != "atol"]
    return Cells(
        max_abs=_absolute(row.total.max_abs, bounds("atol", "max_abs"), place),
        max_ulp=_in_ulp(row.total.max_ulp, bounds("max_ulp"), place),
        evaluation=_in_ulp(evaluation.max_ulp, bounds("max_ulp"), place),
        method=_absolute(row.method, bounds("atol", "max_abs"), place),
        share=format_share(row.correctly_rounded, row.inputs),
        verdict=verdict,
        limits=", ".join(named),
        figures=", ".join(dict.fromkeys(map(_short, named))),
        cause=", ".join(dict.fromkeys(claim.cause for claim in failed if claim.cause)),
        passed=passed,
    )


def _short(name: str) -> str:
    """A figure's name, or "finding": what stands before all that narrows it."""
    word = name.partition(" ")[0].partition("/")[0]
    return _SHORTER.get(word, word)


def _absolute(witness: Witness | None, bounds: list[float], place) -> tuple[str, str]:
    if witness is None:
        return NOTHING, ""
    texts = [format_against(witness.value, bound, scientific=True) for bound in bounds]
    plain = figure(witness.value, scientific=True)
    return max([plain, *texts], key=len), place(witness)


def _in_ulp(witness: Witness | None, bounds: list[float], place) -> tuple[str, str]:
    if witness is None:
        return NOTHING, ""
    # a little above ½ must not look like ½, which is the mark of a correct rounding; nine digits
    # are all that the table has room for there, while a bound gets all that it takes
    texts = [format_against(witness.value, CORRECT, most=9)]
    texts += [format_against(witness.value, bound) for bound in bounds]
    return max(texts, key=len), place(witness)


def _place(witness: Witness, fmt: Format | None, room: int) -> str:
    return format_x(witness.x, fmt, room) if witness.value else ""


def theorems_in_words(run: Run) -> list[str]:
    """What is proved on the whole real line of the forms of the rows, to the digits that the
    enclosure's ends share; what stands under headings is not among it."""
    return [_theorem(theorem) for theorem in run.theorems if not theorem.group and run.rows]


def theorems_in_tables(run: Run) -> list[Theorem]:
    """The theorems that stand under headings: all, where there are no rows."""
    return [theorem for theorem in run.theorems if theorem.group or not run.rows]


def _theorem(theorem: Theorem) -> str:
    digits = next(
        (n for n in range(16, 2, -1) if figure(theorem.lower, n) == figure(theorem.upper, n)), 3
    )
    place = "" if theorem.at is None else f" at x = ±{abs(theorem.at):.7g}"
    return f"{theorem.name} = {figure(theorem.lower, digits, scientific=True)}{place}"
