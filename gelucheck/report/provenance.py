"""Where the figures are from: the only part of the page in which two runs of one thing differ."""

from gelucheck.export.figures import clean
from gelucheck.record import Run


def provenance_of(run: Run) -> list[tuple[str, str]]:
    """Pairs of a name and a value, then one for each implementation that is not ours."""
    pairs = [pair for pair in run.provenance.items() if pair[0] != "implementations"]
    pairs += (run.provenance.get("implementations") or {}).items()
    return [(clean(name), clean(value)) for name, value in pairs if value is not None]
