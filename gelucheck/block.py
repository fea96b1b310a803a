"""A block of inputs, the references at it, and an implementation's outputs for it."""

from functools import partial

import numpy as np

from gelucheck.errors import GelucheckError, ImplementationError
from gelucheck.formats import Format
from gelucheck.implementations.interface import Implementation
from gelucheck.peaks import Peak, exact_difference, exact_error, settle
from gelucheck.reference.evaluate import Reference, evaluate
from gelucheck.reference.functions import Function
from gelucheck.ulp import ErrorArrays, errors


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

    def reference(self, function: Function) -> Reference:
        """The reference at these inputs."""
        if function.name not in self._references:
            self._references[function.name] = evaluate(function, self.x, self.fmt)
        return self._references[function.name]

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


class Outputs:
    """What an implementation gave for a block, and its errors.

    Raises:
        ImplementationError: it raised, or returned something of another shape or dtype.
    """

    def __init__(self, implementation: Implementation, block: Block, convention: str):
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
        self.block, self.got, self.convention = block, got, convention
        self.bits = block.fmt.bits_of_values(got)
        self._errors: dict[str, ErrorArrays] = {}

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

            # relative to a value that rounds to zero nothing is said
            at = places[reference.rounded[places] != 0] if kind == "relative" else places
            errors_of_kind, slack = getattr(found, kind), found.slack[kind]
            peaks[kind] = settle(errors_of_kind, slack, at, settled, self.peak, known.get(kind))
        return {kind: peak for kind, peak in peaks.items() if peak is not None}
