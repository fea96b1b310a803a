"""How inputs are distributed: from the words of ``--weights-by`` to values with their weights.

``normal:SIGMA`` is the normal distribution with mean 0; anything else is a file whose values are
taken as often as they are in it.
"""

import math
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gelucheck.errors import InputsError, UsageError
from gelucheck.formats import FORMATS, Format
from gelucheck.inputs.numerals import read_numeral, shown

NORMAL = "normal"
NARROWEST, WIDEST = 1e-7, 100.0
"""Of σ. Below, what float64 says of an error in float32 has no sure digit; above, a sample has too
few points where GELU is neither 0 nor x."""
MOST_VALUES = 1 << 22
"""Of a file: a batch of a network's activations, and seconds of work at most."""
LARGEST = 32 * MOST_VALUES
"""Bytes of a file: as text a value takes 25 at most, unless somebody pads it."""
MEND = "write normal:SIGMA, as in normal:1.0, or the name of a file of inputs"


@dataclass(frozen=True)
class Weighting:
    """A distribution of inputs.

    Attributes:
        name: what it is called in results: "normal:1.0", or the file's name without its folder.
        sigma: the standard deviation of a normal distribution; None of a file.
        path: of a file; None of a normal distribution.
    """

    name: str
    sigma: float | None = None
    path: str | None = None


@dataclass(frozen=True, eq=False)
class Weighted:
    """Values of a format and how much each stands for.

    Attributes:
        name: of the distribution.
        values: 1-D of ``fmt.dtype``, finite, each once, in ordinal order.
        weights: float64, none negative; only their ratios mean anything.
        evidence: "exhaustive", "sample" or "given".
        share: how much of the distribution the values stand for, at most 1.
    """

    name: str
    fmt: Format
    values: np.ndarray
    weights: np.ndarray
    evidence: str
    share: float


def parse_weights(text: str) -> Weighting:
    """The distribution that a word means; a file is not looked at yet.

    Raises:
        UsageError: no number from 1e-7 to 100 behind "normal:", nothing at all, or a file that
            is called as a normal distribution is.
    """
    if not isinstance(text, str) or not text.strip() or text == "-":
        raise UsageError(f"--weights-by {text!r:.80}", MEND)
    if is_normal(text):
        sigma = _sigma(text.partition(":")[2] if ":" in text else "1", text)
        return Weighting(f"{NORMAL}:{sigma!r}", sigma=sigma)
    name = os.path.basename(text)
    if is_normal(name):
        told = f"--weights-by {shown(text)}: the file is called as a distribution is"
        raise UsageError(told, "give it another name")
    return Weighting(name, path=text)


def is_normal(text: str) -> bool:
    """Whether a word means a normal distribution, though perhaps a wrong one."""
    return text.partition(":")[0] == NORMAL


def _sigma(digits: str, text: str) -> float:
    told = f"--weights-by {shown(text)}"
    mend = f"{NORMAL}:SIGMA with a number from {NARROWEST:g} to {WIDEST:g}, as in {NORMAL}:1.0"
    try:
        numeral = read_numeral(digits)
    except InputsError:
        raise UsageError(told, mend) from None
    double = FORMATS["float64"]
    if numeral.special or numeral.negative or numeral.reach():
        raise UsageError(told, mend)
    sigma = double.value(double.round(numeral.exact()))
    if not NARROWEST <= sigma <= WIDEST:
        raise UsageError(told, mend)
    return sigma


def read_weights(
    texts: Sequence[str], formats: Sequence[Format], *, samples: int = 1 << 18, seed: int = 0
) -> Iterator[Weighted]:
    """The distributions that some words mean, in each of some formats: format by format.

    What is named twice is meant once.

    Raises:
        UsageError: as ``parse_weights``; two files of one name; a file of bare values, which are
            of one format, for several.
        InputsError: as ``weighted_inputs``.
    """
    weightings: dict[str, Weighting] = {}
    for text in texts:
        found = parse_weights(text)
        if weightings.setdefault(found.name, found) != found:
            told = f"two files of --weights-by are called {shown(found.name)}"
            raise UsageError(told, "give them names that tell them apart")
        if found.path and len(formats) > 1 and _is_bare(found.path):
            told = f"{shown(found.name)[1:-1]} holds bare values, which are of one format"
            raise UsageError(told, "add --dtype, or save them as .npy")
    for fmt in formats:
        for each in weightings.values():
            yield weighted_inputs(each, fmt, samples=samples, seed=seed)


