"""A time as people write it."""

import re

from gelucheck.errors import UsageError

_TIME = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)([smh]?)")
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}


def seconds_of(name: str, text: str) -> float:
    """Seconds of "30s", "5m", "1h" or a bare number.

    Args:
        name: whose it is, for the message.

    Raises:
        UsageError: no such time.
    """
    match = _TIME.fullmatch(text.strip())
    if not match:
        raise UsageError(f"{name} {text!r:.60}", "a time, as in 30s, 5m, 1h")
    return float(match[1]) * _SECONDS[match[2]]
