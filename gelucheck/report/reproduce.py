"""How to see a row's worst input again: a command, and a program where there is one."""

import math
import shlex
from dataclasses import dataclass

from gelucheck.export.figures import format_x
from gelucheck.export.reproducer import reproducer, words_of
from gelucheck.export.worst import own_errors
from gelucheck.formats import FORMATS
from gelucheck.implementations.guest import find_kind
from gelucheck.implementations.kinds import KINDS
from gelucheck.record import Row, Witness
from gelucheck.rows import shortest_hex


@dataclass(frozen=True)
class Again:
    """What to copy.

    Attributes:
        x: the input, as text.
        witness: it, with what came and what was due.
        command: of gelucheck, one line as a shell takes it; None where no shell could.
        program: Python, without gelucheck; None where there is none.
    """

    x: str
    witness: Witness
    command: str | None
    program: str | None


def again_of(row: Row, command: str) -> Again | None:
    """How to see an input again: that of the first error found, or else the worst; or None.

    Args:
        command: the command line of the run.
    """
    witness = _shown(row)
    if witness is None:
        return None
    x = format_x(witness.x, FORMATS.get(row.dtype), 25)
    return Again(x, witness, _command(row, witness, command), reproducer(row, witness, command))


def _shown(row: Row) -> Witness | None:
    errors = own_errors(row)
    witnesses = [
        *(finding.witness for finding in row.findings if finding.level == "error"),
        *(errors.max_ulp, errors.max_abs),
        *(finding.witness for finding in row.findings if finding.level == "warning"),
    ]
    return next(filter(None, witnesses), None)


def _command(row: Row, witness: Witness, command: str) -> str | None:
    """Our own writings are explained step by step; of others the one input is measured again, or
    where nobody can tell what they are it is explained what is due there."""
    words = ["--dtype", row.dtype]
    if row.function != "gelu":
        words += ["--function", row.function]
    if row.arithmetic:
        words += ["--arithmetic", row.arithmetic]
    target = words_of(row.implementation, command)
    kind = target.partition(":")[0]
    # of a file of outputs there is no one input
    if row.writing or kind not in KINDS or find_kind(kind).inputs:
        form = row.writing or row.form
        words = ["gelucheck", "explain", f"bits:{witness.bits}", *words]
        words += ["--form", form] if form else []
    else:
        named = target if target == row.implementation else f"{row.implementation}={target}"
        words = ["gelucheck", "compare", *words, "--impl", named]
        words += ["--declares", row.form] if row.form else []
        x = shortest_hex(witness.x)
        words += ["--inputs", f"{x}:{x}" if math.isfinite(witness.x) else "special"]
    return shlex.join(words) if all(map(str.isprintable, words)) else None
