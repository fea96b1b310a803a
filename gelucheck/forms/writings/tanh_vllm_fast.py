"""The factored tanh form, steps rounded to the narrow format, constants not."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """Every step is rounded to the 16-bit format, but 0.044715 and 0.79788456 are float32."""
    inner = m.narrow(1 + m.narrow(m.narrow(m.constant("0.044715") * x) * x))
    t = m.narrow(m.tanh(m.narrow(m.narrow(x * m.constant("0.79788456")) * inner)))
    return m.narrow(0.5 * x) * m.narrow(1 + t)


WRITING = Writing(
    name="tanh-vllm-fast",
    form="tanh",
    function="gelu",
    text="narrow(0.5 * x) * narrow(1 + t), t = narrow(tanh(narrow(narrow(x * 0.79788456) * "
    "i))), i = narrow(1 + narrow(narrow(0.044715 * x) * x))",
    source="vLLM, csrc/activation_kernels.cu, gelu_fast_kernel",
    call=evaluate,
    exact=False,
    contract=(
        Contract("float16", "native", 2036.5389681728361, "-0x1.f1p+1", "exhaustive"),
        Contract("bfloat16", "native", 255.89084590664595, "-0x1.98p+1", "exhaustive"),
        Contract("float32", "native", 16777215.135142813, "-0x1.2ab582p+3", "search"),
        Contract("float64", "native", 9007199254740991.0, "-0x1.ea59048d72b12p+2", "search"),
        Contract("float8_e4m3fn", "native", 13.927080907411769, "-0x1.2p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 7.723144238079274, "-0x1.4p+1", "exhaustive"),
        Contract("float16", "upcast", 2036.5389681728361, "-0x1.f1p+1", "exhaustive"),
        Contract("bfloat16", "upcast", 255.89084590664595, "-0x1.98p+1", "exhaustive"),
        Contract("float32", "upcast", 16777215.135142813, "-0x1.2ab582p+3", "search"),
        Contract("float8_e4m3fn", "upcast", 13.927080907411769, "-0x1.2p+1", "exhaustive"),
        Contract("float8_e5m2", "upcast", 7.723144238079274, "-0x1.4p+1", "exhaustive"),
    ),
)
