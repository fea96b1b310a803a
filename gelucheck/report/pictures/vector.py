"""matplotlib's SVG made small, and fit to stand in a page.

What is left of it: paths with one decimal, text as text in the reader's type, a title and a
description. There is nothing in it that a page could trip over: no style sheet, which would be the
whole page's, no id but its own, no reference.
"""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from gelucheck.report.pictures.look import COLORS, FAMILY

_ROLES = {color: role for role, color in COLORS.items()}
_STYLED = ("fill", "stroke", "stroke-width", "stroke-dasharray", "fill-opacity", "opacity")
_COMMAND = re.compile(r"([MLQCZz])([^MLQCZz]*)")
_NAMESPACE = "http://www.w3.org/2000/svg"
_PROLOG = '<?xml version="1.0" encoding="utf-8"?>\n'


def tidy(svg: bytes, title: str, words: str, prefix: str | None = None) -> str:
    """The picture with its text alternative.

    Args:
        svg: as matplotlib writes it, text as text.
        title, words: what a reader who sees no picture is told.
        prefix: what its ids begin with: the picture is for a page, its colours the page's, its
            paper left out. None: it is a file of its own.
    """
    given = ElementTree.fromstring(svg)
    width, height = given.get("viewBox", "").split()[2:]
    root = ElementTree.Element("svg", xmlns=_NAMESPACE)
    root.attrib |= {"viewBox": f"0 0 {_short(width)} {_short(height)}"}
    root.attrib |= {"width": _short(width), "height": _short(height), "role": "img"}
    start = prefix or "gelucheck"
    root.set("aria-labelledby", f"{start}-title {start}-desc")
    if prefix is None:
        root.set("font-family", FAMILY)
    root.attrib |= {"font-size": "11", "stroke-linejoin": "round", "stroke-linecap": "butt"}
    for name, text in (("title", title), ("desc", words)):
        ElementTree.SubElement(root, name, id=f"{start}-{name}").text = text
    paint = _paint if prefix is None else _variable
    shapes = _shapes(given)
    paper = next(shapes)
    if prefix is None:
        root.append(_path(paper, paint))
    for shape in shapes:
        root.append(_text(shape, paint) if shape.tag.endswith("text") else _path(shape, paint))
    whole = ElementTree.tostring(root, encoding="unicode").replace("><", ">\n<")
    return (_PROLOG if prefix is None else "") + whole + "\n"


def _shapes(given) -> Iterator:
    """What is drawn, in its order; the first is the paper."""
    kinds = {f"{{{_NAMESPACE}}}path", f"{{{_NAMESPACE}}}text"}
    return (item for item in given.iter() if item.tag in kinds)


def _paint(color: str) -> str:
    return color


def _variable(color: str) -> str:
    role = _ROLES.get(color)
    return f"var(--{role}, {color})" if role else color


def _style(shape) -> dict[str, str]:
    pairs = (item.partition(":") for item in shape.get("style", "").split(";"))
    return {name.strip(): value.strip() for name, _, value in pairs}


def _written(style: dict[str, str], paint) -> dict[str, str]:
    """The style as attributes; a variable is understood in a style only."""
    plain, painted = {}, []
    for name in _STYLED:
        value = style.get(name)
        if value is None or (name == "stroke-width" and "stroke" not in style):
            continue
        if value.startswith("#") and paint is _variable:
            painted.append(f"{name}:{paint(value)}")
        elif value.startswith("#") or value == "none":
            plain[name] = value
        else:
            plain[name] = " ".join(map(_short, re.split(r"[ ,]+", value)))
    return plain | ({"style": ";".join(painted)} if painted else {})


def _path(shape, paint):
    made = ElementTree.Element("path", d=_trimmed(shape.get("d", "")))
    made.attrib |= _written(_style(shape), paint)
    return made


def _text(shape, paint):
    style = _style(shape)
    made = ElementTree.Element("text", x=_short(shape.get("x", "0")), y=_short(shape.get("y", "0")))
    anchor = style.get("text-anchor", "start")
    if anchor != "start":
        made.set("text-anchor", anchor)
    size = re.search(r"([\d.]+)px", style.get("font-size", "") + style.get("font", ""))
    if size and float(size[1]) != 11:
        made.set("font-size", _short(size[1]))
    made.attrib |= _written({"fill": style.get("fill", COLORS["ink"])}, paint)
    made.text = "".join(shape.itertext())
    return made


def _short(number: str) -> str:
    """To one decimal, which is finer than any screen."""
    text = f"{float(number):.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _trimmed(path: str) -> str:
    """A path with one decimal; a line along an axis says one number only."""
    words: list[str] = []
    here = ("", "")
    for command, numbers in _COMMAND.findall(path):
        if command in "Zz":
            words.append("z")
            continue
        places = [_short(each) for each in numbers.split()]
        end = (places[-2], places[-1])
        if command != "L":
            words.append(command + " ".join(places))
        elif end[1] == here[1] and end[0] != here[0]:
            words.append(f"H{end[0]}")
        elif end[0] == here[0] and end[1] != here[1]:
            words.append(f"V{end[1]}")
        elif end != here:
            words.append("L" + " ".join(end))
        here = end
    return "".join(words)
