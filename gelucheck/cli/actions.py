"""In GitHub Actions: annotations and the step's summary, without being asked."""

import os
from typing import TYPE_CHECKING

from gelucheck.cli import terminal
from gelucheck.cli.guard import one_line
from gelucheck.cli.output import Destinations

if TYPE_CHECKING:
    from gelucheck.gate.verdict import Verdict
    from gelucheck.record import Run


def announce(
    run: "Run", verdict: "Verdict", destinations: Destinations, *, forms_asked: bool = False
) -> None:
    """Show failures where a reviewer looks, if this is a step of GitHub Actions.

    Annotations are lines that the runner picks out of what is printed, on either stream; they are
    left out where ``--out github`` writes them. The summary is appended to what the step's file
    holds; where that fails a line says so, for it decides nothing.
    """
    formats = [destinations.stdout, *(name for name, _ in destinations.files)]
    asked, there = "github" in formats, os.environ.get("GITHUB_ACTIONS") == "true"
    if there and not asked:
        _annotate(run, verdict, destinations, forms_asked)
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if path and (there or asked):
        _summarise(run, verdict, path, forms_asked)


def _annotate(
    run: "Run", verdict: "Verdict", destinations: Destinations, forms_asked: bool
) -> None:
    from gelucheck.export.github import render

    text = render(run, verdict=verdict, forms_asked=forms_asked)
    if destinations.stdout in (None, "text"):
        terminal.put(text)
    else:
        # what carries json stays json
        terminal.talk(text.rstrip("\n"))


def _summarise(run: "Run", verdict: "Verdict", path: str, forms_asked: bool) -> None:
    from gelucheck.errors import OutputError
    from gelucheck.export.github import step_summary
    from gelucheck.export.write import append_text

    try:
        append_text(step_summary(run, verdict, forms_asked=forms_asked), path)
    except OutputError as problem:
        terminal.talk(f"gelucheck: no step summary, {one_line(str(problem))}")
