"""Sizes as text: digits enough that what is printed does not contradict what was decided."""

from math import inf


def as_text(value: float, digits: int = 3) -> str:
    """A size with some digits, as people write it: 0.0123, 1.23e-5, 398, 7.1e11."""
    if value == inf:
        return "infinity"
    text = f"{value:.{digits}g}"
    if value and (float(text) < 1e-3 or "e" in text):
        mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
        mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
        text = f"{mantissa}e{int(exponent)}"
    return text


def apart(one: float, other: float) -> tuple[str, str]:
    """Two sizes as text, with digits enough to tell them apart where they differ."""
    for digits in range(3, 18):
        texts = as_text(one, digits), as_text(other, digits)
        if one == other or float(texts[0]) != float(texts[1]):
            break
    return texts


def times(more: float, less: float) -> str:
    """How many times, as "25.3 times "; nothing where that says nothing."""
    if not less or more == inf:
        return "against "
    ratio = more / less
    if 100 <= ratio < 1e6:
        return f"{ratio:,.0f} times "
    for digits in range(3, 18):
        if (text := as_text(ratio, digits)) != "1":
            break
    return f"{text} times "
