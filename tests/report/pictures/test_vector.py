"""matplotlib's SVG made small: what is kept, and that it is the same picture."""

import re
from xml.etree import ElementTree

import pytest

from gelucheck.report.pictures.sheet import Sheet, drawing
from gelucheck.report.pictures.vector import _trimmed

NUMBER = r"-?(?:\d+\.?\d*|\.\d+)"


def walked(path: str) -> list[tuple[float, float]]:
    """The points of a path of M, z, h, v and l, as a browser would walk it."""
    x = y = 0.0
    points = []
    for command, rest in re.findall(r"([MhvlzZ])([^MhvlzZ]*)", path):
        numbers = [float(each) for each in re.findall(NUMBER, rest)]
        match command:
            case "M":
                x, y = numbers
            case "h":
                x += numbers[0]
            case "v":
                y += numbers[0]
            case "l":
                x, y = x + numbers[0], y + numbers[1]
            case _:
                continue
        points.append((round(x, 1), round(y, 1)))
    return points


@pytest.mark.parametrize("path, due", [
    ("M 1.04 2 \nL 3 2 \nL 3 5.5 \nL 4 5.55 \nz", [(1, 2), (3, 2), (3, 5.5), (4, 5.6)]),
    ("M 0 0 L 1 0 L 2.26 0 L 2.26 -7", [(0, 0), (2.3, 0), (2.3, -7)]),
    ("M 0 0 L 5 0 L 2 0", [(0, 0), (5, 0), (2, 0)]),
    ("M 0 0 L 0.01 0.01 L 1 1", [(0, 0), (1, 1)]),
    ("M 1 1 L 0.5 0.75 M 3 3 L 2.9 3.2", [(1, 1), (0.5, 0.8), (3, 3), (2.9, 3.2)]),
])  # fmt: skip
def test_paths(path, due):
    assert walked(_trimmed(path)) == due


def test_many_steps_do_not_add_up_to_an_error():
    given = [(n / 7, n * n / 700) for n in range(700)]
    path = "M " + " L ".join(f"{x:.6f} {y:.6f}" for x, y in given)
    last = walked(_trimmed(path))[-1]
    assert last == (round(given[-1][0], 1), round(given[-1][1], 1))


def picture(prefix=None):
    with drawing():
        sheet = Sheet(100, 50)
        sheet.line([0, 50, 100], [0, 25.04, 0], "c1")
        sheet.box(10, 10, 20, 5, "c3", 0.25)
        sheet.text(50, 40, "a<b & $c$ ½", "muted", "center")
        return sheet.svg("the title", "the words", prefix)


def test_a_file_of_its_own():
    svg = picture()
    assert svg.startswith('<?xml version="1.0"')
    root = ElementTree.fromstring(svg)
    assert (root.get("viewBox"), root.get("width")) == ("0 0 100 50", "100")
    title, desc, paper, line, box, text = root
    assert (title.text, desc.text) == ("the title", "the words")
    assert paper.get("fill") == "#ffffff"
    assert walked(line.get("d")) == [(0, 0), (50, 25), (100, 0)]
    assert (line.get("fill"), line.get("stroke")) == ("none", "#0072b2")
    assert (box.get("fill"), box.get("fill-opacity")) == ("#009e73", "0.2")
    assert (text.text, text.get("text-anchor")) == ("a<b & $c$ ½", "middle")
    assert (text.get("x"), text.get("y"), text.get("fill")) == ("50", "40", "#5a5a63")


def test_for_a_page():
    root = ElementTree.fromstring(picture("p"))
    title, _, line, box, text = root
    assert title.get("id") == "p-title"
    assert line.get("style") == "stroke:var(--c1, #0072b2)"
    assert box.get("style") == "fill:var(--c3, #009e73)"
    assert text.get("style") == "fill:var(--muted, #5a5a63)"
    assert root.get("font-family") is None, "the page's own"
