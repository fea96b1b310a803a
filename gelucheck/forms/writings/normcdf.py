"""The erf form by the normal distribution function: x * normcdf(x)."""

from gelucheck.forms.writing import Contract, Writing


def evaluate(x, m):
    """One function of x itself and one product: no argument is rounded, and nothing cancels."""
    return x * m.normcdf(x)


WRITING = Writing(
    name="normcdf",
    form="erf",
    function="gelu",
    text="x * normcdf(x)",
    source="candle, gelu_erf_fwd in CUDA; early PyTorch in CUDA (csarofeen/pytorch#1511)",
    call=evaluate,
    contract=(
        Contract("float16", "native", 2.8497414766049483, "-0x1.3c4p+2", "exhaustive"),
        Contract("bfloat16", "native", 6.54974138693711, "-0x1.a8p+3", "exhaustive"),
        Contract("float32", "native", 7.474971856628941, "-0x1.be8d6ep+3", "search"),
        Contract("float64", "native", 19.685306200650018, "-0x1.33a7abe0d2fefp+5", "search"),
        Contract("float8_e4m3fn", "native", 1.804493365043184, "-0x1.6p+1", "exhaustive"),
        Contract("float8_e5m2", "native", 1.1076117421292337, "0x1.8p-3", "exhaustive"),
        Contract("float16", "upcast", 0.5000588012204432, "-0x1.5fp-10", "exhaustive"),
        Contract("bfloat16", "upcast", 0.5, "-0x1.fep-126", "exhaustive"),
        Contract("float32", "upcast", 0.5, "-0x1.fffffep-126", "search"),
        Contract("float8_e4m3fn", "upcast", 0.4992208163539826, "-0x1p-9", "exhaustive"),
        Contract("float8_e5m2", "upcast", 0.4999939126238955, "-0x1p-16", "exhaustive"),
    ),
)
