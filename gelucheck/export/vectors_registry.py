"""The renderers of golden vectors by name: one is a file with a ``render`` and a record here."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module


@dataclass(frozen=True)
class VectorsExporter:
    """A way to write golden vectors down; its file is loaded when it is used.

    Attributes:
        name: the word after ``--out``; the file is ``vectors_`` and that.
        suffix: the ending that its files have by custom.
        binary: whether it is bytes, which no terminal wants.
        single: whether a file holds one set only.
        wrapped: whether ``render`` takes a width, that of the terminal.
    """

    name: str
    suffix: str
    binary: bool = False
    single: bool = False
    wrapped: bool = False

    @property
    def render(self) -> Callable[..., str | bytes]:
        """``render(vectors)`` gives the whole file, text or bytes."""
        return import_module(f"gelucheck.export.vectors_{self.name}").render


VECTORS_EXPORTERS = {
    record.name: record
    for record in (
        VectorsExporter("text", ".txt", wrapped=True),
        VectorsExporter("npz", ".npz", binary=True),
        VectorsExporter("csv", ".csv"),
        VectorsExporter("json", ".json"),
        VectorsExporter("c", ".h"),
        VectorsExporter("rust", ".rs"),
        VectorsExporter("raw", ".gelu", binary=True, single=True),
    )
}
