"""On which line of a TOML text each key and table stands; ``tomllib`` does not say.

A statement is a header or a key with its value. Where it ends is read off its strings, comments
and brackets; what it says is for ``tomllib``, which reads each of them by itself.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Path = tuple[str | int, ...]
"""Keys from the top; in an array of tables the index too, from 0."""

DEEPEST = 8  # keys further down have no line: nobody asks for it

# strings and comments whole, so that nothing in them is taken for a bracket or an end of a line;
# up to two quotation marks of a multi-line string may stand right before its end; one that is never
# closed is a token too, for to look for its end again from each mark in it would take for ever
_TOKEN = re.compile(
    r'"""(?:[^"\\]++|\\.|"{1,2}(?!"))*+(?:"{3,5}|\\?\Z)'
    r"|'''(?:[^']++|'{1,2}(?!'))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]++|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+"
    r"|[\[\]{}\n]",
    re.DOTALL,
)


@dataclass(frozen=True)
class Statement:
    """A header, or a key and its value.

    Attributes:
        line: where it begins, 1 for the first line; last: where it ends.
        text: itself, with what stands before and after it on its lines.
        tables: of a value that is an array: the lines of the tables in it.
    """

    line: int
    last: int
    text: str
    tables: tuple[int, ...] = ()

    @property
    def is_header(self) -> bool:
        """Whether it begins a table."""
        return self.text.lstrip().startswith("[")

    @property
    def tree(self) -> dict[str, Any]:
        """What it says by itself.

        Raises:
            tomllib.TOMLDecodeError: it is no TOML.
        """
        return tomllib.loads(self.text)


def statements(text: str) -> Iterator[Statement]:
    """The statements of a text, in order; of one that is no TOML those before the fault are right.

    Args:
        text: with line ends of any kind.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    start, begun, line = 0, 1, 1
    open_ones: list[str] = []
    tables: list[int] = []
    for token in _TOKEN.finditer(f"{text}\n"):
        found = token[0]
        if found == "\n" and not open_ones:
            # of blank lines and comments nothing is left
            content = text[start : token.start()]
            if content.strip() and not content.lstrip().startswith("#"):
                yield Statement(begun, line, content, tuple(tables))
            start, begun, tables = token.end(), line + 1, []
        elif found in ("[", "{"):
            if found == "{" and open_ones == ["["]:
                tables.append(line)
            open_ones.append(found)
        elif found in ("]", "}") and open_ones:
            open_ones.pop()
        line += found.count("\n")


MOST_DOTS = 64
"""In a key: what ``tomllib`` keeps of one grows with the square of its parts."""
_CHAIN = re.compile(rf"(?<![\w.-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{MOST_DOTS}}}")


def line_of_chain(text: str) -> int | None:
    """The line of the first key of more parts than anybody means; None: there is none."""
    plain = _TOKEN.sub(_blanked, text)
    found = _CHAIN.search(plain)
    return plain.count("\n", 0, found.start()) + 1 if found else None


def _blanked(token: re.Match) -> str:
    """A string as a word, and a comment as nothing, of as many lines."""
    kind = token[0][0]
    if kind in "\"'#":
        return "s" * (kind != "#") + "\n" * token[0].count("\n")
    return token[0]


def lines_of(text: str) -> dict[Path, int]:
    """Path -> line, of every key and table of a TOML text, where it is first named.

    Raises:
        tomllib.TOMLDecodeError: a statement that is no TOML.
    """
    table = _Table()
    for statement in statements(text):
        table.read(statement)
    return table.lines


def first_of(text: str, line: int) -> tuple[Path, int] | None:
    """What a line names again, and the line where it was named first; None where it does not.

    Args:
        text: one that ``tomllib`` refuses.
        line: where it found the fault.
    """
    table = _Table()
    try:
        for statement in statements(text):
            if statement.last >= line:
                return table.first_of(statement)
            table.read(statement)
    except (ValueError, RecursionError):
        # the fault is in what is read, and names nothing again
        return None
    return None


@dataclass
class _Table:
    """What was read so far, and the header in force."""

    lines: dict[Path, int] = field(default_factory=dict)
    header: Path = ()
    counts: dict[Path, int] = field(default_factory=dict)
    headers: dict[Path, int] = field(default_factory=dict)

    def read(self, statement: Statement) -> None:
        if statement.is_header:
            keys, array = _header_of(statement.tree)
            self.header = self._resolved(keys)
            self.headers.setdefault(self.header, statement.line)
            if array:
                self.lines.setdefault(self.header, statement.line)
                self.counts[self.header] = self.counts.get(self.header, -1) + 1
                self.header = (*self.header, self.counts[self.header])
            self._note(self.header, statement.line)
        else:
            self._mark(self.header, statement.tree, statement.line, statement.tables)

    def first_of(self, statement: Statement) -> tuple[Path, int] | None:
        """What a statement names again, and its line."""
        if statement.is_header:
            path = self._resolved(_header_of(statement.tree)[0])
            line = self.headers.get(path, self.lines.get(path))
            return (path, line) if line else None
        other = _Table(header=self.header)
        other.read(statement)
        new = [path for path in other.lines if len(path) > len(self.header)]
        again = [path for path in new if path in self.lines]
        deepest = max(again, key=len, default=())
        return (deepest, self.lines[deepest]) if again else None

    def _resolved(self, keys: list[str]) -> Path:
        """The path of a header; what names an array of tables on the way means its last one."""
        path: Path = ()
        for number, key in enumerate(keys):
            path = (*path, key)
            if path in self.counts and number + 1 < len(keys):
                path = (*path, self.counts[path])
        return path

    def _note(self, path: Path, line: int) -> None:
        for end in range(1, len(path) + 1):
            self.lines.setdefault(path[:end], line)

    def _mark(self, path: Path, value: Any, line: int, tables: tuple[int, ...]) -> None:
        if path:
            self.lines.setdefault(path, line)
        if len(path) >= DEEPEST:
            return
        if isinstance(value, dict):
            for key, inner in value.items():
                self._mark((*path, key), inner, line, tables)
        elif isinstance(value, list) and all(isinstance(item, dict) for item in value):
            each = tables if len(tables) == len(value) else (line,) * len(value)
            for number, (item, at) in enumerate(zip(value, each, strict=True)):
                self._mark((*path, number), item, at, ())


def _header_of(tree: dict[str, Any]) -> tuple[list[str], bool]:
    """The keys of a header, and whether it begins a table of an array."""
    keys: list[str] = []
    node: Any = tree
    while isinstance(node, dict) and node and len(keys) < DEEPEST:
        ((key, node),) = node.items()
        keys.append(key)
    return keys, isinstance(node, list)
