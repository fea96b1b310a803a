"""From the text of a file to a ``Config``. Nothing in it is run, or looked for on the disk."""

import re
import tomllib
from typing import Any

from gelucheck.conformance.levels import LEVELS
from gelucheck.conformance.slugs import SLUGS
from gelucheck.errors import ConfigError, UsageError
from gelucheck.gate.config.keys import AT_THE_TOP, KEYS, unknown_key
from gelucheck.gate.config.limits import Entry, limits_of
from gelucheck.gate.config.lines import (
    MOST_DOTS,
    Path,
    first_of,
    line_of_chain,
    lines_of,
    statements,
)
from gelucheck.gate.config.record import Config, Setting
from gelucheck.gate.config.values import word, wrong
from gelucheck.gate.figures import FIGURES
from gelucheck.gate.limit import Place

TABLE = ("tool", "gelucheck")
_AT_LINE = re.compile(r"^(.*) \(at line ([0-9]+), (column [0-9]+)\)$", re.DOTALL)
_LEAVE = "leave one out"
_MEND = "see toml.io, or begin with what gelucheck init writes"


def parse_config(text: str, path: str) -> Config | None:
    """The config in the text of a file.

    Args:
        text: TOML; in a file called pyproject.toml, or with such a table in it,
            ``[tool.gelucheck]`` counts, else the keys stand at the top.
        path: the name of the file, for messages and places.

    Returns:
        None: a pyproject.toml without a ``[tool.gelucheck]``.

    Raises:
        ConfigError: "FILE:LINE: …": not TOML, an unknown key or name, a value of the wrong kind, a
            bound that nothing keeps or breaks, an entry twice, a limit without a figure, a region
            that holds nothing.
    """
    text = text.removeprefix("\ufeff")
    tree = _read(text, path)
    tool = tree.get("tool")
    root: Path = ()
    if isinstance(tool, dict) and "gelucheck" in tool:
        root, tree = TABLE, tool["gelucheck"]
    elif re.split(r"[/\\]", path)[-1] == "pyproject.toml":
        return None
    reader = _Reader(path, root, lines_of(text))
    return reader.config(tree)


def _read(text: str, path: str) -> dict[str, Any]:
    """The tree of a text.

    Raises:
        ConfigError: it is no TOML.
    """
    deep = line_of_chain(text)
    if deep:
        raise ConfigError(
            f"{path}:{deep}: nested too deep, a key of more than {MOST_DOTS} parts", _MEND
        )
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        raise _no_toml(text, path, problem) from problem


def _no_toml(text: str, path: str, problem: Exception) -> ConfigError:
    found = _AT_LINE.match(str(problem))
    if found:
        said, line, column = found[1], int(found[2]), f" at {found[3]}"
    else:
        # the end of the text, or a number that Python does not take
        said = str(problem).removesuffix(" (at end of document)")
        line, column = _line_of(text), ""
    if isinstance(problem, RecursionError):
        said = "nested too deep"
    first = first_of(text, line)
    if first:
        name = ".".join(map(str, first[0]))[:80]
        return ConfigError(f"{path}:{line}: {name} stands at line {first[1]} already", _LEAVE)
    return ConfigError(f"{path}:{line}: not TOML, {said[:1].lower()}{said[1:]}{column}", _MEND)


def _line_of(text: str) -> int:
    """The line of the first statement that cannot be read by itself."""
    for statement in statements(text):
        try:
            _ = statement.tree
        except (ValueError, RecursionError):
            return statement.line
    # it is open at the end
    return text.rstrip().count("\n") + 1


class _Reader:
    """What a file's places are, and its values one by one."""

    def __init__(self, path: str, root: Path, lines: dict[Path, int]):
        self.path, self.root, self.lines = path, root, lines

    def place(self, *keys: str | int) -> Place:
        return Place(self.path, self.lines.get((*self.root, *keys), 1))

    def error(self, place: Place, problem: UsageError) -> ConfigError:
        return ConfigError(f"{place}: {problem.what}", problem.mend)

    def config(self, tree: Any) -> Config:
        if not isinstance(tree, dict):
            problem = wrong("tool.gelucheck", tree, "a table, [tool.gelucheck]")
            raise self.error(self.place(), problem)
        for key in tree:
            if key not in AT_THE_TOP:
                raise self.error(self.place(key), unknown_key(key, AT_THE_TOP))
        options = {
            key.option: Setting(self.setting(key.read, tree[name], name), self.place(name))
            for name, key in KEYS.items()
            if name in tree
        }
        claim = None
        general = Entry({name: (tree[name], self.place(name)) for name in FIGURES if name in tree})
        if tree.get("atol") is False:
            claim = Setting(False, general.cells.pop("atol")[1])
        written = limits_of(general, self.entries(tree.get("limit", [])), options)
        return Config(
            self.path, options, written, claim, self.levels(tree.get("finding", {})),
            self.place().line,
        )  # fmt: skip

    def setting(self, read, value: Any, *keys: str) -> Any:
        try:
            return read(keys[-1], value)
        except UsageError as problem:
            raise self.error(self.place(*keys), problem) from problem

    def entries(self, tables: Any) -> list[Entry]:
        if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
            prefix = "tool.gelucheck." if self.root else ""
            problem = wrong("limit", tables, f"tables, each begun with [[{prefix}limit]]")
            raise self.error(self.place("limit"), problem)
        return [
            Entry(
                {key: (value, self.place("limit", number, key)) for key, value in table.items()},
                self.place("limit", number),
            )
            for number, table in enumerate(tables)
        ]

    def unknown_finding(self, slug: str) -> UsageError:
        if slug not in AT_THE_TOP:
            return unknown_key(slug, SLUGS, "finding")
        told = f"unknown finding {slug!r}, which is a key of another table"
        return UsageError(told, "the header above it is of finding: move it")

    def levels(self, table: Any) -> dict[str, Setting]:
        if not isinstance(table, dict):
            problem = wrong("finding", table, 'a table, as in finding.inaccurate = "error"')
            raise self.error(self.place("finding"), problem)
        levels = {}
        for slug, value in table.items():
            place = self.place("finding", slug)
            if slug not in SLUGS:
                raise self.error(place, self.unknown_finding(slug))
            level = self.setting(word("level", LEVELS), value, "finding", slug)
            levels[slug] = Setting(level, place)
        return levels
