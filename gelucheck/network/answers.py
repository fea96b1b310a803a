"""The study's answer: a verdict for each swap, and sentences.

Verdicts are decided on the tallies; what a sentence prints has as many digits as it takes not to
contradict its verdict.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from gelucheck.formats import STANDARD
from gelucheck.network.difference import Tally
from gelucheck.network.sizes import apart, as_text, times
from gelucheck.networks import ERF, Difference, Study, Swap

MOST = 10
"""Sentences."""
_CLEARLY = 1.25
"""How many times the rounding alone the whole is, where it is worth a sentence."""

_OTHER = {"erf": "tanh", "tanh": "erf"}
_PLACES = {2: "inputs", 3: "positions", 4: "pixels"}


def verdict(alone: Sequence[Tally], rounding: Sequence[Tally], whole: Sequence[Tally] = ()) -> str:
    """How swapping the writing compares with a format's rounding; see ``networks.Swap``.

    Args:
        alone: of the output of the float64 run with the writing, by seed.
        rounding: of the output of the erf writing's run in the format, by seed.
        whole: of the output of the writing's run in the format, which may only lose numbers.
    """
    if any(tally.lost or tally.max_abs is None for tally in (*alone, *rounding, *whole)):
        return "lost"
    pairs = [
        pair
        for one, other in zip(alone, rounding, strict=True)
        for pair in (
            (one.max_abs.value, other.max_abs.value),
            (one.mean_abs, other.mean_abs),
        )
    ]
    if all(swap <= own for swap, own in pairs):
        return "below"
    return "above" if all(swap > own for swap, own in pairs) else "between"


Rounding = Mapping[tuple[str, str], Difference]


def sentences(
    study: Study,
    alone: Mapping[str, Difference],
    rounding: Rounding,
    declared_by: str = "The plan declares",
) -> Study:
    """The study with its answers, most important first, ``MOST`` at most.

    Args:
        alone: what each writing alone does to the output: its float64 run.
        rounding: by format and arithmetic: what its rounding alone does.
        declared_by: see ``network.Network``.
    """
    first = [*_lost(study.swaps), _declared(study, alone, declared_by)]
    last = [*_top1(study, alone), *_seeds(study)]
    left = MOST - len(first) - len(last)
    middle, silent = [], []
    for writing in alone:
        if writing == ERF:
            continue
        said = list(_swapped(study, writing, alone[writing], rounding))
        # one line is kept for those that are not spoken of
        if silent or len(middle) + len(said) > left - 1:
            silent.append(writing)
        else:
            middle += said
    if silent:
        middle.append(f"The verdicts of {_listed(silent)} stand in the table.")
    if not any(writing != ERF for writing in alone):
        middle += _rounding_only(rounding)
    return replace(study, answers=(*first, *middle, *last))


def _swapped(study: Study, writing: str, alone: Difference, rounding: Rounding) -> Iterator[str]:
    """What swapping erf and a writing does, a sentence for each verdict."""
    own = [swap for swap in study.swaps if swap.writing == writing]
    for name, say in _SAY.items():
        those = [swap for swap in own if swap.verdict == name]
        if those:
            yield say(_where(those, own), writing, alone, _roundings(those, rounding))
    yield from _arithmetic(own, rounding)


def _arithmetic(own: Sequence[Swap], rounding: Rounding) -> Iterator[str]:
    """Where a form is below the rounding, and yet the whole is clearly above it: the writing loses
    more than the erf writing does."""
    worst, most = None, _CLEARLY
    for swap in own:
        if swap.verdict == "below" and not swap.output.lost:
            rounded = _largest(rounding[swap.dtype, swap.arithmetic])
            ratio = _largest(swap.output) / rounded if rounded else 0.0
            if ratio > most:
                worst, most = swap, ratio
    if worst:
        ratio = times(_largest(worst.output), _largest(rounding[worst.dtype, worst.arithmetic]))
        yield (
            f"The arithmetic is another matter: {worst.label} is at most "
            f"{as_text(_largest(worst.output))} off in all, {ratio}what erf is there."
        )


def _seeds(study: Study) -> list[str]:
    if len(study.seeds) == 1:
        return []
    count = f"{study.batch:,} input{'s' * (study.batch > 1)}"
    return [f"“At most” means over all {len(study.seeds)} seeds, {count} each."]


def _declared(study: Study, alone: Mapping[str, Difference], declared_by: str) -> str:
    """Which form is declared, and what loading the network with the other one does."""
    if len(study.declared) > 1:
        says = "erf in some of its GELUs and tanh in others"
        loading = "tanh in all of them, against erf in all,"
    else:
        (own,) = study.declared
        says, loading = own, f"loading it with {_OTHER[own]}"
    swap = alone.get("tanh")
    if swap is None or swap.max_abs is None:
        return f"{declared_by} {says}."
    norm = f" ({as_text(swap.norm_rel)} of its norm)" if swap.norm_rel is not None else ""
    return (
        f"{declared_by} {says}: {loading} changes its output by at most "
        f"{as_text(swap.max_abs.value)}{norm}."
    )


def _where(swaps: Sequence[Swap], own: Sequence[Swap]) -> str:
    """The formats of some swaps; with the arithmetic, where not all swaps of one are among them."""
    names, dtypes = [], list(dict.fromkeys(swap.dtype for swap in own))
    for dtype in dtypes:
        among = [swap for swap in swaps if swap.dtype == dtype]
        if len(among) == sum(swap.dtype == dtype for swap in own):
            names.append(dtype)
        else:
            names += [_place(swap.dtype, swap.arithmetic) for swap in among]
    return "every format" if set(STANDARD) <= set(names) == set(dtypes) else _listed(names)


def _place(dtype: str, arithmetic: str) -> str:
    return dtype if dtype == "float64" else f"{dtype} ({arithmetic})"


def _listed(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _roundings(swaps: Sequence[Swap], rounding: Rounding) -> dict[str, Difference]:
    keys = [(swap.dtype, swap.arithmetic) for swap in swaps]
    return {_place(*key): rounding[key] for key in keys}


def _others(roundings: Mapping[str, Difference], how: str) -> str:
    """What is said of those whose figures are not."""
    if len(roundings) == 1:
        return ""
    return f"; the other{'s round' if len(roundings) > 2 else ' rounds'} by no {how}"


def _largest(difference: Difference) -> float:
    """At the output of a run without lost numbers."""
    return difference.max_abs.value


def _below(where: str, writing: str, swap: Difference, roundings: dict[str, Difference]) -> str:
    name = min(roundings, key=lambda name: _largest(roundings[name]))
    size, own = apart(_largest(swap), _largest(roundings[name]))
    return (
        f"In {where}, swapping erf and {writing} is invisible: it changes the output by at most "
        f"{size}, the rounding of {name} alone by {own}{_others(roundings, 'less')}."
    )


def _above(where: str, writing: str, swap: Difference, roundings: dict[str, Difference]) -> str:
    name = max(roundings, key=lambda name: _largest(roundings[name]))
    size, own = apart(_largest(swap), _largest(roundings[name]))
    ratio = times(_largest(swap), _largest(roundings[name]))
    return (
        f"In {where}, swapping erf and {writing} is visible: it changes the output by at most "
        f"{size}, {ratio}what the rounding of {name} alone does, {own}{_others(roundings, 'more')}."
    )


def _between(where: str, writing: str, swap: Difference, roundings: dict[str, Difference]) -> str:
    name, rounding = next(iter(roundings.items()))
    size, own = apart(_largest(swap), _largest(rounding))
    mean, own_mean = apart(swap.mean_abs or 0.0, rounding.mean_abs or 0.0)
    return (
        f"In {where}, swapping erf and {writing} is neither below the format's own rounding "
        f"nor above it: {size} at most and {mean} in the mean, against {own} and {own_mean} of "
        f"{name}{', for example' if len(roundings) > 1 else ''}."
    )


def _nothing(where: str, writing: str, *_) -> str:
    return (
        f"In {where}, nothing is said of swapping erf and {writing}: there are numbers in the "
        "output that are NaN or infinite."
    )


_SAY = {"below": _below, "between": _between, "above": _above, "lost": _nothing}


def _rounding_only(rounding: Rounding) -> list[str]:
    whole = {key: own for key, own in rounding.items() if not own.lost and own.max_abs}
    if not whole:
        return []
    sizes = [f"{as_text(_largest(own))} in {_place(*key)}" for key, own in whole.items()]
    return [f"Rounding alone changes the output by at most {_listed(sizes)}."]


def _lost(swaps: Sequence[Swap]) -> list[str]:
    lost = [swap for swap in swaps if swap.output.lost]
    if not lost:
        return []
    worst = max(lost, key=lambda swap: swap.output.lost)
    return [
        f"NaN or infinite in the output: up to {worst.output.lost:,} numbers ({worst.label}), in "
        f"{len(lost)} of {len(swaps)} runs; they are in none of the figures."
    ]


def _top1(study: Study, alone: Mapping[str, Difference]) -> list[str]:
    whole = [swap for swap in study.swaps if not swap.output.lost]
    worst = max(whole, key=lambda swap: swap.output.top1, default=None)
    if worst is None or not worst.output.top1:
        return []
    places = _PLACES[len(study.plan["output"])]
    swaps = [f"{own.top1:,} with {writing}" for writing, own in alone.items() if writing != ERF]
    only = f"; in float64, where nothing else is changed, {_listed(swaps)}" if swaps else ""
    return [
        f"The largest unit of the output is another one at up to {worst.output.top1:,} of "
        f"{worst.output.places:,} {places} ({worst.label}){only}."
    ]
