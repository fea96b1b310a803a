"""``tanh-vulkan`` with the argument of tanh kept within ±15."""

from gelucheck.forms.writing import Contract, Writing


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
    contract=(
        Contract("float16", "native", 2036.5389681728361, "-0x1.f1p+1", "exhaustive"),
        Contract("bfloat16", "native", 255.89084590664595, "-0x1.98p+1", "exhaustive"),
        Contract("float32", "native", 16777215.135142813, "-0x1.2ab582p+3", "search"),
        Contract("float64", "native", float("inf"), "-0x1.fffffffffffffp+1023", "search"),
        Contract("float8_e4m3fn", "native", 13.927080907411769, "-0x1.2p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 7.723144238079274, "-0x1.4p+1", "exhaustive"),
        Contract("float16", "upcast", 1.6957698312199658, "-0x1.4ap+2", "exhaustive"),
        Contract("bfloat16", "upcast", 255.69509821871765, "-0x1.8cp+2", "exhaustive"),
        Contract("float32", "upcast", 2.2727233394903432e70, "-0x1.fffffep+127", "search"),
        Contract("float8_e4m3fn", "upcast", 0.49922081635643456, "-0x1p-9", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.4999939126238955, "-0x1p-16", "exhaustive"),
    ),
)
