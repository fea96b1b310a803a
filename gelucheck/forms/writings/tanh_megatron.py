"""The tanh form, x factored out, with eight digits of sqrt(2/pi)."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """The constant is off by 8e-10: nothing in float32."""
    z = m.constant("0.79788456") * x * (1 + m.constant("0.044715") * x * x)
    return x * 0.5 * (1 + m.tanh(z))


WRITING = Writing(
    name="tanh-megatron",
    form="tanh",
    function="gelu",
    text="x * 0.5 * (1 + tanh(0.79788456 * x * (1 + 0.044715 * x * x)))",
    source="Megatron-LM, fused_bias_gelu.py; flash-attention, fused_dense.py; FlagGems; "
    "xformers, Triton",
    call=evaluate,
    exact=False,
    contract=(),
)
