"""What is to be measured: a selection, and the implementations and inputs that it means."""

import io
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from gelucheck.errors import InputsError, UsageError, unknown
from gelucheck.formats import FORMATS, STANDARD, find_format
from gelucheck.forms.arithmetic import ARITHMETICS
from gelucheck.forms.catalogue import find_writing
from gelucheck.implementations.flushing import accept_flushes
from gelucheck.implementations.guest import LIMIT, find_kind
from gelucheck.implementations.interface import Implementation
from gelucheck.implementations.registry import find_implementation
from gelucheck.implementations.writing import from_writing
from gelucheck.inputs.selection import InputSet, select_inputs
from gelucheck.measure import More, declared_function
from gelucheck.reference.functions import REFERENCES
from gelucheck.ulp import CONVENTIONS

if TYPE_CHECKING:
    from gelucheck.implementations.in_process import InProcess

FUNCTIONS = ("gelu", "gelu_grad")
MOST_TEXT = 1 << 28
MOST_SEARCHED = 1 << 30
LONGEST_SEARCH = 7 * 86400
LONGEST_CALL = 7 * 86400
SUBNORMALS = ("strict", "flush")


@dataclass(frozen=True)
class Selection:
    """What to measure; the defaults are those of ``gelucheck compare``.

    Attributes:
        dtypes: names of formats.
        forms: forms, meaning their seed writings, or names of writings.
        arithmetics: "native", "upcast".
        functions: "gelu", "gelu_grad".
        inputs, samples, seed, round_inputs, stdin: see ``inputs.selection.select_inputs``.
        evaluations: of a search: how many values are tried for each row; None: 2^20.
        budget: of a search: how many seconds it may take, instead of ``evaluations``.
        ulp: "coarse" or "fine"; see ``ulp``.
        implementations: ``[NAME=]KIND:TARGET``; see ``implementations.registry``. Or callables of
            Python, as they are or as ``implementations.in_process.InProcess``.
        declares: the forms that these claim to be: none, one for all, or one for each.
        device: what these run on, where their kind has devices; None: as it comes.
        limit: seconds that one call of these may take.
        subnormals: "strict", or "flush": a zero of theirs is accepted where a subnormal is due or
            the input is one.
        extras: what else is measured, for limits that ask it: "scaled" and "correct"; see
            ``record.Row``.
        regions: stretches of inputs "A:B" that get a row of their own besides, see ``Row.parts``.
        weights: distributions of inputs that the expected error is wanted under, "normal:SIGMA" or
            files; see ``inputs.weights``.
    """

    dtypes: tuple[str, ...] = tuple(STANDARD)
    forms: tuple[str, ...] = ("erf", "tanh", "sigmoid")
    arithmetics: tuple[str, ...] = ("native", "upcast")
    functions: tuple[str, ...] = ("gelu",)
    inputs: str = "auto"
    samples: int = 1 << 18
    seed: int = 0
    round_inputs: bool = False
    evaluations: int | None = None
    budget: float | None = None
    ulp: str = "coarse"
    stdin: Any = None
    implementations: "tuple[str | Callable | InProcess, ...]" = ()
    declares: tuple[str, ...] = ()
    device: str | None = None
    limit: float = LIMIT
    subnormals: str = "strict"
    extras: frozenset[str] = frozenset()
    regions: tuple[str, ...] = ()
    weights: tuple[str, ...] = ()


def more_of(selection: Selection) -> More:
    """What a selection measures besides."""
    return More(selection.extras, selection.regions)


@dataclass(frozen=True)
class Plan:
    """Implementations by row, in the order of the table, and the inputs of each format."""

    rows: tuple[tuple[Implementation, str], ...]
    inputs: dict[str, InputSet]


def make_plan(selection: Selection) -> Plan:
    """Look up every name and read the inputs.

    Rows come in the order function, form, arithmetic, format; implementations after the forms.

    Raises:
        UsageError: an unknown name, or a selection that has no row.
        ImplementationError: an implementation whose code fails while it is loaded.
        InputsError: inputs that cannot be read or that a format does not hold.
    """
    selection = _tidy(selection)
    for kind, names, known in (
        ("arithmetic", selection.arithmetics, ARITHMETICS),
        ("function", selection.functions, FUNCTIONS),
        ("ulp convention", (selection.ulp,), CONVENTIONS),
        ("treatment of subnormals", (selection.subnormals,), SUBNORMALS),
    ):
        for name in names:
            if name not in known:
                raise unknown(kind, name, known)
    # what is named twice is meant once
    formats = list(dict.fromkeys(find_format(name).name for name in selection.dtypes))
    rows, guests = [], []
    for function in dict.fromkeys(selection.functions):
        for form in dict.fromkeys(selection.forms):
            writing = find_writing(form, function)
            for arithmetic in dict.fromkeys(selection.arithmetics):
                implementation = from_writing(writing, arithmetic)
                rows += [
                    (implementation, name) for name in formats if name in implementation.formats
                ]
        for given, declared in _declared(selection):
            implementation = _guest(selection, given, function, declared)
            guests.append(implementation)
            rows += [(implementation, name) for name in formats if name in implementation.formats]
    _check_guests(selection, guests)
    if not rows:
        raise _nothing(selection, guests)
    wanted = [name for name in formats if any(name == fmt for _, fmt in rows)]
    return Plan(tuple(rows), _inputs(selection, wanted))


