"""Shape preserving: every shape gives the values that the same elements give in one dimension.

As with ``layout``: a few steps, which the default limits allow both results, are a warning.
"""

from collections.abc import Iterator

import numpy as np

from gelucheck.conformance.bench import Bench, Seen
from gelucheck.conformance.checks.probes import probe_values
from gelucheck.conformance.words import apart, listed, number
from gelucheck.record import Finding

SHAPES = {
    "[B, F]": (5, 12),
    "[B, T, D]": (3, 4, 5),
    "[B, C, H, W]": (1, 3, 4, 5),
}
EMPTY = ((0,), (0, 5), (3, 0, 2))
SIZE = 60


def shapes(bench: Bench) -> Iterator[Finding]:
    """``shape`` and ``empty-or-scalar``."""
    if bench.traits.flat:
        return
    values = probe_values(bench.fmt, SIZE)
    (plain,) = bench.probe(values)
    if plain.got is None or plain.got.shape != values.shape:
        return
    for name, shape in SHAPES.items():
        seen = bench.shaped(values, shape)
        where = f"for a {name} input of shape {list(shape)}"
        finding = _wrong("shape", where, bench, values, shape, seen, plain.got)
        if finding:
            yield finding
            break
    if bench.stuck:
        return
    yield from _empty_or_scalar(bench, values)


def _empty_or_scalar(bench: Bench, values: np.ndarray) -> Iterator[Finding]:
    faults = []
    for shape in EMPTY:
        seen = bench.shaped(values, shape)
        if seen.raised:
            faults.append((seen.raised, str(list(shape))))
        elif seen.got is None or seen.got.shape != shape:
            faults.append(("", str(list(shape))))
        if bench.stuck:
            break
    if faults:
        places = listed(place for _, place in faults)
        raised = faults[0][0]
        what = f"{raised:.100}" if raised else "gives another shape"
        sentence = (
            f"{what} for an empty array (shape {places}); nothing in, nothing out is what is due"
        )
        yield Finding("empty-or-scalar", "error", sentence, None)
        return
    # several values: a wrong branch for a scalar may be right at one of them
    for value in values[:4]:
        one = np.array([value])
        (plain,) = bench.probe(one)
        if plain.got is None or plain.got.shape != (1,):
            return
        seen = bench.shaped(one, ())
        finding = _wrong("empty-or-scalar", "for a 0-d array", bench, one, (), seen, plain.got)
        if finding:
            yield finding
            return


def _wrong(  # noqa: PLR0917
    slug: str, where: str, bench: Bench, x, shape, seen: Seen, plain
) -> Finding | None:
    """What is wrong with a call in a shape."""
    if seen.raised:
        return Finding(slug, "error", f"{seen.raised:.150} {where}", None)
    if seen.got is None:
        return Finding(slug, "error", f"returns {seen.dtype} {where}", None)
    if seen.got.shape != shape:
        sentence = f"returns shape {list(seen.got.shape)} {where}: keep the shape of the input"
        return Finding(slug, "error", sentence, None)
    got = seen.got.ravel()
    differs = np.flatnonzero(~bench.same(got, plain))
    if not differs.size:
        return None
    far = bench.contradict(x, got, plain)
    i = np.argmax(far) if far.any() else differs[0]
    one, other = apart(float(got[i]), float(plain[i]))
    place = f" at {[int(part) for part in np.unravel_index(i, shape)]}" if shape else ""
    sentence = (
        f"x = {number(float(x[i]))} gives {one}{place} {where}, and {other} in one dimension; "
        "work on each element alone"
    )
    level = "error" if far.any() else "warning"
    return Finding(slug, level, sentence, bench.further(x[i], got[i], plain[i]))
