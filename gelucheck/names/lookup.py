"""Looking a name up: as it stands, in other capitals, by its end; and what comes near it."""

import re
from dataclasses import dataclass
from difflib import get_close_matches

from gelucheck.names.name import Name
from gelucheck.names.registry import NAMES

_LONGEST = 200  # no name is longer, and what is longer is not compared
_SPLIT = re.compile(r"::|[.:/]")


@dataclass(frozen=True)
class Found:
    """The names that a word stands for.

    Attributes:
        word: what was looked up.
        how: "exact"; "case" (other capitals); "suffix" (the end of a dotted name); "where" (the
            word is a project: all its names); "last" (only the last part of a dotted name is
            known).
        names: the meanings, in the order of the registry.
    """

    word: str
    how: str
    names: tuple[Name, ...]

    @property
    def forms(self) -> dict[str | None, tuple[Name, ...]]:
        """Form -> its names: more than one entry where the word is ambiguous."""
        forms: dict[str | None, list[Name]] = {}
        for name in self.names:
            forms.setdefault(name.form, []).append(name)
        return {form: tuple(names) for form, names in forms.items()}


def find(word: str, names: tuple[Name, ...] = NAMES) -> Found | None:
    """What a word means, or None where nobody uses it.

    A word may be a name (``gelu_new``), a dotted name (``torch.nn.GELU``, ``nn.GELU``), either with
    arguments as it is called, or a project (``PyTorch``).
    """
    word = word.strip()
    if not word or len(word) > _LONGEST:
        return None
    folded = word.lower()
    bare = word.partition("(")[0]
    last = _SPLIT.split(bare)[-1]
    tries = (
        ("exact", lambda name: word in (name.name, name.path, name.spelling)),
        ("exact", lambda name: bare in (name.name, name.path)),
        ("case", lambda name: folded in (name.name.lower(), name.path.lower())),
        ("suffix", lambda name: _ends(name.path, bare)),
        ("suffix", lambda name: _ends(name.path.lower(), bare.lower())),
        ("where", lambda name: folded == name.where.lower()),
        ("last", lambda name: last == name.name),
    )
    for how, fits in tries:
        found = tuple(name for name in names if fits(name))
        if found:
            return Found(word, how, found)
    return None


def close(word: str, names: tuple[Name, ...] = NAMES) -> tuple[str, ...]:
    """Up to three known names that look like a word, likest first."""
    known = dict.fromkeys(text for name in names for text in (name.name, name.path))
    folded = {text.lower(): text for text in reversed(known)}
    near = get_close_matches(word.strip().lower()[:_LONGEST], folded, 3, 0.6)
    return tuple(folded[text] for text in near)


def _ends(path: str, word: str) -> bool:
    """Whether the parts of a word are the last parts of a dotted path."""
    parts, wanted = _SPLIT.split(path), _SPLIT.split(word)
    return len(wanted) > 1 and parts[-len(wanted) :] == wanted
