"""Hold vectors of a file against the exact values: which are wrong, by how much, and where."""

import numpy as np

from gelucheck.block import Block, Outputs
from gelucheck.errors import UsageError
from gelucheck.formats import Format
from gelucheck.forms.catalogue import FORMS
from gelucheck.implementations.interface import Implementation
from gelucheck.measure import tally_of
from gelucheck.peaks import exact_error
from gelucheck.record import Row, Witness
from gelucheck.reference.functions import Function, find_function, function_of
from gelucheck.reference.oracle import rounded_bits
from gelucheck.rows import row_of, shortest_hex
from gelucheck.ulp import steps
from gelucheck.vectors.checked import Checked, Fit, Tolerance
from gelucheck.vectors.given import Given
from gelucheck.vectors.make import bracket
from gelucheck.vectors.sound import damage_of


def check_given(
    given: Given, function: Function | str | None = None, tolerance: Tolerance | None = None
) -> Checked:
    """Hold one set against a reference.

    Args:
        function: what is meant; by default what the file says, or else GELU.

    Raises:
        UsageError: a tolerance of more steps than the format has values.
        UndecidedError: a rounding that could not be decided.
    """
    tolerance = tolerance or Tolerance()
    function = find_function(function or given.function or "gelu")
    fmt = given.fmt
    if tolerance.max_steps is not None and tolerance.max_steps > 2 * fmt.top_bits:
        raise UsageError(
            f"--max-steps {tolerance.max_steps}",
            f"{fmt.name} has {2 * (fmt.top_bits + 1):,} values: less than that",
        )
    x, got = fmt.values_of_bits(given.inputs), fmt.values_of_bits(given.outputs)
    slope = "gelu_grad" if function.name.endswith("_grad") else "gelu"
    fits, found = [], None
    for form in FORMS:
        reference = function_of(form, slope)
        # a block of its own, for the references that it keeps are large
        block = Block(fmt, x)
        outputs = Outputs(_implementation(given, reference), block, "coarse", got)
        row = row_of(
            outputs.implementation, fmt, "given", tally_of(outputs.implementation, outputs)
        )
        wrong, correct, faithful = _judged(block, outputs, reference, tolerance)
        above = "total.max_ulp" in row.above
        count = int(np.count_nonzero(wrong))
        fits.append(Fit(reference.name, count, correct, row.total.max_ulp, above))
        if reference is function:
            found = row, count, correct, faithful, _first(block, got, wrong, row, function)
        del block, outputs
    row, wrong, correct, faithful, first = found
    # of several that leave nothing to say the one that is meant
    fits.sort(
        key=lambda fit: (
            -fit.correct,
            fit.max_ulp.value if fit.max_ulp and fit.correct < x.size else 0.0,
            fit.function != function.name,
        )
    )
    return Checked(
        name=given.name,
        dtype=fmt.name,
        function=function.name,
        count=int(x.size),
        wrong=wrong,
        correct=correct,
        faithful=faithful,
        zero_signs=row.counts["zero_sign"],
        max_ulp=row.total.max_ulp,
        max_steps=row.total.max_steps,
        first=first,
        rounded=given.rounded,
        repeated=_repeated(given),
        golden=tuple(
            _golden(fmt, function, each) for each in (row.total.max_ulp, row.total.max_steps)
        ),
        fits=tuple(fits),
        damage=_damage(given, function),
        notes=_notes(given, function),
        tolerance=tolerance,
        sha256=given.claimed.sha256 if given.claimed else None,
    )


def _implementation(given: Given, reference: Function) -> Implementation:
    """The outputs as what a row is measured of: against any reference, by its name."""
    return Implementation(
        given.name, reference.name, None, None, None, lambda x, fmt: x, (given.dtype,)
    )


