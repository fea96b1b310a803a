"""What stands behind the colon: a dotted name, and literal keyword arguments.

``torch.nn.functional.gelu(approximate="tanh")`` is read as a name and a value, with Python's own
parser, and never evaluated: the name is imported and looked up, the arguments are literals.
"""

import ast
import difflib
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType

from gelucheck.errors import ImplementationError, UsageError, unknown
from gelucheck.implementations.importing import import_named
from gelucheck.implementations.kind import Kind

TEXT = "a dotted name, with literal keyword arguments if need be"
# far beyond any name, and too short to exhaust the parser
_LONGEST = 1000


@dataclass(frozen=True)
class Target:
    """A dotted name and its arguments.

    Attributes:
        name: "torch.nn.functional.gelu".
        arguments: keyword -> number, text, truth value, None, or a list, tuple, set or dict of
            them.
    """

    name: str
    arguments: Mapping[str, object] = field(default_factory=dict)


def parse_target(kind: Kind, text: str) -> Target:
    """A target as it is written; a short name of the kind stands for what its record says.

    Raises:
        UsageError: neither a short name nor a dotted name, positional arguments or ``**``, an
            argument that is no literal, one given twice, or more than 1000 characters.
    """
    text = text.strip()
    if text in kind.short:
        text = kind.short[text].target
    node = _parsed(kind, text)
    arguments: dict[str, object] = {}
    if isinstance(node, ast.Call):
        if node.args:
            raise _wrong(kind, text, "its arguments need their names")
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg in arguments:
                raise _wrong(kind, text, "each argument is named once")
            arguments[keyword.arg] = _literal(kind, text, keyword)
        node = node.func
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        raise _wrong(kind, text, "it is no dotted name")
    if not parts:
        raise unknown(f"target of {kind.name}:", node.id, [*kind.short, "a dotted name"])
    return Target(".".join([node.id, *reversed(parts)]), arguments)


def find(name: str) -> object:
    """What a dotted name means: modules are imported as far as they are needed.

    At each point an attribute goes before a submodule of the same name, as it does for
    ``import a; a.b``.

    Raises:
        UsageError: no such module or attribute.
        ImplementationError: code that is run by the import raised.
    """
    path, *rest = name.split(".")
    found: object = import_named(path)
    for part in rest:
        found = _member(found, path, part)
        path = f"{path}.{part}"
    return found


def module_of(name: str) -> ModuleType:
    """The innermost module on the way to what a dotted name means; errors as ``find``."""
    parts = name.split(".")
    for end in range(len(parts), 1, -1):
        found = find(".".join(parts[:end]))
        if isinstance(found, ModuleType):
            return found
    return import_named(parts[0])


def _parsed(kind: Kind, text: str) -> ast.expr:
    if len(text) > _LONGEST:
        raise _wrong(kind, text, f"it has more than {_LONGEST:,} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as problem:
        raise _wrong(kind, text, "it is no dotted name") from problem


def _literal(kind: Kind, text: str, keyword: ast.keyword) -> object:
    try:
        if any(isinstance(node, ast.Call) for node in ast.walk(keyword.value)):
            raise ValueError("a call")  # literal_eval would take set()
        return ast.literal_eval(keyword.value)
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError) as problem:
        raise _wrong(kind, text, f"{keyword.arg} is given no literal value") from problem


def _wrong(kind: Kind, text: str, why: str) -> UsageError:
    shown = text if len(text) <= 80 else f"{text[:77]}..."
    example = next(iter(kind.short.values())).target if kind.short else "package.name"
    return UsageError(f"{kind.name}:{shown}: {why}", f"write {kind.text}, as in {example}")


def _member(owner: object, path: str, name: str) -> object:
    try:
        return getattr(owner, name)
    except AttributeError:
        pass
    except Exception as problem:
        raise ImplementationError(f"{path}.{name} raised {problem!r:.300}") from problem
    if hasattr(owner, "__path__"):
        try:
            return import_named(f"{path}.{name}")
        except UsageError:
            pass  # said better below
    near = difflib.get_close_matches(name, dir(owner), 1)
    raise UsageError(f"{path} has no {name!r}", f"did you mean {near[0]}?" if near else "")
