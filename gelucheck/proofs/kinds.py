"""The kinds of theorem that can be asked for, and what is proved of each."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from gelucheck.errors import UsageError, unknown
from gelucheck.formats import FORMATS, Format
from gelucheck.proofs.effects import FUNCTIONS
from gelucheck.proofs.proved import Proved
from gelucheck.record import SEARCHED, Theorem
from gelucheck.rows import shortest_hex

if TYPE_CHECKING:
    from gelucheck.proofs.hardest.records import Hardest

FORMS = ("tanh", "sigmoid")
"""The forms that are not GELU itself."""
SEEDS = ("erf", *FORMS)
"""The writings whose rounding is bounded where none is named."""
SHORT = ("float16", "bfloat16")
"""The formats that the best constants are rounded to."""
UNSEEN = ""
"""The group of what is proved for a certificate only."""
LONG = ("float32", "float64")
NATIVE = ("native",)
"""Where rounding is bounded if nobody says: all of a shorter format can be tried."""
SHOWN = 3
"""Of the hardest inputs of a format and function."""


class Question(NamedTuple):
    """What is to be proved; see ``gelucheck.api_prove.prove``.

    Attributes:
        named: forms, or writings; empty tuples are the defaults of each kind.
    """

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

    @property
    def evaluated(self) -> tuple[str, ...]:
        """The functions that are evaluated: gelu, its derivative where it is asked for."""
        return self.of("gelu", "gelu_grad") if self.functions else ("gelu",)

    def of(self, *known: str) -> tuple[str, ...]:
        """Which of some functions are wanted."""
        return tuple(name for name in known if name in self.functions or not self.functions)


def _suprema(asked: Question) -> Iterator[Proved]:
    from gelucheck.proofs import suprema

    for form in asked.forms:
        for of in asked.of(*FUNCTIONS):
            yield from _several(suprema.supremum(form, of, asked.constant))
        for low, high in asked.intervals:
            yield from _several(suprema.relative_supremum(form, low, high, asked.constant))


def _extremes(asked: Question) -> Iterator[Proved]:
    from gelucheck.proofs.extremes import extremes

    # with another constant a form has other minima
    forms = asked.forms if asked.constant is None else ()
    wanted = {
        f"min {form}{end}"
        for form in ("gelu", *forms)
        for of, end in (("gelu", ""), ("gelu_grad", "_grad"))
        if asked.of(of)
    }
    yield from (each for each in extremes() if each.name in wanted)


def _agreement(asked: Question) -> Iterator[Proved]:
    from gelucheck.proofs.agreement import agreement, relative_agreement

    for form in asked.forms if asked.of("gelu") else ():
        for tolerance in asked.atols:
            yield from _several(agreement(form, tolerance, asked.constant))
        for tolerance in asked.rtols:
            yield from _several(relative_agreement(form, tolerance, asked.constant))


def _constants(asked: Question) -> Iterator[Proved]:
    from gelucheck.proofs.constants import best, representable
    from gelucheck.proofs.usual import usual

    formats = asked.dtypes or tuple(FORMATS[name] for name in SHORT)
    for form in asked.forms:
        functions = asked.of("gelu", "phi")
        for of in functions:
            yield from _several(best(form, of))
        if functions:
            yield from _several(usual(form, asked.constant, functions[0]))
        for fmt in formats:
            for of in functions:
                yield from _in_short(representable(form, of, fmt))


def _in_short(found: tuple[Proved, ...]) -> Iterator[Proved]:
    """The best constant of a format with the error in its sentence; what else proves it is not
    shown."""
    from gelucheck.proofs.usual import digits_of

    constant, error = found[:2]
    sentence = f"{constant.sentence.rstrip('.')}: {digits_of(error, 6)}."
    yield replace(constant, sentence=sentence)
    yield from (replace(each, group=UNSEEN) for each in found[1:])


def _saturation(asked: Question) -> Iterator[Proved]:
    from gelucheck.proofs.saturation import saturation

    if asked.of("gelu"):
        for fmt in asked.dtypes or FORMATS.values():
            yield from _several(saturation(fmt))


def _several(found: Proved | Iterable[Proved]) -> Iterable[Proved]:
    return (found,) if isinstance(found, Proved) else found


def _rounding(asked: Question) -> Iterator[Theorem]:
    """All of it can be asked before the first bound is looked for."""
    from gelucheck.proofs.rounding.bounds import bounds, ensure_bounds

    formats = asked.dtypes or tuple(FORMATS[name] for name in LONG)
    regions, arithmetics = asked.regions or None, asked.arithmetics or NATIVE
    cells = list(product(asked.named or SEEDS, asked.evaluated, formats, arithmetics))
    for name, function, fmt, arithmetic in cells:
        ensure_bounds(name, fmt, arithmetic, regions, function=function)
    return (
        each.theorem()
        for name, function, fmt, arithmetic in cells
        for each in bounds(name, fmt, arithmetic, regions, function=function)
    )


def _hardest(asked: Question) -> Iterator[Theorem]:
    """All of it can be asked before the first input is looked at."""
    from gelucheck.inputs.hardest import read_published
    from gelucheck.proofs.hardest.records import hardest
    from gelucheck.reference.functions import function_of

    cells: list[tuple[Format, str]] = []
    for form, name in product(asked.named or ("erf",), asked.evaluated):
        if form not in SEEDS:
            raise unknown("form", form, SEEDS)
        function = function_of(form, name).name
        formats = [fmt for fmt in FORMATS.values() if read_published(fmt, function).inputs]
        for fmt in asked.dtypes or formats:
            if fmt not in formats:
                known = ", ".join(each.name for each in formats)
                raise UsageError(f"no hardest inputs of {function} in {fmt.name}", f"of {known}")
            cells.append((fmt, function))
    return (
        _hard(each, rank)
        for fmt, function in cells
        for rank, each in enumerate(hardest(fmt, function, SHOWN), 1)
    )


def _hard(each: "Hardest", rank: int) -> Theorem:
    """One of the hardest inputs; its value is its distance from a rounding boundary, in ulp."""
    bits = f"0x{each.pattern:0{FORMATS[each.fmt].bits // 4}x}"
    sentence = (
        f"The exact result at {shortest_hex(each.x)}, bits {bits}, is this part of an ulp from the "
        f"middle between two {each.fmt} values: a reference whose relative error is at most "
        f"2^-{each.bits} rounds it."
    )
    if rank == 1 and each.evidence == "exhaustive":
        # next to 0 what rounds to x/2 is as near to a tie as one likes; a derivative is 1/2 there
        but = "" if each.function.endswith("_grad") else ", but for those next to 0 that give x/2"
        sentence += f" No other input is nearer{but}."
    elif rank == 1:
        sentence += f" Of {each.looked:,} inputs that were searched none is nearer; others may be."
    elif each.evidence != "exhaustive":
        sentence += " Found by a search: others may be nearer."
    # that none is harder is a theorem where every input was looked at
    found = SEARCHED if each.evidence == "search" else ""
    name = f"{each.function} in {each.fmt}, hardest {rank}{found}"
    return Theorem(name, each.lower, each.lower, each.upper, each.x, sentence, "hardest")


PROVERS = {
    "suprema": _suprema,
    "extremes": _extremes,
    "agreement": _agreement,
    "constants": _constants,
    "saturation": _saturation,
    "rounding": _rounding,
    "hardest": _hardest,
}
"""By kind: what proves it, in the order in which theorems are shown."""
