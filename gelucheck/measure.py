"""The only loop over numbers: (implementation, references, block) -> tally."""

from dataclasses import dataclass, replace

import numpy as np

from gelucheck.block import Block, Outputs
from gelucheck.categories import categories
from gelucheck.implementations.interface import Implementation
from gelucheck.inputs.intervals import ordinals_of
from gelucheck.peaks import Peak
from gelucheck.reference.evaluate import Reference
from gelucheck.reference.functions import REFERENCES, Function, function_of
from gelucheck.reference.side import rounded_side
from gelucheck.sums import exact_sum, sum_above
from gelucheck.tally import (
    EDGES,
    FIGURES,
    REGIONAL,
    SCALED,
    Measured,
    RegionTally,
    Tally,
    merge_peaks,
)
from gelucheck.ulp import ErrorArrays
from gelucheck.windows import profile_of


@dataclass(frozen=True)
class More:
    """What is measured besides, for limits that ask for it.

    Attributes:
        extras: "scaled": the largest error in ulp over 1 + k; "correct": how many outputs are the
            declared form's value, correctly rounded. See ``record.Row``.
        regions: "A:B", stretches of inputs that get a tally of their own.
    """

    extras: frozenset[str] = frozenset()
    regions: tuple[str, ...] = ()


NOTHING = More()


def declared_function(implementation: Implementation) -> Function | None:
    """The exact function that an implementation claims to be; None where it claims none."""
    if implementation.form is None:
        return None
    return function_of(implementation.form, implementation.function)


def measure(
    implementation: Implementation,
    block: Block,
    convention: str = "coarse",
    known: Tally | None = None,
    more: More = NOTHING,
) -> Tally:
    """Tally one implementation on one block.

    Args:
        known: the tally of other blocks, to be merged with this one: it saves settling maxima that
            are below those known. What is merged is the same with and without.
        convention: of the ulp, "coarse" or "fine".
        more: what limits ask for besides.
    """
    outputs = Outputs(implementation, block, convention)
    return tally_of(implementation, outputs, known, more)


def tally_of(
    implementation: Implementation,
    outputs: Outputs,
    known: Tally | None = None,
    more: More = NOTHING,
) -> Tally:
    """The tally of outputs that are there already; arguments as ``measure``."""
    block = outputs.block
    gelu = block.reference(REFERENCES[implementation.function])
    against_gelu = outputs.errors(gelu)
    known = known or Tally()
    regions = _regions(outputs, gelu, against_gelu, known.regions)
    total = _measured(outputs, gelu, against_gelu, regions, known.total.peaks, more)
    declared = declared_function(implementation)
    form, own, evaluation, method = gelu, None, Measured(), None
    if declared is not None:
        form = block.reference(declared)
        own = outputs.errors(form)
        evaluation = total
        if form is not gelu:
            evaluation = _measured(outputs, form, own, {}, known.evaluation.peaks, more)
            if "correct" in more.extras:
                correct = int(np.count_nonzero(own.measured & (own.steps == 0)))
                evaluation = replace(evaluation, correct=correct)
        method = block.method(form, gelu, known.method)
    steps = against_gelu.steps[against_gelu.measured]
    return Tally(
        inputs=int(block.real.size),
        regions=regions,
        total=total,
        evaluation=evaluation,
        method=method,
        steps=(*(int(np.count_nonzero(steps == n)) for n in range(4)), int(np.sum(steps > 3))),
        faithful=_faithful(outputs, gelu, against_gelu),
        counts=categories(block.wide, outputs.got, form, block.order, outputs.peak),
        profile=profile_of(block.wide, block.real, against_gelu, own),
        asked=gelu.asked + (form.asked if form is not gelu else 0),
        parts=_parts(implementation, outputs, known, more),
    )


def _parts(
    implementation: Implementation, outputs: Outputs, known: Tally, more: More
) -> dict[str, Tally]:
    """The tallies of the inputs that lie in regions: of the same outputs."""
    parts, block = {}, outputs.block
    for region in more.regions:
        ends = ordinals_of(region, block.fmt)
        inside = (block.ordinals >= ends.start) & (block.ordinals < ends.stop)
        places = np.flatnonzero(inside & ~np.isnan(block.wide))
        if places.size:
            before = known.parts.get(region)
            within = replace(more, regions=())
            parts[region] = tally_of(implementation, outputs.cut(places), known=before, more=within)
    return parts


def _regions(
    outputs: Outputs, gelu: Reference, found: ErrorArrays, known: dict[int, RegionTally]
) -> dict[int, RegionTally]:
    real = outputs.block.real
    ends = np.searchsorted(outputs.block.wide[real], EDGES)
    ends[-1] = real.size
    regions = {}
    for index in range(len(ends) - 1):
        members = real[ends[index] : ends[index + 1]]
        if members.size:
            places = members[found.measured[members]]
            before = known[index].peaks if index in known else {}
            peaks = outputs.peaks(gelu, found, places, REGIONAL, before)
            regions[index] = RegionTally(int(members.size), peaks)
    return regions


def _measured(  # noqa: PLR0917
    outputs: Outputs,
    reference: Reference,
    found: ErrorArrays,
    regions,
    known: dict[str, Peak],
    more: More,
) -> Measured:
    """Sums and maxima; those of the regions are not looked for again."""
    real = outputs.block.real
    places = real[found.measured[real]]
    kinds = [kind for kind in FIGURES if not (regions and kind in REGIONAL)]
    kinds += [SCALED] if SCALED in more.extras else []
    peaks = outputs.peaks(reference, found, places, kinds, known)
    for region in regions.values():
        peaks = merge_peaks(peaks, region.peaks)
    absolute, slack = found.absolute[places], found.slack["absolute"][places]
    absolute = np.minimum(absolute, np.finfo(np.float64).max)
    sums = [
        add(values, squares)
        for add, values in ((exact_sum, absolute), (sum_above, slack))
        for squares in (False, True)
    ]
    return Measured(int(places.size), *sums, peaks)


def _faithful(outputs: Outputs, gelu: Reference, found: ErrorArrays) -> int:
    """How many outputs are y itself or one of its neighbours in the format.

    One step off is faithful when ŷ and RN(y) lie on either side of y.
    """
    correct = int(np.count_nonzero(found.measured & (found.steps == 0)))
    close = np.flatnonzero(found.measured & (found.steps == 1))
    if not close.size:
        return correct
    nearest = gelu.rounded[close].astype(np.float64)
    beyond = np.sign(outputs.got[close].astype(np.float64) - nearest)
    side = rounded_side(gelu, outputs.block.wide, close)
    return correct + int(np.count_nonzero(beyond * side < 0))
