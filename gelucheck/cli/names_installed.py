"""``gelucheck names --installed``: which implementations can run here; no framework is imported."""

import json
import textwrap
from dataclasses import asdict, dataclass
from importlib import import_module

from gelucheck.cli.names_table import SCHEMA
from gelucheck.cli.terminal import PLAIN_WIDTH


@dataclass(frozen=True)
class KindHere:
    """A kind of implementations, as it is on this machine.

    Attributes:
        kind: the word before the colon.
        here: whether the libraries that it needs are there.
        versions: theirs: "torch 2.13.0"; empty where it needs none or has none.
        extra: the extra that installs them, or empty.
        target: what stands behind the colon.
        short: short name with its kind -> the form it declares.
    """

    kind: str
    here: bool
    versions: str
    extra: str
    target: str
    short: dict[str, str]


def kinds_here() -> tuple[KindHere, ...]:
    """All kinds, in the order of the registry."""
    from gelucheck.implementations.installed import installed
    from gelucheck.implementations.kinds import KINDS

    records = [import_module(module).KIND for module in KINDS.values()]
    return tuple(
        KindHere(
            kind=kind.name,
            here=installed(kind) is not None,
            versions=installed(kind) or "",
            extra=kind.extra,
            target=kind.text,
            short={f"{kind.name}:{name}": short.declares for name, short in kind.short.items()},
        )
        for kind in records
    )


def render_text(found: tuple[KindHere, ...]) -> str:
    """One paragraph a kind: what it is, what is there, what it can be called by."""
    lines = []
    for kind in found:
        state = kind.versions or "ready"
        if not kind.here:
            state = f'not installed: pip install "gelucheck[{kind.extra}]"'
        lines.append(f"{kind.kind:<11} {state}")
        for name, form in kind.short.items():
            lines.append(f"  --impl {name:<29} {form}")
        lines += textwrap.wrap(
            f"--impl {kind.kind}:TARGET, where TARGET is {kind.target}",
            PLAIN_WIDTH,
            initial_indent="  ",
            subsequent_indent="    ",
            break_on_hyphens=False,
        )
    return "\n".join(lines) + "\n"


def render_json(found: tuple[KindHere, ...]) -> str:
    """One object with a record for each kind."""
    return (
        json.dumps({"schema": SCHEMA, "kinds": [asdict(kind) for kind in found]}, indent=1) + "\n"
    )
