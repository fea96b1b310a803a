"""Functions of shared libraries, built here: right ones, and all that they do wrong."""

import ctypes
import platform
import re
import shutil
import subprocess

import numpy as np
import pytest

from gelucheck.errors import ImplementationError, UsageError
from gelucheck.formats import FORMATS
from gelucheck.implementations import apart
from gelucheck.implementations.guest import Guest
from gelucheck.implementations.library import sentinels

GCC = shutil.which("gcc")

pytestmark = pytest.mark.skipif(GCC is None, reason="needs gcc")

F32 = FORMATS["float32"]

SOURCE = r"""
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void gelu(const float *x, float *y, size_t n) {
    for (size_t i = 0; i < n; i++)
        y[i] = (float)(0.5 * (double)x[i] * erfc(-(double)x[i] * 0.70710678118654752440));
}
void gelu_float64(const double *x, double *y, size_t n) { memcpy(y, x, n * sizeof *x); }
void gelu_bfloat16(const uint16_t *x, uint16_t *y, size_t n) { memcpy(y, x, n * sizeof *x); }
void same_float8_e4m3fn(const uint8_t *x, uint8_t *y, size_t n) { memcpy(y, x, n); }
void same_float8_e5m2(const uint8_t *x, uint8_t *y, size_t n) { memcpy(y, x, n); }

void too_few(const float *x, float *y, size_t n) { gelu(x, y, n > 3 ? n - 3 : 0); }
void only_blocks(const float *x, float *y, size_t n) { gelu(x, y, n / 8 * 8); }
void nothing(const float *x, float *y, size_t n) { }
void too_many(const float *x, float *y, size_t n) { gelu(x, y, n); y[n] = 0; }
void before(const float *x, float *y, size_t n) { gelu(x, y, n); y[-1] = 0; }
void spoils(float *x, float *y, size_t n) { gelu(x, y, n); memset(x, 0, n * sizeof *x); }
void all_nan(const uint32_t *x, uint32_t *y, size_t n) {
    for (size_t i = 0; i < n; i++) y[i] = SENTINEL;
}
void null(const float *x, float *y, size_t n) { *(volatile float *)0 = 1; }
void aborts(const float *x, float *y, size_t n) { abort(); }
void leaves(const float *x, float *y, size_t n) { _exit(0); }
void hangs(const float *x, float *y, size_t n) { for (;;) pause(); }
void aligned(const float *x, float *y, size_t n) {
    for (size_t i = 0; i < n; i++) y[i] = (uintptr_t)y % 64 || (uintptr_t)x % 16 ? 1 : 0;
}
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """The path of the library, without the suffix: the yard links it."""
    path = tmp_path_factory.mktemp("library")
    (path / "x.c").write_text(SOURCE.replace("SENTINEL", str(int(sentinels(F32)[0]))))

    words = [GCC, "-O2", "-shared", "-fPIC", "-o", "libx.so", "x.c", "-lm"]
    subprocess.run(words, cwd=path, check=True)
    return path / "libx.so"


@pytest.fixture(autouse=True)
def there(library, yard):
    (yard.path / "libx.so").symlink_to(library)
    yield yard
    apart.end_all()


def guest(symbol, **words):
    return Guest("library", f"./libx.so:{symbol}", **words)


def call(symbol, x, **words):
    return guest(symbol, **words)(np.asarray(x, np.float32), F32)


def test_a_sound_one(there):
    """GELU in double, rounded once: half an ulp in float32, but for ties."""
    words = ("--impl", "library:./libx.so:gelu", "--dtype", "float32", "--declares", "erf")
    row = there.row(*words, "--samples", "20000", "--function", "gelu")
    assert (row["implementation"], row["form"]) == ("library:./libx.so:gelu", "erf")
    # erfc of any C library has a few ulp of a double: 2^-29 of one of float32
    assert 0.49 < row["evaluation"]["max_ulp"]["value"] < 0.5001
    # next to zero it is x/2 and less than a double can tell: between subnormals that is a tie
    assert row["correctly_rounded"] > 0.99 * row["inputs"]


@pytest.mark.parametrize("x", [[], [1.0], np.arange(-500, 500) / 64])
def test_any_length(x):
    assert call("gelu", x).shape == (len(x),)


@pytest.mark.parametrize("fmt", ["bfloat16", "float64"])
def test_a_symbol_for_each_format(fmt):
    both = guest("gelu_{dtype}")
    assert both.traits().formats == ("bfloat16", "float64")
    x = FORMATS[fmt].values_of_bits([0x3FC0, 0x7FC1])
    got = both(x, FORMATS[fmt])
    assert FORMATS[fmt].bits_of_values(got).tolist() == [0x3FC0, 0x7FC1]


def test_8_bits_are_their_patterns():
    """All of them, the NaNs too: of two of e4m3fn both are sentinels."""
    both = guest("same_{dtype}")
    assert both.traits().formats == ("float8_e4m3fn", "float8_e5m2")
    for name in both.traits().formats:
        fmt = FORMATS[name]
        patterns = np.arange(256, dtype=np.uint8)
        got = both(fmt.values_of_bits(patterns), fmt)
        assert fmt.bits_of_values(got).tolist() == patterns.tolist()
        few = np.array([fmt.nan_bits, fmt.sign_bit | fmt.nan_bits], np.uint8)
        assert fmt.bits_of_values(both(fmt.values_of_bits(few), fmt)).tolist() == few.tolist()


@pytest.mark.parametrize(
    ("symbol", "count", "told"),
    [
        ("too_few", 10, "left 3 outputs unwritten, the first at index 7, at 10 float32 inputs"),
        ("only_blocks", 13, "left 5 outputs unwritten, the first at index 8, at 13 float32"),
        ("nothing", 4, "left 4 outputs unwritten, the first at index 0, at 4 float32 inputs"),
        ("too_many", 8, "wrote past its output, at 8 float32 inputs"),
        ("too_many", 0, "wrote past its output, at no float32 input at all"),
        ("before", 8, "wrote before its output, at 8 float32 inputs"),
        ("null", 8, "crashed (segmentation fault), at the float32 input 0.0 (bits 0x0)"),
        ("aborts", 8, "crashed (abort), at the float32 input 0.0"),
        ("leaves", 8, "ended its process (exit code 0), at the float32 input 0.0"),
    ],
)
def test_what_it_does_wrong(symbol, count, told):
    with pytest.raises(ImplementationError) as caught:
        call(symbol, np.arange(count))
    assert f"library:./libx.so:{symbol} {told}" in str(caught.value)


def test_a_hang():
    with pytest.raises(ImplementationError, match=r"gave no answer within 0\.5 s, at "):
        call("hangs", [1.0], limit=0.5)


def test_a_nan_that_is_what_stood_there_is_an_output():
    got = call("all_nan", [1.0, 2.0])
    assert np.isnan(got).all()


def test_blocks_that_are_whole_are_written():
    assert np.isfinite(call("only_blocks", np.arange(16))).all()


def test_one_that_writes_to_its_inputs_is_seen():
    (seen,) = guest("spoils").probe(np.ones(4, np.float32), F32)
    assert (seen.modified, seen.aliased) == (True, False)
    (seen,) = guest("gelu").probe(np.ones(4, np.float32), F32)
    assert (seen.modified, seen.aliased) == (False, False)


def test_outputs_are_aligned_as_vectors_want_it():
    assert call("aligned", np.zeros(64)).tolist() == [0] * 64


def test_version_and_traits():
    found = guest("gelu").traits()
    assert re.fullmatch(r"libx\.so sha256:[0-9a-f]{16}", found.version)
    assert found.flat
    assert found.formats == tuple(FORMATS)


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("./libx.so", "names no symbol"),
        ("./libx.so:", "names no symbol"),
        (":gelu", "names no symbol"),
        ("./libno.so:gelu", "there is no library './libno.so' (to have 'gelu' of it)"),
        ("./libx.so:gelv", "the library './libx.so' has no 'gelv'"),
        ("./libx.so:gelv_{dtype}", "the library './libx.so' has no 'gelv_{dtype}'"),
        ("./text.so:gelu", "'./text.so' (to have 'gelu' of it) cannot be loaded ("),
        # never what the system has of that name
        ("libm.so.6:erf", "there is no library 'libm.so.6'"),
    ],
)
def test_words_that_name_nothing(there, target, told):
    (there.path / "text.so").write_text("no library")
    with pytest.raises(UsageError) as caught:
        Guest("library", target).traits()
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("symbol", "told"),
    [
        ("null", "library:./libx.so:null crashed (segmentation fault), at the float32 input "),
        ("too_few", "left 3 outputs unwritten, the first at index "),
    ],
)
def test_the_command_says_so_in_a_line(there, symbol, told):
    words = ("--impl", f"library:./libx.so:{symbol}", "--dtype", "float32", "--samples", "5000")
    assert told in there.failed("compare", *words)


def test_a_library_whose_loading_crashes(there):
    source = "__attribute__((constructor)) void f(void) { *(volatile int *)0 = 1; }"
    there.built("libbad.so", source, "-shared", "-fPIC")
    with pytest.raises(ImplementationError, match=r"crashed .segmentation fault., while it was lo"):
        Guest("library", "./libbad.so:f").traits()


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="needs another system")
def test_one_that_leaves_subnormals_flushed(there):
    source = """
    #include <xmmintrin.h>
    #include <stddef.h>
    void f(const float *x, float *y, size_t n) {
        _mm_setcsr(_mm_getcsr() | 0x8040);
        for (size_t i = 0; i < n; i++) y[i] = x[i];
    }"""
    there.built("libftz.so", source, "-shared", "-fPIC")
    with pytest.raises(ImplementationError, match="left the processor rounding otherwise, or flus"):
        Guest("library", "./libftz.so:f")(np.ones(3, np.float32), F32)
    # and here they are as before
    assert ctypes.c_double(2.0**-1074).value * 1.0 > 0
