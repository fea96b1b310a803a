"""Code that is not ours leaves the process, its directory and the processor as they were."""

import ctypes
import os
import platform
import sys

import numpy as np
import pytest

from gelucheck.errors import ImplementationError
from gelucheck.formats import FORMATS
from gelucheck.implementations.guest import Guest, found_by_name
from gelucheck.implementations.surroundings import Disturbed, same_directory, surroundings

F32 = FORMATS["float32"]

MODULE = """
import os, sys
import numpy as np

class Odd(BaseException):
    pass

def leaves(x):
    os._exit(0)

def odd(x):
    raise Odd("of its own kind")

def raises_floating(x):
    np.seterr(all="raise")
    return x

def forks(x):
    os.fork()
    return x
"""


@pytest.fixture(autouse=True)
def module(tmp_path, monkeypatch):
    (tmp_path / "guests_of_ours.py").write_text(MODULE)
    (tmp_path / "leaving.py").write_text("import os\nos._exit(0)\n")
    (tmp_path / "moving.py").write_text(
        "import os\nimport numpy\n"
        "os.chdir('/')\nnumpy.seterr(all='raise')\n"
        "def f(x):\n    return x\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])
    found_by_name.cache_clear()
    yield tmp_path
    for name in ("guests_of_ours", "leaving", "moving"):
        sys.modules.pop(name, None)


def direct(target):
    return Guest("python", target).direct()


def call(name):
    return direct(f"guests_of_ours:{name}")(np.array([1.5, 2.0], F32.dtype), F32)


@pytest.mark.parametrize(
    ("name", "told"),
    [("leaves", "called os._exit(0)"), ("odd", "raised Odd('of its own kind')")],
)
def test_a_call_that_would_end_the_process(name, told):
    with pytest.raises(ImplementationError) as caught:
        call(name)
    assert told in str(caught.value)
    assert "at the float32 input 1.5" in str(caught.value)


def test_an_import_that_would_end_the_process():
    with pytest.raises(ImplementationError, match=r"importing leaving called os._exit\(0\)"):
        Guest("python", "leaving:f").loaded()


def test_an_import_that_moves(module):
    with np.errstate(all="ignore"):
        Guest("python", "moving:f").loaded()
        assert os.getcwd() == str(module)
        assert np.geterr()["over"] == "ignore"


def test_errors_of_numpy_stay_as_they_were():
    with np.errstate(all="ignore"):
        call("raises_floating")
        assert np.geterr()["over"] == "ignore"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs another system: no fork")
def test_a_child_that_comes_back_ends(tmp_path):
    mark = tmp_path / "came.back"
    before = os.getpid()
    call("forks")
    if os.getpid() != before:  # never
        mark.touch()
        os._exit(1)
    assert os.waitpid(-1, 0)[1] == 0
    assert not mark.exists()


def test_a_directory_that_is_gone(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with same_directory(), surroundings():
        pass
    os.chdir(tmp_path)


@pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64",
    reason="needs another system: the modes of its processor are not known here",
)
@pytest.mark.parametrize("mode", ["upward", "toward zero"])
def test_a_processor_that_rounds_otherwise(mode):
    # fenv.h of this processor: FE_UPWARD, FE_TOWARDZERO
    library = ctypes.CDLL("libm.so.6")
    number = {"upward": 0x800, "toward zero": 0xC00}[mode]
    try:
        with pytest.raises(Disturbed, match="rounding otherwise"), surroundings():
            library.fesetround(number)
    finally:
        library.fesetround(0)
    with surroundings():
        pass
