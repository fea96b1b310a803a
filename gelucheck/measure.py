"""The only loop over numbers: (implementation, references, block) -> tally."""

from functools import partial

import numpy as np

from gelucheck import tally as tallies
from gelucheck.categories import categories
from gelucheck.errors import ImplementationError
from gelucheck.formats import Format
from gelucheck.implementations.interface import Implementation
from gelucheck.peaks import Peak, exact_difference, exact_error, settle
from gelucheck.reference.evaluate import Reference, evaluate
from gelucheck.reference.functions import REFERENCES, Function
from gelucheck.reference.side import rounded_side
from gelucheck.sums import exact_sum
from gelucheck.tally import RegionTally, Sums, Tally
from gelucheck.ulp import ErrorArrays, errors


class Block:
    """Inputs, and the references at them, each evaluated once whoever asks.

    Args:
        x: 1-D, of ``fmt.dtype``.
    """

    def __init__(self, fmt: Format, x: np.ndarray):
        self.fmt, self.x = fmt, x
        self.wide = x.astype(np.float64)
        self.bits = fmt.bits_of_values(x)
        self.ordinals = fmt.ordinals(x)
        self.finite = np.isfinite(self.wide)
        self.order = np.argsort(self.ordinals, kind="stable")
        self._references: dict[str, Reference] = {}

    def reference(self, function: Function) -> Reference:
        """The reference at these inputs."""
        if function.name not in self._references:
            self._references[function.name] = evaluate(function, self.x, self.fmt)
        return self._references[function.name]


def declared_function(implementation: Implementation) -> Function | None:
    """The exact function that an implementation claims to be; None where it claims none."""
    if implementation.form is None:
        return None
    form = "gelu" if implementation.form == "erf" else implementation.form
    return REFERENCES[form + ("_grad" if implementation.function == "gelu_grad" else "")]


def run(implementation: Implementation, block: Block) -> np.ndarray:
    """The outputs, checked for shape and dtype.

    Raises:
        ImplementationError: it raised, or returned something else.
    """
    try:
        got = np.asarray(implementation.call(block.x, block.fmt))
    except ArithmeticError as problem:
        raise ImplementationError(f"{implementation.name} raised {problem!r}") from problem
    if got.shape != block.x.shape or got.dtype != block.fmt.dtype:
        raise ImplementationError(
            f"{implementation.name} returned {got.dtype} of shape {got.shape} "
            f"for {block.fmt.name} of shape {block.x.shape}"
        )
    return got


def measure(
    implementation: Implementation, block: Block, convention: str = "coarse", profile: bool = False
) -> Tally:
    """Tally one implementation on one block."""
    got = run(implementation, block)
    gelu = block.reference(REFERENCES[implementation.function])
    declared = declared_function(implementation)
    total = _errors(block, got, gelu, convention)
    make = partial(_peak, block, block.fmt.bits_of_values(got))
    regions, peaks, evaluation = _regions(block, got, gelu, total, convention, make), {}, Sums()
    form = gelu
    if declared is not None:
        form = block.reference(declared)
        own = total if form is gelu else _errors(block, got, form, convention)
        evaluation = _sums(own)
        peaks = _peaks(block, got, form, own, np.flatnonzero(own.measured), convention, make)
        method = _method(block, form, gelu)
        if method:
            peaks["method"] = method
    steps = total.steps[total.measured]
    return Tally(
        inputs=int(np.count_nonzero(block.finite)),
        regions=regions,
        total=_sums(total),
        evaluation=evaluation,
        peaks=peaks,
        steps=(*(int(np.count_nonzero(steps == n)) for n in range(4)), int(np.sum(steps > 3))),
        faithful=_faithful(block, got, gelu, total),
        counts=categories(block.wide, got, form, block.order, make),
        profile=_profile(block, total) if profile else {},
        asked=gelu.asked + (form.asked if form is not gelu else 0),
    )


def _errors(block: Block, got, reference: Reference, convention: str) -> ErrorArrays:
    """Errors at the finite inputs; an infinite one has none to speak of."""
    rounded = np.where(block.finite, reference.rounded, block.fmt.dtype.type(np.nan))
    return errors(block.fmt, got, rounded, reference.exact, convention)


