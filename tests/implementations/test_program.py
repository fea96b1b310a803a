"""Programs that read values and write as many: a script and one of C, and what they do wrong."""

import os
import re
import shutil
import signal
import sys
import time

import numpy as np
import pytest

from gelucheck.errors import ImplementationError, UsageError
from gelucheck.formats import FORMATS
from gelucheck.implementations.guest import Guest

GCC = shutil.which("gcc")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs another system: no #!")

F32 = FORMATS["float32"]

SCRIPT = f"""#!{sys.executable}
import os, sys, time, pathlib, signal
how, *rest = sys.argv[1:]
if how == "deaf":
    sys.exit(0)
data = sys.stdin.buffer.read()
if how == "few":
    data = data[:-3]
if how == "many":
    data += b"!"
if how == "endless":
    while True:
        os.write(1, bytes(1 << 16))
if how == "code":
    sys.stderr.write("first line\\n\\x1b[31mno such option\\t: --bf16\\n\\n" )
    sys.exit(3)
if how == "long":
    sys.exit("a" * 1000)
if how == "at-three" and data.find(b"\\0\\0\\x40\\x40") % 4 == 0:
    os.kill(os.getpid(), signal.SIGSEGV)
if how == "hang":
    if not os.fork():
        pathlib.Path(f"running.{{os.getpid()}}").touch()
        time.sleep(100)
    pathlib.Path(f"running.{{os.getpid()}}").touch()
    time.sleep(100)
if how == "leaves-one-behind":
    if not os.fork():
        time.sleep(100)
    sys.stdout.buffer.write(data)
    sys.stdout.flush()
    os._exit(0)
if how == "shouts":
    os.write(2, b"!" * 10_000_000)
if how == "says":
    data = rest[0].encode().ljust(len(data), b"\\0")
sys.stdout.buffer.write(data)
"""

IN_C = r"""
#include <math.h>
#include <stdio.h>
int main(void) {
    float x;
    while (fread(&x, sizeof x, 1, stdin) == 1) {
        float y = (float)(0.5 * (double)x * erfc(-(double)x * 0.70710678118654752440));
        fwrite(&y, sizeof y, 1, stdout);
    }
    return 0;
}
"""


@pytest.fixture(autouse=True)
def there(yard):
    script = yard.path / "kernel"
    script.write_text(SCRIPT)
    script.chmod(0o755)
    (yard.path / "plain").write_text("no program")
    (yard.path / "binary").write_bytes(b"\x7fELF not at all")
    (yard.path / "binary").chmod(0o755)
    return yard


def call(words, x=(1.5, 2.0), fmt="float32", **more):
    fmt = FORMATS[fmt]
    return Guest("program", words, **more)(np.array(x, fmt.dtype), fmt)


@pytest.mark.parametrize("fmt", FORMATS)
def test_bits_go_and_come(fmt):
    record = FORMATS[fmt]
    bits = [record.nan_bits | 1, record.sign_bit, 1, record.end_bits - 3]
    got = Guest("program", "./kernel same")(record.values_of_bits(bits), record)
    assert record.bits_of_values(got).tolist() == bits


def test_no_shell_and_the_format():
    # 8 bytes come back: what stands between the quotes, as it is
    for words, due in (
        ("'a b;c'", b"a b;c\0\0\0"),
        ("$HOME", b"$HOME\0\0\0"),
        ("{dtype}", b"float32\0"),
    ):
        assert call(f"./kernel says {words}").tobytes() == due


def test_more_than_pipes_hold_both_ways():
    x = np.arange(1 << 17, dtype=np.float32)
    assert np.array_equal(Guest("program", "./kernel same")(x, F32), x)
    assert np.array_equal(Guest("program", "./kernel shouts")(x, F32), x)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("./kernel few", "wrote 5 of 8 bytes, at 2 float32 inputs from 1.5 "),
        ("./kernel many", "wrote more than the 8 bytes that are due, at 2 float32 inputs "),
        ("./kernel endless", "wrote more than the 8 bytes that are due, at 2 float32 inputs "),
        ("./kernel deaf", "wrote 0 of 8 bytes, at 2 float32 inputs "),
        ("./kernel code", "ended with exit code 3, saying '[31mno such option : --bf16', at the"),
        ("./kernel long", f"ended with exit code 1, saying '{'a' * 200}', at the float32 input"),
        ("./binary", "cannot be run (Exec format error), at 2 float32 inputs "),
    ],
)
def test_what_it_does_wrong(words, told):
    with pytest.raises(ImplementationError) as caught:
        call(words)
    got = str(caught.value).replace("saying ' [", "saying '[")
    assert f"program:{words} {told}" in got


