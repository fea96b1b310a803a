"""The tanh form with six decimals of pi: sqrt(2 / 3.141593)."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """In float32 the root is one step below sqrt(2/pi)."""
    cube = m.constant("0.044715") * x * x * x
    return 0.5 * x * (1 + m.tanh(m.root(2 / m.constant("3.141593")) * (x + cube)))


WRITING = Writing(
    name="tanh-vulkan",
    form="tanh",
    function="gelu",
    text="0.5 * x * (1 + tanh(sqrt(2 / 3.141593) * (x + 0.044715 * x * x * x)))",
    source="ExecuTorch, Vulkan, unary_op.yaml, before pytorch/executorch#22324",
    call=evaluate,
    exact=False,
    contract=(),
)
