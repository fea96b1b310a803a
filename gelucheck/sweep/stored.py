"""A tally as plain JSON values and back, exactly.

Integers stay integers and floats become C's hexadecimal notation in strings, so that nothing is
rounded and nothing depends on how a reader takes numbers.
"""

from dataclasses import fields
from typing import Any

from gelucheck.peaks import Peak
from gelucheck.record import COUNTS
from gelucheck.tally import EDGES, FIGURES, SCALED, Count, Measured, RegionTally, Tally
from gelucheck.windows import SIDE, Figures

_COUNTED = {*COUNTS, "broken", "nan_left"}
_PATTERN = 1 << 64

_SUMS = tuple(field.name for field in fields(Measured) if field.name not in ("peaks", "correct"))


def tally_to_json(tally: Tally) -> dict[str, Any]:
    """Dicts, lists, integers, booleans and strings; no float among them."""
    return {
        "inputs": int(tally.inputs),
        "regions": [
            [int(index), int(region.inputs), _from_peaks(region.peaks)]
            for index, region in sorted(tally.regions.items())
        ],
        "total": _from_measured(tally.total),
        "evaluation": _from_measured(tally.evaluation),
        "method": _from_peak(tally.method),
        "steps": [int(count) for count in tally.steps],
        "faithful": int(tally.faithful),
        "counts": {
            name: [int(count.count), _from_peak(count.first)]
            for name, count in sorted(tally.counts.items())
        },
        "profile": [
            [int(index), *(None if each is None else float(each).hex() for each in figures)]
            for index, figures in sorted(tally.profile.items())
        ],
        "asked": int(tally.asked),
        "parts": {region: tally_to_json(part) for region, part in sorted(tally.parts.items())},
    }


def tally_from_json(stored: Any) -> Tally:
    """The tally that ``tally_to_json`` gave.

    Raises:
        ValueError: anything else.
    """
    try:
        return _tally(stored)
    except (AttributeError, KeyError, TypeError, IndexError, OverflowError) as problem:
        raise ValueError(f"not a tally: {problem!r}") from problem


def _tally(stored: dict) -> Tally:
    steps = tuple(_whole(count) for count in stored["steps"])
    if len(steps) != len(Tally().steps):
        raise ValueError("not a tally: its histogram has another length")
    return Tally(
        inputs=_whole(stored["inputs"]),
        regions={
            _whole(index, len(EDGES) - 1): RegionTally(_whole(inputs), _peaks(peaks))
            for index, inputs, peaks in stored["regions"]
        },
        total=_measured(stored["total"]),
        evaluation=_measured(stored["evaluation"]),
        method=_peak(stored["method"]),
        steps=steps,
        faithful=_whole(stored["faithful"]),
        counts={
            _known(name, _COUNTED): Count(_whole(count), _must(_peak(first)))
            for name, (count, first) in stored["counts"].items()
        },
        profile={
            _whole(index, 2 * SIDE): _figures(*figures) for index, *figures in stored["profile"]
        },
        asked=_whole(stored["asked"]),
        parts={region: _part(part) for region, part in stored["parts"].items()},
    )


def _part(stored: dict) -> Tally:
    part = _tally(stored)
    if part.parts:
        raise ValueError("not a tally: a part has parts")
    return part


def _figures(*stored: str | None) -> Figures:
    *figures, own = (None if each is None else float.fromhex(each) for each in stored)
    if len(figures) != 5 or None in figures:
        raise ValueError("not a tally: a window of another length")
    return *figures, own


def _from_measured(measured: Measured) -> list:
    sums = (getattr(measured, name) for name in _SUMS)
    correct = None if measured.correct is None else int(measured.correct)
    return [*(int(each) for each in sums), correct, _from_peaks(measured.peaks)]


def _measured(stored: list) -> Measured:
    *sums, correct, peaks = stored
    if len(sums) != len(_SUMS):
        raise ValueError("not a tally: sums are missing")
    correct = None if correct is None else _whole(correct)
    return Measured(*(_whole(each) for each in sums), _peaks(peaks), correct)


def _from_peaks(peaks: dict[str, Peak]) -> dict:
    return {kind: _from_peak(peak) for kind, peak in sorted(peaks.items())}


def _peaks(stored: dict) -> dict[str, Peak]:
    return {_known(kind, (*FIGURES, SCALED)): _must(_peak(peak)) for kind, peak in stored.items()}


def _from_peak(peak: Peak | None) -> list | None:
    if peak is None:
        return None
    value = peak.value
    value = int(value) if isinstance(value, int) else float(value).hex()
    return [value, int(peak.ordinal), int(peak.x), int(peak.got), bool(peak.above)]


def _peak(stored: list | None) -> Peak | None:
    if stored is None:
        return None
    value, ordinal, x, got, above = stored
    if not isinstance(ordinal, int) or not isinstance(above, bool):
        raise ValueError("not a tally: a peak of another kind")
    value = float.fromhex(value) if isinstance(value, str) else _whole(value)
    return Peak(value, ordinal, _whole(x, _PATTERN), _whole(got, _PATTERN), above)


def _must(peak: Peak | None) -> Peak:
    if peak is None:
        raise ValueError("not a tally: a peak is missing")
    return peak


def _whole(value, end: int | None = None) -> int:
    """An integer from 0 up, below ``end``."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"not a tally: {value!r:.40}")
    if end is not None and value >= end:
        raise ValueError(f"not a tally: {value} is out of range")
    return value


def _known(name: str, names) -> str:
    if name not in names:
        raise ValueError(f"not a tally: {name!r:.40}")
    return name
