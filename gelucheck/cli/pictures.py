"""The pictures of ``--plot [KIND:]PATH``."""

import re
from collections.abc import Sequence

from gelucheck.errors import UsageError, unknown

USUAL, OF_NETWORKS = "formats", "depth"
_OTHERS = {
    True: ("networks", "gelucheck network PLAN --swap --plot PATH draws it"),
    False: ("rows", "of a network error against depth is drawn: --plot PATH"),
}
# a plain word; of one letter it would be a drive
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]+")


def parse_pictures(
    given: Sequence[str], networks: bool | None = None
) -> tuple[tuple[str, str], ...]:
    """Pairs of kind and path, each once, in the order given.

    Args:
        networks: whether they are of networks, and not of rows; None: either.

    Raises:
        UsageError: as ``split_picture``; a kind that is of the others; a suffix that is no
            picture's.
    """
    usual = OF_NETWORKS if networks else USUAL
    pictures = tuple(dict.fromkeys(split_picture(each, usual) for each in given))
    if pictures:
        from gelucheck.report.plots import PLOTS, plot_kind

        for kind, path in pictures:
            plot_kind(path)
            of_networks = PLOTS[kind].of == "study"
            if networks not in (None, of_networks):
                what, mend = _OTHERS[of_networks]
                raise UsageError(f"--plot {kind}:{path} is a picture of {what}", mend)
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
