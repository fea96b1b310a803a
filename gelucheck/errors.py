"""The exceptions a user can cause: a slug, an exit code, and what, where and how to mend.

Only ``cli/`` turns them into text and an exit code; everything below raises them.
"""


class GelucheckError(Exception):
    """The root of the tree.

    Args:
        what: what is wrong, with the offending value in it.
        mend: how to put it right, in one sentence; may be empty.
    """

    slug = "error"
    exit_code = 2

    def __init__(self, what: str, mend: str = ""):
        super().__init__(what)
        self.what = what
        self.mend = mend

    def __str__(self) -> str:
        return f"{self.what}: {self.mend}" if self.mend else self.what


class UsageError(GelucheckError):
    """A name, an option or a combination that means nothing here."""

    slug = "usage"


class ConfigError(GelucheckError):
    """A config file that cannot be read or means nothing; ``what`` begins with FILE:LINE."""

    slug = "config"


class PlanError(GelucheckError):
    """A network that cannot be: ``what`` begins with FILE:LINE where a line is to blame."""

    slug = "plan"


class InputsError(GelucheckError):
    """The inputs cannot be read, are none at all, or do not fit the format."""

    slug = "inputs"


class StaleError(GelucheckError):
    """A baseline is about rows or limits that there are not."""

    slug = "stale"


class OutputError(GelucheckError):
    """A result cannot be written where it was asked for."""

    slug = "output"


class ImplementationError(GelucheckError):
    """An implementation raised, or returned something that is not an array of the right shape."""

    slug = "implementation"


class UndecidedError(GelucheckError):
    """A rounding could not be decided at the highest precision that is tried."""

    slug = "undecided"


class DisagreementError(GelucheckError):
    """The two references disagree: a fault in gelucheck or in a library that it stands on."""

    slug = "disagreement"


def unknown(kind: str, name: object, known) -> UsageError:
    """The error for a name that is not in a registry; it lists the names that are."""
    return UsageError(f"unknown {kind} {str(name)!r}", f"one of {', '.join(known)}")
