"""A plan from a file, as text or as JSON."""

import json
import os
from dataclasses import replace
from typing import IO

from gelucheck.errors import PlanError
from gelucheck.network.faults import clean, shown
from gelucheck.network.language import parse_plan
from gelucheck.network.operators.limits import shown as written
from gelucheck.network.plan import Plan, Shape
from gelucheck.network.stored import plan_from_dict

_STDIN = "standard input"
LARGEST = 256_000  # bytes; a thousand operators take less than 200 kB
_MEND = "name a file with one operator a line, or a plan in JSON"


def load_plan(
    path: str | os.PathLike,
    input: Shape | None = None,
    output: Shape | None = None,
    dtype: str | None = None,
    stdin: IO | None = None,
) -> Plan:
    """The plan in a file; one whose text begins with "{" is JSON. Its name is that of the file.

    Args:
        path: "-" reads ``stdin``, a text or binary stream.
        input, output: the shapes that are declared, without the batch. A text needs that of the
            input; in JSON they are told, and must be the same where they are given.
        dtype: the name of a format; None is what JSON has, and float32 for a text.

    Raises:
        PlanError: it cannot be read, is empty, larger than 256 kB or not UTF-8; as ``parse_plan``
            and ``plan_from_dict``; JSON declares something else than is given.
        UsageError: no such format.
    """
    path = os.fspath(path)
    file = _STDIN if path == "-" else clean(path) or repr(path)
    text = _text(path, file, stdin)
    if text.lstrip()[:1] == "{":
        plan = plan_from_dict(_document(text, file), file)
        _check_same(plan, file, input=input, output=output, dtype=dtype)
    else:
        if not text.strip():
            raise PlanError(f"{file}:1: the file is empty", _MEND)
        if input is None:
            raise PlanError(
                f"{file}: the shape of its input is not declared", "declare it, as --input B,128"
            )
        plan = parse_plan(text, name=file, input=input, output=output, dtype=dtype or "float32")
    return replace(plan, name=file if path == "-" else clean(os.path.basename(path)))


def _text(path: str, file: str, stdin: IO | None) -> str:
    if path.lower().endswith(".safetensors"):
        raise PlanError(f"{file}: a trained model, and no plan", f"--weights {file} --layer PREFIX")
    try:
        data = _data(path, stdin)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise PlanError(
            f"{file}: cannot be read, {reason[:1].lower()}{reason[1:]}", _MEND
        ) from problem
    if len(data) > LARGEST:
        raise PlanError(f"{file}: larger than {LARGEST // 1000} kB", _MEND)
    try:
        return data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise PlanError(
            f"{file}:{line}: byte {problem.start} of the file is not UTF-8", _MEND
        ) from problem


def _data(path: str, stdin: IO | None) -> bytes:
    """The beginning of what is to be read, one byte more than may be."""
    if path == "-":
        if stdin is None:
            raise OSError(None, "there is none")
        data = getattr(stdin, "buffer", stdin).read(LARGEST + 1)
        return data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    with open(path, "rb") as source:
        return source.read(LARGEST + 1)


def _document(text: str, file: str) -> object:
    try:
        return json.loads(text, parse_constant=_refuse, object_pairs_hook=_object)
    except json.JSONDecodeError as problem:
        reason = f"{problem.msg[:1].lower()}{problem.msg[1:]}"
        raise PlanError(
            f"{file}:{problem.lineno}: not JSON, {reason} in column {problem.colno}", _MEND
        ) from problem
    except (ValueError, RecursionError) as problem:
        deep = isinstance(problem, RecursionError)
        reason = "it is nested too deep" if deep else str(problem).partition(";")[0]
        raise PlanError(f"{file}: not a plan in JSON, {reason}", _MEND) from problem


def _refuse(word: str):
    raise ValueError(f"{word} stands where a number is due")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {shown(key)} stands twice in an object")
        found[key] = value
    return found


def _check_same(plan: Plan, file: str, **given: Shape | str | None) -> None:
    for word, value in given.items():
        own = getattr(plan, word)
        if value is not None and value != own:
            had, asked = (written(x) if isinstance(x, tuple) else x for x in (own, value))
            raise PlanError(
                f"{file}: its {word} is {had}, and {asked} is given",
                f"leave --{word} out: a plan in JSON has its own",
            )
