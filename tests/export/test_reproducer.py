"""The program of a report shows what the report says, and nothing of a stored run is run."""

import ast
import importlib.util
import subprocess
import sys
from dataclasses import replace
from itertools import product

import pytest

from gelucheck.export.reproducer import reproducer, words_of
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.record import Errors, Row, Witness

NONE = Errors(None, None, None, None, None, None)
KERNELS = """
import numpy as np

def gelu(x):
    v = x.astype(np.float64)
    u = np.sqrt(2 / np.pi) * (v + 0.044715 * v**3)
    return (0.5 * v * (1 + np.tanh(u))).astype(x.dtype)

class Layer:
    gelu = staticmethod(gelu)
"""
X = -1.25


def make_row(words, form="erf", dtype="float32", function="gelu"):
    return Row(
        *(words, form, None, dtype, None, function, "exhaustive", 1, NONE, NONE, None, 0, 0),
        histogram={},
        counts={},
    )


def at(x, dtype):
    fmt = FORMATS[dtype]
    return Witness(0.0, x, x.hex(), f"0x{fmt.round(x):0{fmt.bits // 4}x}", 0.0, 0.0)


def run(program, folder):
    """What a program prints: got and want."""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    got, want = done.stdout.splitlines()
    assert got.startswith("got ") and want.startswith("want ")
    return float(got.split()[1]), float(want.split()[1])


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "kernels.py").write_text(KERNELS)
    return tmp_path


def exact(function, form):
    """By Arb, an opinion that the program does not use."""
    from flint import arb, ctx

    with ctx.workprec(300):
        x, half = arb(X), arb(1) / 2
        c, a = (2 / arb.pi()).sqrt(), arb("0.044715")
        density = (-x * x / 2).exp() / (2 * arb.pi()).sqrt()
        below = (-x / arb(2).sqrt()).erfc() * half
        t = (c * (x + a * x**3)).tanh()
        s = 1 / (1 + (-arb("1.702") * x).exp())
        values = {
            ("gelu", "erf"): x * below,
            ("gelu", "tanh"): half * x * (1 + t),
            ("gelu", "sigmoid"): x * s,
            ("gelu_grad", "erf"): below + x * density,
            ("gelu_grad", "tanh"): half * (1 + t)
            + half * x * (1 - t * t) * c * (1 + 3 * a * x * x),
            ("gelu_grad", "sigmoid"): s + arb("1.702") * x * s * (1 - s),
        }
        return float(values[function, form])


CALLED = [
    *product(STANDARD, ("kernels:gelu", "kernels:Layer.gelu")),
    ("float8_e4m3fn", "kernels:gelu"),
]


@pytest.mark.parametrize("dtype, target", CALLED)
def test_python(folder, target, dtype):
    """The input arrives as it is, and one rounding of a float64 result is all that is lost."""
    program = reproducer(make_row(f"python:{target}", "tanh", dtype), at(X, dtype), "")
    got, want = run(program, folder)
    assert want == exact("gelu", "tanh")
    fmt = FORMATS[dtype]
    # 2^-3 <= |want| < 2^-2; a few roundings of float64 come before the last one
    assert abs(got - want) <= 2.0 ** (-3 - fmt.precision) + 2.0**-53


@pytest.mark.parametrize("function", ["gelu", "gelu_grad"])
@pytest.mark.parametrize("form", ["erf", "tanh", "sigmoid"])
def test_what_is_due(folder, function, form):
    row = make_row("python:kernels:gelu", form, function=function)
    _, want = run(reproducer(row, at(X, "float32"), ""), folder)
    assert want == exact(function, form)


def test_without_a_declared_form_gelu_is_due(folder):
    row = make_row("python:kernels:gelu", None)
    assert run(reproducer(row, at(X, "float32"), ""), folder)[1] == exact("gelu", "erf")


def test_at_an_infinity_the_limit_is_due(folder):
    limit = Witness(0.0, float("-inf"), "-inf", "0xff800000", float("nan"), -0.0)
    got, want = run(reproducer(make_row("python:kernels:gelu"), limit, ""), folder)
    assert str(got) == "nan" and str(want) == "-0.0"


def there(name):
    return importlib.util.find_spec(name) is not None


