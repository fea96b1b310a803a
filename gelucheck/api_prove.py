"""The Python interface to proofs: bounds, thresholds and constants, as intervals."""

import time
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from gelucheck.errors import UsageError, unknown
from gelucheck.formats import find_format
from gelucheck.proofs.effects import KINDS_OF, Asked, ensure_effects
from gelucheck.proofs.kinds import FORMS, PROVERS, UNSEEN, Question
from gelucheck.proofs.numbers import exact
from gelucheck.proofs.proved import Proved
from gelucheck.provenance import provenance_of
from gelucheck.record import Run, Theorem

USUAL = ("suprema", "extremes", "agreement", "constants", "saturation")
"""What takes seconds, and has certificates."""
KINDS = tuple(PROVERS)
ATOL = Fraction(1, 1000)


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
        kinds: of ``KINDS``; of the usual ones, where there is a constant, those that have it.
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
        GelucheckError: an unknown name, a constant, a tolerance or an interval that cannot be;
            an argument that changes nothing.

    >>> run, proved = prove(("suprema",), forms=("tanh",), functions=("gelu",))
    >>> run.theorems[0].lower <= 4.732355206872849e-4 <= run.theorems[0].upper
    True
    """
    clock, started = time.perf_counter(), time.time()
    for kind in kinds:
        if kind not in KINDS:
            raise unknown("kind of theorem", kind, KINDS)
    if constant is not None and len(forms) != 1:
        raise UsageError("a constant without one form", f"name {' or '.join(FORMS)}")
    question = Question(
        tuple(forms),
        tuple(functions),
        None if constant is None else exact(constant, "a constant"),
        tuple(exact(each, "a tolerance") for each in atols),
        tuple(exact(each, "a tolerance") for each in rtols),
        tuple(intervals),
        tuple(map(find_format, dtypes)),
        tuple(arithmetics),
        tuple(regions),
    )
    wanted = kinds_of(kinds, constant)
    given = {
        "forms": forms,
        "constant": () if constant is None else (constant,),
        "atols": () if tuple(atols) == (ATOL,) else atols,
        "rtols": rtols,
        "intervals": intervals,
        "dtypes": dtypes,
        "arithmetics": arithmetics,
        "regions": regions,
    }
    named = tuple(kinds) != USUAL
    ensure_effects(
        Asked(wanted, named, functions, {}), [name for name, value in given.items() if len(value)]
    )
    # what can be refused is, before the first of them is proved
    provers = [PROVERS[kind](question) for kind in wanted]
    found = [each for prover in provers for each in prover]
    if not any(each.group != UNSEEN for each in found):
        raise UsageError("there is no theorem of this", "ask for another kind")
    provenance = provenance_of(command, 0, started, time.perf_counter() - clock)
    proved = tuple(each for each in found if isinstance(each, Proved))
    shown = (theorem_of(each) for each in found if each.group != UNSEEN)
    return Proofs(Run(provenance, (), tuple(shown)), proved)


def kinds_of(
    kinds: Sequence[str], constant: Fraction | float | str | None = None
) -> tuple[str, ...]:
    """Some kinds of theorem in their order; of the usual ones those that a constant changes."""
    usual = constant is not None and tuple(kinds) == USUAL
    return tuple(
        kind for kind in KINDS if kind in kinds and (not usual or kind in KINDS_OF["constant"])
    )


def theorem_of(proved: Proved | Theorem) -> Theorem:
    """What is stored of it."""
    if isinstance(proved, Theorem):
        return proved
    at = None if proved.at is None else proved.at[0]
    value = proved.lower
    return Theorem(
        proved.name, value, proved.lower, proved.upper, at, proved.sentence, proved.group
    )
