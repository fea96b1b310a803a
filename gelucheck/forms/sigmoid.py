"""The sigmoid form: x * sigmoid(1.702 * x)."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """The rounding of 1.702·x, times k, is all there is to lose."""
    return x * m.sigmoid(m.constant("1.702") * x)


WRITING = Writing(
    name="sigmoid",
    form="sigmoid",
    function="gelu",
    text="x * sigmoid(1.702 * x)",
    source="Hendrycks and Gimpel 2016, section 2; CLIP's QuickGELU",
    call=evaluate,
)
