"""The bound of a limit: from what was written to a number that can be kept and can be broken."""

import math
import re
from numbers import Integral

from gelucheck.errors import UsageError
from gelucheck.formats import Format
from gelucheck.gate.config.values import share_of
from gelucheck.gate.digits import plain
from gelucheck.gate.figures import FIGURES

_NUMBER = r"[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9]+(?:[eE][-+]?[0-9]+)?"
_SCALED = re.compile(rf"\s*({_NUMBER})\s*\*?\s*\(\s*1\s*\+\s*k\s*\)\s*")
_SHARE = 'a share: more than 0, at most 1, as in 0.99 or "99%"'
_PLAIN = re.compile(rf"\s*({_NUMBER})\s*")


def parse_bound(figure: str, written: object) -> tuple[float | int, bool]:
    """A bound, and whether it is times 1 + k.

    Args:
        figure: a name of ``FIGURES``.
        written: a number, or a text: a number, or of "max_ulp" as in "5(1+k)".

    Raises:
        UsageError: no bound, or one that nothing can keep or break in any format.
    """
    kind = FIGURES[figure]
    if kind.share and isinstance(written, str) and "%" in written:
        try:
            written = share_of(written)
        except ValueError:
            raise UsageError(f"{figure} = {written!r:.80}", _SHARE) from None
    bound, scaled = _number(figure, written)
    if isinstance(bound, float) and not math.isfinite(bound):
        raise UsageError(f"{figure} = {written!r:.80}", "a finite number from 0 up")
    if kind.whole:
        if bound != int(bound):
            raise UsageError(f"{figure} = {written!r:.80}", "a whole number from 0 up")
        return int(bound), False
    if kind.share and not 0 < bound <= 1:
        raise UsageError(f"{figure} = {written!r:.80}", _SHARE)
    # -0.0 is a bound of zero, and looks like no bound
    return abs(float(bound)), scaled


def _number(figure: str, written: object) -> tuple[float | int, bool]:
    mend = "a number from 0 up"
    if isinstance(written, Integral) and not isinstance(written, bool):
        # NumPy's too
        written = int(written)
    if figure == "max_ulp":
        mend += ', or one times the condition, as in "5(1+k)"'
    if isinstance(written, str):
        match = _SCALED.fullmatch(written) if figure == "max_ulp" else None
        scaled, match = bool(match), match or _PLAIN.fullmatch(written)
        if match:
            text = match[1]
            return (int(text) if text.isdigit() and len(text) < 300 else float(text)), scaled
    elif isinstance(written, int | float) and not isinstance(written, bool) and written >= 0:
        try:
            float(written)
        except OverflowError:
            raise UsageError(f"{figure} is a number of {len(str(written))} digits", mend) from None
        return written, False
    raise UsageError(f"{figure} = {written!r:.80}", mend)


def idle(figure: str, bound: float | int, fmt: Format) -> str:
    """Why a bound cannot fail in a format; "" where it can.

    An output of zero, with all of the result lost, is 2^(p-1) to 2^p ulp off.
    """
    if figure == "max_ulp" and bound > 2 ** (fmt.precision - 1):
        most = 2 ** (fmt.precision - 1)
        return (
            f"{plain(bound)} ulp cannot fail in {fmt.name} where every digit is lost: an output of "
            f"0 may be only {most} ulp off"
        )
    if figure == "max_steps" and bound >= 2 * (fmt.end_bits - 1):
        return f"{bound} steps cannot fail in {fmt.name}, which has no two values so far apart"
    if figure in ("atol", "max_abs", "mean_abs") and bound >= fmt.largest:
        return f"{plain(bound)} cannot fail in {fmt.name}, whose largest value is {fmt.largest!r}"
    return ""
