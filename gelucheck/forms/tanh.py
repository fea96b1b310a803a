"""The tanh form, GPT-2: 0.5 * x * (1 + tanh(sqrt(2/pi) * (x + 0.044715 * pow(x, 3))))."""

from gelucheck.forms.writing import Writing


def evaluate(x, m):
    """pow(x, 3) overflows a half beyond 40.3; tanh of infinity is still 1."""
    cubic = m.constant("0.044715")
    return 0.5 * x * (1 + m.tanh(m.sqrt("2/pi") * (x + cubic * m.pow(x, 3))))


WRITING = Writing(
    name="tanh",
    form="tanh",
    function="gelu",
    text="0.5 * x * (1 + tanh(sqrt(2/pi) * (x + 0.044715 * pow(x, 3))))",
    source="Hendrycks and Gimpel 2016, section 2; openai/gpt-2, src/model.py",
    call=evaluate,
)
