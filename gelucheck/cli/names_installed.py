"""``gelucheck names --installed``: which implementations can run here; no framework is imported."""

import json
import textwrap
from dataclasses import asdict, dataclass
from importlib import import_module, metadata
from importlib.util import find_spec

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
    from gelucheck.implementations.kinds import KINDS

    # a kind's own module may be part of another installation
    records = [import_module(module).KIND for module in KINDS.values() if _there(module)]
    return tuple(
        KindHere(
            kind=kind.name,
            here=all(_there(name) for name in kind.modules),
            versions=", ".join(filter(None, (_version(name) for name in kind.modules))),
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


def _there(module: str) -> bool:
    """Whether a module can be found; a folder without code is none."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return False
    return spec is not None and spec.origin is not None


def _version(module: str) -> str:
    top = module.partition(".")[0]
    try:
        return f"{top} {metadata.version(top)}"
    except metadata.PackageNotFoundError:
        pass
    # tensorflow_cpu brings the module tensorflow
    for distribution in metadata.packages_distributions().get(top, ()):
        return f"{top} {metadata.version(distribution)}"
    return ""
