"""The operator contract: what holds for GELU as an operator, whatever its errors are.

Elementwise, shape preserving, out of place, the same on every call; special values; and the laws
that hold for all three forms. One function a check; adding one is a file in ``checks`` and a line
here.
"""

from collections.abc import Callable, Iterator

import numpy as np

from gelucheck.conformance.bench import Bench
from gelucheck.conformance.checks.approximate import approximate
from gelucheck.conformance.checks.bounds import bounds
from gelucheck.conformance.checks.dtype import dtype
from gelucheck.conformance.checks.elementwise import elementwise
from gelucheck.conformance.checks.finite import finite, sign, subnormals
from gelucheck.conformance.checks.gradient import forward_form, slope_sign
from gelucheck.conformance.checks.layout import layout
from gelucheck.conformance.checks.memory import memory
from gelucheck.conformance.checks.monotone import monotone
from gelucheck.conformance.checks.origin import origin
from gelucheck.conformance.checks.repeat import modes
from gelucheck.conformance.checks.shapes import shapes
from gelucheck.conformance.checks.special import special
from gelucheck.conformance.checks.symmetry import symmetry
from gelucheck.conformance.repeating import Repeats
from gelucheck.conformance.subject import Subject
from gelucheck.record import Finding

Check = Callable[[Bench], Iterator[Finding]]

VALUES: tuple[Check, ...] = (
    modes,
    special,
    finite,
    sign,
    subnormals,
    bounds,
    symmetry,
    monotone,
    origin,
    slope_sign,
)
"""What needs outputs for many inputs; all but the first in calls that measuring makes too."""

CALLS: tuple[Check, ...] = (elementwise, shapes, layout, dtype, approximate, forward_form, memory)
"""What makes calls of its own; ``memory`` looks back on all of them."""

COMPARING = (modes, elementwise, layout)
"""What does nothing but compare calls."""


def contract(
    subject: Subject, values: bool = True, repeats: Repeats | None = None
) -> tuple[Finding, ...]:
    """The findings of all checks, errors first; none for our own writings, nor for outputs that
    were given as a file, for these cannot be called.

    Args:
        values: whether to judge outputs all over the line too, and not calls alone.
        repeats: what is known of repeated calls, where some were compared.

    Whether calls repeat is looked at first, and once more at the end. Where they do not, what
    compares calls tells nothing, nor does an error below their scatter: none of it is found.

    Of a call that raises, crashes or takes too long nothing but a finding comes; after one that
    gives no answer no check is begun.
    """
    if subject.guest is None:
        return ()
    repeats = repeats or Repeats(Bench(subject))
    bench = repeats.bench
    if getattr(bench.traits, "given", False):
        return ()
    # outputs may be anything, NaN and infinities included
    with np.errstate(all="ignore"):
        repeats.look()
        checks: tuple[Check, ...] = ()
        if values and bench.outputs is not None:
            checks = VALUES
            repeats.calls(bench.values, bench.calls)
        # what is called in this process is not called in ways that nobody asked for
        checks = (*checks, *CALLS) if subject.guest.look == "calls" else (*checks[1:], memory)
        found: list[Finding] = []
        for check in checks:
            if repeats.found and check in COMPARING:
                continue
            found += check(bench)
            if bench.stuck:
                break
        if not bench.stuck:
            repeats.look(1)
    found = [*repeats.findings(), *repeats.kept(found)]
    return tuple(sorted(found, key=lambda finding: finding.level))
