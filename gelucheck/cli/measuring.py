"""The measuring step that commands share: a selection in, a run out, progress on the way."""

from typing import TYPE_CHECKING

from gelucheck.cli import terminal
from gelucheck.cli.options import Talk
from gelucheck.cli.progress import progress_bar

if TYPE_CHECKING:
    from gelucheck.gate.limits import Limits
    from gelucheck.record import Run
    from gelucheck.sweep.plan import Selection


def measure_run(
    selection: "Selection", limits: "Limits", command: str, talk: Talk, profile: bool = False
) -> "Run":
    """Measure a selection, with a progress bar where one is wanted.

    Args:
        profile: whether a picture will be drawn.

    Raises:
        GelucheckError: what ``gelucheck.api.compare`` raises.
    """
    from gelucheck import api

    with progress_bar(talk) as progress:
        run = api.compare(
            selection, limits=limits, command=command, progress=progress, profile=profile
        )
    for name in _left_out(selection):
        asked = " or ".join(selection.arithmetics)
        terminal.talk(f"gelucheck: {name} has no {asked} arithmetic: it was left out")
    if talk.verbosity and not talk.quiet:
        count = sum(row.inputs for row in run.rows)
        seconds = float(run.provenance.get("seconds", 0.0))
        terminal.talk(f"gelucheck: {len(run.rows)} rows, {count:,} inputs, {seconds:.2f} s")
    return run


def _left_out(selection: "Selection") -> list[str]:
    """The formats that have none of the arithmetics selected."""
    from gelucheck.formats import FORMATS
    from gelucheck.forms.arithmetic import ARITHMETICS

    widen = [ARITHMETICS[name] for name in selection.arithmetics]
    return [name for name in selection.dtypes if not any(w(FORMATS[name]) for w in widen)]
