"""All outputs by name."""

import pytest

from gelucheck.errors import UsageError
from gelucheck.export.registry import EXPORTERS
from gelucheck.report import page
from gelucheck.report.outputs import OUTPUTS, find_output


def test_the_page_stands_beside_the_exporters():
    assert list(OUTPUTS) == [*EXPORTERS, "html"]
    assert find_output("html").render is page.render
    assert all(find_output(name) is exporter for name, exporter in EXPORTERS.items())


def test_suffixes_tell_them_apart():
    suffixes = [suffix for output in OUTPUTS.values() for suffix in output.suffixes]
    assert len(set(suffixes)) == len(suffixes)


def test_an_unknown_name_gets_the_known_ones():
    with pytest.raises(UsageError, match=r"'yaml'.*text, json, csv, markdown, issue.*html"):
        find_output("yaml")
