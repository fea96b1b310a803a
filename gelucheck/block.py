"""A block of inputs, the references at it, and an implementation's outputs for it."""

from functools import partial

import numpy as np

from gelucheck.errors import GelucheckError, ImplementationError
from gelucheck.formats import Format
from gelucheck.implementations.interface import Implementation
from gelucheck.peaks import Peak, exact_difference, exact_error, settle
from gelucheck.reference.condition import bounds
from gelucheck.reference.evaluate import Reference, evaluate
from gelucheck.reference.fast import Approximation
from gelucheck.reference.functions import Function
from gelucheck.ulp import ErrorArrays, errors, scaled


class Block:
    """Inputs, and the references at them, each evaluated once whoever asks.

    Args:
        x: 1-D, of ``fmt.dtype``.
    """

    def __init__(self, fmt: Format, x: np.ndarray):
        self.fmt, self.x = fmt, x
        with np.errstate(invalid="ignore"):
            self.wide = x.astype(np.float64)
        self.bits = fmt.bits_of_values(x)
        self.ordinals = fmt.ordinals(x)
        self.finite = np.isfinite(self.wide)
        self.order = np.argsort(self.ordinals, kind="stable")
        self.real = self.order[self.finite[self.order]]
        self._references: dict[str, Reference] = {}
        self._conditions: dict[str, tuple[np.ndarray, np.ndarray]] = {}

    def cut(self, places: np.ndarray) -> "Block":
        """Some of the inputs, by their indices, with the references that were asked for."""
        other = Block(self.fmt, self.x[places])
        for name, found in self._references.items():
            exact = Approximation(*_at(found.exact, places))
            rounded = found.rounded[places]
            other._references[name] = Reference(found.function, self.fmt, rounded, exact, 0)
        return other

    def reference(self, function: Function) -> Reference:
        """The reference at these inputs."""
        if function.name not in self._references:
            self._references[function.name] = evaluate(function, self.x, self.fmt)
        return self._references[function.name]

    def conditions(self, reference: Reference, places: np.ndarray):
        """Between what 1 + k lies at some of the inputs, finite ones; see ``reference.condition``.

        They are found for all inputs at once, unless few are asked for.
        """
        name = reference.function.name
        if name not in self._conditions:
            few = 8 * places.size < self.x.size
            some = places if few else self.real
            exact = Approximation(*_at(reference.exact, some))
            found = bounds(reference.function, self.wide[some], exact)
            if few:
                return found
            whole = np.ones((2, self.x.size))
            whole[:, some] = found
            self._conditions[name] = whole[0], whole[1]
        return tuple(each[places] for each in self._conditions[name])

    def references(self) -> tuple[Reference, ...]:
        """Those that were asked for."""
        return tuple(self._references.values())

    def peak(self, outputs: np.ndarray, i: int, value, above: bool = False) -> Peak:
        """A peak at index i, with the output's pattern among some."""
        value = int(value) if isinstance(value, np.integer | int) else float(value)
        return Peak(value, int(self.ordinals[i]), int(self.bits[i]), int(outputs[i]), above)

    def method(self, form: Reference, gelu: Reference, known: Peak | None) -> Peak | None:
        """The largest difference of the exact functions; its output is the form's, rounded."""
        bits = self.fmt.bits_of_values(form.rounded)
        if form is gelu:
            return self.peak(bits, self.real[0], 0.0) if self.real.size else None
        a, b = form.exact, gelu.exact
        with np.errstate(all="ignore"):
            p, q = (1.0 if each.scale is None else each.scale for each in (a, b))
            size = np.abs((a.high / p - b.high / q) + (a.low / p - b.low / q))
            slack = a.bound / p + b.bound / q + 2.0**-1070 + 2.0**-51 * size
        return settle(
            size,
            slack,
            self.real,
            lambda i: exact_difference(form.function, gelu.function, float(self.wide[i])),
            partial(self.peak, bits),
            known,
        )


def _at(exact: Approximation, places: np.ndarray) -> list[np.ndarray | None]:
    return [None if each is None else each[places] for each in vars(exact).values()]


