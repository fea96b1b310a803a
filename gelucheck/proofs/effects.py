"""What each part of a question changes: of which functions the kinds of theorem are, and which
options mean something with which of them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from gelucheck.errors import UsageError, unknown

FUNCTIONS_OF = {
    "suprema": ("gelu", "gelu_grad", "phi"),
    "extremes": ("gelu", "gelu_grad"),
    "agreement": ("gelu",),
    "constants": ("gelu", "phi"),
    "saturation": ("gelu",),
    "rounding": ("gelu", "gelu_grad"),
    "hardest": ("gelu", "gelu_grad"),
}
"""By kind of theorem."""
FUNCTIONS = FUNCTIONS_OF["suprema"]
"""All."""
KINDS_OF = {
    "forms": ("suprema", "extremes", "agreement", "constants", "rounding", "hardest"),
    "constant": ("suprema", "agreement", "constants"),
    "atols": ("agreement",),
    "rtols": ("agreement",),
    "intervals": ("suprema",),
    "dtypes": ("constants", "saturation", "rounding", "hardest"),
    "arithmetics": ("rounding",),
    "regions": ("rounding",),
}
"""By argument of ``api_prove.prove``: the kinds of theorem that it changes."""
OF_GELU = ("intervals",)
"""The arguments that are of gelu only, though their kinds know other functions."""


@dataclass(frozen=True)
class Asked:
    """What somebody asks for, by names.

    Attributes:
        kinds: of theorem; named: whether somebody named them, and wants something of each.
        functions: that were named, or none.
        spelled: what was given, by name of an argument, a kind or "functions", as an error calls
            it; what is not in it is called by its own name.
    """

    kinds: Sequence[str]
    named: bool
    functions: Sequence[str]
    spelled: Mapping[str, str]

    def call(self, name: str) -> str:
        """A name as the person knows it."""
        return self.spelled.get(name, name)

    @property
    def together(self) -> str:
        """The kinds in a sentence."""
        return " and ".join(map(self.call, self.kinds))

    @property
    def chosen(self) -> str:
        """The functions in a sentence."""
        return " and ".join(f"{self.call('functions')} {name}" for name in self.functions)


def ensure_effects(asked: Asked, options: Collection[str]) -> None:
    """See that each function, kind and option changes something.

    Args:
        options: the arguments that were given.

    Raises:
        UsageError: one does not; an unknown function.
    """
    for name in asked.functions:
        if name not in FUNCTIONS:
            raise unknown("function", name, FUNCTIONS)
    for option in options:
        if option in KINDS_OF:
            _ensure_effect(asked, option)
    known = dict.fromkeys(name for kind in asked.kinds for name in FUNCTIONS_OF[kind])
    for name in asked.functions:
        if name not in known:
            raise UsageError(
                f"{asked.call('functions')} {name} with {asked.together}",
                f"name {' or '.join(known)}",
            )
    for kind in asked.kinds if asked.named and asked.functions else ():
        if not set(FUNCTIONS_OF[kind]) & set(asked.functions):
            _refuse(asked, kind, FUNCTIONS_OF[kind])


def _ensure_effect(asked: Asked, option: str) -> None:
    called = asked.call(option)
    kinds = [kind for kind in asked.kinds if kind in KINDS_OF[option]]
    if not kinds and asked.named:
        raise UsageError(
            f"{called} with {asked.together}", f"leave one out; {called} is of other theorems"
        )
    if not kinds:
        due = " or ".join(map(asked.call, KINDS_OF[option]))
        raise UsageError(f"{called} without {due}", f"add {due}, or leave it out")
    functions = {name for kind in kinds for name in FUNCTIONS_OF[kind]}
    functions = {"gelu"} if option in OF_GELU else functions
    if asked.functions and not functions & set(asked.functions):
        _refuse(asked, option, sorted(functions))


def _refuse(asked: Asked, name: str, functions: Sequence[str]) -> None:
    called, given = asked.call(name), asked.call("functions")
    due = " or ".join(f"{given} {each}" for each in functions)
    raise UsageError(
        f"{called} with {asked.chosen}",
        f"{called} is of {' and '.join(functions)}: add {due}, or leave {called} out",
    )
