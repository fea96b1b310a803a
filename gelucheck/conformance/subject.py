"""What is looked at: an implementation in one format."""

from dataclasses import dataclass

from gelucheck.formats import Format
from gelucheck.implementations.guest import Guest
from gelucheck.implementations.interface import Implementation


@dataclass(frozen=True)
class Subject:
    """An implementation and the format that it is looked at in."""

    implementation: Implementation
    fmt: Format

    @property
    def name(self) -> str:
        return self.implementation.name

    @property
    def form(self) -> str | None:
        """The declared form, or None."""
        return self.implementation.form

    @property
    def function(self) -> str:
        """ "gelu" or "gelu_grad"."""
        return self.implementation.function

    @property
    def guest(self) -> Guest | None:
        """What can be probed; None of our own writings."""
        return self.implementation.guest

    @property
    def call(self):
        """(1-D array of the format's dtype, format) -> outputs."""
        return self.implementation.call
