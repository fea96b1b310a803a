"""The flags that check what a name stands for."""

from importlib import import_module

from gelucheck.names.name import Name


def flags_of(name: Name) -> tuple[str, ...]:
    """``--impl torch:gelu-tanh`` where that can be said here, ``--form tanh``, and ``--form`` with
    the writing if it is another than the form's own; none for what is no GELU."""
    from gelucheck.forms.catalogue import WRITINGS

    if name.form is None:
        return ()
    flags = [f"--impl {name.impl}"] if _known(name.impl) else []
    flags.append(f"--form {name.form}")
    if name.writing in WRITINGS and name.writing != name.form:
        flags.append(f"--form {name.writing}")
    return tuple(flags)


def _known(impl: str) -> bool:
    """Whether there is a kind with that short name."""
    from gelucheck.implementations.kinds import KINDS

    kind, _, short = impl.partition(":")
    return kind in KINDS and short in import_module(KINDS[kind]).KIND.short
