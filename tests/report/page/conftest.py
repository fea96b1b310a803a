"""The runs of the exporters' tests, and pictures that cost nothing."""

import importlib.util
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gelucheck.report import plots
from gelucheck.report.page import render

_SPEC = importlib.util.spec_from_file_location(
    "runs_of_exporters", Path(__file__).parents[2] / "export" / "conftest.py"
)
_RUNS = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_RUNS)
make_witness, run, strange, scenes = _RUNS.make_witness, _RUNS.run, _RUNS.strange, _RUNS.scenes


@pytest.fixture(scope="session")
def hostile_names():
    return _RUNS.HOSTILE


@pytest.fixture
def sketched(monkeypatch):
    """Pictures are a few words long: what they show is tested elsewhere, and takes its time."""

    def sketch(run, kind, prefix, rows=None):
        ids = f"{prefix}title"
        svg = f'<svg role="img" aria-labelledby="{ids}"><title id="{ids}">{kind}</title></svg>'
        return plots.Picture(kind, f"{kind} of a row", svg, f"The {kind} in words.")

    monkeypatch.setattr(plots, "inline", sketch)


VOID = {"meta", "br", "link", "img", "hr", "input"}


class Page(HTMLParser):
    """The tags of a page, seen to be closed in order, and its text.

    Attributes:
        tags: pairs of a name and its attributes, in order.
        words: all text but that of style and script.
        style, script: theirs.
    """

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.source, self.open, self.tags, self.words = text, [], [], []
        self.style = self.script = ""
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names)
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("style", "script"):
            setattr(self, self.open[-1], getattr(self, self.open[-1]) + data)
        else:
            self.words.append(data)

    @property
    def text(self):
        return re.sub(r"\s+", " ", " ".join(self.words))

    def all(self, name, attribute):
        """The values of an attribute of all tags of a name; "*" is any."""
        return [
            attrs[attribute]
            for tag, attrs in self.tags
            if name in (tag, "*") and attribute in attrs
        ]


@pytest.fixture(scope="session")
def parsed():
    return Page


@pytest.fixture
def page(scenes, sketched):
    """The page of a scene, by name."""

    def page(name, **options):
        run, verdict = scenes[name]
        return Page(render(run, verdict=verdict, **options))

    return page
