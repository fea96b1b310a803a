"""The inputs whose exact value comes nearest to a rounding boundary, as published.

The distance of x is |f(x) - m| in ulps of f(x): m is the midpoint of the two neighbouring values of
the format that f(x) lies between, an ulp their difference. The lists lie in ``data/``, one text
file a format and function, which ``--inputs`` reads too; ``gelucheck.proofs.hardest`` makes them,
proves them, and says what they leave out.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from gelucheck.formats import Format

DATA = Path(__file__).parent / "data"
FUNCTIONS = ("gelu", "tanh", "sigmoid", "gelu_grad", "tanh_grad", "sigmoid_grad")
_EVIDENCE = re.compile(r"^# evidence: (exhaustive|search), ([0-9,]+) ", re.MULTILINE)


@dataclass(frozen=True)
class Published:
    """A list as published: the inputs, hardest first; "exhaustive" or "search"; how many inputs
    were looked at; all empty where nothing is kept."""

    inputs: tuple[float, ...] = ()
    evidence: str = ""
    looked: int = 0


def path_of(fmt: Format, function: str) -> Path:
    """Where a list lies, if there is one."""
    return DATA / f"hardest.{fmt.name}.{function}.txt"


@cache
def read_published(fmt: Format, function: str = "gelu") -> Published:
    """The published list of a format and a function."""
    try:
        text = path_of(fmt, function).read_text(encoding="utf-8")
    except FileNotFoundError:
        return Published()
    numbers = (line.partition("#")[0].strip() for line in text.splitlines())
    evidence, looked = _EVIDENCE.search(text).groups()
    inputs = tuple(float.fromhex(number) for number in numbers if number)
    return Published(inputs, evidence, int(looked.replace(",", "")))


def hardest_ordinals(fmt: Format, function: str = "gelu") -> np.ndarray:
    """Ordinals of the hardest inputs to round, the hardest first; int64, empty where none are kept.

    Args:
        function: "gelu", "tanh", "sigmoid", or one of these with "_grad".
    """
    inputs = read_published(fmt, function).inputs
    return np.array([fmt.ordinal(fmt.bits_of(x)) for x in inputs], np.int64)


@cache
def all_hardest(fmt: Format) -> np.ndarray:
    """Those of every function, each once, the hardest of each first; int64, kept and read-only."""
    lists = [hardest_ordinals(fmt, function).tolist() for function in FUNCTIONS]
    longest = max(map(len, lists))
    ranked = [each[rank] for rank in range(longest) for each in lists if rank < len(each)]
    found = np.array(list(dict.fromkeys(ranked)), np.int64)
    found.flags.writeable = False
    return found
