"""The flags that check what a name stands for."""

from importlib import import_module

from gelucheck.names.name import Name


def flags_of(name: Name) -> tuple[str, ...]:
    """``--impl torch:gelu-tanh`` where that can be said here, then ``--form tanh``; none for what
    is no GELU."""
    from gelucheck.forms.catalogue import WRITINGS

    if name.form is None:
        return ()
    form = name.writing if name.writing in WRITINGS else name.form
    return (*((f"--impl {name.impl}",) if _known(name.impl) else ()), f"--form {form}")


def _known(impl: str) -> bool:
    """Whether there is a kind with that short name."""
    from gelucheck.implementations.kinds import KINDS

    kind, _, short = impl.partition(":")
    return kind in KINDS and short in import_module(KINDS[kind]).KIND.short
