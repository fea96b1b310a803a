"""The derivative of the tanh form with 0.1070322243 for 3 * 0.044715 * sqrt(2/pi)."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """1 - t * t and 1 + t cancel on the left."""
    root, square = m.constant("0.79788456"), m.constant("0.1070322243") * x * x
    t = m.tanh(root * x * (1 + m.constant("0.044715") * x * x))
    return 0.5 * x * ((1 - t * t) * (root + square)) + 0.5 * (1 + t)


WRITING = Writing(
    name="tanh-megatron",
    form="tanh",
    function="gelu_grad",
    text="0.5 * x * ((1 - t * t) * (0.79788456 + 0.1070322243 * x * x)) + 0.5 * (1 + t), t = "
    "tanh(0.79788456 * x * (1 + 0.044715 * x * x))",
    source="Megatron-LM, fused_bias_gelu.py; flash-attention; FlagGems; TransformerEngine; "
    "xformers",
    call=evaluate,
    exact=False,
    contract=(),
)