def _nothing(selection: Selection, guests: list[Implementation]) -> UsageError:
    """The error for a selection that has no row."""
    asked = ", ".join(selection.dtypes)
    if guests:
        has = "; ".join(f"{item.name} has {', '.join(item.formats)}" for item in guests)
        return UsageError(f"nothing to measure in {asked}", has)
    asked += f", {', '.join(selection.arithmetics)}"
    return UsageError(f"nothing to measure in {asked}", "float64 is measured under native only")


def _check_guests(selection: Selection, guests: list[Implementation]) -> None:
    """See that they can be told apart, and that a device means something to one of them.

    Raises:
        UsageError: they cannot, or it does not.
    """
    named: dict[str, str] = {}
    for item in guests:
        if named.setdefault(item.name, item.source) != item.source:
            raise UsageError(f"two implementations are called {item.name!r}", "give each a name")
    kinds = dict.fromkeys(item.guest.kind for item in guests)
    if selection.device and not any(find_kind(kind).devices for kind in kinds):
        raise UsageError(f"--device {selection.device}", f"{', '.join(kinds)} has no devices")


def _guest(selection: Selection, given, function: str, declared: str | None) -> Implementation:
    device, limit = selection.device, selection.limit
    if isinstance(given, str):
        inputs = os.fspath(selection.inputs)
        found = find_implementation(given, function, declared, device, limit, inputs)
    else:
        # imported here: it comes from Python alone
        from gelucheck.implementations.in_process import from_callable

        found = from_callable(given, function, declared, device, limit)
    if selection.subnormals == "strict":
        return found
    return accept_flushes(found, (declared_function(found) or REFERENCES[function]).name)


def _declared(selection: Selection) -> "list[tuple[str | Callable | InProcess, str | None]]":
    """Each implementation with the form that it declares."""
    words, declares = selection.implementations, selection.declares
    if len(declares) <= 1:
        return [(each, declares[0] if declares else None) for each in words]
    if len(declares) != len(words):
        raise UsageError(
            f"{len(declares)} --declares for {len(words)} --impl", "one for all, or one for each"
        )
    return list(zip(words, declares, strict=True))


def _tidy(selection: Selection) -> Selection:
    """The selection with a single name made a tuple of one.

    Raises:
        UsageError: a field that is no name, number or place of inputs; nothing named.
    """
    changes = {}
    for field in ("dtypes", "forms", "arithmetics", "functions"):
        names = getattr(selection, field)
        changes[field] = (names,) if isinstance(names, str) else tuple(names)
        if not changes[field] and not (field == "forms" and selection.implementations):
            raise UsageError(f"no {field} are selected", "name one at least")
    if not isinstance(selection.inputs, str | os.PathLike):
        raise UsageError(
            f"inputs are a word, an interval or a file, not a {type(selection.inputs).__name__}",
            "save an array with numpy.save and give the file's name",
        )
    for field in ("samples", "seed"):
        number = getattr(selection, field)
        if isinstance(number, bool) or not isinstance(number, int):
            raise UsageError(f"{field} is {number!r}", "give a whole number")
    if not (isinstance(selection.limit, int | float) and 0 < selection.limit <= LONGEST_CALL):
        raise UsageError(
            f"--time-limit {selection.limit}", f"seconds, more than 0 and at most {LONGEST_CALL:,}"
        )
    _check_search(selection)
    return replace(selection, **changes)


def _check_search(selection: Selection) -> None:
    """See that what is said of a search is said of one, and means something.

    Raises:
        UsageError: it is not, or does not.
    """
    number, seconds = selection.evaluations, selection.budget
    for option, value in (("--evaluations", number), ("--budget", seconds)):
        if value is not None and selection.inputs != "search":
            raise UsageError(f"{option} without --inputs search", "say which inputs are meant")
    if number is not None and seconds is not None:
        raise UsageError("--budget with --evaluations", "one of them says when to stop")
    if number is not None and (type(number) is not int or not 1 <= number <= MOST_SEARCHED):
        raise UsageError(f"--evaluations {number}", f"a whole number from 1 to {MOST_SEARCHED:,}")
    if seconds is not None and not (
        isinstance(seconds, int | float) and 0 < seconds <= LONGEST_SEARCH
    ):
        raise UsageError(
            f"--budget {seconds}", f"seconds, more than 0 and at most {LONGEST_SEARCH:,}"
        )


def _inputs(selection: Selection, formats: list[str]) -> dict[str, InputSet]:
    streams = [selection.stdin] * len(formats)
    if selection.inputs == "-" and selection.stdin is not None and len(formats) > 1:
        # one stream for several formats: each reads it from the start
        data = _read_whole(selection.stdin)
        streams = [io.BytesIO(data) for _ in formats]
    return {
        name: select_inputs(
            selection.inputs,
            FORMATS[name],
            samples=selection.samples,
            seed=selection.seed,
            round_inputs=selection.round_inputs,
            stdin=stream,
        )
        for name, stream in zip(formats, streams, strict=True)
    }


def _read_whole(stream) -> bytes:
    try:
        data = getattr(stream, "buffer", stream).read(MOST_TEXT + 1)
    except (OSError, ValueError) as problem:
        raise InputsError(f"cannot read standard input ({problem})") from problem
    if len(data) > MOST_TEXT:
        raise InputsError(
            f"standard input is longer than {MOST_TEXT:,} bytes",
            "put it into a file, or ask for one --dtype",
        )
    return data.encode() if isinstance(data, str) else data
