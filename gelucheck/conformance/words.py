"""Numbers and lists as they stand in the sentence of a finding."""

import math
from collections.abc import Iterable


def number(value: float) -> str:
    """A number: as many digits as one reads."""
    if math.isnan(value):
        return "NaN"
    if value == 0:
        return "−0" if math.copysign(1, value) < 0 else "0"
    return f"{value:.6g}".replace("-", "−")


def apart(left: float, right: float) -> tuple[str, str]:
    """Two numbers, with as many digits as it takes to tell them apart."""
    for digits in range(6, 18):
        texts = [f"{value:.{digits}g}" for value in (left, right)]
        if texts[0] != texts[1]:
            break
    return tuple(
        number(value) if value == 0 or math.isnan(value) else text.replace("-", "−")
        for value, text in zip((left, right), texts, strict=True)
    )


def span(first: float, last: float) -> str:
    """Where a fault is: at one input, or between two."""
    if first == last:
        return f"at x = {number(first)}"
    return f"from x = {number(first)} to {number(last)}"


def listed(words: Iterable[str], most: int = 4) -> str:
    """ "a", "a and b", "a, b and c"; what is too much is counted."""
    words = list(words)
    if len(words) > most:
        words = [*words[: most - 1], f"{len(words) - most + 1} others"]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
