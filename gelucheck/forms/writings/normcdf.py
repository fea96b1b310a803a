"""The erf form by the normal distribution function: x * normcdf(x)."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """One function of x itself and one product: no argument is rounded, and nothing cancels."""
    return x * m.normcdf(x)


WRITING = Writing(
    name="normcdf",
    form="erf",
    function="gelu",
    text="x * normcdf(x)",
    source="candle, gelu_erf_fwd in CUDA; early PyTorch in CUDA (csarofeen/pytorch#1511)",
    call=evaluate,
    contract=(),
)
