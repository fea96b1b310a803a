"""One line of a plan's text: an operator's name, and values in brackets. Nothing is evaluated."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from gelucheck.errors import PlanError
from gelucheck.network.faults import Word, shown

Value = int | str | Word
_MEND = "write one operator a line, as linear(64)"

_TOKEN = re.compile(
    r"""[ \t]*(?:
        (?P<word>[+-]?[A-Za-z0-9_.]+(?:(?<=[0-9.][eE])[+-][0-9]+)?)  # 1e-5 is one word
        |(?P<text>"[^"]*"|'[^']*')
        |(?P<mark>[(),=])
        |(?P<end>\#.*|$)
    )""",
    re.VERBOSE | re.ASCII,
)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_WHOLE = re.compile(r"[+-]?[0-9]+")


@dataclass(frozen=True)
class Call:
    """An operator and what stands in its brackets.

    Attributes:
        operation: the name, of an operator that there is or not.
        positional: values without a name; named: (name, value), a name perhaps twice.
        place: where it stands, "plan.txt:3"; line: of a text, from 1.
    """

    operation: str
    positional: tuple[Value, ...] = ()
    named: tuple[tuple[str, Value], ...] = ()
    place: str = ""
    line: int | None = None


class _Token(NamedTuple):
    kind: str
    text: str
    column: int


def parse_call(text: str, place: str = "", line: int | None = None) -> Call | None:
    """What a line of plain ASCII says; None where it is blank or a comment.

    Raises:
        PlanError: it is not NAME(VALUE, NAME=VALUE, …).
    """
    tokens = _tokens(text)
    first = tokens.pop()
    if first.kind == "end":
        return None
    if first.kind != "word":
        raise _fault(text, first, "the name of an operator")
    _expect("(", tokens, text, "'('")
    positional, named = [], []
    while tokens[-1].text != ")" or positional or named:
        token = tokens.pop()
        if tokens and tokens[-1].text == "=" and _NAME.fullmatch(token.text):
            tokens.pop()
            named.append((token.text, _value(tokens.pop(), text)))
        elif named:
            raise _fault(text, token, "an argument with its name")
        else:
            positional.append(_value(token, text))
        if tokens[-1].text == ")":
            break
        _expect(",", tokens, text, "',' or ')'")
    _expect(")", tokens, text, "')'")
    if tokens[-1].kind != "end":
        raise _fault(text, tokens[-1], "the end of the line")
    return Call(first.text, tuple(positional), tuple(named), place, line)


def _tokens(text: str) -> list[_Token]:
    """What a line is made of, from the end, so that the next is popped; the end is in it."""
    tokens, column = [], 0
    while not tokens or tokens[-1].kind != "end":
        found = _TOKEN.match(text, column)
        if found is None:
            rest = text[column:].lstrip(" \t")
            unclosed = rest[0] in "\"'"
            what = "opens a text that is not closed" if unclosed else "means nothing here"
            column = len(text) - len(rest) + 1
            raise PlanError(f"{shown(rest[0])} in column {column} of {shown(text)} {what}", _MEND)
        kind = found.lastgroup
        tokens.append(_Token(kind, found[kind], found.start(kind) + 1))
        column = found.end()
    return tokens[::-1]


def _expect(mark: str, tokens: list[_Token], text: str, due: str) -> None:
    if tokens[-1].text != mark:
        raise _fault(text, tokens[-1], due)
    tokens.pop()


def _value(token: _Token, text: str) -> Value:
    if token.kind == "text":
        return token.text[1:-1]
    if token.kind != "word":
        raise _fault(text, token, "a value")
    return int(token.text) if _WHOLE.fullmatch(token.text) else Word(token.text)


def _fault(text: str, token: _Token, due: str) -> PlanError:
    found = "the end" if token.kind == "end" else shown(token.text)
    where = f"in column {token.column} of {shown(text.strip())}"
    return PlanError(f"{found} stands {where} where {due} is due", _MEND)
