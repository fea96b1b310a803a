"""``gelucheck names --config``: a config.json is read, and what its activation is is said."""

import json
import os
import stat
import sys
from typing import Any

from gelucheck.cli.guard import one_line
from gelucheck.cli.names_flags import flags_of
from gelucheck.cli.names_table import FORMULAS, SCHEMA, name_record
from gelucheck.errors import InputsError
from gelucheck.names.config import Activation, activations_of

LARGEST = 4 << 20  # bytes; a config takes a few thousand
_MEND = "give the config.json of a Hugging Face model"


def read_config(path: str) -> tuple[Activation, ...]:
    """The activations that a file names; "-" is standard input.

    Raises:
        InputsError: no such file, not readable, too large, not UTF-8, not JSON, no activation in
            it, or one that transformers does not have.
    """
    name = "standard input" if path == "-" else repr(path)
    try:
        config = json.loads(_read(path, name).decode("utf-8-sig"))
    except RecursionError as problem:
        raise InputsError(f"{name} is no config: it is nested too deep", _MEND) from problem
    except UnicodeDecodeError as problem:
        raise InputsError(f"{name} is not UTF-8 at byte {problem.start}", _MEND) from problem
    except ValueError as problem:
        raise InputsError(f"{name} is not JSON: {problem}", _MEND) from problem
    try:
        return activations_of(config)
    except InputsError as problem:
        raise InputsError(f"{name}: {problem.what}", problem.mend) from problem


def _read(path: str, name: str) -> bytes:
    try:
        if path == "-":
            if sys.stdin is None:
                raise InputsError("there is no standard input", _MEND)
            data = getattr(sys.stdin, "buffer", sys.stdin).read(LARGEST + 1)
            data = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
        else:
            with open(path, "rb") as source:
                if stat.S_ISDIR(os.fstat(source.fileno()).st_mode):
                    raise IsADirectoryError(None, "it is a directory")
                data = source.read(LARGEST + 1)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        reason = f"{reason[:1].lower()}{reason[1:]}"
        raise InputsError(f"cannot read {name}: {reason}", _MEND) from problem
    if len(data) > LARGEST:
        raise InputsError(f"{name} is larger than {LARGEST >> 20} MiB", _MEND)
    if not data.strip():
        raise InputsError(f"{name} is empty", _MEND)
    return data


def render_text(found: tuple[Activation, ...]) -> str:
    """Each activation with its form and the commands that check it."""
    lines = []
    for item in found:
        name = item.name
        lines.append(f"{one_line(item.key)}: {one_line(item.value)}")
        lines.append(f"  {name.form + ' form' if name.form else 'not a GELU'}: {name.spelling}")
        if name.form:
            lines.append(f"  {FORMULAS[name.form]}")
            lines += [f"  gelucheck check {flags}" for flags in flags_of(name)]
            lines.append(f"  gelucheck check --impl KIND:TARGET --declares {name.form}")
        if name.note and name.form:
            lines.append(f"  note: {name.note}")
    forms = dict.fromkeys(item.name.form for item in found if item.name.form)
    if len(forms) > 1:
        lines.append(f"Warning: this config has different forms: {', '.join(forms)}.")
    return "\n".join(lines) + "\n"


def render_json(found: tuple[Activation, ...]) -> str:
    """One object with a record for each activation."""
    records: list[dict[str, Any]] = [
        {"key": item.key, "value": item.value, **name_record(item.name)} for item in found
    ]
    return json.dumps({"schema": SCHEMA, "activations": records}, indent=1) + "\n"
