"""The Python interface to golden vectors: make them, and check somebody's."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gelucheck.errors import UsageError
from gelucheck.formats import find_format
from gelucheck.vectors.bundle import FUNCTIONS, make_vectors, names_of, reference_of
from gelucheck.vectors.check import check_given
from gelucheck.vectors.checked import Checked, Tolerance, with_origin
from gelucheck.vectors.given import Given
from gelucheck.vectors.read import read_given

__all__ = ["CheckedFile", "check_vectors", "make_vectors"]

_MOST_NAMED = 8  # sets


@dataclass(frozen=True)
class CheckedFile:
    """What became of the vectors in a file.

    Attributes:
        path: of the file.
        checks: one for each set; of somebody else's file one.
    """

    path: str
    checks: tuple[Checked, ...]

    @property
    def passed(self) -> bool:
        """Whether all of them are right."""
        return all(check.passed for check in self.checks)


def check_vectors(
    path: str | os.PathLike,
    *,
    dtypes: Sequence[str] = (),
    forms: Sequence[str] = (),
    functions: Sequence[str] = (),
    max_ulp: float | None = None,
    max_steps: int | None = None,
) -> CheckedFile:
    """Say whether the vectors in a file are right.

    Args:
        path: an npz, csv, json or raw file of ours; or inputs and outputs of somebody else's as
            csv, json, npz or text.
        dtypes, forms, functions: of a file of ours they choose among its sets. Of another they say
            what it does not: one format; one form ("erf", which is GELU, by default); and "gelu" or
            "gelu_grad".
        max_ulp, max_steps: what a row may be off; by default it must be correctly rounded.

    Raises:
        InputsError: the file cannot be read, or holds no vectors.
        UsageError: an unknown name, a bound that means nothing, no format, or nothing chosen.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "theirs.csv")
    >>> _ = file.write_text("x,y\\n0.5,0.34573123\\n-1,-0.1586\\n")
    >>> (found,) = check_vectors(file, dtypes=["float32"]).checks
    >>> found.wrong, found.max_ulp.x
    (1, -1.0)
    """
    tolerance = Tolerance(max_ulp, max_steps)
    formats = [find_format(name) for name in names_of(dtypes)]
    names = _references(names_of(forms), names_of(functions))
    one = formats[0] if len(formats) == 1 else None
    given = read_given(os.fspath(path), one)
    checks = []
    for each in given:
        if each.claimed is None:
            if len(formats) > 1 or len(names) > 1:
                raise UsageError(
                    f"{each.name} has one column of outputs", "give one --dtype, --form, --function"
                )
            asked = names[0] if names else None
            _agree(each, asked)
        elif (formats and each.fmt not in formats) or (names and each.function not in names):
            continue
        else:
            asked = each.function
        checks.append(_with_origin(each, check_given(each, asked, tolerance)))
    if not checks:
        told = ", ".join(each.name for each in given[:_MOST_NAMED])
        told += f" and {len(given) - _MOST_NAMED} more" if len(given) > _MOST_NAMED else ""
        raise UsageError(
            f"none of the sets in the file is chosen; it holds {told}",
            "name the format, form and function of one, or none",
        )
    return CheckedFile(os.fspath(path), tuple(checks))


def _references(forms: Sequence[str], functions: Sequence[str]) -> tuple[str, ...]:
    """The references asked for by name; none where none is named."""
    if not forms and not functions:
        return ()
    return tuple(
        reference_of(form, function).name
        for function in functions or ("gelu",)
        for form in forms or ("erf",)
    )


def _agree(given: Given, asked: str | None) -> None:
    """See that a file says nothing else than what was asked for; gelu may be any of its forms."""
    said = given.function
    if said in (None, asked) or asked is None:
        return
    grad = "_grad"
    if said not in FUNCTIONS or said.endswith(grad) != asked.endswith(grad):
        what = f"{given.name} says that its function is {said}, and {asked} was asked for"
        raise UsageError(what, "leave --form and --function out, or correct the file")


def _with_origin(given: Given, checked: Checked) -> Checked:
    """What outputs that are not all correctly rounded come from."""
    if checked.correct == checked.count:
        return checked
    from gelucheck.conformance.identify import identify

    fmt = given.fmt
    x, got = fmt.values_of_bits(given.inputs), fmt.values_of_bits(given.outputs)
    slope = "gelu_grad" if checked.function.endswith("_grad") else "gelu"
    with np.errstate(all="ignore"):
        return with_origin(checked, identify(x, got, fmt, slope).sentence)
