"""How serious a finding is: its own level, or the one that was asked for."""

from collections.abc import Mapping
from dataclasses import replace

from gelucheck.record import Finding

LEVELS = ("error", "warning", "off")
"""The most serious first."""


def with_levels(findings: tuple[Finding, ...], levels: Mapping[str, str]) -> tuple[Finding, ...]:
    """Findings with the levels that were asked for, errors first.

    Args:
        levels: slug -> "off", "warning" or "error".
    """
    changed = [replace(item, level=levels.get(item.slug, item.level)) for item in findings]
    return tuple(sorted(changed, key=lambda item: LEVELS.index(item.level)))
