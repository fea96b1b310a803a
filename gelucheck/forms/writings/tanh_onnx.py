"""The tanh form of ONNX's function body: the root of a rounded 0.63661977236, pow(x, 3)."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """Every constant is cast to the type of x, and the root is taken there."""
    cubic = m.constant("0.044715") * m.pow(x, 3)
    return 0.5 * x * (1 + m.tanh(m.root(m.constant("0.63661977236")) * (x + cubic)))


WRITING = Writing(
    name="tanh-onnx",
    form="tanh",
    function="gelu",
    text="0.5 * x * (1 + tanh(sqrt(0.63661977236) * (x + 0.044715 * pow(x, 3))))",
    source="ONNX, onnx/defs/math/defs.cc",
    call=evaluate,
    exact=False,
    contract=(),
)
