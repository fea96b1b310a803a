"""Identify the implementations of a plan, one row after another."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from gelucheck.conformance.identify import Identification, identify
from gelucheck.errors import GelucheckError, ImplementationError, UsageError
from gelucheck.formats import FORMATS, Format
from gelucheck.implementations.interface import Implementation
from gelucheck.inputs.selection import InputSet

WHOLE = 1 << 20
"""Up to so many inputs all are given to the implementation; of more, an even choice."""


@dataclass(frozen=True)
class Identified:
    """An implementation in a format, identified.

    Attributes:
        implementation: its name.
        evidence: how the inputs were chosen.
        found: what its outputs tell.
    """

    implementation: str
    evidence: str
    found: Identification


def identify_rows(
    rows: Iterable[tuple[Implementation, str]], inputs: Mapping[str, InputSet]
) -> Iterator[Identified]:
    """Identify each row, as soon as it is asked for.

    Args:
        rows: pairs of an implementation and the name of a format, as a plan has them.
        inputs: by format.

    Raises:
        UsageError: inputs that are a search.
        ImplementationError: an implementation raised, or returned something else than outputs.
    """
    values: dict[str, np.ndarray] = {}
    for implementation, name in rows:
        chosen = inputs[name]
        if chosen.evidence == "search":
            raise UsageError(
                "identify --inputs search", "sample, an interval or a file: the same for all"
            )
        if name not in values:
            values[name] = (
                np.concatenate([*chosen.blocks()])
                if chosen.count <= WHOLE
                else chosen.some(WHOLE // 4)
            )
        x, fmt = values[name], FORMATS[name]
        got = _outputs(implementation, x, fmt)
        found = identify(x, got, fmt, implementation.function)
        evidence = chosen.evidence
        if found.inputs < x.size // 2 and evidence == "exhaustive":
            evidence = "sample"
        yield Identified(implementation.name, evidence, found)


def _outputs(implementation: Implementation, x: np.ndarray, fmt: Format) -> np.ndarray:
    try:
        got = np.asarray(implementation.call(x.copy(), fmt))
    except GelucheckError:
        raise
    except Exception as problem:
        raise ImplementationError(f"{implementation.name} raised {problem!r}") from problem
    if got.shape != x.shape or got.dtype != fmt.dtype:
        raise ImplementationError(
            f"{implementation.name} returned {got.dtype} of shape {got.shape} "
            f"for {fmt.name} of shape {x.shape}"
        )
    return got
