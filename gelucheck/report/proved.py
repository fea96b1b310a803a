"""What the page shows of theorems: tables under their headings, and what stands at the top of a
page that has nothing else."""

from dataclasses import replace

from gelucheck.export.figures import cut
from gelucheck.export.theorems import Told, section_note, sections_of
from gelucheck.record import Run

HEADLINE = "Proved: what holds at every x"
"""Of a page that is of theorems, and on which nothing is judged."""
EXCEPT = "Proved: every figure, to its last digit"
"""The same, where inputs were found by a search."""
COLUMNS = ("theorem", "value", "at x", "what it means")
_LONGEST_NAME = 120
_LONGEST = 600
"""Characters; JSON has all of them."""


def theorem_parts(run: Run) -> dict:
    """What the template shows of theorems."""
    sections = [
        (cut(title, _LONGEST_NAME), list(map(_short, told)), section_note(told))
        for title, told in sections_of(run.theorems)
    ]
    return {"theorems": sections, "theorem_heads": COLUMNS}


def only_theorems(run: Run) -> bool:
    """Whether there is nothing else."""
    return bool(run.theorems) and not run.rows and not run.networks


def headline_of_theorems(run: Run) -> str:
    """What the page is of."""
    return EXCEPT if any(each.searched for each in run.theorems) else HEADLINE


def subject_of_theorems(run: Run) -> str:
    """How many there are, and what a theorem is."""
    count = len(run.theorems)
    told = "1 theorem" if count == 1 else f"{count:,} theorems"
    left = "not one x is left out"
    if all(each.searched for each in run.theorems):
        left = "the inputs were found by a search, and there may be harder ones"
    elif any(each.searched for each in run.theorems):
        left += ', but where it says "found": those inputs were found by a search'
    return f"{told}, by interval arithmetic and proved inequalities: {left}."


def _short(told: Told) -> Told:
    name = cut(told.name, _LONGEST_NAME)
    # a name of blanks cannot be seen
    return replace(
        told, name=name if name.strip() else repr(name), sentence=cut(told.sentence, _LONGEST)
    )
