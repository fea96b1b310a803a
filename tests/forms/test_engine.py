"""Constants, the order of evaluation, and the catalogue of writings."""

from fractions import Fraction

import pytest

from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS
from gelucheck.forms.catalogue import FORMS, GRADIENTS, WRITINGS, find_writing
from gelucheck.forms.engine import CONSTANTS, Engine, Operand, rounded_constant

DECIMALS = ["0.5", "1", "1.702", "0.044715", "0.134145", "-0.5", "2", "1e-7"]


@pytest.mark.parametrize("dtype", list(FORMATS))
def test_constants_are_rounded_once(dtype, slow):
    fmt, exact = FORMATS[dtype], slow(FORMATS[dtype])
    for text in DECIMALS:
        assert rounded_constant(text, fmt) == exact.decimal(text)
    for text in CONSTANTS:
        assert rounded_constant(text, fmt) == exact.root(text)


# sqrt(2) = 1.41421356237309504880…; 2/pi's root 0.79788456080286535588… (OEIS A002193, A076668)
PUBLISHED = [
    ("sqrt(2)", "float64", "0x1.6a09e667f3bcdp+0"),
    ("sqrt(2)", "float32", "0x1.6a09e6p+0"),
    ("sqrt(2/pi)", "float32", "0x1.988454p-1"),
    ("0.044715", "float32", "0x1.6e4e26p-5"),
    # what oneDNN has written out, and PyTorch's product of macros in float64
    ("0.79788458347320556640625", "float32", "0x1.988454p-1"),
    ("0.707106769084930419921875", "float32", "0x1.6a09e6p-1"),
    ("sqrt(2/pi)", "float64", "0x1.9884533d43651p-1"),
    ("sqrt(1/2)", "float64", "0x1.6a09e667f3bcdp-1"),
    ("pi", "float64", "0x1.921fb54442d18p+1"),
]


@pytest.mark.parametrize(("text", "dtype", "bits"), PUBLISHED)
def test_published_constants(text, dtype, bits):
    assert rounded_constant(text, FORMATS[dtype]) == float.fromhex(bits)


class Words(Engine):
    """Writes down what is asked of it."""

    def _text(self, operand):
        return operand.value if isinstance(operand, Operand) else repr(operand)

    def binary(self, symbol, left, right):
        return Operand(self, f"({self._text(left)}{symbol}{self._text(right)})")

    def unary(self, name, operand):
        return Operand(self, f"{name}({operand.value})")

    def constant(self, text):
        return Operand(self, f"[{text}]")


INSIDE = "tanh(([sqrt(2/pi)]*(x+([0.044715]*cube(x)))))"
Z = "([1.702]*x)"
ORDER = [
    ("gelu", "erf", "((0.5*x)*(1+erf((x/[sqrt(2)]))))"),
    ("gelu", "erfc", "((0.5*x)*erfc((-(x)/[sqrt(2)])))"),
    ("gelu", "tanh", f"((0.5*x)*(1+{INSIDE}))"),
    ("gelu", "sigmoid", f"(x*sigmoid({Z}))"),
    (
        "gelu_grad",
        "erf",
        "((0.5*(1+erf((x/[sqrt(2)]))))+((x*exp(((-0.5*x)*x)))/[sqrt(2*pi)]))",
    ),
    (
        "gelu_grad",
        "tanh",
        f"((0.5*(1+{INSIDE}))+(((0.5*x)*(1-({INSIDE}*{INSIDE})))"
        "*([sqrt(2/pi)]*(1+(([0.134145]*x)*x)))))",
    ),
    ("gelu_grad", "sigmoid", f"(sigmoid({Z})+(({Z}*sigmoid({Z}))*(1-sigmoid({Z}))))"),
]


@pytest.mark.parametrize(("function", "name", "text"), ORDER)
def test_order_of_evaluation(function, name, text):
    """Left to right as DESIGN section 5 writes them; integers and decimals are exact numbers."""
    engine = Words()
    assert find_writing(name, function).call(Operand(engine, "x"), engine).value == text


def test_operators_on_either_side():
    engine = Words()
    x = Operand(engine, "x")
    done = (x + 1, 1 + x, x - 1, 1 - x, x * 2, 2 * x, x / 2, 2 / x, -x)
    assert [part.value for part in done] == [
        "(x+1)", "(1+x)", "(x-1)", "(1-x)", "(x*2)", "(2*x)", "(x/2)", "(2/x)", "-(x)",
    ]  # fmt: skip
    assert engine.pow(x, 3).value == "cube(x)"
    with pytest.raises(NotImplementedError):
        engine.pow(x, 2)


def test_decimals_are_exact_until_rounded():
    """0.134145 is 3 · 0.044715 as written, not as rounded."""
    assert Fraction("0.134145") == 3 * Fraction("0.044715")


def test_catalogue():
    assert set(FORMS) <= set(WRITINGS)
    assert set(FORMS) <= set(GRADIENTS)
    for function, writings in (("gelu", WRITINGS), ("gelu_grad", GRADIENTS)):
        for name, writing in writings.items():
            assert (writing.name, writing.function) == (name, function)
            assert writing.form in FORMS
            assert writing.text and writing.source
            assert find_writing(name, function) is writing


@pytest.mark.parametrize(
    ("name", "function", "named"),
    [("relu", "gelu", "erfc"), ("", "gelu", "tanh"), ("erfc", "gelu_grad", "sigmoid")],
)
def test_unknown_writing(name, function, named):
    with pytest.raises(UsageError) as caught:
        find_writing(name, function)
    assert repr(name) in str(caught.value)
    assert named in str(caught.value)
