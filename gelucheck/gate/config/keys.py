"""The keys of a config: what each is called, the option it stands for, and how it is read."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS
from gelucheck.forms.arithmetic import ARITHMETICS
from gelucheck.forms.catalogue import FORMS
from gelucheck.gate.config import values
from gelucheck.gate.figures import AGAINST, FIGURES
from gelucheck.inputs.intervals import MOST_HELD
from gelucheck.inputs.weights import parse_weights
from gelucheck.sweep.plan import (
    FUNCTIONS,
    LONGEST_CALL,
    LONGEST_SEARCH,
    MOST_SEARCHED,
    SUBNORMALS,
)
from gelucheck.ulp import CONVENTIONS


@dataclass(frozen=True)
class Key:
    """A key that stands for an option.

    Attributes:
        name: of the key; the option is ``--name`` with hyphens.
        option: the name of click's parameter.
        read: its reader, see ``config_values``.
    """

    name: str
    option: str
    read: values.Reader


def _distribution(key: str, value: Any) -> str:
    """A text that names one; a file of it is not looked for."""
    parse_weights(values.text(key, value))
    return value


_DTYPES = values.names(values.word("format", FORMATS))
_ARITHMETICS = values.names(values.word("arithmetic", ARITHMETICS))
_FUNCTIONS = values.names(values.word("function", FUNCTIONS))
against = values.word("word for what errors are taken against", AGAINST)

KEYS = {
    key.name: key
    for key in (
        Key("dtype", "dtypes", _DTYPES),
        Key("form", "forms", values.names(values.form)),
        Key("arithmetic", "arithmetics", _ARITHMETICS),
        Key("impl", "implementations", values.names(values.implementation)),
        # one for each, so that the same may come twice
        Key("declares", "declares", values.many(values.word("form", FORMS))),
        Key("function", "functions", _FUNCTIONS),
        Key("inputs", "inputs", values.text),
        Key("samples", "samples", values.number(1, MOST_HELD)),
        Key("seed", "seed", values.number(0)),
        Key("evaluations", "evaluations", values.number(1, MOST_SEARCHED)),
        Key("budget", "budget", values.time(LONGEST_SEARCH)),
        Key("round_inputs", "round_inputs", values.flag),
        Key("ulp", "ulp", values.word("ulp convention", CONVENTIONS)),
        Key("device", "device", values.text),
        Key("time_limit", "limit", values.time(LONGEST_CALL)),
        Key("subnormals", "subnormals", values.word("treatment of subnormals", SUBNORMALS)),
        Key("weights_by", "weights", values.many(_distribution)),
        Key("jobs", "jobs", values.number(1)),
        Key("out", "outs", values.many(values.text)),
        Key("plot", "plot", values.many(values.text)),
        Key("against", "against", against),
        Key("headroom", "headroom", values.share),
        Key("baseline", "baseline", values.text),
    )
}
"""By name. Besides there are the figures, ``finding`` and ``limit``."""

SELECTORS = {
    "implementation": values.names(values.text),
    "dtype": _DTYPES,
    "arithmetic": _ARITHMETICS,
    "function": _FUNCTIONS,
}
"""The keys of a limit that say which rows it is about, in the order of ``Limit.selectors``."""

AT_THE_TOP = (*KEYS, *FIGURES, "finding", "limit")
IN_A_LIMIT = (*SELECTORS, "region", "against", *FIGURES)


def unknown_key(name: str, known: Iterable[str], kind: str = "key") -> UsageError:
    """The error for a key that there is not; it names the nearest, or all."""
    known = tuple(known)
    near = get_close_matches(name[:80].lower().replace("-", "_"), known, 1)
    hint = f"is {near[0]!r} meant?" if near else f"one of {', '.join(known)}"
    return UsageError(f"unknown {kind} {name[:80]!r}", hint)