def _is_bare(path: str) -> bool:
    from gelucheck.inputs.raw import SUFFIXES

    return os.path.splitext(path)[1].lower() in SUFFIXES


def weighted_inputs(
    weighting: Weighting, fmt: Format, *, samples: int = 1 << 18, seed: int = 0
) -> Weighted:
    """The values of a format that a distribution has, with their weights.

    A normal distribution has every finite value of a format of at most 16 bits, each with the
    probability that a number rounds to it (see ``normal.every_value``), and in a wider one a sample
    (``normal.sampled``). A file has the values in it, each rounded once to the format and counted.

    Args:
        samples, seed: of a sample.

    Raises:
        InputsError: a file that cannot be read, is larger than ``LARGEST``, or has no finite
            number, or more than ``MOST_VALUES``.
    """
    if weighting.path is not None:
        return _counted(weighting, fmt)
    from gelucheck.inputs import normal

    if fmt.bits <= 16:
        return Weighted(
            weighting.name,
            fmt,
            *_and(normal.every_value(fmt, weighting.sigma), "exhaustive"),
        )
    found = normal.sampled(fmt, weighting.sigma, samples, seed)
    return Weighted(weighting.name, fmt, *_and(found, "sample"))


def _and(found: tuple[np.ndarray, np.ndarray, float], evidence: str):
    values, weights, share = found
    return values, weights, evidence, share


def _counted(weighting: Weighting, fmt: Format) -> Weighted:
    """The values of a file, and how often each is in it."""
    from gelucheck.inputs.files import read_values

    name = shown(weighting.path, 200)[1:-1]
    _ensure_small(weighting.path, name)
    values = read_values(weighting.path, fmt, round_inputs=True)
    if len(values) > MOST_VALUES:
        raise _too_many(name, f"{len(values):,} values")
    with np.errstate(invalid="ignore"):  # a signalling NaN
        finite = values[np.isfinite(values.astype(np.float64))]
    if not finite.size:
        what = f"no number that is finite in {fmt.name}" if len(values) else "no numbers"
        raise InputsError(f"{name} holds {what}", "give at least one")
    ordinals = np.sort(fmt.ordinals(finite))
    first = np.flatnonzero(np.append(True, ordinals[1:] != ordinals[:-1]))
    counts = np.diff(np.append(first, ordinals.size)).astype(np.float64)
    share = finite.size / len(values)
    return Weighted(weighting.name, fmt, fmt.values(ordinals[first]), counts, "given", share)


def _ensure_small(path: str, name: str) -> None:
    """See that a file can be read and is soon read.

    Raises:
        InputsError: it is not there, no file, or too large.
    """
    mend = "--weights-by takes normal:SIGMA, or a file as --inputs does"
    try:
        # before it is opened: a pipe would be waited for
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            raise InputsError(f"cannot read {name} (it is a directory)", mend)
        if not stat.S_ISREG(status.st_mode):
            raise InputsError(f"{name} is not a regular file", mend)
        if status.st_size > LARGEST:
            raise _too_many(name, f"{status.st_size:,} bytes")
        with open(path, "rb") as file:
            if os.path.splitext(path)[1].lower() != ".npy" and not _is_bare(path):
                pieces = iter(lambda: file.read(1 << 20), b"")
                lines = math.fsum(piece.count(b"\n") for piece in pieces)
                if lines > MOST_VALUES + 1000:
                    raise _too_many(name, f"{lines:,.0f} lines")
    # ValueError: a NUL character in the path
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputsError(f"cannot read {name} ({reason})", mend) from None


def _too_many(name: str, what: str) -> InputsError:
    return InputsError(
        f"{name} has {what}, more than --weights-by takes",
        f"at most {MOST_VALUES:,} values in {LARGEST >> 20} MiB: take some of them",
    )