def test_the_input_of_a_crash():
    with pytest.raises(ImplementationError) as caught:
        call("./kernel at-three", [0, 1, 2, 3, 4, 5, 6])
    told = "crashed (segmentation fault), at the float32 input 3.0 (bits 0x40400000)"
    assert told in str(caught.value)


def gone(pid):
    try:
        return open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_a_hang_ends_with_all_that_it_began(there):
    since = time.monotonic()
    with pytest.raises(ImplementationError, match="gave no answer within 1 s, at 2 float32 inp"):
        call("./kernel hang", limit=1.0)
    assert time.monotonic() - since < 10
    begun = [int(path.suffix[1:]) for path in there.path.glob("running.*")]
    assert len(begun) == 2
    there.until(lambda: all(map(gone, begun)), 5)


def test_one_that_leaves_another_behind_is_done():
    since = time.monotonic()
    assert call("./kernel leaves-one-behind").tolist() == [1.5, 2.0]
    assert time.monotonic() - since < 10


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("./no-such", "there is no program './no-such'"),
        ("no-such-program-anywhere", "on the PATH: write ./ before one that lies here"),
        ("./plain", "the program './plain' is not executable"),
        (".", "the program '.' is a directory"),
        ("'./kernel", "No closing quotation"),
        ("''", "names no program"),
    ],
)
def test_words_that_name_nothing(words, told):
    with pytest.raises(UsageError) as caught:
        Guest("program", words).traits()
    assert told in str(caught.value)


def test_version_and_traits():
    found = Guest("program", "./kernel same").traits()
    assert re.fullmatch(r"kernel sha256:[0-9a-f]{16}", found.version)
    assert found.flat


def test_a_program_for_each_format(there):
    (there.path / "kernel_float16").symlink_to("kernel")
    assert Guest("program", "./kernel_{dtype} same").traits().formats == ("float16",)


# ---- the command ---------------------------------------------------------------------------


@pytest.mark.skipif(GCC is None, reason="needs gcc")
def test_a_sound_one_of_c(there):
    there.built("gelu", IN_C)
    words = ("--impl", "program:./gelu", "--dtype", "float32", "--declares", "erf")
    row = there.row(*words, "--samples", "20000")
    # rounded once from a double of a few ulp
    assert 0.49 < row["evaluation"]["max_ulp"]["value"] < 0.5001
    # next to zero it is x/2 and less than a double can tell: between subnormals that is a tie
    assert row["correctly_rounded"] > 0.99 * row["inputs"]


def test_a_script(there):
    row = there.row("--impl", "same=program:./kernel same", "--dtype", "bfloat16")
    assert row["inputs"] == 65280
    # the identity is wrong by x at the largest negative value, and right by far at none
    assert row["total"]["max_abs"]["x"] < -1e38


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("./kernel few", "wrote 131,069 of 131,072 bytes, at 65,536 float16 inputs"),
        ("./kernel code", "ended with exit code 3, saying "),
        ("./no-such", "there is no program './no-such'"),
    ],
)
def test_the_command_says_so_in_a_line(there, words, told):
    assert told in there.failed("compare", "--impl", f"program:{words}", "--dtype", "float16")


@pytest.mark.skipif(not os.path.exists("/proc/self"), reason="needs another system: no /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_no_process_is_left_behind(there, number):
    process = there.started("compare", "--impl", "program:./kernel hang", "--dtype", "float16")
    begun = there.until(lambda: len(found := list(there.path.glob("running.*"))) == 2 and found)
    os.kill(process.pid, number)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in err
    there.until(lambda: all(gone(int(path.suffix[1:])) for path in begun), 5)
