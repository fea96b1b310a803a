"""The causes, in the order in which they are looked for. Adding one is a function and a line here.

What comes first takes its inputs away from what comes later. ``MODELS`` say what is computed at
all: the first that speaks is the one, and the others are held against what it found.
"""

from collections.abc import Callable, Iterable

from gelucheck.conformance.causes.argument import double_rounding
from gelucheck.conformance.causes.cause import Case, Cause
from gelucheck.conformance.causes.constants import wrong_constant
from gelucheck.conformance.causes.forms import wrong_form
from gelucheck.conformance.causes.formula import other_function, wrong_formula
from gelucheck.conformance.causes.halves import native_half
from gelucheck.conformance.causes.inaccurate import inaccurate
from gelucheck.conformance.causes.nonfinite import at_finite, at_infinities
from gelucheck.conformance.causes.saturation import saturation
from gelucheck.conformance.causes.seam import seam
from gelucheck.conformance.causes.sign import wrong_sign
from gelucheck.conformance.causes.subnormals import flushed
from gelucheck.conformance.causes.table import lookup_table
from gelucheck.conformance.causes.tail import cancellation
from gelucheck.conformance.causes.truncation import truncation
from gelucheck.conformance.causes.zero import nonzero_at_zero, slope

Look = Callable[[Case], Iterable[Cause]]

FIRST: tuple[Look, ...] = (at_finite, at_infinities)
MODELS: tuple[Look, ...] = (wrong_form, other_function, wrong_constant, wrong_formula)
CAUSES: tuple[Look, ...] = (
    lookup_table,
    truncation,
    nonzero_at_zero,
    slope,
    cancellation,
    saturation,
    flushed,
    native_half,
    double_rounding,
    seam,
    wrong_sign,
    inaccurate,
)

ORDER = (
    "nan-for-finite", "gradient-overflow-nan", "inf-for-finite", "wrong-formula", "wrong-form",
    "gradient-form-mismatch", "wrong-constant", "native-half-arithmetic", "double-rounding",
    "truncation", "lookup-table", "nonzero-at-zero", "near-zero-slope", "gradient-wrong-sign",
    "wrong-sign", "seam", "saturation-too-early", "left-tail-cancellation", "subnormals-flushed",
    "nan-at-plus-inf", "dtype-promotion", "layout", "shape-dependence", "empty-or-scalar",
    "inaccurate",
)  # fmt: skip
"""The most telling first; slugs that are not here come after these, in their own order."""
