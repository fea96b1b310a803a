"""What a study of a network is about, in words that every output shares; all of them harmless."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gelucheck.export.figures import NOTHING, clean, cut, figure, format_count, format_share
from gelucheck.networks import Activations, Study, Swap

LONGEST = 80
"""Characters of a name in a heading; ``facts_of`` has all of it."""
MOST = 24
"""Operators that a table shows where not all are asked for."""
_SEEDS = 8  # told one by one
_NAME = 24  # characters of the name of an operator, a writing, a format
ALONE = {
    "swap": "the form instead of GELU, in float64",
    "rounding": "erf in the format and arithmetic",
}
"""What is held against each other."""
REFERENCE = "the same weights and inputs in float64, GELU exact and correctly rounded"
VERDICTS = {
    "below": "the swap changes the output no more than rounding, in max and mean, in every seed",
    "above": "it changes it more, in both, in every seed",
    "between": "neither below nor above",
}
LOST = {"lost": "NaN or infinite numbers in the output: nothing to compare"}
"""Told only where it is so."""
_NO_MEAN = 1e-15  # of the standard deviation: what rounding leaves of a mean of 0
_RESIDUAL, _GELU = "residual", "gelu"


@dataclass(frozen=True)
class Outlined:
    """An operator of a stored plan: its place, its name and operation as text."""

    place: int
    name: str
    operation: str

    @property
    def label(self) -> str:
        return f"{self.name} {self.operation}"


def verdicts_told(studies: Sequence[Study]) -> dict[str, str]:
    """What the verdicts of some studies mean."""
    found = {swap.verdict for study in studies for swap in study.swaps}
    return VERDICTS | {name: told for name, told in LOST.items() if name in found}


def count_operators(count: int, whole: int | None = None) -> str:
    """ "1 operator", "3 operators", "12 of 60 operators"."""
    some = f"{format_count(count)} of " if whole is not None else ""
    count = count if whole is None else whole
    return f"{some}{format_count(count)} {'operator' if count == 1 else 'operators'}"


def title_of(study: Study) -> str:
    """The name, short enough for a heading."""
    told = named(study.name, LONGEST)
    return told if told.strip() else repr(told)


def named(text: str, most: int = _NAME) -> str:
    """A name that came from outside, harmless, and short enough for a table."""
    # cut first: of a long name a character may be spelled out as ten
    return cut(clean(cut(str(text), most + 1)), most)


def shape_of(sizes) -> str:
    """ "[B, 128]" of the sizes of one input; a stored plan may hold anything there."""
    known = sizes if isinstance(sizes, list | tuple) else [sizes]
    return f"[{', '.join(['B', *(named(size, 12) for size in known if size != 'B')])}]"


def operators_of(study: Study) -> list[Outlined]:
    """The operators of the plan, one for each that was measured, whatever a stored plan says."""
    given = study.plan.get("operators")
    given = given if isinstance(given, list) else []
    measured = len(study.swaps[0].layers) if study.swaps else len(given)
    found = []
    for place in range(measured):
        item = given[place] if place < len(given) and isinstance(given[place], dict) else {}
        identity = str(item.get("operation", NOTHING))
        found.append(
            Outlined(
                place,
                named(item.get("name", f"n{place}")),
                named(identity.partition("@")[0]),
            )
        )
    return found


def facts_of(study: Study) -> Iterator[tuple[str, str]]:
    """What was studied, as pairs of a name and a value."""
    plan = study.plan
    count = plan.get("parameters")
    shapes = f"{shape_of(plan.get('input', []))} -> {shape_of(plan.get('output', []))}"
    told = format_count(count) if isinstance(count, int) else NOTHING
    yield "network", clean(study.name)
    yield "shapes", f"{shapes}, {count_operators(len(operators_of(study)))}"
    yield "parameters", told
    yield "declared", ", ".join(map(clean, study.declared)) or "no GELU"
    yield "weights", clean(study.weights)
    yield "inputs", clean(study.inputs)
    yield "batch", format_count(study.batch)
    yield "seeds", _seeds(study.seeds)
    yield "reference", REFERENCE


def _seeds(seeds: Sequence[int]) -> str:
    if len(seeds) > _SEEDS and tuple(seeds) == tuple(range(seeds[0], seeds[0] + len(seeds))):
        return f"{seeds[0]} to {seeds[-1]}"
    return ", ".join(map(str, seeds))


ACTIVATIONS = ("into", "mean", "std", "least", "largest", "below −2")


def activations_of(study: Study, *, every: bool = False) -> list[tuple[str, ...]]:
    """The numbers that go into each GELU, a line each; of many, the range of each figure.

    Args:
        every: also of many.
    """
    found = study.activations
    if every or len(found) <= 4:
        return [_activation(item) for item in found]
    columns = [[_mean_of(item) for item in found], [item.std for item in found]]
    ranges = [f"{figure(min(column), 3)}…{figure(max(column), 3)}" for column in columns]
    shares = [item.tail for item in found]
    first, last = (named(found[place].node) for place in (0, -1))
    return [
        (
            f"{first}…{last}, {format_count(len(found))} GELUs",
            *ranges,
            figure(min(item.low for item in found)),
            figure(max(item.high for item in found)),
            f"{_share(min(shares))}…{_share(max(shares))}",
        )
    ]


def _activation(item: Activations) -> tuple[str, ...]:
    mean = "≈ 0" if item.mean and not _mean_of(item) else figure(item.mean)
    figures = (item.std, item.low, item.high)
    return named(item.node), mean, *map(figure, figures), _share(item.tail, item.count)


def _mean_of(item: Activations) -> float:
    """The mean; 0 where it is no more than what rounding leaves of one."""
    return 0.0 if abs(item.mean) < _NO_MEAN * item.std else item.mean


def _share(share: float, count: int = 10**9) -> str:
    if not 0 <= share <= 1:
        return figure(share)
    return format_share(round(share * count), count)


def places_of(study: Study, *, every: bool = False) -> list[int]:
    """The operators that a table shows: all, or, where they are many, those that end a block (the
    residual ones), else the GELUs, and the last; evenly some of them where these are many too."""
    operators = operators_of(study)
    places = list(range(len(operators)))
    if every or len(places) <= MOST:
        return places
    for kind in (_RESIDUAL, _GELU):
        chosen = [item.place for item in operators if item.operation == kind]
        if chosen:
            places = sorted({*chosen, places[-1]})
            break
    if len(places) > MOST:
        step = (len(places) - 1) / (MOST - 1)
        places = [places[round(number * step)] for number in range(MOST)]
    return places


def labels_of(study: Study) -> list[str]:
    """What to call each: "n1 gelu"; the residual ones of a stack "block 3, n14 residual"."""
    operators = operators_of(study)
    ends = [item.place for item in operators if item.operation == _RESIDUAL]
    blocks = {place: f"block {number}, " for number, place in enumerate(ends, 1)}
    return [
        (blocks.get(item.place, "") if len(ends) > 1 else "") + item.label for item in operators
    ]


def form_of(swap: Swap) -> str:
    """The writing, and its form where that is called otherwise."""
    writing, form = named(swap.writing), named(swap.form)
    return writing if swap.writing == swap.form else f"{writing} (form {form})"


def groups_of(study: Study) -> list[tuple[str, list[Swap]]]:
    """The swaps under their writings, in order."""
    groups: dict[str, list[Swap]] = {}
    for swap in study.swaps:
        groups.setdefault(form_of(swap), []).append(swap)
    return list(groups.items())
