"""What an implementation may be: every writing under every arithmetic, and some that are none.

Beside the catalogue there are, for each form, ``correctly rounded`` (the exact form, rounded once)
and in formats of at most 16 bits ``truncated`` (the
form in the wider format, cut toward zero) and ``argument
rounded`` (the argument of erf, tanh or sigmoid rounded to the format, the rest in a wider one).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from gelucheck.conformance.families import CUBIC, FAMILIES, QUICK, ROOT, values
from gelucheck.formats import Format
from gelucheck.forms.arithmetic import ARITHMETICS, compute
from gelucheck.forms.catalogue import FORMS, GRADIENTS, WRITINGS
from gelucheck.forms.engine import Engine
from gelucheck.reference.evaluate import evaluate
from gelucheck.reference.functions import function_of


@dataclass(frozen=True)
class Option:
    """A way to compute a form.

    Attributes:
        writing: its name.
        form: "erf", "tanh" or "sigmoid".
        arithmetic: "native" or "upcast".
        call: (1-D values of a format, the format) -> outputs of it.
        replaced: constants that are not the form's own: name -> value.
    """

    writing: str
    form: str
    arithmetic: str
    call: Callable[[np.ndarray, Format], np.ndarray]
    replaced: tuple[tuple[str, float], ...] = ()

    @property
    def name(self) -> str:
        """The writing, with its constants where they are not the form's own."""
        if not self.replaced:
            return self.writing
        return f"{self.writing} ({', '.join(f'{value:.10g}' for _, value in self.replaced)})"

    @property
    def label(self) -> str:
        """Writing and arithmetic in words."""
        return f"{self.name}, {self.arithmetic}"


def options(fmt: Format, function: str = "gelu") -> tuple[Option, ...]:
    """Everything with the forms' own constants."""
    found = []
    for writing in (GRADIENTS if function == "gelu_grad" else WRITINGS).values():
        found += _of_writing(writing, fmt)
    for form in FORMS:
        found.append(Option("correctly rounded", form, "upcast", partial(_rounded, form, function)))
        if fmt.bits <= 16:
            found.append(Option("truncated", form, "upcast", partial(_truncated, form, function)))
            if function == "gelu":
                found.append(Option("argument rounded", form, "upcast", partial(_argument, form)))
    return tuple(found)


def replaced_options(
    form: str, constants: Mapping[str, float], fmt: Format, function: str = "gelu"
) -> tuple[Option, ...]:
    """A form's writings, and its correct rounding, with other constants.

    Args:
        constants: by the names of ``families.Family.names``.
    """
    pairs = tuple(constants.items())
    found = []
    for writing in (GRADIENTS if function == "gelu_grad" else WRITINGS).values():
        # a writing with constants of its own has no use for others
        if writing.form == form and writing.exact:
            found += _of_writing(writing, fmt, pairs)
    if fmt.precision <= 24:
        call = partial(_fitted, form, function, tuple(constants.values()))
        found.append(Option("correctly rounded", form, "upcast", call, pairs))
    return tuple(found)


def _of_writing(writing, fmt: Format, replaced: tuple = ()) -> list[Option]:
    call = writing.call
    if replaced:
        texts = _texts(dict(replaced))

        def call(x, m):
            return writing.call(x, _Replacing(m, texts))

    return [
        Option(
            writing.name, writing.form, arithmetic, partial(_computed, call, arithmetic), replaced
        )
        for arithmetic, widen in ARITHMETICS.items()
        if widen(fmt) is not None
    ]


def _texts(constants: dict[str, float]) -> dict[str, str]:
    """Other constants by what the writings have, and what they derive from them."""
    derived = {
        "sqrt(2)": {"sqrt(1/2)": lambda s: 1 / s},
        "sqrt(2/pi)": {"sqrt(8/pi)": lambda a: 2 * a},
        "0.044715": {"0.134145": lambda c: 3 * c},
        "1.702": {"-1.702": lambda scale: -scale},
    }
    texts = {name: repr(value) for name, value in constants.items()}
    for name, value in constants.items():
        texts |= {other: repr(rule(value)) for other, rule in derived[name].items()}
    return texts


class _Replacing:
    """An engine with other constants; in all else the engine itself."""

    def __init__(self, engine: Engine, texts: Mapping[str, str]):
        self.engine, self.texts = engine, texts

    def __getattr__(self, name: str):
        return getattr(self.engine, name)

    def constant(self, text: str):
        return self.engine.constant(self.texts.get(text, text))

    def sqrt(self, text):
        return self.constant(f"sqrt({text})")


def _computed(call, arithmetic: str, x: np.ndarray, fmt: Format) -> np.ndarray:
    return compute(call, x, fmt, arithmetic)


def _rounded(form: str, function: str, x: np.ndarray, fmt: Format) -> np.ndarray:
    return evaluate(function_of(form, function), x, fmt).rounded


def _truncated(form: str, function: str, x: np.ndarray, fmt: Format) -> np.ndarray:
    """The exact form rounded to the wider format of upcast, then cut."""
    wider = ARITHMETICS["upcast"](fmt)
    with np.errstate(invalid="ignore"):
        wide = x.astype(np.float64).astype(wider.dtype)
        y = evaluate(function_of(form, function), wide, wider).rounded.astype(np.float64)
    rounded = fmt.round_array(y)
    bits = fmt.bits_of_values(rounded).copy()
    # the magnitude's pattern is one too large where it was rounded away from zero
    bits[np.abs(rounded.astype(np.float64)) > np.abs(y)] -= 1
    return fmt.values_of_bits(bits)


def _fitted(form: str, function: str, constants, x: np.ndarray, fmt: Format) -> np.ndarray:
    with np.errstate(invalid="ignore"):
        wide = x.astype(np.float64)
    return fmt.round_array(_whole(form, constants, wide, function))


def _whole(form: str, constants, wide: np.ndarray, function: str) -> np.ndarray:
    """A family at any inputs: at the infinities its limits."""
    with np.errstate(all="ignore"):
        y = values(FAMILIES[form], np.clip(wide, -1e4, 1e4), constants, function).y
    right = wide if function == "gelu" else np.ones_like(wide)
    zero = np.full_like(wide, -0.0)
    y = np.where(wide > 1e3, right, np.where(wide < -1e3, zero, y))
    return np.where(np.isnan(wide), np.nan, y)


def _argument(form: str, x: np.ndarray, fmt: Format) -> np.ndarray:
    """The argument by rounded operations of the format; then the form in float64, rounded once."""
    inner = {
        "erf": lambda x, m: x * m.constant(repr(0.5**0.5)),
        "tanh": lambda x, m: m.constant(repr(ROOT)) * (x + m.constant(repr(CUBIC)) * x * x * x),
        "sigmoid": lambda x, m: m.constant(repr(QUICK)) * x,
    }[form]
    with np.errstate(all="ignore"):
        wide = x.astype(np.float64)
        z = compute(inner, x, fmt, "native").astype(np.float64)
        share = FAMILIES[form].outer(z)[0]
        # the limit at -inf, as a sound implementation has it
        y = np.where(wide == -np.inf, -0.0, wide * share)
    return fmt.round_array(y)
