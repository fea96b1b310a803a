"""The causes, in the order in which they are looked for. Adding one is a function and a line here.

What comes first takes its inputs away from what comes later, and once it is known what is computed
at all, the causes after that are held against it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gelucheck.conformance.causes.argument import double_rounding
from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.causes.constants import wrong_constant
from gelucheck.conformance.causes.forms import wrong_form
from gelucheck.conformance.causes.formula import far_off, other_function, wrong_formula
from gelucheck.conformance.causes.halves import native_half, scattered
from gelucheck.conformance.causes.inaccurate import inaccurate
from gelucheck.conformance.causes.nonfinite import at_finite, at_infinities
from gelucheck.conformance.causes.saturation import saturation
from gelucheck.conformance.causes.seam import seam
from gelucheck.conformance.causes.sign import flipped, wrong_sign
from gelucheck.conformance.causes.subnormals import flushed
from gelucheck.conformance.causes.table import lookup_table
from gelucheck.conformance.causes.tail import cancellation
from gelucheck.conformance.causes.truncation import truncation
from gelucheck.conformance.causes.zero import nonzero_at_zero, slope


@dataclass(frozen=True)
class Look:
    """One cause to look for.

    Attributes:
        call: case -> the causes that the evidence shows.
        unless: slugs of findings that make it idle.
    """

    call: Callable[[Case], Iterable[Cause]]
    unless: frozenset[str] = frozenset()


_FORM = frozenset({"wrong-form", "gradient-form-mismatch"})
_STEPS = frozenset({"lookup-table", "native-half-arithmetic", "double-rounding"})
_CONSTANT = frozenset({"wrong-constant", "wrong-formula"})
_SIGN = frozenset({"wrong-sign", "gradient-wrong-sign"})
_MODEL = _FORM | _CONSTANT | _SIGN
"""What is computed is known, so no other explanation of it is looked for."""

CAUSES = (
    Look(at_finite),
    Look(flipped),
    Look(other_function, _SIGN),
    Look(lookup_table, _MODEL),
    Look(wrong_form, _MODEL | _STEPS),
    Look(truncation),
    Look(native_half, _STEPS | _SIGN),
    Look(double_rounding, _STEPS | _SIGN),
    Look(wrong_constant, _MODEL | _STEPS),
    Look(wrong_formula, _MODEL | _STEPS),
    Look(scattered, _STEPS | _CONSTANT | _SIGN),
    Look(nonzero_at_zero, frozenset({"wrong-formula"})),
    Look(flushed),
    Look(slope),
    Look(cancellation),
    Look(saturation),
    Look(seam),
    Look(wrong_sign),
    Look(far_off),
    Look(inaccurate),
    Look(at_infinities),
)

ORDER = (
    "not-repeatable", "wrong-formula", "wrong-form", "gradient-form-mismatch", "wrong-constant",
    "nan-for-finite",
    "gradient-overflow-nan", "inf-for-finite", "native-half-arithmetic", "double-rounding",
    "truncation", "lookup-table", "nonzero-at-zero", "near-zero-slope", "gradient-wrong-sign",
    "wrong-sign", "saturation-too-early", "seam", "left-tail-cancellation", "subnormals-flushed",
    "nan-at-plus-inf", "dtype-promotion", "layout", "shape-dependence", "empty-or-scalar",
    "inaccurate",
)  # fmt: skip
"""The most telling first; slugs that are not here come after these, in their own order."""
