"""The study's answer: a verdict for each swap, and sentences.

Verdicts are decided on the tallies; what a sentence prints has as many digits as it takes not to
contradict its verdict.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf

from gelucheck.network.difference import Tally
from gelucheck.network.sizes import apart, as_text, times
from gelucheck.networks import Difference, Study, Swap

MOST = 8
"""Sentences."""

_OTHER = {"erf": "tanh", "tanh": "erf"}
_PLACES = {2: "inputs", 3: "positions", 4: "pixels"}


def verdict(alone: Sequence[Tally], rounding: Sequence[Tally]) -> str:
    """How swapping the writing compares with a format's rounding; see ``networks.Swap``.

    Args:
        alone: of the output of the float64 run with the writing, by seed.
        rounding: of the output of the erf writing's run in the format, by seed.
    """
    pairs = [
        pair
        for one, other in zip(alone, rounding, strict=True)
        for pair in zip(_sizes(one), _sizes(other), strict=True)
    ]
    if all(swap <= own for swap, own in pairs):
        return "below"
    return "above" if all(swap > own for swap, own in pairs) else "between"


def _sizes(tally: Tally) -> tuple[float | Fraction, float | Fraction]:
    """The largest difference and the mean; without bound, where a number was lost."""
    if tally.lost or tally.max_abs is None:
        return inf, inf
    return tally.max_abs.value, tally.mean_abs


Rounding = Mapping[tuple[str, str], Difference]


def sentences(study: Study, alone: Mapping[str, Difference], rounding: Rounding) -> Study:
    """The study with its answers, most important first, ``MOST`` at most.

    Args:
        alone: what each writing alone does to the output: its float64 run.
        rounding: by format and arithmetic: what its rounding alone does.
    """
    others = [writing for writing in alone if writing != "erf"]
    said = [_declared(study, alone)]
    for writing in others:
        own = [swap for swap in study.swaps if swap.writing == writing]
        for name, say in _SAY.items():
            those = [swap for swap in own if swap.verdict == name]
            if those:
                where = _where(those, own)
                said.append(say(where, writing, alone[writing], _roundings(those, rounding)))
    if not others:
        said.append(_rounding_only(rounding))
    said += _lost(study.swaps)
    said += _top1(study, alone)
    ending = ()
    if len(study.seeds) > 1:
        ending = (
            f"“At most” means over all {len(study.seeds)} seeds, {study.batch:,} "
            f"input{'s' * (study.batch > 1)} each.",
        )
    return replace(study, answers=(*said[: MOST - len(ending)], *ending))


def _declared(study: Study, alone: Mapping[str, Difference]) -> str:
    """What the plan declares, and what loading it with the other form does."""
    if len(study.declared) > 1:
        says, loading = "erf in some of its GELUs and tanh in others", "tanh for erf in all of them"
        swap = alone.get("tanh")
    else:
        (own,) = study.declared
        says, loading = own, f"loading it with {_OTHER[own]}"
        swap = alone.get("tanh")
    if swap is None or swap.max_abs is None:
        return f"The plan declares {says}."
    norm = f" ({as_text(swap.norm_rel)} of its norm)" if swap.norm_rel is not None else ""
    return (
        f"The plan declares {says}: {loading} changes its output by at most "
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
    return "every format" if names == dtypes and len(names) > 2 else _listed(names)


def _place(dtype: str, arithmetic: str) -> str:
    return dtype if dtype == "float64" else f"{dtype} ({arithmetic})"


def _listed(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _roundings(swaps: Sequence[Swap], rounding: Rounding) -> dict[str, Difference]:
    keys = [(swap.dtype, swap.arithmetic) for swap in swaps]
    return {_place(*key): rounding[key] for key in keys}


def _largest(difference: Difference) -> float:
    if difference.lost or difference.max_abs is None:
        return inf
    return difference.max_abs.value


def _below(where: str, writing: str, swap: Difference, roundings: dict[str, Difference]) -> str:
    name = min(roundings, key=lambda name: _largest(roundings[name]))
    size, own = apart(_largest(swap), _largest(roundings[name]))
    more = "; the others round by no less" if len(roundings) > 1 else ""
    return (
        f"In {where}, {writing} for erf is invisible: it changes the output by at most {size}, the "
        f"rounding of {name} alone by {own}{more}."
    )


def _above(where: str, writing: str, swap: Difference, roundings: dict[str, Difference]) -> str:
    name = max(roundings, key=lambda name: _largest(roundings[name]))
    size, own = apart(_largest(swap), _largest(roundings[name]))
    less = "; the others round by no more" if len(roundings) > 1 else ""
    ratio = times(_largest(swap), _largest(roundings[name]))
    return (
        f"In {where}, {writing} for erf is visible: it changes the output by at most {size}, "
        f"{ratio}what the rounding of {name} alone does, {own}{less}."
    )


def _between(where: str, writing: str, swap: Difference, roundings: dict[str, Difference]) -> str:
    name, rounding = next(iter(roundings.items()))
    size, own = apart(_largest(swap), _largest(rounding))
    mean, own_mean = apart(swap.mean_abs or 0.0, rounding.mean_abs or 0.0)
    return (
        f"In {where}, {writing} for erf is neither below the format's own rounding nor above it: "
        f"{size} at most and {mean} in the mean, against {own} and {own_mean} of {name}"
        f"{', for example' if len(roundings) > 1 else ''}."
    )


_SAY = {"below": _below, "above": _above, "between": _between}


def _rounding_only(rounding: Rounding) -> str:
    sizes = [f"{as_text(_largest(own))} in {_place(*key)}" for key, own in rounding.items()]
    return f"Rounding alone changes the output by at most {_listed(sizes)}."


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
    worst = max(study.swaps, key=lambda swap: swap.output.top1)
    if not worst.output.top1:
        return []
    places = _PLACES[len(study.plan["output"])]
    swaps = [f"{own.top1:,} with {writing}" for writing, own in alone.items() if writing != "erf"]
    only = f"; in float64, where nothing else is changed, {_listed(swaps)}" if swaps else ""
    return [
        f"The largest unit of the output is another one at up to {worst.output.top1:,} of "
        f"{worst.output.places:,} {places} ({worst.label}){only}."
    ]
