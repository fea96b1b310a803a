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
    root.attrib |= {
        "width": _short(width),
        "height": _short(height),
        "role": "img",
        "overflow": "visible",
    }
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
    """A path with one decimal, each point by how far it is from the last; a line along an axis
    says one number only, and once."""
    words: list[str] = []
    x = y = 0
    way = moved = (0, 0)
    for command, numbers in _COMMAND.findall(path):
        if command in "Zz":
            words.append("z")
            way = (0, 0)
            continue
        # in tenths of a px, whole numbers: steps do not add up to an error
        places = [round(10 * float(each)) for each in numbers.split()]
        step = places[-2] - x, places[-1] - y
        x, y = places[-2:]
        if command != "L":
            words.append(command + " ".join(map(_tenths, places)))
            way = (0, 0)
        elif step != (0, 0):
            turn = _sign(step[0]), _sign(step[1])
            if turn == way and 0 in turn:
                words.pop()  # on in the same direction
                step = step[0] + moved[0], step[1] + moved[1]
            words.append(_step(*step))
            way, moved = turn, step
    return "".join(words)


def _step(across: int, down: int) -> str:
    if not down:
        return f"h{_tenths(across)}"
    if not across:
        return f"v{_tenths(down)}"
    second = _tenths(down)
    return f"l{_tenths(across)}{'' if second.startswith('-') else ' '}{second}"


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _tenths(number: int) -> str:
    """A number of tenths, in as few letters as there are."""
    whole, rest = divmod(abs(number), 10)
    return (
        ("-" if number < 0 else "")
        + (str(whole) if whole or not rest else "")
        + (f".{rest}" if rest else "")
    )
