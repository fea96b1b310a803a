"""``tanh-vulkan`` with the argument of tanh kept within ±15."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """1 + tanh(-15) is 2e-13 where float64 has more to say; in float32 tanh is -1 long before."""
    cube = m.constant("0.044715") * x * x * x
    z = m.root(2 / m.constant("3.141593")) * (x + cube)
    return 0.5 * x * (1 + m.tanh(m.clamp(z, "-15", "15")))


WRITING = Writing(
    name="tanh-clamp15",
    form="tanh",
    function="gelu",
    text="0.5 * x * (1 + tanh(clamp(sqrt(2 / 3.141593) * (x + 0.044715 * x * x * x), -15, 15)))",
    source="ExecuTorch, Vulkan, since pytorch/executorch#22324",
    call=evaluate,
    exact=False,
    contract=(),
)
