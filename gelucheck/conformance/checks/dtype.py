"""The output has the dtype of the input, in every shape."""

from collections.abc import Iterator

from gelucheck.conformance.bench import Bench
from gelucheck.conformance.checks.probes import probe_values
from gelucheck.conformance.words import listed
from gelucheck.record import Finding

PLAIN = "a 1-D array"
SHAPES = {PLAIN: (60,), "a 0-d array": (), "a [B, F] array": (5, 12), "an empty array": (0,)}


def dtype(bench: Bench) -> Iterator[Finding]:
    """``dtype-promotion``: by a constant of another type, or by arithmetic on scalars."""
    values = probe_values(bench.fmt, 60)
    wrong: dict[str, list[str]] = {}
    for name, shape in SHAPES.items():
        if bench.traits.flat and name != PLAIN:
            continue
        given = values if shape else values[:1]
        seen = bench.shaped(given, shape)
        # what is no array at all is for ``shapes`` to say
        if seen.dtype == "object" and name != PLAIN:
            continue
        if not seen.raised and seen.dtype != str(bench.fmt.dtype):
            wrong.setdefault(seen.dtype, []).append(name)
    for got, names in wrong.items():
        where = "" if PLAIN in names else f", for {listed(names)} only"
        sentence = (
            f"returns {got} for {bench.fmt.name}{where}: a constant or scalar of another type "
            "takes part; keep constants in the input's dtype, or cast the result back"
        )
        yield Finding("dtype-promotion", "error", sentence, None)
        return
