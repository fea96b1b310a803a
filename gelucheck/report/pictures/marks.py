"""What rows are held to, as lines in a picture; and their largest errors, as the table has them."""

from gelucheck.export.cells import Cells, cells_of
from gelucheck.export.figures import clean, format_count, format_share
from gelucheck.gate.limits import Limits
from gelucheck.record import Row

# the claims that are a height, by unit, and what their lines are called: a limit on a region, or
# one times the condition, is none
ABSOLUTE = {"atol": "claim", "max_abs": "limit", "max_abs against gelu": "limit"}
DEFAULT_CLAIM = Limits().atol
IN_ULP = {"max_ulp": "limit", "max_ulp against gelu": "limit"}


def bounds(rows, known: dict[str, str]) -> list[tuple[float, str]]:
    """Heights of the claims on some rows, with what to call them, each once."""
    found = dict.fromkeys((claim.name, claim.atol) for row in rows for claim in row.claims)
    return [(bound, f"{known[name]} {bound:g}") for name, bound in found if name in known]


def exact_name(row: Row) -> str:
    """What the row is held against, in a formula."""
    return "G′" if row.function.endswith("_grad") else "G"


def against(row: Row) -> str:
    """What the row is held against, in words."""
    return "the derivative of GELU" if row.function.endswith("_grad") else "GELU"


def exact_words(rows) -> str:
    """What some rows are held against: "exact GELU", its derivative, or the one or the other."""
    names = sorted({against(row) for row in rows})
    return f"exact {' or '.join(names)}".replace("exact the", "the exact")


def all_evidence(rows) -> str:
    """The evidence of some rows, each word once: "exhaustive", "exhaustive and sample"."""
    return " and ".join(dict.fromkeys(clean(row.evidence) for row in rows))


def figures(row: Row) -> Cells:
    """The figures of a row as the table has them."""
    return cells_of(row, room=11)


def largest(pair: tuple[str, str], unit: str = "") -> str:
    """A figure with its place: "1.696 ulp at x = -2.13"."""
    value, place = pair
    told = f"{value} {unit}".rstrip()
    return f"{told} at x = {place}" if place else told


def evidence(row: Row) -> str:
    """How much was tried: "63,488 inputs (exhaustive)"."""
    return f"{format_count(row.inputs)} finite inputs ({clean(row.evidence)})"


def share(row: Row) -> str:
    """How much was right: "98.31% of 63,488 finite inputs (exhaustive) are correctly rounded"."""
    part = format_share(row.correctly_rounded, row.inputs)
    return f"{part} of {evidence(row)} are correctly rounded"


def missing(row: Row) -> list[str]:
    """What no curve shows: outputs that are no numbers, which have no error."""
    kinds = (("nan", "NaN"), ("inf", "an infinity"))
    found = [(row.counts.get(name, 0), word) for name, word in kinds]
    return [
        f"At {format_count(count)} {_inputs(count)} the output is {word} where it should not be, "
        "which no curve shows."
        for count, word in found
        if count
    ]


def _inputs(count: int) -> str:
    return "input" if count == 1 else "inputs"
