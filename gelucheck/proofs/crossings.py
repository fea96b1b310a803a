"""Boxes on which |f| is within a tolerance, beyond it, or passes it.

Each box has one rule:

* ``within``: |f| is at most the tolerance, by Taylor's formula, or because f' has one sign and it
  is so at both ends;
* ``beyond``: |f| is more than the tolerance, by Taylor's formula, or because f' has one sign and f
  is beyond on the same side at both ends;
* ``cross``: f' has one sign, and |f| passes the tolerance between two neighbouring float64.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from gelucheck.proofs.intervals import Work, middle_of, sign
from gelucheck.proofs.roots import root_between
from gelucheck.proofs.taylor import Function, Local
from gelucheck.reference.in_arb import constant

Box = tuple[float, float, str]


@dataclass(frozen=True)
class Crossings:
    """Of a function and a tolerance; call it at the working precision.

    Every method raises UndecidedError where the work is used up, as it is where f touches the
    tolerance.
    """

    function: Function
    tolerance: Fraction
    work: Work

    def over(self, low: float, high: float) -> Iterator[Box]:
        """Boxes from low to high."""
        from flint import arb

        bound = constant(self.tolerance)
        rest = [(low, high)]
        while rest:
            left, right = rest.pop()
            self.work.step()
            local = Local(self.function, left, right, spare=True)
            size = abs(local.value)
            if size + local.reach <= bound or size - local.reach > bound:
                yield left, right, "within" if size <= bound else "beyond"
                continue
            if sign(local.slope):
                sides = [self._side(self.function.value(arb(x))) for x in (left, right)]
                if None not in sides and (sides[0] == sides[1] or 0 in sides):
                    yield from self._parts(left, right, sides)
                    continue
            middle = middle_of(left, right, self.work)
            rest += [(middle, right), (left, middle)]

    def until_cross(self, side: int, far: float | None) -> list[Box]:
        """Boxes from 0 to the left (-1) or right (1), outwards, up to the first ``cross``.

        Args:
            far: where to stop if there is none; None where there is one.
        """
        found: list[Box] = []
        near, end = 0.0, 1.0
        while far is None or near < far:
            end = end if far is None else min(end, far)
            # 0.0, never -0.0
            low, high = sorted((side * near + 0.0, side * end))
            for box in list(self.over(low, high))[::side]:
                found.append(box)
                if box[2] == "cross":
                    return found
            near, end = end, 1.25 * end
        return found

    def _side(self, value) -> int | None:
        """0 within, 1 above, -1 below; None where it cannot be told."""
        bound = constant(self.tolerance)
        if abs(value) <= bound:
            return 0
        return sign(value) if abs(value) > bound else None

    def _parts(self, left: float, right: float, sides: list[int]) -> Iterator[Box]:
        """A box where f' has one sign, in three parts if the tolerance is passed in it."""
        words = ["beyond" if side else "within" for side in sides]
        if sides[0] == sides[1]:
            yield left, right, words[0]
            return
        level = constant(self.tolerance) * (sides[0] or sides[1])
        border = root_between(lambda x: self.function.value(x) - level, left, right)
        if border is None:
            raise self.work.fault()
        if left < border[0]:
            yield left, border[0], words[0]
        yield *border, "cross"
        if border[1] < right:
            yield border[1], right, words[1]
