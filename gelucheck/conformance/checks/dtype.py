"""The output has the dtype of the input, in every shape."""

from collections.abc import Iterator

from gelucheck.conformance.bench import Bench
from gelucheck.conformance.checks.probes import probe_values
from gelucheck.conformance.words import listed
from gelucheck.record import Finding

SHAPES = {"1-D": (12,), "0-d": (), "[B, F]": (3, 4), "empty": (0,)}


def dtype(bench: Bench) -> Iterator[Finding]:
    """``dtype-promotion``: by a constant of another type, or by arithmetic on scalars."""
    values = probe_values(bench.fmt, 12)
    wrong: dict[str, list[str]] = {}
    for name, shape in SHAPES.items():
        if bench.traits.flat and name != "1-D":
            continue
        given = values if shape else values[:1]
        seen = bench.shaped(given, shape)
        if not seen.raised and seen.dtype != str(bench.fmt.dtype):
            wrong.setdefault(seen.dtype, []).append(name)
    for got, names in wrong.items():
        where = "" if "1-D" in names else f" of a {listed(names)} input"
        sentence = (
            f"returns {got} for {bench.fmt.name}{where}: a constant or scalar of another type "
            "takes part; keep constants in the input's dtype, or cast the result back"
        )
        yield Finding("dtype-promotion", "error", sentence, None)
        return
