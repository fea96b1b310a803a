"""A list of hardest inputs as a text file that ``--inputs`` reads."""

import math

from gelucheck import __version__
from gelucheck.formats import Format
from gelucheck.proofs.hardest.records import Hardest
from gelucheck.proofs.hardest.simple import near_zero
from gelucheck.reference.functions import Function

SAID = {
    "gelu": "GELU, x Phi(x)",
    "tanh": "the tanh form, x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))/2",
    "sigmoid": "the sigmoid form, x/(1 + exp(-1.702 x))",
    "gelu_grad": "the derivative of GELU",
    "tanh_grad": "the derivative of the tanh form",
    "sigmoid_grad": "the derivative of the sigmoid form",
}
DEFINITION = """\
# distance: |f(x) - m|/ulp; m is the midpoint of the two neighbouring values of the format that
#   f(x) lies between, ulp their difference; a reference whose relative error is at most 2^-n
#   decides on which side of m it is, with the n of the line"""


def render(
    fmt: Format, function: Function, records: list[Hardest], how: list[str], command: str
) -> str:
    """The file.

    Args:
        records: hardest first, with one evidence and number of inputs looked at.
        how: sentences on what was looked at.
        command: what makes the file again.
    """
    evidence, looked = records[0].evidence, records[0].looked
    lines = [
        f"# the {len(records)} hardest inputs to round of {fmt.name}, hardest first",
        f"# f(x): {SAID[function.name]}",
        DEFINITION,
        f"# evidence: {evidence}, {looked:,} inputs looked at",
        *(f"#   {sentence}" for sentence in [*how, *_not_counted(fmt, function)]),
        "# every line: proved by mpmath, and by Arb",
        f"# made by: {command}, of gelucheck {__version__}",
        *(_line(fmt, record) for record in records),
    ]
    return "\n".join(lines) + "\n"


def _not_counted(fmt: Format, function: Function) -> list[str]:
    if not function.half:
        return []
    left, right = (fmt.value(magnitude).hex() for magnitude in near_zero(function, fmt))
    return [
        f"not counted: -{left} < x < {right};",
        "  f(x), rounded, is x/2 there with ties upward, and as near to the tie as one likes",
    ]


def _line(fmt: Format, record: Hardest) -> str:
    side = "above" if record.rounded == record.above else "below"
    digits = fmt.bits // 4
    return (
        f"{record.x.hex()}  # 2^-{-math.log2(record.lower):.2f} {side} the midpoint of "
        f"{record.below.hex()} and {record.above.hex()}; n = {record.bits}; "
        f"bits 0x{record.pattern:0{digits}x}"
    )
