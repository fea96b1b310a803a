"""What a cause looks at, and what it says."""

from dataclasses import dataclass, field

import numpy as np

from gelucheck.conformance.judged import Study


@dataclass(frozen=True, eq=False)
class Case:
    """What is known so far of the faults of a row.

    Attributes:
        study: held against the declared form.
        judged: held against what it turned out to compute: another form, other constants. The
            causes that come later look at this one; it is ``study`` where nothing turned up.
        left: inputs that are bad in ``judged`` and not explained yet.
        said: slugs so far.
    """

    study: Study
    judged: Study
    left: np.ndarray
    said: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Cause:
    """A cause that the evidence shows.

    Attributes:
        slug, level, sentence: of the finding.
        at: index of its witness; None: it has none.
        explains: the bad inputs that it explains.
        judged: a study held against what it turned out to compute, for the causes that follow.
    """

    slug: str
    level: str
    sentence: str
    at: int | None
    explains: np.ndarray = field(repr=False)
    judged: Study | None = None
