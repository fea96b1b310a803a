"""Whether a set of ours is what we would write: its hash, its rows, and what is said of them."""

from collections.abc import Iterator

import numpy as np

from gelucheck.formats import Format
from gelucheck.inputs.special import essential_ordinals, power_ordinals
from gelucheck.reference.functions import Function
from gelucheck.vectors.choose import EXHAUSTED, subnormal
from gelucheck.vectors.given import Given
from gelucheck.vectors.make import bracket
from gelucheck.vectors.records import VectorSet
from gelucheck.vectors.tags import KNOWN, TAGS, mask_of
from gelucheck.vectors.thresholds import saturation_ordinals

_REASONS = mask_of(
    ("special", "binade-edge", "saturation", "hardest", "worst", "branch", "stratified")
)


def evidence_of(fmt: Format, inputs: np.ndarray) -> str:
    """ "exhaustive" where patterns are every value of a format, and one NaN; else "sample"."""
    if fmt.bits > EXHAUSTED:
        return "sample"
    every = np.append(fmt.bits_of_values(fmt.all_values()), fmt.uint.type(fmt.nan_bits))
    return "exhaustive" if np.array_equal(np.sort(inputs), np.sort(every)) else "sample"


def damage_of(given: Given, function: Function) -> Iterator[str]:
    """What is wrong with a set of ours, in sentences; see ``records.VectorSet`` for what is due.

    Raises:
        UndecidedError: a rounding that could not be decided.
    """
    claimed, fmt = given.claimed, given.fmt
    if given.sha256 is not None and given.sha256 != claimed.sha256:
        yield "the hash is not that of the rows: they were changed"
    x = fmt.values_of_bits(claimed.inputs)
    with np.errstate(invalid="ignore"):
        nan = np.isnan(x.astype(np.float64))
    yield from _rows(claimed, x, nan)
    due = bracket(fmt, function, x)
    for name, column in zip(("outputs", "below", "above"), due, strict=True):
        bits = np.where(nan, fmt.uint.type(fmt.nan_bits), fmt.bits_of_values(column))
        wrong = getattr(claimed, name) != bits
        if wrong.any():
            count = int(np.count_nonzero(wrong))
            are = "is not the golden one, at" if count == 1 else "are not the golden ones, first at"
            where = _bits(claimed, wrong)
            yield f"column {name}: {count:,} of {wrong.size:,} {are} input bits {where}"
    if np.any(claimed.tags & ~np.uint32(KNOWN)):
        yield "some tags are not known here"
    for name, wrong in _false_tags(claimed, function, x, nan, due[0]):
        if wrong.any():
            count = int(np.count_nonzero(wrong))
            rows = "1 row, at" if count == 1 else f"{count:,} rows, first at"
            yield f"{name} in {rows} input bits {_bits(claimed, wrong)}"


def _bits(claimed: VectorSet, where: np.ndarray) -> str:
    """The first input at which something holds."""
    return f"0x{int(claimed.inputs[np.argmax(where)]):0{claimed.fmt.bits // 4}x}"


def _rows(claimed: VectorSet, x: np.ndarray, nan: np.ndarray) -> Iterator[str]:
    """What is wrong with the inputs as a list."""
    fmt = claimed.fmt
    if int(np.count_nonzero(nan)) != 1 or claimed.inputs[-1] != fmt.nan_bits:
        yield "the last row, and no other, is not that of the canonical NaN"
    ordinals = fmt.ordinals(x[~nan])
    again = ordinals.size - np.unique(ordinals).size
    if again:
        yield f"{again:,} {'row is' if again == 1 else 'rows are'} there again"
    if np.any(ordinals[1:] < ordinals[:-1]):
        yield "the rows are not in the order of their inputs"
    found = evidence_of(fmt, claimed.inputs)
    if found != claimed.evidence:
        holds = "holds" if found == "exhaustive" else "does not hold"
        yield f"it says {claimed.evidence}, and {holds} every value of {fmt.name} once"


def _false_tags(
    claimed: VectorSet, function: Function, x: np.ndarray, nan: np.ndarray, rounded: np.ndarray
) -> Iterator[tuple[str, np.ndarray]]:
    """Tags that are not true of their rows, or are not there: what, and where.

    Which inputs are hardest, worst and at a branch is knowledge that grows, and no mathematics.
    """
    fmt, tags = claimed.fmt, claimed.tags
    ordinals = fmt.ordinals(x)
    near = (saturation_ordinals(fmt, function)[:, None] + np.arange(-2, 3)).ravel()
    exhaustive = claimed.evidence == "exhaustive"
    due = {
        "special": np.isin(ordinals, essential_ordinals(fmt)) | nan,
        "binade-edge": np.isin(ordinals, power_ordinals(fmt)) & ~nan,
        "saturation": np.isin(ordinals, near) & ~nan,
        "exhaustive": np.full(tags.size, exhaustive),
        "subnormal-input": subnormal(fmt, x),
        "subnormal-output": subnormal(fmt, rounded) & ~nan,
    }
    if exhaustive:
        due["stratified"] = np.zeros(tags.size, bool)
    for name, holds in due.items():
        has = (tags & np.uint32(TAGS[name])) != 0
        yield f"the tag {name} is false", has & ~holds
        yield f"the tag {name} is missing", holds & ~has
    if not exhaustive:
        yield "a tag that says why it is there is missing", (tags & np.uint32(_REASONS)) == 0
