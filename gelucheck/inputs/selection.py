"""Which inputs to try: from the words of ``--inputs`` to a set of values of a format."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gelucheck.errors import UsageError
from gelucheck.formats import Format, find_format
from gelucheck.inputs.intervals import MOST_HELD, MOST_SWEPT, is_interval, parse_interval
from gelucheck.inputs.numerals import shown
from gelucheck.inputs.special import special_ordinals


@dataclass(frozen=True, eq=False)
class InputSet:
    """The inputs of one run in one format.

    Attributes:
        fmt: the format.
        pieces: in order, ranges of ordinals, which take no memory, or 1-D arrays of values of
            ``fmt.dtype``. A range beyond an infinity stands for NaNs: ``fmt.values`` gives them.
        evidence: "exhaustive", "sample" or "given"; or "search", and then there are no pieces, for
            what is tried depends on the implementation.
        description: what they are, in words.
    """

    fmt: Format
    pieces: tuple[range | np.ndarray, ...]
    evidence: str
    description: str

    @property
    def count(self) -> int:
        """How many values, NaN included."""
        return sum(len(piece) for piece in self.pieces)

    def blocks(self, size: int = 1 << 16) -> Iterator[np.ndarray]:
        """The values in order: fresh 1-D arrays of ``fmt.dtype``, of ``size`` each but the last."""
        if size < 1:
            raise ValueError("a block holds at least one value")
        held: list[np.ndarray] = []
        room = size
        for piece in self.pieces:
            start = 0
            while start < len(piece):
                part = piece[start : start + room]
                start += len(part)
                room -= len(part)
                held.append(self._values(part))
                if not room:
                    yield np.concatenate(held)
                    held, room = [], size
        if held:
            yield np.concatenate(held)

    def some(self, most: int) -> np.ndarray:
        """At most about ``most`` of the values, evenly spread."""
        step = max(1, -(-self.count // most))
        return np.concatenate([self._values(piece[::step]) for piece in self.pieces])

    def _values(self, part: range | np.ndarray) -> np.ndarray:
        if isinstance(part, range):
            return self.fmt.values(np.arange(part.start, part.stop, part.step))
        return np.asarray(part, self.fmt.dtype)


def select_inputs(
    spec: str | os.PathLike,
    fmt: Format | str,
    *,
    samples: int = 1 << 18,
    seed: int = 0,
    round_inputs: bool = False,
    stdin=None,
) -> InputSet:
    """The inputs that a word, an interval or a file means.

    Args:
        spec: ``auto`` (all of a format of at most 16 bits, else a sample), ``all``, ``sample``,
            ``search`` (all of a format of at most 16 bits), ``special``, ``hardest``, ``A:B``,
            ``A:B:N``, a file, or ``-`` for text on ``stdin``.
        samples: how many values a sample has, NaN included.
        seed: of the sample, 0 or more.
        round_inputs: round a number that the format does not hold, once, instead of refusing it.
        stdin: a stream; read to its end.

    Raises:
        UsageError: a word or number that means nothing here, or too many values.
        InputsError: a file, line or number that cannot be read or that the format does not hold.
    """
    fmt = find_format(fmt)
    spec = os.fspath(spec)
    if not 1 <= samples <= MOST_HELD:
        raise UsageError(f"--samples {samples}", f"a number from 1 to {MOST_HELD:,}")
    if seed < 0:
        raise UsageError(f"--seed {seed}", "0 or more")
    if spec == "auto":
        spec = "all" if fmt.bits <= 16 else "sample"
    if spec in ("all", "search"):
        hunted = spec == "search" and fmt.bits > 16
        return InputSet(fmt, (), "search", f"a search, seed {seed}") if hunted else _all(fmt)
    if spec == "sample":
        return _sample(fmt, samples, seed)
    if spec in ("special", "hardest"):
        return _special(fmt) if spec == "special" else _hardest(fmt)
    if spec == "-":
        if stdin is None:
            raise UsageError("--inputs - but there is no standard input", "give a file")
        from gelucheck.inputs.files import read_stdin

        values = read_stdin(stdin, fmt, round_inputs)
        return _values(fmt, values, "given", "value", " from standard input")
    if is_interval(spec):
        return _interval(spec, fmt)
    from gelucheck.inputs.files import read_file

    values = read_file(spec, fmt, round_inputs)
    name = shown(os.path.basename(spec))[1:-1]
    return _values(fmt, values, "given", "value", f" from {name}")


def _all(fmt: Format) -> InputSet:
    """Every pattern: all that has an ordinal, then the NaNs in the order of their patterns."""
    if 1 << fmt.bits > MOST_SWEPT:
        raise UsageError(f"--inputs all: {fmt.name} cannot be exhausted", "use search, or sample")
    top = fmt.top_bits
    pieces = (
        range(-1 - top, top + 1),
        range(top + 1, fmt.sign_bit),
        range(-2 - top, -1 - fmt.sign_bit, -1),
    )
    return InputSet(fmt, pieces, "exhaustive", f"all {1 << fmt.bits:,} values")


def _sample(fmt: Format, samples: int, seed: int) -> InputSet:
    # numbers of the format, and one NaN
    if samples > 2 * (fmt.top_bits + 1):
        return _all(fmt)
    from gelucheck.inputs.strata import sample_ordinals

    if samples == 1:  # a NaN alone would tell nothing
        values = fmt.values(sample_ordinals(fmt, 1, seed))
    else:
        values = _with_nan(fmt, sample_ordinals(fmt, samples - 1, seed))
    return _values(fmt, values, "sample", "sampled value", f", seed {seed}")


def _special(fmt: Format) -> InputSet:
    return _values(fmt, _with_nan(fmt, special_ordinals(fmt)), "given", "special value")


def _hardest(fmt: Format) -> InputSet:
    """The published ones of every function, each once."""
    from gelucheck.inputs.hardest import all_hardest

    values = fmt.values(all_hardest(fmt))
    if not len(values):
        raise UsageError(f"--inputs hardest: none are kept of {fmt.name}", "use special, or sample")
    return _values(fmt, values, "given", "value", " that are hardest to round, as published")


def _with_nan(fmt: Format, ordinals: np.ndarray) -> np.ndarray:
    """The values at some ordinals, then one NaN."""
    return np.concatenate([fmt.values(ordinals), fmt.values_of_bits([fmt.nan_bits])])


def _values(fmt: Format, values: np.ndarray, evidence: str, noun: str, rest="") -> InputSet:
    plural = "" if len(values) == 1 else "s"
    return InputSet(fmt, (values,), evidence, f"{len(values):,} {noun}{plural}{rest}")


def _interval(spec: str, fmt: Format) -> InputSet:
    interval = parse_interval(spec, fmt)
    piece = interval.chosen()
    ends = f"from {interval.first!r} to {interval.last!r}"
    if isinstance(piece, range):
        whole = interval.first <= -fmt.largest and interval.last >= fmt.largest
        evidence = "exhaustive" if whole else "given"
        return InputSet(fmt, (piece,), evidence, f"every value {ends} ({len(piece):,})")
    return _values(fmt, fmt.values(piece), "given", "value", f" {ends}, even in ordinals")