def _called(implementation: Implementation, block: Block) -> np.ndarray:
    # of its own, for what works in place; a guest sees to that itself
    x = block.x if implementation.guest else block.x.copy()
    try:
        got = np.asarray(implementation.call(x, block.fmt))
    except GelucheckError:
        raise
    except Exception as problem:
        raise ImplementationError(f"{implementation.name} raised {problem!r}") from problem
    if got.shape != block.x.shape or got.dtype != block.fmt.dtype:
        raise ImplementationError(
            f"{implementation.name} returned {got.dtype} of shape {got.shape} "
            f"for {block.fmt.name} of shape {block.x.shape}"
        )
    return got


class Outputs:
    """What an implementation gave for a block, and its errors.

    Args:
        got: what it gave, where it was called already.

    Raises:
        ImplementationError: it raised, or returned something of another shape or dtype.
    """

    def __init__(
        self,
        implementation: Implementation,
        block: Block,
        convention: str,
        got: np.ndarray | None = None,
    ):
        self.implementation = implementation
        self.block, self.convention = block, convention
        self.got = _called(implementation, block) if got is None else got
        self.bits = block.fmt.bits_of_values(self.got)
        self._errors: dict[str, ErrorArrays] = {}

    def cut(self, places: np.ndarray) -> "Outputs":
        """What was given for some of the inputs, by their indices."""
        block = self.block.cut(places)
        return Outputs(self.implementation, block, self.convention, self.got[places])

    def peak(self, i: int, value, above: bool = False) -> Peak:
        """A peak at index i."""
        return self.block.peak(self.bits, i, value, above)

    def errors(self, reference: Reference) -> ErrorArrays:
        """Errors at the finite inputs; an infinite one has none to speak of."""
        name = reference.function.name
        if name not in self._errors:
            nan = self.block.fmt.dtype.type(np.nan)
            rounded = np.where(self.block.finite, reference.rounded, nan)
            found = errors(self.block.fmt, self.got, rounded, reference.exact, self.convention)
            self._errors[name] = found
        return self._errors[name]

    def peaks(
        self, reference: Reference, found: ErrorArrays, places, kinds, known: dict[str, Peak]
    ) -> dict[str, Peak]:
        """The largest errors of some kinds among some places, in ordinal order, settled.

        Args:
            known: peaks of other blocks; what is below them may be left out.
        """
        peaks = {}
        for kind in kinds:
            if kind == "steps":
                peaks[kind] = settle(found.steps, None, places, float, self.peak)
                continue
            fmt, function = self.block.fmt, reference.function
            error = exact_error(kind, fmt, function, self.convention)

            def settled(i, error=error):
                return error(float(self.block.wide[i]), float(self.got[i]))

            if kind == "scaled":
                peaks[kind] = self._scaled(reference, found, places, settled, known.get(kind))
                continue
            # relative to a value that rounds to zero nothing is said
            at = places[reference.rounded[places] != 0] if kind == "relative" else places
            errors_of_kind, slack = getattr(found, kind), found.slack[kind]
            peaks[kind] = settle(errors_of_kind, slack, at, settled, self.peak, known.get(kind))
        return {kind: peak for kind, peak in peaks.items() if peak is not None}

    def _scaled(
        self, reference: Reference, found: ErrorArrays, places, settled, known: Peak | None
    ) -> Peak | None:
        """The largest error in ulp over 1 + k, which is 1 at least."""
        if known is not None:
            with np.errstate(over="ignore"):
                reach = found.ulp[places] + found.slack["ulp"][places]
            # one below, for its value may have been rounded up
            places = places[reach >= np.nextafter(float(known.value), -np.inf)]
        least, most = self.block.conditions(reference, places)
        values, slack = scaled(found, places, reference.rounded[places], least, most)

        def make(j: int, value, above: bool = False) -> Peak:
            return self.peak(places[j], value, above)

        at = np.arange(places.size)
        return settle(values, slack, at, lambda j: settled(places[j]), make, known)
