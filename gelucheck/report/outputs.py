"""All that a run can be written as, by name: the exporters, and the page."""

from gelucheck.errors import unknown
from gelucheck.export.registry import EXPORTERS, Exporter

OUTPUTS = {**EXPORTERS, "html": Exporter("html", (".html",), "gelucheck.report.page")}
"""By the word after ``--out``."""


def find_output(name: str) -> Exporter:
    """The output of a name.

    Raises:
        UsageError: no such output; the message names those there are.
    """
    if name not in OUTPUTS:
        raise unknown("output format", name, OUTPUTS)
    return OUTPUTS[name]