# each imports a framework anew, which takes seconds: every target, format and function, not every
# combination of them
@pytest.mark.parametrize(
    ("words", "form", "function", "dtype"),
    [
        ("torch:gelu", "erf", "gelu", "bfloat16"),
        ("torch:gelu", "erf", "gelu_grad", "float16"),
        ("torch:gelu-tanh", "tanh", "gelu", "float64"),
        ("torch:gelu-tanh", "tanh", "gelu_grad", "bfloat16"),
        ('torch:torch.nn.GELU(approximate="tanh")', "tanh", "gelu", "float32"),
        ('torch:torch.nn.GELU(approximate="tanh")', "tanh", "gelu_grad", "float64"),
        ("jax:gelu", "erf", "gelu", "float64"),
        ("jax:gelu", "erf", "gelu_grad", "bfloat16"),
        ("tensorflow:gelu-tanh", "tanh", "gelu", "bfloat16"),
        ("tensorflow:gelu-tanh", "tanh", "gelu_grad", "float32"),
        ("mlx:gelu-fast", "sigmoid", "gelu", "bfloat16"),
        ("mlx:gelu-fast", "sigmoid", "gelu_grad", "float32"),
    ],
)
def test_frameworks(tmp_path, words, form, function, dtype):
    """Within what their arithmetic costs: some compute in float32, or in the format itself."""
    kind = words.partition(":")[0]
    if not there(kind):
        pytest.skip(f"needs {kind}")
    program = reproducer(make_row(words, form, dtype, function), at(X, dtype), "")
    got, want = run(program, tmp_path)
    assert want == exact(function, form)
    digits = min(FORMATS[dtype].precision, 24)
    assert abs(got - want) <= 2.0 ** (3 - digits)


@pytest.mark.parametrize(
    "words",
    [
        "torch:gelu",
        'torch:torch.nn.GELU(approximate="tanh")',
        "jax:jax.nn.gelu",
        "tensorflow:keras-gelu",
        "mlx:gelu",
        "torch:elsewhere.layers.gelu",
        "python:a.b:c.d",
    ],
)
@pytest.mark.parametrize("function", ["gelu", "gelu_grad"])
@pytest.mark.parametrize("dtype", FORMATS)
def test_it_is_a_program(words, function, dtype):
    program = reproducer(make_row(words, "erf", dtype, function), at(X, dtype), "")
    ast.parse(program)
    assert "gelucheck" not in program
    assert max(map(len, program.splitlines())) <= 100


@pytest.mark.parametrize(
    "words",
    [
        "erf",
        "outputs:y.npy",
        "program:./kernel",
        "library:./libx.so:f",
        "onnx:model.onnx",
        "python:kernels",
        "python:os;import os:system",
        "python:kernels:gelu\nimport os",
        "python:kernels:gelu('x')",
        "torch:__import__('os').system('true')",
        "torch:torch.nn.GELU(approximate=open('x'))",
        "torch:torch.f(x)",
        "torch:",
        "",
        "nosuch:thing",
    ],
)
def test_there_is_none(words):
    assert reproducer(make_row(words), at(X, "float32"), "") is None


def test_none_for_what_is_not_a_pattern_or_a_format():
    row = make_row("python:kernels:gelu")
    assert reproducer(row, replace(at(X, "float32"), bits="0x0); import os #"), "") is None
    assert reproducer(replace(row, dtype="float8"), at(X, "float32"), "") is None


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("gelucheck compare --device cuda:1 --impl torch:gelu", 'inputs = inputs.to("cuda:1")'),
        ("gelucheck compare --device=gpu", 'inputs = inputs.to("cuda")'),
        ("gelucheck compare --device mps", 'inputs = inputs.to("mps")'),
        ("gelucheck compare --device cpu", None),
        ("gelucheck compare --device 'cuda\");import os#'", None),
        ("gelucheck compare", None),
    ],
)
def test_device(command, line):
    program = reproducer(make_row("torch:gelu"), at(X, "float32"), command).splitlines()
    assert [each for each in program if ".to(" in each] == ([line] if line else [])


def test_texts_in_arguments_stay_texts():
    words = """torch:torch.f(a="it's \\"quoted\\"", b=[1, -2.5, None])"""
    program = reproducer(make_row(words), at(X, "float32"), "")
    (call,) = [
        node
        for node in ast.walk(ast.parse(program))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "f"
    ]
    values = {item.arg: ast.literal_eval(item.value) for item in call.keywords}
    assert values == {"a": 'it\'s "quoted"', "b": [1, -2.5, None]}


@pytest.mark.parametrize(
    ("name", "command", "words"),
    [
        ("torch:gelu", "gelucheck compare --impl torch:gelu", "torch:gelu"),
        ("mine", "gelucheck compare --impl mine=python:kernels:gelu", "python:kernels:gelu"),
        ("mine", "gelucheck compare --impl=mine=torch:gelu", "torch:gelu"),
        ("mine", "gelucheck compare --impl 'mine=torch:f(a=\"b c\")'", 'torch:f(a="b c")'),
        ("mine", "gelucheck compare --impl other=torch:gelu", "mine"),
        ("mine", "gelucheck compare --out mine=torch:gelu", "mine"),
        ("mine", "gelucheck compare --impl 'mine=torch:gelu", "mine"),
        ("mine", "", "mine"),
    ],
)
def test_a_named_implementation(name, command, words):
    assert words_of(name, command) == words
