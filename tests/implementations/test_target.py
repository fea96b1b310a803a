"""What stands behind the colon: read, looked up, and never evaluated."""

import sys

import pytest

from gelucheck.errors import ImplementationError, UsageError
from gelucheck.implementations.kind import Kind, Short
from gelucheck.implementations.target import TEXT, find, module_of, parse_target

KIND = Kind("toy", None, TEXT, short={"root": Short("math.sqrt", "erf")})


@pytest.mark.parametrize(
    ("text", "name", "arguments"),
    [
        ("math.sqrt", "math.sqrt", {}),
        ("  math.sqrt ", "math.sqrt", {}),
        ("root", "math.sqrt", {}),
        ("a.b.c()", "a.b.c", {}),
        ('a.b(approximate="tanh")', "a.b", {"approximate": "tanh"}),
        ("a.b(x=True, y=None, z=-1.5e3)", "a.b", {"x": True, "y": None, "z": -1500.0}),
        ("a.b(x=[1, (2, 'c')], y={'k': {3}})", "a.b", {"x": [1, (2, "c")], "y": {"k": {3}}}),
        (r"a.b(x='\d')", "a.b", {"x": r"\d"}),
        ("größe.wert", "größe.wert", {}),
    ],
)
def test_what_is_read(text, name, arguments):
    target = parse_target(KIND, text)
    assert (target.name, dict(target.arguments)) == (name, arguments)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "sqrt",
        "math.",
        ".sqrt",
        "math sqrt",
        "math.sqrt; 1",
        "math.sqrt\n1",
        "a.b(",
        "a.b(1)",
        "a.b(*x)",
        "a.b(**{'x': 1})",
        "a.b(x=1, x=2)",
        "a.b(x=y)",
        "a.b(x=set())",
        "a.b(x=open('planted'))",
        "a.b(x=[open('planted')])",
        "a.b(x=f'{1}')",
        "a.b(x=lambda: 1)",
        "a.b(x={[]: 1})",
        "a.b(x=2**3)",
        "a.b(x=1)(y=2)",
        "a.b()()",
        "a().b",
        "a[0].b",
        "__import__('os').system('touch planted')",
        "(lambda: 0).b",
        "'text'.join",
        "a.b(x='\0')",
        "a.\ud800",
    ],
)
def test_words_of_another_shape(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=r"math\.sqrt|dotted name"):
        parse_target(KIND, text)
    assert not (tmp_path / "planted").exists()


@pytest.mark.parametrize(
    "text",
    [
        "a." + "b" * 10_000_000,
        "a.b(x='" + "c" * 10_000_000 + "')",
        "a" + ".b" * 100_000,
        "(" * 100_000 + "a.b" + ")" * 100_000,
        "(" * 450 + "a.b" + ")" * 450,
        "a.b(x=" + "[" * 480 + "]" * 480 + ")",
        "a.b(x=" + "-" * 980 + "1)",
        "a.b(x=" + "1+" * 480 + "1)",
        "a.b(x=" + "not " * 240 + "1)",
    ],
    ids=range(9),
)
def test_sizes_are_bounded(text):
    with pytest.raises(UsageError) as caught:
        parse_target(KIND, text)
    assert len(str(caught.value)) < 400


PACKAGE = {
    "__init__.py": "from .gelu import gelu\nnumber = 3\n"
    "def __getattr__(name):\n    raise OSError(name) if name == 'lazy' else AttributeError(name)",
    "gelu.py": "def gelu(x):\n    return x",
    "late.py": "def same(x):\n    return x",
    "faulty.py": "raise KeyError('not today')",
}


@pytest.fixture
def package(tmp_path, monkeypatch):
    (tmp_path / "toybox").mkdir()
    for name, text in PACKAGE.items():
        (tmp_path / "toybox" / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "toybox"]:
        del sys.modules[name]


def test_what_a_name_means(package):
    assert find("toybox.late.same")(5) == 5, "a submodule that nothing has imported"
    assert find("toybox.gelu")(5) == 5, "the function, which hides the module of its name"
    assert find("toybox.number") == 3
    assert module_of("toybox.late.same").__name__ == "toybox.late"
    assert module_of("toybox.gelu").__name__ == "toybox"


@pytest.mark.parametrize(
    ("name", "error", "told"),
    [
        ("no_such_toybox.f", UsageError, "no Python module 'no_such_toybox'"),
        ("toybox.nmber", UsageError, "has no 'nmber': did you mean number"),
        ("toybox.number.f", UsageError, "toybox.number has no 'f'"),
        ("toybox.late.other", UsageError, "toybox.late has no 'other'"),
        ("toybox.faulty.f", ImplementationError, "KeyError('not today')"),
        ("toybox.lazy", ImplementationError, "toybox.lazy raised OSError"),
    ],
)
def test_names_of_nothing(package, name, error, told):
    with pytest.raises(error) as caught:
        find(name)
    assert told in str(caught.value)
