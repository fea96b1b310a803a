"""Columns of patterns as text, and lists of them in lines of a width."""

from collections.abc import Iterable, Iterator

from gelucheck.vectors.records import VectorSet

WIDTH = 100


def patterns(given: VectorSet, column: str) -> list[str]:
    """A column in hexadecimal, all digits: "0x3c00"."""
    digits = given.fmt.bits // 4
    return [f"0x{bits:0{digits}x}" for bits in getattr(given, column).tolist()]


def lines(texts: Iterable[str], indent: str = "  ") -> Iterator[str]:
    """Texts of one length with commas between, as many in a line as there is room for."""
    texts = list(texts)
    each = max(1, (WIDTH - len(indent)) // (max(map(len, texts), default=0) + 2))
    for start in range(0, len(texts), each):
        yield indent + ", ".join(texts[start : start + each]) + ","
