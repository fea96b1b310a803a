"""The record of a name: what somebody calls a form of GELU, and where that was read."""

from dataclasses import dataclass

READ = ("source", "second-hand")
"""How a record is known: from the library's own text or code, or from what others say of it."""


@dataclass(frozen=True)
class Name:
    """One name under one meaning.

    Attributes:
        name: the word itself: "gelu_new".
        where: whose it is: "Hugging Face transformers".
        form: "erf", "tanh" or "sigmoid"; None where it is no form of GELU at all.
        spelling: how it is called: ``torch.nn.functional.gelu(x, approximate="tanh")``.
        default: whether this is what the name means when nothing more is said.
        option: what chooses between the meanings of the name, with the values that it takes;
            empty where the name has one meaning.
        impl: the short name of an implementation of it, as ``--impl`` takes it; or empty.
        writing: the writing in the catalogue that is the same formula, up to exact factors of two;
            or empty.
        source: where it was read: version or commit, and file.
        read: one of ``READ``.
        note: what else there is to know, in a few words.
    """

    name: str
    where: str
    form: str | None
    spelling: str
    default: bool = True
    option: str = ""
    impl: str = ""
    writing: str = ""
    source: str = ""
    read: str = "source"
    note: str = ""

    @property
    def path(self) -> str:
        """The spelling without what is in parentheses: ``torch.nn.functional.gelu``."""
        return self.spelling.partition("(")[0]
