"""The tanh form as a logistic function: x * sigmoid(2z)."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """The same function, and nothing cancels: (1 + tanh(z))/2 = sigmoid(2z)."""
    return x * m.sigmoid(m.sqrt("8/pi") * (x + m.constant("0.044715") * (x * x * x)))


WRITING = Writing(
    name="tanh-logistic",
    form="tanh",
    function="gelu",
    text="x * sigmoid(sqrt(8/pi) * (x + 0.044715 * (x * x * x)))",
    source="NNlib.jl, gelu_sigmoid; tt-metal (tenstorrent/tt-metal#56604), tritonbench (#595)",
    call=evaluate,
    contract=(),
)
