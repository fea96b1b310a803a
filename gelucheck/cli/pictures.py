"""The pictures of ``--plot [KIND:]PATH``."""

import re
from collections.abc import Sequence

from gelucheck.errors import UsageError, unknown

USUAL = "formats"
# a plain word; of one letter it would be a drive
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]+")


def parse_pictures(
    given: Sequence[str], usual: str = USUAL, kinds: Sequence[str] | None = None
) -> tuple[tuple[str, str], ...]:
    """Pairs of kind and path, each once, in the order given.

    Args:
        usual: the kind where none is named.
        kinds: what of those there are is to be had here; None is all.

    Raises:
        UsageError: as ``split_picture``; a kind that is not to be had; a suffix that is no
            picture's.
    """
    pictures = tuple(dict.fromkeys(split_picture(each, usual) for each in given))
    for kind, path in pictures:
        if kinds is not None and kind not in kinds:
            raise UsageError(f"--plot {kind}:{path} of this", f"one of {', '.join(kinds)}")
    if pictures:
        from gelucheck.report.plots import plot_kind

        for _, path in pictures:
            plot_kind(path)
    return pictures


def split_picture(given: str, usual: str = USUAL) -> tuple[str, str]:
    """``[KIND:]PATH`` as a kind and a path.

    A plain word before the first colon is a kind. Where something else stands there (one letter,
    which is a drive; a dot, a slash, a blank) all of it is a path, so ``./a:b.svg`` always is one.

    Raises:
        UsageError: a word that is no kind, or no path behind it.
    """
    word, colon, path = given.partition(":")
    if not colon or not _WORD.fullmatch(word):
        return usual, given
    from gelucheck.report.plots import PLOTS

    if word not in PLOTS:
        problem = unknown("kind of picture", word, PLOTS)
        raise UsageError(problem.what, f"{problem.mend}; a file of that name is ./{given}")
    if not path:
        raise UsageError(f"--plot {given!r} names no file", f"write {word}:PATH")
    return word, path
