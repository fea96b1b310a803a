"""The operator contract: what holds for GELU as an operator, whatever its errors are.

Elementwise, shape preserving, out of place, the same on every call; special values; and the laws
that hold for all three forms. One function a check; adding one is a file in ``checks`` and a line
here.
"""

from collections.abc import Callable, Iterator

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
from gelucheck.conformance.checks.repeat import modes, repeatable
from gelucheck.conformance.checks.shapes import shapes
from gelucheck.conformance.checks.special import special
from gelucheck.conformance.checks.symmetry import symmetry
from gelucheck.conformance.subject import Subject
from gelucheck.record import Finding

Check = Callable[[Bench], Iterator[Finding]]

VALUES: tuple[Check, ...] = (
    repeatable,
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
"""What needs outputs for many inputs."""

CALLS: tuple[Check, ...] = (dtype, elementwise, shapes, layout, approximate, forward_form, memory)
"""What makes calls of its own; ``memory`` looks back on all of them."""


def contract(subject: Subject) -> tuple[Finding, ...]:
    """The findings of all checks, errors first; none for our own writings, nor for outputs that
    were given as a file, for these cannot be called.

    Of a call that raises, crashes or takes too long nothing but a finding comes.
    """
    if subject.guest is None:
        return ()
    bench = Bench(subject)
    if getattr(bench.traits, "given", False):
        return ()
    checks = (*(VALUES if bench.outputs is not None else ()), *CALLS)
    found = [finding for check in checks for finding in check(bench)]
    return tuple(sorted(found, key=lambda finding: finding.level))
