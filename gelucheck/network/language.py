"""The language of plans: one operator a line, blank lines and ``#`` comments between them.

linear(64)
gelu()                          # or gelu("tanh"), gelu(approximate="tanh")
linear()                        # the last: its width is that of the declared output
conv(8, kernel_size=3, padding=1)
layernorm()
residual(4)                     # adds what went into the operator four above
"""

import re
import unicodedata

from gelucheck.errors import PlanError
from gelucheck.network.assemble import MOST_OPERATORS, assemble
from gelucheck.network.calls import Call, parse_call
from gelucheck.network.faults import at, clean, shown
from gelucheck.network.plan import Plan, Shape
from gelucheck.network.shapes import parse_shape

__all__ = ["parse_plan", "parse_shape"]

LONGEST_LINE = 200  # characters
_EXAMPLE = "write one operator a line, as linear(64)"


def parse_plan(
    text: str,
    *,
    name: str = "plan",
    input: Shape,
    output: Shape | None = None,
    dtype: str = "float32",
) -> Plan:
    """The plan that a text describes, its shapes inferred. Nothing in it is evaluated.

    Args:
        name: of the file, for messages and as the plan's name.
        input, output: shapes without the batch; the output is needed where the text ends in
            ``linear()``, and is inferred where it is None.
        dtype: the name of the format that it is meant to be computed in.

    Raises:
        PlanError: the text is no plan, or one whose shapes do not fit; ``what`` begins with
            FILE:LINE.
        UsageError: no such format.

    Example:
        >>> plan = parse_plan("linear(64)\\ngelu()\\nlinear()", input=(128,), output=(10,))
        >>> plan.parameters
        8906
    """
    file = clean(name)
    calls: list[Call] = []
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        place = f"{file}:{number}"
        with at(place):
            _check_line(line)
            call = parse_call(line, place, number)
            if call:
                if len(calls) == MOST_OPERATORS:
                    raise PlanError(
                        f"{shown(line.strip())} is operator {MOST_OPERATORS + 1:,} of the plan",
                        f"a plan has at most {MOST_OPERATORS:,} operators",
                    )
                calls.append(call)
    if not calls:
        raise PlanError(f"{file}:1: there is no operator in the plan", _EXAMPLE)
    return assemble(calls, name=name, input=input, output=output, dtype=dtype)


def _check_line(line: str) -> None:
    """Refuse a line that is too long, or has more in it than printable ASCII and tabs."""
    if len(line) > LONGEST_LINE:
        raise PlanError(
            f"{shown(line)} has {len(line):,} characters",
            f"a line has at most {LONGEST_LINE}; {_EXAMPLE}",
        )
    for column, character in enumerate(line, 1):
        if not (" " <= character <= "~" or character == "\t"):
            told = unicodedata.name(character, "")
            code = f"U+{ord(character):04X}{f' {told}' if told else ''}"
            raise PlanError(
                f"{shown(character)} ({code}) stands in column {column}",
                "a plan is plain ASCII, its comments too",
            )
