"""Read a stored run back, and believe nothing in it before it has been checked."""

import json
import os
import stat
from collections.abc import Sequence

from gelucheck.errors import InputsError
from gelucheck.export.schema import first_fault
from gelucheck.record import SCHEMA, Run, Theorem

LARGEST = 64 << 20  # bytes; a row takes about 10 kB, so this is thousands of them
_MEND = "give a file that `gelucheck compare --out json:PATH` wrote"


def read_run(path, stdin=None) -> Run:
    """The run in a run.json, schema 1.

    Args:
        path: str or path; "-" reads ``stdin``, a text or binary stream.

    Raises:
        InputsError: no such file, not readable, too large, not UTF-8, not JSON, another schema,
            or a field that the schema does not allow; the message says where.
    """
    name = "standard input" if path == "-" else repr(os.fspath(path))
    data = read_bytes(path, name, stdin)
    try:
        document = json.loads(data.decode("utf-8-sig"), parse_constant=_refuse)
    except RecursionError as problem:
        raise InputsError(f"{name} is not a stored run: it is nested too deep", _MEND) from problem
    except ValueError as problem:
        raise InputsError(f"{name} is not JSON: {_reason(problem)}", _MEND) from problem
    schema = document.get("schema") if isinstance(document, dict) else SCHEMA
    if type(schema) is int and schema > SCHEMA:
        raise InputsError(
            f"{name} is of schema {schema if schema < 10**9 else 'unknown'}, this reads {SCHEMA}",
            "a newer gelucheck wrote it; use that one",
        )
    fault = first_fault(document)
    if fault:
        raise InputsError(f"{name} is not a stored run: {fault}", _MEND)
    try:
        run = Run.from_dict(document)
        _ensure_possible(run.theorems)
    except ValueError as problem:
        raise InputsError(f"{name} is not a stored run: {problem}", _MEND) from problem
    return run


def _ensure_possible(theorems: Sequence[Theorem]) -> None:
    """See that each theorem could be true, and all of them together.

    Raises:
        ValueError: a value outside of its enclosure, or two enclosures of one name that are apart.
    """
    known: dict[str, Theorem] = {}
    for place, each in enumerate(theorems):
        if not each.lower <= each.value <= each.upper:
            raise ValueError(f"theorems[{place}] has its value outside of its lower and upper end")
        if each.contradicts(known.setdefault(each.name, each)):
            raise ValueError(f"theorems[{place}] contradicts another of the same name")


def read_bytes(path, name: str, stdin, mend: str = _MEND) -> bytes:
    """What a file holds, or standard input.

    Args:
        path, stdin: as ``read_run``; name: of it in an error; mend: what to do about one.

    Raises:
        InputsError: no such file, not readable, too large, empty.
    """
    try:
        if path == "-":
            if stdin is None:
                raise InputsError("there is no standard input to read from", mend)
            data = getattr(stdin, "buffer", stdin).read(LARGEST + 1)
            data = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
        else:
            with open(path, "rb") as source:
                if stat.S_ISDIR(os.fstat(source.fileno()).st_mode):
                    raise IsADirectoryError
                data = source.read(LARGEST + 1)
    except (OSError, ValueError) as problem:
        raise InputsError(f"cannot read {name}: {_reason(problem)}", mend) from problem
    if len(data) > LARGEST:
        raise InputsError(f"{name} is larger than {LARGEST >> 20} MiB", mend)
    if not data.strip():
        raise InputsError(f"{name} is empty", mend)
    return data


def _reason(problem: Exception) -> str:
    if isinstance(problem, UnicodeDecodeError):
        return f"byte {problem.start} is not UTF-8"
    reason = getattr(problem, "strerror", None)
    return f"{reason[:1].lower()}{reason[1:]}" if reason else str(problem) or "it is a directory"


def _refuse(word: str):
    raise ValueError(f"{word} stands where a number is due")
