"""The bounds that the claims of rows have, as numbers and in words."""

from collections.abc import Iterable

from gelucheck.export.claim_limits import BASELINE, FINDING, limit_of
from gelucheck.export.figures import clean
from gelucheck.gate.limit import Limit
from gelucheck.gate.standing import has_method
from gelucheck.record import Claim, Row

_MOST_NAMED = 3  # different bounds on one figure
_SHAPES = {
    # half an ulp is what any result of a format must be allowed
    "atol": "|error| ≤ {} + ½ ulp at every input",
    "max_ulp": "max ulp ≤ {}",
    "max_steps": "max steps ≤ {}",
    "max_abs": "max abs ≤ {}",
    "max_rel": "max rel ≤ {}",
    "mean_abs": "mean abs ≤ {}",
    "correctly_rounded": "correctly rounded ≥ {}",
}


def bounds_of(claims: Iterable[Claim], *figures: str) -> list[float]:
    """The bounds that hold of some figures at all inputs of a row, whatever it is held against."""
    limits = filter(None, map(limit_of, claims))
    return [
        limit.bound
        for limit in limits
        if limit.figure in figures and not limit.region and not limit.scaled
    ]


def claims_in_words(rows: Iterable[Row]) -> list[str]:
    """One sentence for each different claim that the rows carry; the bounds that one and the same
    has on different rows stand together."""
    bounds: dict[str, dict[float, Limit | None]] = {}
    held: dict[str, list[Row]] = {}
    rows = list(rows)
    for row in rows:
        for claim in row.claims:
            bounds.setdefault(claim.name, {}).setdefault(claim.atol, limit_of(claim))
            held.setdefault(claim.name, []).append(row)
    told = (
        clean(_in_words(name, some) + _whose(next(iter(some.values())), held[name], len(rows)))
        for name, some in bounds.items()
    )
    # one sentence tells of all that a baseline holds
    return list(dict.fromkeys(told))


def _whose(limit: Limit | None, held: list[Row], rows: int) -> str:
    """What a limit is against where the table shows another figure, and of how many rows it is."""
    if limit is None:
        return ""
    own = limit.against == "own" and limit.figure != "atol"
    told = ["against the form"] if own and any(has_method(row.form) for row in held) else []
    told += [f"{len(held)} of {rows} rows"] if len(held) < rows else []
    return f" ({', '.join(told)})" if told else ""


def _in_words(name: str, bounds: dict[float, Limit | None]) -> str:
    limit = next(iter(bounds.values()))
    if limit is None:
        word, _, rest = name.partition(" ")
        shapes = {FINDING: f"no finding {rest}", BASELINE: "no worse than the baseline"}
        return shapes.get(word, name)
    texts = [limit.with_bound(bound).written for bound in bounds]
    if len(texts) > _MOST_NAMED:
        ends = (limit.with_bound(end(bounds)).written for end in (min, max))
        told = f"{' to '.join(ends)}, by row"
    elif len(texts) > 1:
        told = f"{', '.join(texts[:-1])} or {texts[-1]}, by row"
    else:
        told = texts[0]
    told = _SHAPES[limit.figure].format(told)
    if limit.against == "gelu":
        told += " against GELU"
    return f"{told} where x is in {limit.region}" if limit.region else told
