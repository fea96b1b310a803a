"""What the kinds of libraries with tensors have in common: a target becomes a ``Loaded``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from gelucheck.errors import ImplementationError, UsageError
from gelucheck.formats import FORMATS
from gelucheck.implementations.calling import called
from gelucheck.implementations.importing import versions
from gelucheck.implementations.installed import library_versions
from gelucheck.implementations.kind import Apply, Kind, Loaded
from gelucheck.implementations.target import Target, find, module_of, parse_target

Make = Callable[[Callable, Mapping[str, object]], Mapping[str, Apply]]
"""(what a target names, its arguments) -> mode -> apply. "eval" is there, or "" where there are no
modes; "trial", if it is there, is what tells more quickly whether a format is taken."""


@dataclass(frozen=True)
class Documented:
    """The argument of a function that says which form it computes.

    Attributes:
        forms: value -> form, as the library documents it.
        default: the value where none is given.
        argument: its name.
    """

    forms: Mapping[object, str]
    default: object
    argument: str = "approximate"

    def declares(self, arguments: Mapping[str, object]) -> str | None:
        value = arguments.get(self.argument, self.default)
        try:
            return self.forms.get(value)
        except TypeError:
            return None  # a list, say


def load_named(
    kind: Kind, text: str, make: Make, known: Mapping[str, Documented | str], device: str
) -> Loaded:
    """What a target names, in the process that calls it.

    Args:
        kind: its record; ``modules[0]`` is the library.
        text: the target, as it was written.
        make: how it is called.
        known: dotted name -> the form, or the argument that says which.
        device: what it runs on, by the library's own name.

    Raises:
        UsageError: words of another shape, or a name of nothing that can be called.
        ImplementationError: code that is run by the import, or the making of a layer, raised.
    """
    target = parse_target(kind, text)
    found = find(target.name)
    if not callable(found):
        raise UsageError(f"{target.name} cannot be called", "name a function or a layer")
    applies = _made(make, found, target)
    main = _main(applies)
    about = known.get(target.name)
    documented = about if isinstance(about, Documented) else None
    asks = documented is not None and documented.argument == "approximate"

    def approximate(value: object) -> Apply:
        arguments = {**target.arguments, "approximate": value}

        def apply(x, fmt):
            # made at the call: a layer may refuse the value when it is made
            return _main(make(found, arguments))(x, fmt)

        return apply

    return Loaded(
        apply=main,
        version=_version(kind, target),
        declares=documented.declares(target.arguments) if documented else about,
        formats=takes(f"{kind.name}:{text}", applies.get("trial", main)),
        modes=_modes(applies),
        approximate=approximate if asks else None,
        documented=documented.forms if asks else {},
        device=device,
    )


def load_found(
    kind: Kind, found: Callable, name: str, *, function: str, device: str | None, version: str
) -> Loaded:
    """A callable that is there, of a kind that has a ``maker``; it is asked for in all formats.

    Args:
        name: what to call it in messages.
        version: as ``Loaded`` has it.

    Raises:
        UsageError: the kind's library, or the device, is not there.
        ImplementationError: it is a class, and making one raised.
    """
    make, where = kind.maker(function, device, found)
    applies = _made(make, found, Target(name))
    return Loaded(_main(applies), version, modes=_modes(applies), device=where)


def takes(name: str, apply: Apply) -> tuple[str, ...]:
    """The formats in which it gives an answer at 1.

    All of them where it gives none in any: then the call itself is to say what is wrong.
    """
    kept = []
    for fmt in FORMATS.values():
        try:
            called(name, apply, np.ones(1, fmt.dtype), fmt)
        except ImplementationError:
            continue
        kept.append(fmt.name)
    return tuple(kept or FORMATS)


def _main(applies: Mapping[str, Apply]) -> Apply:
    return applies["eval"] if "eval" in applies else applies[""]


def _modes(applies: Mapping[str, Apply]) -> dict[str, Apply]:
    return {mode: apply for mode, apply in applies.items() if mode in ("train", "eval")}


def _made(make: Make, found: Callable, target: Target) -> Mapping[str, Apply]:
    try:
        return make(found, target.arguments)
    except (ImplementationError, UsageError):
        raise
    except Exception as problem:
        raise ImplementationError(
            f"making {target.name} raised {problem!r:.300}", "look at its arguments"
        ) from problem


def _version(kind: Kind, target: Target) -> str:
    own = [name.partition(".")[0] for name in kind.modules]
    if target.name.partition(".")[0] in own:
        return library_versions(*own, "numpy")
    return versions(module_of(target.name))