def _peak(block: Block, got_bits, i: int, value) -> Peak:
    value = int(value) if isinstance(value, np.integer | int) else float(value)
    return Peak(value, int(block.ordinals[i]), int(block.bits[i]), int(got_bits[i]))


def _peaks(block, got, reference, found: ErrorArrays, places, convention, make) -> dict[str, Peak]:
    """The largest errors among some places, by figure."""
    peaks = {"steps": settle(found.steps, None, places, float, make)}
    for kind, slack in found.slack.items():
        error = exact_error(kind, block.fmt, reference.function, convention)

        def settled(i, error=error):
            return error(float(block.wide[i]), float(got[i]))

        at = places
        if kind == "relative":
            at = places[reference.rounded[places] != 0]
        peaks[kind] = settle(getattr(found, kind), slack, at, settled, make)
    return {kind: peak for kind, peak in peaks.items() if peak is not None}


def _regions(block, got, gelu, total: ErrorArrays, convention, make) -> dict[int, RegionTally]:
    order = block.order[block.finite[block.order]]
    ends = np.searchsorted(block.wide[order], tallies.EDGES)
    ends[-1] = order.size
    regions = {}
    for index in range(len(ends) - 1):
        members = order[ends[index] : ends[index + 1]]
        if members.size:
            places = members[total.measured[members]]
            peaks = _peaks(block, got, gelu, total, places, convention, make)
            regions[index] = RegionTally(int(members.size), peaks)
    return regions


def _sums(found: ErrorArrays) -> Sums:
    absolute = found.absolute[found.measured]
    # an error too large to be squared is one that no mean is asked about
    square = np.minimum(absolute, 1e150) ** 2
    slack = np.minimum(found.slack["absolute"][found.measured], 1e300)
    return Sums(absolute.size, exact_sum(absolute), exact_sum(square), exact_sum(slack))


def _method(block: Block, form: Reference, gelu: Reference) -> Peak | None:
    """The largest difference of the exact functions; got is the form's rounded value."""
    places = block.order[block.finite[block.order]]
    make = partial(_peak, block, block.fmt.bits_of_values(form.rounded))
    if form is gelu:
        return make(places[0], 0.0) if places.size else None
    a, b = form.exact, gelu.exact
    with np.errstate(all="ignore"):
        if a.low is None:
            difference, slack = a.high - b.high, a.bound + b.bound
        else:
            left, right = a.high / a.scale, b.high / b.scale
            difference = (left - right) + (a.low / a.scale - b.low / b.scale)
            slack = a.bound / a.scale + b.bound / b.scale + 2.0**-1070
        size = np.abs(difference)
        slack += 2.0**-51 * size
    functions = form.function, gelu.function
    return settle(
        np.where(block.finite, size, 0.0),
        np.where(block.finite, slack, 0.0),
        places,
        lambda i: exact_difference(*functions, float(block.wide[i])),
        make,
    )


def _faithful(block: Block, got, gelu: Reference, total: ErrorArrays) -> int:
    """How many outputs are y itself or one of its neighbours in the format.

    One step off is faithful when ŷ and RN(y) lie on either side of y.
    """
    correct = int(np.count_nonzero(total.measured & (total.steps == 0)))
    close = np.flatnonzero(total.measured & (total.steps == 1))
    if not close.size:
        return correct
    nearest = gelu.rounded[close].astype(np.float64)
    beyond = np.sign(got[close].astype(np.float64) - nearest)
    side = rounded_side(gelu, block.wide, close)
    return correct + int(np.count_nonzero(beyond * side < 0))


def _profile(block: Block, total: ErrorArrays) -> dict[int, tuple[float, float]]:
    """By window of ``tally.WINDOWS``: the largest absolute and ulp error, as the fast path has it."""
    windows = np.digitize(block.wide, tallies.WINDOWS) - 1
    absolute, ulp = np.zeros((2, len(tallies.WINDOWS)))
    np.maximum.at(absolute, windows[total.measured], total.absolute[total.measured])
    np.maximum.at(ulp, windows[total.measured], total.ulp[total.measured])
    seen = np.unique(windows[total.measured])
    return {int(i): (float(absolute[i]), float(ulp[i])) for i in seen}
