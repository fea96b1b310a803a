"""The tanh form, x factored out, with ten digits of sqrt(2/pi)."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """0.044715 * x * x overflows a half beyond 1210, the cube beyond 40."""
    z = x * m.constant("0.7978845608") * (1 + m.constant("0.044715") * x * x)
    return 0.5 * x * (1 + m.tanh(z))


WRITING = Writing(
    name="tanh-fast",
    form="tanh",
    function="gelu",
    text="0.5 * x * (1 + tanh(x * 0.7978845608 * (1 + 0.044715 * x * x)))",
    source="Hugging Face, gelu_fast; hendrycks/GELUs, README",
    call=evaluate,
    exact=False,
    contract=(),
)
