"""Lower rooms never import upper ones, and rooms on one floor do not import each other.

The imports are read from the source, those inside functions too. So are the rules for everything
below ``export``: no click, no print, no writing of files, no environment, no matplotlib.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "gelucheck"

# from the ground up; a room is a module or a sub-package of gelucheck
FLOORS = (
    ({"errors"},),
    # formats and its rounding are one room in two files
    ({"formats", "rounding"}, {"chunks"}),
    ({"ulp"}, {"reference"}, {"inputs"}),
    # the tally is one room in several files
    ({"forms"}, {"names"}, {"tally", "peaks", "sums", "categories", "windows"}),
    # the record is one room in several files
    (
        {"implementations"},
        {"record", "plain", "plain_networks", "joining", "networks", "provenance"},
    ),
    ({"measure", "block", "rows", "expected"},),
    ({"sweep"}, {"conformance"}, {"network"}, {"explain"}, {"proofs"}, {"vectors"}),
    ({"gate"},),
    ({"export"},),
    ({"report"},),
    # the Python names of __init__.py, which is the door and no room
    ({"api", "api_network", "api_prove", "api_vectors"},),
    ({"cli", "__main__"}, {"testing"}),
)
PLACES = {
    name: (floor, number)
    for floor, rooms in enumerate(FLOORS)
    for number, room in enumerate(rooms)
    for name in room
}
EXPORT_FLOOR = PLACES["export"][0]
# the places below export/ that may write: results are kept while a long sweep goes on, and the
# tables that are shipped with the package are made by a program in it that no command runs
WRITERS = {"sweep/ledger.py", "reference/build.py"}
WRITING_CALLS = {"write_text", "write_bytes", "save", "savez", "savetxt", "tofile", "to_csv"}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def room_of(path: Path) -> str:
    """The room of a file: the first part of its path in the package."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and dotted name of everything imported, by statement or by ``import_module``."""
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                yield from ((node.lineno, alias.name) for alias in node.names)
            case ast.ImportFrom(module=module, level=level):
                yield node.lineno, "." * level + (module or "")
                if module == "gelucheck":
                    yield from ((node.lineno, f"gelucheck.{a.name}") for a in node.names)
            case ast.Call(args=[ast.Constant(value=str(name)), *_]) if called(node) in (
                "import_module",
                "__import__",
            ):
                yield node.lineno, name


def called(node: ast.Call) -> str:
    """The last name of what is called."""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def layer_faults(room: str, source: str) -> list[str]:
    """What a file of a room imports and must not."""
    if room == "__init__":
        return []
    floor, number = PLACES[room]
    faults = []
    for line, name in imported(ast.parse(source)):
        if name.startswith("."):
            faults.append(f"line {line}: relative import {name}")
        parts = name.split(".")
        # "from gelucheck import name" may name a function or the version rather than a room
        if parts[0] != "gelucheck" or len(parts) < 2 or parts[1] not in PLACES:
            continue
        other_floor, other_number = PLACES[parts[1]]
        if other_floor > floor:
            faults.append(f"line {line}: {room} imports {parts[1]}, which stands above it")
        elif other_floor == floor and other_number != number:
            faults.append(f"line {line}: {room} imports {parts[1]}, its neighbour")
    return faults


def rule_faults(source: str, may_write: bool = False) -> list[str]:
    """What a file below export/ does and must not."""
    tree = ast.parse(source)
    faults = [
        f"line {line}: imports {name}"
        for line, name in imported(tree)
        if name.split(".")[0] in ("click", "matplotlib")
    ]
    for node in ast.walk(tree):
        match node:
            case ast.Call() if called(node) == "print":
                faults.append(f"line {node.lineno}: prints")
            case ast.Call() if not may_write and (called(node) in WRITING_CALLS or opens(node)):
                faults.append(f"line {node.lineno}: writes a file")
            case ast.Attribute(attr="environ" | "getenv") | ast.Name(id="environ" | "getenv"):
                faults.append(f"line {node.lineno}: reads the environment")
    return faults


def opens(node: ast.Call) -> bool:
    """Whether a call opens a file for anything but reading."""
    if called(node) != "open":
        return False
    # open(path, mode) and path.open(mode)
    place = 1 if isinstance(node.func, ast.Name) else 0
    modes = node.args[place : place + 1] + [k.value for k in node.keywords if k.arg == "mode"]
    # a mode that is computed cannot be read here, and is not wanted
    return any(
        not isinstance(mode, ast.Constant) or set("wax+") & set(str(mode.value)) for mode in modes
    )


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_layers(path):
    room = room_of(path)
    assert room == "__init__" or room in PLACES, f"{room} has no floor in DESIGN or FLOORS"
    assert layer_faults(room, path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rules_below_export(path):
    room = room_of(path)
    if room == "__init__" or PLACES[room][0] >= EXPORT_FLOOR:
        return
    may_write = path.relative_to(PACKAGE).as_posix() in WRITERS
    assert rule_faults(path.read_text(encoding="utf-8"), may_write) == []


@pytest.mark.parametrize(
    ("room", "source", "faults"),
    [
        ("formats", "from gelucheck.errors import unknown", 0),
        ("formats", "from gelucheck.rounding import nearest", 0),
        ("errors", "import gelucheck.formats", 1),
        ("ulp", "from gelucheck.reference import oracle", 1),
        ("ulp", "from gelucheck import reference", 1),
        ("ulp", "from gelucheck import __version__", 0),
        ("gate", "def f():\n    from gelucheck.export.write import write_text", 1),
        ("export", "from gelucheck.report import plots", 1),
        ("export", "from gelucheck.record import Run", 0),
        ("api", "from gelucheck.cli.main import main", 1),
        ("cli", "from gelucheck import api", 0),
        ("measure", "import_module('gelucheck.sweep.plan')", 1),
        ("forms", "from . import erf", 1),
    ],
)
def test_planted_layer_faults_are_seen(room, source, faults):
    assert len(layer_faults(room, source)) == faults


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ("import click", 1),
        ("from matplotlib.figure import Figure", 1),
        ("def f():\n    print(1)", 1),
        ("open('x')", 0),
        ("open('x', 'rb')", 0),
        ("open('x', 'w')", 1),
        ("open('x', mode='ab')", 1),
        ("open('x', mode)", 1),
        ("path.open('r+')", 1),
        ("path.open()", 0),
        ("path.write_text('x')", 1),
        ("np.save('x', y)", 1),
        ("os.environ['X']", 1),
        ("from os import getenv\ngetenv('X')", 1),
        ("'print(1) open(x, w) os.environ'", 0),
    ],
)
def test_planted_rule_faults_are_seen(source, faults):
    assert len(rule_faults(source)) == faults


def test_ledger_may_write_but_not_print():
    assert len(rule_faults("open('x', 'w')\nprint(1)", may_write=True)) == 1
