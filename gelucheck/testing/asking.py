"""What an assertion asks: limits from its arguments, and the levels of findings."""

from collections.abc import Iterable, Mapping, Sequence

from gelucheck.conformance.levels import LEVELS
from gelucheck.conformance.slugs import OF_CALLS, SLUGS
from gelucheck.errors import UsageError, unknown
from gelucheck.formats import find_format
from gelucheck.gate.bounds import parse_bound
from gelucheck.gate.limit import Limit
from gelucheck.gate.limits import Limits

STEPS = 1
"""The limit in a format of at most 16 bits, where nobody says another: float32 inside costs nothing
there."""
SCALED = "5(1+k)"
"""And in a wider one, max_ulp: code that stays in its own format keeps it where it is sound."""


def limits_asked(
    figures: Mapping[str, float | str | None], against: str, dtypes: Sequence[str]
) -> Limits:
    """The limits of some figures; where none is given, ``STEPS`` and ``SCALED``, as DESIGN has it.

    Args:
        figures: a name of ``gate.figures.FIGURES`` -> bound, or None.
        against: "own" or "gelu".
        dtypes: names of formats.

    Raises:
        UsageError: no bound, or no such format.
    """
    if any(bound is not None for bound in figures.values()):
        return Limits(**figures, against=against)
    narrow = tuple(name for name in dtypes if find_format(name).bits <= 16)
    wide = tuple(name for name in dtypes if name not in narrow)
    if not wide or not narrow:
        one = {"max_steps": STEPS} if narrow else {"max_ulp": SCALED}
        return Limits(**{**figures, **one}, against=against)
    bound, scaled = parse_bound("max_ulp", SCALED)
    more = (
        Limit("max_steps", STEPS, against=against, dtypes=narrow),
        Limit("max_ulp", bound, scaled, against, dtypes=wide),
    )
    return Limits(**figures, against=against, more=more)


def names_of(dtype: object) -> tuple[str, ...]:
    """The formats that an argument names, one or some.

    Raises:
        UsageError: it is neither a text nor texts.
    """
    some = (dtype,) if isinstance(dtype, str) else dtype
    if not isinstance(some, Iterable) or isinstance(some, bytes):
        raise UsageError(f"dtype = {dtype!r:.80}", '"float16", say, or ["float16", "bfloat16"]')
    names = tuple(some)
    for name in names:
        if not isinstance(name, str):
            raise UsageError(f"dtype = {dtype!r:.80}", f"{name!r:.40} is no name of a format")
    return names


def ensure_levels(findings: Mapping[str, str]) -> None:
    """See that findings are asked for by their names.

    Raises:
        UsageError: a slug or a level that there is not.
    """
    if not isinstance(findings, Mapping):
        mend = '{"nan-at-minus-inf": "error"}, say'
        raise UsageError(f"findings is a {type(findings).__name__}, and no mapping", mend)
    for slug, level in findings.items():
        if slug not in SLUGS:
            raise unknown("finding", slug, SLUGS)
        if level not in LEVELS:
            raise unknown("level", level, LEVELS)


def look_for(findings: Mapping[str, str]) -> str:
    """How closely it must be looked at (``in_process.LOOKS``) for findings that count."""
    counting = {slug for slug, level in findings.items() if level == "error"}
    if not counting:
        return "nothing"
    return "calls" if counting & OF_CALLS else "values"