def _judged(
    block: Block, outputs: Outputs, function: Function, tolerance: Tolerance
) -> tuple[np.ndarray, int, int]:
    """Where outputs are beyond the tolerance: bool; how many are correctly rounded; faithful."""
    fmt, got = block.fmt, outputs.got
    reference = block.reference(function)
    with np.errstate(invalid="ignore"):
        due, output = reference.rounded.astype(np.float64), got.astype(np.float64)
    nan = np.isnan(due), np.isnan(output)
    off = np.full(due.size, np.iinfo(np.uint64).max, np.uint64)
    numbers = ~nan[0] & ~nan[1]
    off[numbers] = steps(fmt, got[numbers], reference.rounded[numbers])
    off[nan[0] & nan[1]] = 0
    right = off == 0
    # an infinity is no neighbour of a number, whatever its pattern
    sized = np.isfinite(due) & np.isfinite(output)
    close = sized & (off == 1)
    faithful = int(np.count_nonzero(right)) + _brackets(fmt, function, block, got, close)
    allowed = np.ones(due.size, bool)
    if tolerance.max_steps is not None:
        # a Python integer may be longer than NumPy's
        allowed &= off <= min(tolerance.max_steps, (1 << 63) - 1)
    if tolerance.max_ulp is not None:
        allowed &= _within(block, outputs, function, tolerance.max_ulp)
    if tolerance.max_steps is None and tolerance.max_ulp is None:
        allowed &= right
    wrong = ~(right | (allowed & sized))
    return wrong, int(np.count_nonzero(right)), faithful


def _brackets(fmt: Format, function: Function, block: Block, got, places: np.ndarray) -> int:
    """How many outputs at some places are next to the exact value."""
    at = np.flatnonzero(places)
    if not at.size:
        return 0
    _, below, above = bracket(fmt, function, block.x[at])
    ranks = fmt.ranks(got[at])
    return int(np.count_nonzero((ranks == fmt.ranks(below)) | (ranks == fmt.ranks(above))))


def _within(block: Block, outputs: Outputs, function: Function, most: float) -> np.ndarray:
    """Where the error is at most so many ulp; the oracle decides what is next to that."""
    found = outputs.errors(block.reference(function))
    size, slack = found.ulp, found.slack["ulp"]
    with np.errstate(invalid="ignore"):
        within = size <= most
        open_ = np.flatnonzero(found.measured & (np.abs(size - most) <= slack))
    exact = exact_error("ulp", block.fmt, function, "coarse")
    for place in open_:
        value, above = exact(float(block.wide[place]), float(outputs.got[place]))
        within[place] = value < most or (value == most and not above)
    # at an infinite input there is no ulp: what is right there is right
    return within & (found.measured | ~block.finite)


def _first(block: Block, got, wrong, row: Row, function: Function) -> Witness | None:
    """The first wrong row whose error has no size."""
    fmt = block.fmt
    with np.errstate(invalid="ignore"):
        output = got.astype(np.float64)
    due = block.reference(function).rounded.astype(np.float64)
    sized = np.isfinite(output) & np.isfinite(due) & block.finite
    places = block.order[(wrong & ~sized)[block.order]]
    if not places.size:
        return None
    at = int(places[0])
    x = float(block.wide[at])
    bits = f"0x{int(block.bits[at]):0{fmt.bits // 4}x}"
    return Witness(float("nan"), x, shortest_hex(x), bits, float(output[at]), float(due[at]))


def _golden(fmt: Format, function: Function, witness: Witness | None) -> float | None:
    """What is due where a witness is, in the format: the correctly rounded result."""
    return None if witness is None else fmt.value(rounded_bits(function, witness.x, fmt))


def _repeated(given: Given) -> int:
    """Rows that contradict an earlier one: the same input, another output."""
    order = np.lexsort((given.outputs, given.inputs))
    x, y = given.inputs[order], given.outputs[order]
    return int(np.count_nonzero((x[1:] == x[:-1]) & (y[1:] != y[:-1])))


def _damage(given: Given, function: Function) -> tuple[str, ...]:
    """What is wrong besides the outputs: numbers that are none, and a set of ours elsewhere."""
    if given.claimed is None or function.name != given.claimed.function:
        return given.beyond
    return tuple(damage_of(given, function))


def _notes(given: Given, function: Function) -> tuple[str, ...]:
    """What was not checked, or otherwise than the file says."""
    if given.claimed is not None and given.sha256 is None:
        return ("the line that holds its hash is not there: the hash was not checked",)
    if given.function not in (None, function.name):
        return (f"the file says {given.function}, and {function.name} was asked for",)
    return ()
