"""The exporters by name. Adding one is one file with a ``render`` and one record here."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module


@dataclass(frozen=True)
class Exporter:
    """A way to write a run down; its file is loaded when it is used.

    Attributes:
        name: the word after ``--out``, and of its file.
        suffixes: the endings that its files have by custom.
        module: the file's dotted name, where it is not one of this folder.
    """

    name: str
    suffixes: tuple[str, ...]
    module: str = ""

    @property
    def render(self) -> Callable[..., str]:
        """``render(run, *, color=False, width=100, forms_asked=False, verdict=None, path=None)``
        gives the whole text, which ends with a newline.

        Every exporter takes the options and heeds those that mean something to it: ANSI colours,
        columns of the terminal, whether the user named the forms (then the claim is made of every
        form, ``sigmoid`` too), the ``gate.verdict.Verdict`` on the run, and where the text goes.
        """
        return import_module(self.module or f"gelucheck.export.{self.name}").render


EXPORTERS = {
    record.name: record
    for record in (
        Exporter("text", (".txt",)),
        Exporter("json", (".json",)),
        Exporter("csv", (".csv",)),
        Exporter("markdown", (".md",)),
        Exporter("issue", (".issue.md",)),
        Exporter("junit", (".xml",)),
        Exporter("github", (".github.txt",)),
        Exporter("gitlab", (".gitlab.json",)),
        Exporter("sarif", (".sarif",)),
        Exporter("badge", (".svg",)),
    )
}
