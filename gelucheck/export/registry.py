"""The exporters by name. Adding one is one file with a ``render`` and one record here."""

from collections.abc import Callable
from dataclasses import dataclass

from gelucheck.errors import unknown
from gelucheck.export import (
    badge,
    csv,
    github,
    gitlab,
    html,
    issue,
    json,
    junit,
    markdown,
    sarif,
    text,
)


@dataclass(frozen=True)
class Exporter:
    """A way to write a run down.

    Attributes:
        name: the word after ``--out``.
        suffixes: the endings that its files have by custom.
        render: ``render(run, *, color=False, width=100, forms_asked=False, verdict=None,
            path=None)`` gives the whole text, which ends with a newline. Every exporter takes
            the options and heeds those that mean something to it: ANSI colours, columns of the
            terminal, whether the user named the forms (then the claim is made of every form,
            ``sigmoid`` too), the ``gate.verdict.Verdict`` on the run, and where the text goes.
    """

    name: str
    suffixes: tuple[str, ...]
    render: Callable[..., str]


EXPORTERS = {
    record.name: record
    for record in (
        Exporter("text", (".txt",), text.render),
        Exporter("json", (".json",), json.render),
        Exporter("csv", (".csv",), csv.render),
        Exporter("markdown", (".md",), markdown.render),
        Exporter("issue", (".issue.md",), issue.render),
        Exporter("junit", (".xml",), junit.render),
        Exporter("github", (".github.txt",), github.render),
        Exporter("gitlab", (".gitlab.json",), gitlab.render),
        Exporter("sarif", (".sarif",), sarif.render),
        Exporter("badge", (".svg",), badge.render),
        Exporter("html", (".html",), html.render),
    )
}


def find_exporter(name: str) -> Exporter:
    """The exporter of a name.

    Raises:
        UsageError: no such exporter; the message names those there are.
    """
    if name not in EXPORTERS:
        raise unknown("output format", name, EXPORTERS)
    return EXPORTERS[name]
