"""The exporters by name."""

import pytest

from gelucheck.export.registry import EXPORTERS


def test_names():
    assert list(EXPORTERS) == [
        *("text", "json", "csv", "markdown", "issue"),
        *("junit", "github", "gitlab", "sarif", "badge"),
    ]
    assert all(name == exporter.name for name, exporter in EXPORTERS.items())


def test_suffixes_tell_them_apart():
    suffixes = [suffix for exporter in EXPORTERS.values() for suffix in exporter.suffixes]
    assert len(set(suffixes)) == len(suffixes)
    assert all(suffix.startswith(".") for suffix in suffixes)


@pytest.mark.parametrize("name", EXPORTERS)
def test_every_exporter_takes_the_same_options_and_gives_the_same_text_again(run, strange, name):
    render = EXPORTERS[name].render
    for each in (run, strange):
        first = render(each, color=False, width=80, forms_asked=True)
        assert first == render(each, color=False, width=80, forms_asked=True)
        assert first.endswith("\n")
        first.encode("utf-8")
