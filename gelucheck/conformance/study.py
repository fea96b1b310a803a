"""What a diagnosis is made from: an implementation called where it tells most."""

import numpy as np

from gelucheck.conformance import sampling
from gelucheck.conformance.judged import FORMS, Study, judged
from gelucheck.formats import Format
from gelucheck.record import Row

__all__ = ["Study", "nearest_form", "study_of"]


def study_of(
    subject,
    row: Row | None,
    seed: int = 0,
    flush: bool = False,
    inputs: np.ndarray | None = None,
) -> Study:
    """Call an implementation where it tells most.

    Args:
        subject: a ``subject.Subject``.
        row: what was measured: its witnesses are tried again, with their neighbours.
        seed: of the sample, of formats above 16 bits.
        flush: whether a zero is accepted where the exact result, or the input, is subnormal.
        inputs: all there are, where no others can be had (``outputs:`` files).

    Raises:
        ImplementationError: as the implementation.
        UndecidedError: as ``reference.evaluate``.
    """
    fmt = subject.fmt

    def call(ordinals):
        # in whole blocks: what becomes of elements left over is for the contract to say
        whole = np.resize(ordinals, ordinals.size + -ordinals.size % sampling.BLOCK)
        return np.asarray(subject.call(fmt.values(whole), fmt))[: ordinals.size]

    if inputs is None:
        ordinals = sampling.first_inputs(fmt, row, seed)
        got = call(ordinals)
    else:
        with np.errstate(invalid="ignore"):
            given = inputs[~np.isnan(inputs.astype(np.float64))]
        got = np.asarray(subject.call(inputs, fmt))[~np.isnan(inputs.astype(np.float64))]
        ordinals, first = np.unique(fmt.ordinals(given), return_index=True)
        got = got[first]
    form = subject.form or nearest_form(fmt, subject.function, ordinals, got)

    def judge(ordinals, got):
        declared = subject.form is not None
        return judged(fmt, subject.function, form, declared, flush, ordinals, got)

    study = judge(ordinals, got)
    if inputs is not None or fmt.bits <= 16:
        return study
    return _denser(study, call, judge)


def _denser(study: Study, call, judge) -> Study:
    """The study with more inputs where its outputs change their ways."""
    labels = label(study)
    places = np.unique(np.concatenate([sampling.edges((labels & b) > 0) for b in (1, 2, 4, 8, 16)]))
    if not places.size:
        return study
    more, seen = [], []

    def labelled(ordinals):
        more.append(ordinals)
        seen.append(call(ordinals))
        return label(judge(ordinals, seen[-1]))

    extra = sampling.refine(study.fmt, study.ordinals, labels, places, labelled)
    more.append(extra)
    seen.append(call(extra))
    every = np.concatenate([study.ordinals, *more])
    every, first = np.unique(every, return_index=True)
    return judge(every, np.concatenate([study.got, *seen])[first])


def label(study: Study) -> np.ndarray:
    """What an output is like, as bits: 1 bad, 2 zero for a number, 4 x (or 1) for something else,
    8 NaN, 16 infinite."""
    zero = study.bad & (study.out == 0)
    end = np.where(study.gradient, 1.0, study.wide)
    simple = (study.wide > 0.5) & (study.out == end) & (study.due != end)
    return (
        study.bad + 2 * zero + 4 * simple + 8 * np.isnan(study.out)
        + 16 * (np.isinf(study.out) & study.broken)
    )  # fmt: skip


def nearest_form(fmt: Format, function: str, ordinals: np.ndarray, got: np.ndarray) -> str:
    """The form that outputs are nearest to, in the mean: each output counts as at most 100
    limits, and only where some two forms are further apart than the limit."""
    x = fmt.values(ordinals).astype(np.float64)
    chosen = np.flatnonzero((np.abs(x) < 40) & (np.abs(x) > 2.0**-6))
    chosen = chosen[:: max(1, chosen.size // 8192)]
    if not chosen.size:
        return "erf"
    some = [
        judged(fmt, function, form, False, False, ordinals[chosen], got[chosen]) for form in FORMS
    ]
    spread = [[np.abs(a.y - b.y) > b.tolerance for a in some] for b in some]
    telling = np.any(spread, axis=(0, 1))
    if not telling.any():
        return "erf"

    def distance(study):
        middle = telling & (study.wide > -4)
        every = middle if np.count_nonzero(middle) > 16 else telling
        return float(np.mean(np.minimum(study.size / study.limit, 100.0)[every]))

    best = min(range(len(FORMS)), key=lambda i: distance(some[i]))
    return FORMS[best]
