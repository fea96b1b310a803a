"""The certificate: theorems with the boxes that prove them, as JSON takes it.

A document is {"certificate": 1, "program": "gelucheck", "theorems": [...]}. Values of x and bounds
are float64 as ``float.hex`` writes them; constants and tolerances are exact rationals, "p/q". A
function is {"kind": "difference" | "ratio" | "itself", "form", "constant", "of"}, see
``expressions``. Theorems by kind:

``supremum``
    h is |f|, f or -f by ``sign`` ("both", "plus", "minus"). Its supremum over ``domain`` is between
    ``lower`` and ``upper``, and is attained inside one of the intervals ``at`` (and their mirror
    images) and nowhere else. ``domain`` is "left", x <= 0; "line", which by symmetry needs the same
    boxes; or an interval. ``boxes`` are [low, high, rule] from -``far`` to 0, or over the interval,
    and then ``far`` is null. Rules: see ``bound``. Each box of rule "peak" or "end" has one ``at``,
    in order; values that are equal to 18 digits are all listed.
``agreement``
    ``within`` are the maximal intervals where |f| <= ``tolerance``, each end as the two float64
    that it lies between, or null: infinite, or the right end at 0. Of a difference all of them for
    x <= 0, with boxes from -``far`` to 0. Of a ratio only the one around 0: boxes go from the
    crossing on its left to that on its right, or to ``far``; their end is ``far`` in either case.
    Rules: see ``agreement``.
``constant``
    The best constant of a form lies between ``lower`` and ``upper``, its error in ``error``;
    ``parts`` are the suprema of f and -f for x <= 0 at these two, see ``constants``.

How a box is checked: f(x) lies in f(mid) + f'(box)·[-r, r], r the radius, and f'(box) in
f'(mid) + f''(box)·[-r, r]. One evaluation of f' over a box is not enough: f is a difference of two
functions that move together. The boxes hold even with f'' taken over a box twice as wide, at 160
bits.
"""

from collections.abc import Iterable
from typing import Any

from gelucheck.proofs.proved import Proved

VERSION = 1


def document(proved: Iterable[Proved]) -> dict[str, Any]:
    """The certificate of some constants; what several share stands in it once."""
    theorems: list[dict[str, Any]] = []
    for one in proved:
        if one.certificate and one.certificate not in theorems:
            theorems.append(one.certificate)
    return {"certificate": VERSION, "program": "gelucheck", "theorems": theorems}
