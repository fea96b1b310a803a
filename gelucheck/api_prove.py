"""The Python interface to proofs: bounds, thresholds and constants, as intervals."""

import time
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from gelucheck.errors import UsageError, unknown
from gelucheck.formats import FORMATS, Format
from gelucheck.proofs.proved import Proved
from gelucheck.provenance import provenance_of
from gelucheck.record import Run, Theorem

FORMS = ("tanh", "sigmoid")
"""The forms that are not GELU itself."""
FUNCTIONS = ("gelu", "gelu_grad", "phi")
USUAL = ("suprema", "extremes", "agreement", "constants", "saturation")
"""What takes seconds, and has certificates."""
KINDS = (*USUAL, "rounding", "hardest")
ATOL = Fraction(1, 1000)
SHORT = ("float16", "bfloat16")
"""The formats that the best constants are rounded to."""
SHOWN = 3
"""Of the hardest inputs of a format and function."""


class Proofs(NamedTuple):
    """A run without rows that has theorems, and the same with their certificates."""

    run: Run
    proved: tuple[Proved, ...]


def prove(
    kinds: Sequence[str] = USUAL,
    *,
    forms: Sequence[str] = (),
    functions: Sequence[str] = (),
    constant: Fraction | float | str | None = None,
    atols: Sequence[Fraction | float | str] = (ATOL,),
    rtols: Sequence[Fraction | float | str] = (),
    intervals: Sequence[tuple[float, float]] = (),
    dtypes: Sequence[str] = (),
    arithmetics: Sequence[str] = (),
    regions: Sequence[tuple[float, float]] = (),
    command: str = "",
) -> Proofs:
    """Prove bounds, thresholds and constants.

    Args:
        kinds: of ``KINDS``.
        forms: tanh, sigmoid, by default both; for "rounding" writings, by default their seeds and
            erf.
        functions: gelu, gelu_grad, phi; by default all that a kind has, for "rounding" and
            "hardest" gelu.
        constant: of the one form, in place of the usual one; a text is read exactly.
        atols: where |form - gelu| is at most each of these; rtols: the same of the relative error,
            around 0.
        intervals: on which the relative error is bounded.
        dtypes: formats of "saturation", "constants", "rounding", "hardest"; by default all, for
            constants float16 and bfloat16.
        arithmetics, regions: of "rounding".
        command: for the provenance.

    Returns:
        The run, its theorems in the order of ``KINDS``, and what they are made of, with
        certificates.

    Raises:
        GelucheckError: an unknown name, a constant, a tolerance or an interval that cannot be.

    >>> run, proved = prove(("suprema",), forms=("tanh",), functions=("gelu",))
    >>> run.theorems[0].lower <= 4.732355206872849e-4 <= run.theorems[0].upper
    True
    """
    clock, started = time.perf_counter(), time.time()
    for kind in kinds:
        if kind not in KINDS:
            raise unknown("kind of theorem", kind, KINDS)
    for name in functions:
        if name not in FUNCTIONS:
            raise unknown("function", name, FUNCTIONS)
    if constant is not None and len(forms) != 1:
        raise UsageError("a constant without one form", f"name {' or '.join(FORMS)}")
    question = _Question(
        tuple(forms),
        tuple(functions),
        None if constant is None else Fraction(constant),
        tuple(map(Fraction, atols)),
        tuple(map(Fraction, rtols)),
        tuple(intervals),
        tuple(map(_format, dtypes)),
        tuple(arithmetics),
        tuple(regions),
    )
    wanted = set(kinds)
    proved = tuple(each for kind in KINDS if kind in wanted for each in _PROVERS[kind](question))
    provenance = provenance_of(command, 0, started, time.perf_counter() - clock)
    return Proofs(Run(provenance, (), tuple(map(theorem_of, proved))), proved)


def theorem_of(proved: Proved) -> Theorem:
    """What is stored of it."""
    at = None if proved.at is None else proved.at[0]
    value = proved.lower
    return Theorem(
        proved.name, value, proved.lower, proved.upper, at, proved.sentence, proved.group
    )


class _Question(NamedTuple):
    """The arguments of ``prove``, looked up."""

    named: tuple[str, ...]
    functions: tuple[str, ...]
    constant: Fraction | None
    atols: tuple[Fraction, ...]
    rtols: tuple[Fraction, ...]
    intervals: tuple[tuple[float, float], ...]
    dtypes: tuple[Format, ...]
    arithmetics: tuple[str, ...]
    regions: tuple[tuple[float, float], ...]

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms that differ from GELU.

        Raises:
            UsageError: another name.
        """
        for name in self.named:
            if name == "erf":
                raise UsageError("the form erf, which is GELU itself", "name tanh or sigmoid")
            if name not in FORMS:
                raise unknown("form", name, FORMS)
        return self.named or FORMS

    def of(self, *known: str) -> tuple[str, ...]:
        """Which of some functions are wanted."""
        return tuple(name for name in known if name in self.functions or not self.functions)


def _format(name: str) -> Format:
    if name not in FORMATS:
        raise unknown("format", name, FORMATS)
    return FORMATS[name]


def _suprema(asked: _Question) -> Iterator[Proved]:
    from gelucheck.proofs import suprema

    for form in asked.forms:
        for of in asked.of(*FUNCTIONS):
            yield from _several(suprema.supremum(form, of, asked.constant))
        for low, high in asked.intervals:
            yield from _several(suprema.relative_supremum(form, low, high, asked.constant))


def _extremes(asked: _Question) -> Iterator[Proved]:
    from gelucheck.proofs.extremes import extremes

    # nothing of a form
    if asked.of("gelu", "gelu_grad") and not asked.constant:
        yield from _several(extremes())


def _agreement(asked: _Question) -> Iterator[Proved]:
    from gelucheck.proofs.agreement import agreement, relative_agreement

    for form in asked.forms if asked.of("gelu") else ():
        for tolerance in asked.atols:
            yield from _several(agreement(form, tolerance, asked.constant))
        for tolerance in asked.rtols:
            yield from _several(relative_agreement(form, tolerance, asked.constant))


def _constants(asked: _Question) -> Iterator[Proved]:
    from gelucheck.proofs.constants import best, representable
    from gelucheck.proofs.usual import usual

    formats = asked.dtypes or tuple(FORMATS[name] for name in SHORT)
    for form in asked.forms:
        functions = asked.of("gelu", "phi")
        for of in functions:
            yield from _several(best(form, of))
        if functions:
            yield from _several(usual(form, asked.constant))
        for fmt in formats:
            for of in functions:
                yield from _several(representable(form, of, fmt))


def _saturation(asked: _Question) -> Iterator[Proved]:
    from gelucheck.proofs.saturation import saturation

    # nothing of a form
    if asked.of("gelu") and not asked.constant:
        for fmt in asked.dtypes or FORMATS.values():
            yield from _several(saturation(fmt))


def _several(found: Proved | Iterable[Proved]) -> Iterable[Proved]:
    return (found,) if isinstance(found, Proved) else found


def _rounding(asked: _Question) -> Iterator[Proved]:
    raise NotImplementedError


def _hardest(asked: _Question) -> Iterator[Proved]:
    raise NotImplementedError


_PROVERS = {
    "suprema": _suprema,
    "extremes": _extremes,
    "agreement": _agreement,
    "constants": _constants,
    "saturation": _saturation,
    "rounding": _rounding,
    "hardest": _hardest,
}
