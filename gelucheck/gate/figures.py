"""What can be limited: one record for each figure."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A figure of a row that a limit can be put on.

    Attributes:
        name: as config and claims have it; the option is ``--name`` with hyphens.
        unit: what stands behind a bound: " ulp", " steps", or nothing for absolute and relative.
        whole: whether it is counted.
        share: whether it is a share of the finite inputs, of which at least the bound is asked.
        says: what is limited, in words, for help and comments.
    """

    name: str
    unit: str
    says: str
    whole: bool = False
    share: bool = False


FIGURES = {
    record.name: record
    for record in (
        Figure("atol", "", "the claim: absolute error against GELU, besides half an ulp"),
        Figure("max_ulp", " ulp", "largest error in ulp"),
        Figure("max_steps", " steps", "largest error in representable values", whole=True),
        Figure("max_abs", "", "largest absolute error"),
        Figure("max_rel", "", "largest relative error"),
        Figure("mean_abs", "", "mean absolute error"),
        Figure("correctly_rounded", "", "share of correctly rounded outputs, 0 to 1", share=True),
    )
}
AGAINST = ("own", "gelu")
"""What errors are taken against: the declared form (GELU where none is declared), or GELU."""
