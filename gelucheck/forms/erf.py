"""The erf form as most libraries write it: 0.5 * x * (1 + erf(x / sqrt(2)))."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """Left of -1 the sum 1 + erf cancels: that is the writing's fault, not an operation's."""
    return 0.5 * x * (1 + m.erf(x / m.sqrt(2)))


WRITING = Writing(
    name="erf",
    form="erf",
    function="gelu",
    text="0.5 * x * (1 + erf(x / sqrt(2)))",
    source="Hendrycks and Gimpel 2016, section 2; BERT's modeling.py",
    call=evaluate,
)
