"""Which libraries are there, told without importing them."""

import subprocess
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import pytest

from gelucheck.errors import ImplementationError, UsageError
from gelucheck.implementations.guest import find_kind
from gelucheck.implementations.installed import installed, need
from gelucheck.implementations.kind import Kind
from gelucheck.implementations.kinds import KINDS

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def kind(*modules):
    return Kind("toy", None, "", modules, "toys")


def test_versions():
    assert installed(kind()) == "", "nothing is needed"
    assert installed(kind("numpy")) == f"numpy {metadata.version('numpy')}"
    assert installed(kind("numpy", "no_such_library")) is None
    need(kind("numpy", "numpy.linalg"))


def test_what_is_missing(tmp_path, monkeypatch):
    (tmp_path / "a_mere_folder").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("no_such_library", "no_such_library.core", "a_mere_folder"):
        assert installed(kind(name)) is None
        with pytest.raises(UsageError) as caught:
            need(kind("numpy", name))
        library = name.partition(".")[0]
        assert str(caught.value) == f'{library} is not installed: pip install "gelucheck[toys]"'


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_says_what_it_needs(name):
    record = find_kind(name)
    assert record.name == name and record.text
    assert bool(record.modules) == bool(record.extra)
    if record.modules:
        assert f"\n{record.extra} = [" in PROJECT.read_text(), "an extra of pyproject.toml"


def test_nothing_is_imported():
    code = (
        "import sys\n"
        "from gelucheck.implementations.guest import find_kind\n"
        "from gelucheck.implementations.installed import installed\n"
        "from gelucheck.implementations.kinds import KINDS\n"
        "print([installed(find_kind(name)) for name in KINDS])\n"
        "print([name for name in ('torch', 'jax', 'tensorflow', 'onnx', 'onnxruntime',\n"
        "    'openvino', 'mlx.core') if name in sys.modules])\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[1] == "[]"


# the module that is looked for first, of each library's kind
FIRST = {name: find_kind(name).modules[0] for name in KINDS if find_kind(name).modules}


@pytest.mark.parametrize("name", FIRST)
def test_a_library_that_is_missing_or_broken(name, tmp_path, monkeypatch):
    record = find_kind(name)
    library = FIRST[name].partition(".")[0]
    target = next(iter(record.short))
    monkeypatch.setattr("gelucheck.implementations.installed.find_spec", lambda name: None)
    for module in [m for m in sys.modules if m.partition(".")[0] == library]:
        monkeypatch.delitem(sys.modules, module)
    with pytest.raises(UsageError, match=rf"{library} is not installed: pip install"):
        record.load(target, "gelu", None)
    monkeypatch.setattr("gelucheck.implementations.installed.find_spec", find_spec)
    for module in record.modules:
        top = tmp_path / module.partition(".")[0]
        top.mkdir(exist_ok=True)
        (top / "__init__.py").write_text("")
        where = top / (module.partition(".")[2] + ".py" if "." in module else "__init__.py")
        where.write_text("raise OSError('libtoy.so is not here')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ImplementationError, match=r"libtoy\.so is not here"):
        record.load(target, "gelu", None)
    # what was there before comes back when the test ends
    for module in [m for m in sys.modules if m.partition(".")[0] == library]:
        del sys.modules[module]
